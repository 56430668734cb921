//! The balance of any ledger, and of joint tenants.

use super::*;

/// An act of somebody on a ledger: kind, pence, days since 2026, and for a reversal which of the entries so far.
fn operations() -> impl Strategy<Value = Vec<(u8, i64, i64, usize)>> {
    let one = (0_u8..5, 1_i64..200_000, 0_i64..700, any::<usize>());
    prop::collection::vec(one, 1000)
}

fn ledger(operations: &[(u8, i64, i64, usize)]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for (kind, pence, days, which) in operations {
        let id = i64::try_from(entries.len()).unwrap_or_default() + 1;
        let date = day("2026-01-01") + chrono::Duration::days(*days);
        let date = date.to_string();
        let amount = Money::gbp(*pence).to_string();
        let kind = match kind {
            0 => EntryKind::Charge,
            1 => EntryKind::Receipt,
            2 => EntryKind::Waiver,
            3 => EntryKind::Refund,
            _ => {
                let open = entries.iter().filter(|one| one.kind != EntryKind::Reversal);
                let open = open.filter(|one| entries.iter().all(|by| by.reverses != Some(one.id)));
                let open: Vec<_> = open.cloned().collect();
                if let Some(of) = open.get(which % open.len().max(1)) {
                    let from = of.date.max(day(&date)).to_string();
                    entries.push(reversal(id, of, &from));
                }
                continue;
            }
        };
        // Every third receipt names some charge, and every fourth entry is the second tenant's.
        let charges = entries.iter().filter(|one| one.kind == EntryKind::Charge);
        let charges: Vec<_> = charges.map(|one| one.id).collect();
        let named = charges.get(which % charges.len().max(1)).copied();
        entries.push(Entry {
            tenant: if which % 4 == 0 { 2.into() } else { 1.into() },
            pays: named.filter(|_| kind == EntryKind::Receipt && which % 3 == 0),
            ..entry(id, kind, &date, &amount)
        });
    }
    entries
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_balance_is_the_sum_of_the_entries_as_of_any_day(operations in operations(), days in 0_i64..700) {
        let entries = ledger(&operations);
        let on = day("2026-01-01") + chrono::Duration::days(days);
        let stand = standing(&entries, on);
        let by_then: Vec<_> = entries.iter().filter(|one| one.date <= on).cloned().collect();
        // Later entries, and the order of writing, change nothing of a day.
        prop_assert_eq!(stand.owed, standing(&by_then, on).owed);
        let backwards: Vec<_> = entries.iter().rev().cloned().collect();
        prop_assert_eq!(&standing(&backwards, on), &stand);
        let sum: i64 = by_then.iter().map(|one| one.effect.minor()).sum();
        prop_assert_eq!(stand.owed.balance, Money::gbp(sum));
        // The unpaid parts of due charges are the debt, but for refunds of money that was not overpaid; with credit there are none.
        let unpaid = |last: NaiveDate| -> i64 {
            entries.iter().filter(|one| one.date <= last).filter_map(|one| {
                let settled = stand.charges.iter().find(|settled| settled.charge == one.id)?;
                let gone = by_then.iter().any(|by| by.reverses == Some(one.id));
                (!gone).then(|| one.amount.minor() - settled.amount.minor())
            }).sum()
        };
        let is_back = |one: &&Entry| by_then.iter().any(|by| by.reverses == Some(one.id));
        let refunded = by_then.iter().filter(|one| one.kind == EntryKind::Refund && !is_back(one));
        let refunded: i64 = refunded.map(|one| one.amount.minor()).sum();
        prop_assert!(unpaid(on) <= sum.max(0) && unpaid(on) >= (sum - refunded).max(0));
        let overdue = unpaid(on.pred_opt().unwrap_or(on));
        prop_assert_eq!(stand.owed.overdue, Money::gbp(overdue));
        prop_assert_eq!(stand.owed.oldest_unpaid.is_some(), overdue > 0);
        prop_assert_eq!(stand.owed.oldest_amount.minor() > 0, overdue > 0);
    }
}

#[test]
fn joint_tenants_owe_together() {
    let of = |tenant: i64, entry: Entry| Entry {
        tenant: tenant.into(),
        ..entry
    };
    let mut entries = Vec::new();
    let months = ["2026-08-01", "2026-09-01", "2026-10-01"];
    for (place, first) in (0..).zip(months) {
        let id = 10 * place;
        entries.push(of(1, entry(id + 1, EntryKind::Charge, first, "475")));
        entries.push(of(2, entry(id + 2, EntryKind::Charge, first, "475")));
        entries.push(of(1, entry(id + 3, EntryKind::Receipt, first, "600")));
        entries.push(of(2, entry(id + 4, EntryKind::Receipt, first, "350")));
    }
    let stand = standing(&entries, day("2026-10-27"));
    assert_eq!(stand.owed, Owed::NOTHING);
    assert_eq!(
        Arrears::new(stand.owed, pounds("950"), false, day("2026-10-27")).days,
        0
    );
    assert!(
        stand
            .charges
            .iter()
            .all(|one| one.status == ChargeStatus::Paid)
    );
    // One pays too little: the tenancy owes it, by its own amount since its own day.
    entries.retain(|entry| entry.id != 4.into());
    let owed = standing(&entries, day("2026-10-27")).owed;
    let expected = Owed {
        balance: pounds("350"),
        overdue: pounds("350"),
        overdue_rent: pounds("350"),
        oldest_unpaid: Some(day("2026-10-01")),
        oldest_amount: pounds("350"),
    };
    assert_eq!(owed, expected);
}
