//! The charges that money settles, and what is taken back.

use super::*;

/// Vectors `arrears_fifo_on_2026_11_20` of docs/reference/uk-lettings.md 5.5.
#[test]
fn the_oldest_money_settles_the_oldest_charge() {
    let (today, rent) = (day("2026-11-20"), pounds("1000"));
    for row in rows("arrears_fifo_on_2026_11_20") {
        let entries = |kind, first: i64, amounts: Vec<(NaiveDate, Money)>| {
            let amounts = (first..).zip(amounts);
            let entries = amounts.map(|(id, (date, amount))| {
                entry(id, kind, &date.to_string(), &amount.to_string())
            });
            entries.collect::<Vec<_>>()
        };
        let mut all = entries(EntryKind::Charge, 1, row.amounts("charges"));
        all.extend(entries(EntryKind::Receipt, 10, row.amounts("payments")));
        let owed = standing(&all, today).owed;
        assert_eq!(owed.balance, row.pounds("balance"));
        assert_eq!(owed.oldest_unpaid, row.day_if_any("oldest_unpaid_due"));
        let agreed = RentPeriod::Monthly.agreed(rent);
        let met = ground_8(Nation::England, agreed, &owed, today);
        let arrears = Arrears::new(owed, rent, met, today);
        assert_eq!(arrears.days, row.number("days_in_arrears"));
        assert_eq!(arrears.ground_8, row.is("ground8_monthly_threshold_met"));
        let months = lintel_core::decimal::fixed(arrears.months_of_rent, 2);
        assert_eq!(months, row.text("months_of_rent"));
    }
}

#[test]
fn each_charge_says_how_it_stands_and_how_it_was_paid() {
    let mut entries = autumn();
    entries.push(entry(5, EntryKind::Charge, "2026-12-01", "1000"));
    entries.push(entry(10, EntryKind::Receipt, "2026-08-03", "1000"));
    entries.push(entry(11, EntryKind::Waiver, "2026-09-05", "1000"));
    entries.push(entry(12, EntryKind::Receipt, "2026-10-02", "250"));
    let stand = standing(&entries, day("2026-11-20"));
    let told: Vec<_> = stand.charges.iter().map(|one| one.status).collect();
    assert_eq!(
        told,
        [
            ChargeStatus::Paid,
            ChargeStatus::Waived,
            ChargeStatus::Partial,
            ChargeStatus::Overdue,
            ChargeStatus::Pending,
        ]
    );
    assert_eq!(stand.charges[0].on, Some(day("2026-08-03")));
    assert_eq!(stand.charges[0].method, Some(PaymentMethod::BankTransfer));
    assert_eq!(
        (stand.charges[2].amount, stand.charges[2].on),
        (pounds("250"), None)
    );
    assert_eq!(stand.owed.oldest_unpaid, Some(day("2026-10-01")));
    // On its day a charge is owed and not late.
    let first = standing(&entries[..1], day("2026-08-01"));
    assert_eq!(first.charges[0].status, ChargeStatus::Pending);
    let owed = Owed {
        balance: pounds("1000"),
        ..Owed::NOTHING
    };
    assert_eq!(first.owed, owed);
    let next = standing(&entries[..1], day("2026-08-02"));
    assert_eq!(next.owed.overdue, pounds("1000"));
}

#[test]
fn what_is_taken_back_is_as_if_it_had_not_been_or_until_a_day() {
    let mut entries = autumn();
    let receipt = entry(10, EntryKind::Receipt, "2026-08-01", "1000");
    entries.push(receipt.clone());
    entries.push(reversal(11, &receipt, "2026-10-15"));
    let before = standing(&entries, day("2026-10-14")).owed;
    let after = standing(&entries, day("2026-10-15")).owed;
    assert_eq!(
        (before.balance, after.balance),
        (pounds("2000"), pounds("3000"))
    );
    assert_eq!(before.oldest_unpaid, Some(day("2026-09-01")));
    assert_eq!(after.oldest_unpaid, Some(day("2026-08-01")));

    let charge = entries[0].clone();
    entries.push(reversal(12, &charge, "2026-08-01"));
    let stand = standing(&entries, day("2026-11-20"));
    assert_eq!(stand.owed.balance, pounds("3000"));
    assert_eq!(stand.charges[0].status, ChargeStatus::Waived);
    assert_eq!(stand.owed.oldest_unpaid, Some(day("2026-09-01")));
}

#[test]
fn money_settles_the_charge_that_it_names_and_then_the_oldest() {
    let mut entries = autumn();
    entries.push(entry(5, EntryKind::Charge, "2026-11-10", "45"));
    entries.push(Entry {
        pays: Some(5.into()),
        ..entry(10, EntryKind::Receipt, "2026-11-12", "545")
    });
    let paid = |entries: &[Entry]| {
        let stand = standing(entries, day("2026-11-20"));
        let paid = stand.charges.iter().map(|one| one.amount.minor() / 100);
        paid.collect::<Vec<_>>()
    };
    assert_eq!(paid(&entries), [500, 0, 0, 0, 45]);
    // A charge that was taken back takes nothing.
    let back = reversal(11, &entries[4].clone(), "2026-11-15");
    entries.push(back);
    assert_eq!(paid(&entries), [545, 0, 0, 0, 0]);
}

#[test]
fn on_one_day_money_settles_the_payers_own_charge_first() {
    let mut entries = autumn();
    entries.truncate(1);
    let of = |tenant: i64, entry: Entry| Entry {
        tenant: tenant.into(),
        ..entry
    };
    entries.push(of(2, entry(2, EntryKind::Charge, "2026-08-01", "500")));
    entries.push(of(2, entry(3, EntryKind::Receipt, "2026-08-01", "600")));
    let stand = standing(&entries, day("2026-08-20"));
    let paid: Vec<_> = stand.charges.iter().map(|one| one.amount).collect();
    assert_eq!(paid, [pounds("100"), pounds("500")]);
}
