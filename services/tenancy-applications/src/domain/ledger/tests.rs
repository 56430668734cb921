use proptest::prelude::*;

use super::*;
use crate::domain::{
    Leaving, Member, Person, ProRata, RentPeriod, RentTerms, Tenancy, TenancyState, vectors::rows,
};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap_or_default()
}

fn pounds(text: &str) -> Money {
    Money::parse(text).unwrap_or(Money::ZERO)
}

fn entry(id: i64, kind: EntryKind, date: &str, amount: &str) -> Entry {
    let amount = pounds(amount);
    Entry {
        id: id.into(),
        tenant: 1.into(),
        kind,
        amount,
        effect: kind.effect(amount),
        date: day(date),
        method: (kind == EntryKind::Receipt).then_some(PaymentMethod::BankTransfer),
        reference: (kind == EntryKind::Charge).then(|| "Rent".to_owned()),
        reverses: None,
        reason: None,
        pays: None,
        span: None,
        actor: EntryActor::Landlord,
        created_at: DateTime::UNIX_EPOCH,
    }
}

fn reversal(id: i64, of: &Entry, date: &str) -> Entry {
    Entry {
        id: id.into(),
        kind: EntryKind::Reversal,
        effect: Money::gbp(-of.effect.minor()),
        date: day(date),
        reverses: Some(of.id),
        ..of.clone()
    }
}

/// £1,000 due on the first of August to November.
fn autumn() -> Vec<Entry> {
    let firsts = ["2026-08-01", "2026-09-01", "2026-10-01", "2026-11-01"];
    let charges = (1..).zip(firsts);
    charges
        .map(|(id, first)| entry(id, EntryKind::Charge, first, "1000"))
        .collect()
}

/// Vectors `arrears_fifo_on_2026_11_20` of uk-lettings 5.5.
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
fn thirteen_weeks_are_the_threshold_where_rent_is_due_in_weeks() {
    let met = |period: RentPeriod, monthly: &str, overdue: &str| {
        let agreed = period.agreed(pounds(monthly));
        ground_8(
            Nation::England,
            agreed,
            &rent_of(overdue),
            day("2026-11-20"),
        )
    };
    for period in [RentPeriod::Weekly, RentPeriod::FourWeekly] {
        assert!(!met(period, "650", "1949.99"));
        assert!(met(period, "650", "1950.00"));
    }
    assert!(!met(RentPeriod::Monthly, "0", "0"));
}

/// So much rent that is overdue.
fn rent_of(overdue: &str) -> Owed {
    Owed {
        balance: pounds(overdue),
        overdue: pounds(overdue),
        overdue_rent: pounds(overdue),
        ..Owed::NOTHING
    }
}

/// Golden case of uk-nations 9: 1,000 a month, rent owed 2,850, keys 160.
#[test]
fn ground_8_counts_rent_alone_and_arrears_show_all() {
    let mut entries = autumn();
    entries.push(Entry {
        reference: Some("Keys".to_owned()),
        ..entry(5, EntryKind::Charge, "2026-11-02", "160")
    });
    entries.push(entry(10, EntryKind::Receipt, "2026-08-01", "1150"));
    let today = day("2026-11-20");
    let owed = standing(&entries, today).owed;
    assert_eq!(
        (owed.overdue, owed.overdue_rent),
        (pounds("3010"), pounds("2850"))
    );
    let ledger = Ledger::new(1.into(), Nation::England, today);
    let arrears = ledger.arrears(owed, pounds("1000"), today);
    assert!(!arrears.ground_8);
    let months = lintel_core::decimal::fixed(arrears.months_of_rent, 2);
    assert_eq!(months, "2.85");
}

#[test]
fn a_charge_is_rent_by_its_schedule_or_its_name() {
    let named = |reference: &str| {
        Entry {
            reference: Some(reference.to_owned()),
            ..entry(1, EntryKind::Charge, "2026-11-01", "10")
        }
        .is_rent()
    };
    for rent in ["Rent", "rent for November", "Owed before 1 May 2026"] {
        assert!(named(rent), "{rent}");
    }
    for other in ["Keys", "Rental of a skip", "Repair"] {
        assert!(!named(other), "{other}");
    }
    let scheduled = Entry {
        reference: None,
        span: Some(Span {
            first: day("2026-11-01"),
            last: day("2026-11-30"),
        }),
        ..entry(1, EntryKind::Charge, "2026-11-01", "10")
    };
    assert!(scheduled.is_rent());
    let receipt = entry(1, EntryKind::Receipt, "2026-11-01", "10");
    assert!(!receipt.is_rent());
}

#[test]
fn ground_8_is_a_rule_of_england() {
    let (today, rent) = (day("2026-11-20"), pounds("1000"));
    for (nation, met) in [
        (Nation::England, true),
        (Nation::Wales, false),
        (Nation::Scotland, false),
        (Nation::NorthernIreland, false),
    ] {
        let ledger = Ledger::new(1.into(), nation, today);
        assert_eq!(ledger.ground_8(today, rent, &rent_of("3000")), met);
        assert!(!ledger.ground_8(today, rent, &rent_of("2999.99")));
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
fn an_entry_is_judged_field_by_field() {
    let today = day("2026-11-25");
    let given = EntryDraft {
        kind: Some(EntryKind::Receipt),
        amount: Some(pounds("950")),
        date: Some(today),
        method: "cash".to_owned(),
        reference: " November ".to_owned(),
        ..EntryDraft::default()
    };
    let taken = NewEntry::try_new(given.clone(), today).ok();
    let method = Some(PaymentMethod::Cash);
    let reference = Some("November".to_owned());
    let expected = NewEntry::receipt(pounds("950"), today, method, reference);
    assert_eq!(taken, Some(expected));
    let reversal = EntryDraft {
        kind: Some(EntryKind::Reversal),
        reverses: 7,
        ..EntryDraft::default()
    };
    assert_eq!(
        NewEntry::try_new(reversal.clone(), today).ok(),
        Some(NewEntry::reversal(7.into()))
    );
    for (bad, field) in [
        (
            EntryDraft {
                kind: None,
                ..given.clone()
            },
            "kind",
        ),
        (
            EntryDraft {
                amount: None,
                ..given.clone()
            },
            "amount",
        ),
        (
            EntryDraft {
                amount: Some(Money::ZERO),
                ..given.clone()
            },
            "amount",
        ),
        (
            EntryDraft {
                amount: Some(Money::gbp(1_000_000_000)),
                ..given.clone()
            },
            "amount",
        ),
        (
            EntryDraft {
                date: None,
                ..given.clone()
            },
            "date",
        ),
        (
            EntryDraft {
                date: Some(day("1999-12-31")),
                ..given.clone()
            },
            "date",
        ),
        (
            EntryDraft {
                date: Some(day("2027-01-25")),
                ..given.clone()
            },
            "date",
        ),
        (
            EntryDraft {
                method: "barter".to_owned(),
                ..given.clone()
            },
            "method",
        ),
        (
            EntryDraft {
                kind: Some(EntryKind::Charge),
                ..given.clone()
            },
            "method",
        ),
        (
            EntryDraft {
                reference: "x".repeat(141),
                ..given.clone()
            },
            "reference",
        ),
        (
            EntryDraft {
                reference: "a\nb".to_owned(),
                ..given.clone()
            },
            "reference",
        ),
        (
            EntryDraft {
                reverses: 7,
                ..given.clone()
            },
            "reverses",
        ),
        (
            EntryDraft {
                reverses: 0,
                ..reversal
            },
            "reverses",
        ),
    ] {
        let Err(Error::Invalid { violations, .. }) = NewEntry::try_new(bad, today) else {
            panic!("{field} was taken");
        };
        let fields: Vec<_> = violations.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(fields, [field]);
    }
}

#[test]
fn a_reversal_has_the_amount_of_what_it_takes_back_and_not_an_earlier_day() {
    let receipt = entry(10, EntryKind::Receipt, "2026-08-01", "1000");
    let back = NewEntry::reversal(receipt.id);
    let counted = back.counted(Some(&receipt)).ok();
    assert_eq!(
        counted,
        Some((pounds("1000"), pounds("1000"), day("2026-08-01")))
    );
    let early = NewEntry {
        date: Some(day("2026-07-31")),
        ..back.clone()
    };
    assert!(early.counted(Some(&receipt)).is_err());
    let of_reversal = reversal(11, &receipt, "2026-08-01");
    assert!(back.counted(Some(&of_reversal)).is_err());
}

fn terms() -> RentTerms {
    RentTerms {
        period: RentPeriod::Monthly,
        due_day: 1,
        first_day: day("2026-10-18"),
        pro_rata: ProRata::DaysOfYear,
    }
}

fn tenancy(last_days: &[Option<&str>]) -> Tenancy {
    let members = (1..).zip(last_days).map(|(id, last)| Member {
        id: TenantId::from(id),
        person: Person {
            name: "Ada".to_owned(),
            email: "ada@example.com".to_owned(),
            phone: "07700 900000".to_owned(),
            address: None,
            employment_status: None,
        },
        share: Money::ZERO,
        leaving: last.map(|last| Leaving {
            date: day(last),
            reason: None,
        }),
        has_left: false,
        application: None,
    });
    Tenancy {
        id: 1.into(),
        property: 1.into(),
        room: None,
        start: day("2026-10-18"),
        end: None,
        rent: pounds("1000"),
        deposit: None,
        state: TenancyState::Active,
        version: 1,
        tenants: members.collect(),
        said: Vec::new(),
    }
}

fn amounts(tenancy: &Tenancy, first: &str) -> Vec<(i64, Money)> {
    let span = terms().period_from(day(first));
    let charges = charges(tenancy, &terms(), tenancy.rent, span);
    charges
        .into_iter()
        .map(|one| (one.tenant.get(), one.amount))
        .collect()
}

#[test]
fn a_period_is_charged_in_shares_and_a_known_last_day_cuts_the_own_one() {
    let three = tenancy(&[None, None, None]);
    let thirds = [
        (1, pounds("333.34")),
        (2, pounds("333.33")),
        (3, pounds("333.33")),
    ];
    assert_eq!(amounts(&three, "2026-11-01"), thirds);
    // 14 days of October, 460.27 in all.
    let part = [
        (1, pounds("153.43")),
        (2, pounds("153.42")),
        (3, pounds("153.42")),
    ];
    assert_eq!(amounts(&three, "2026-10-18"), part);
    let leaving = tenancy(&[Some("2026-11-10"), None]);
    // 10 days of 500 a month.
    let expected = [(1, pounds("164.38")), (2, pounds("500"))];
    assert_eq!(amounts(&leaving, "2026-11-01"), expected);
    assert_eq!(amounts(&leaving, "2026-12-01"), [(2, pounds("1000"))]);
}

#[test]
fn a_later_last_day_waives_what_is_behind_it_and_charges_what_a_former_one_cut() {
    let november = Entry {
        span: Some(terms().period_from(day("2026-11-01"))),
        actor: EntryActor::Lintel,
        ..entry(1, EntryKind::Charge, "2026-11-01", "1000")
    };
    let today = day("2026-11-05");
    let left = settle_leaver(
        std::slice::from_ref(&november),
        1.into(),
        day("2026-11-10"),
        &terms(),
        None,
        today,
    );
    // 10 days are 328.77.
    let span = november.span.unwrap_or_else(|| terms().period_from(today));
    assert_eq!(left.waive, [(span, pounds("671.23"), today)]);
    assert!(left.take_back.is_empty() && left.charge.is_none());

    let waiver = Entry {
        kind: EntryKind::Waiver,
        effect: pounds("-671.23"),
        amount: pounds("671.23"),
        date: today,
        ..Entry {
            id: 2.into(),
            ..november.clone()
        }
    };
    let entries = [november.clone(), waiver];
    let again = |last: &str| settle_leaver(&entries, 1.into(), day(last), &terms(), None, today);
    assert!(again("2026-11-10").is_empty());
    assert_eq!(again("2026-11-30").take_back, [2.into()]);
    assert!(again("2026-11-30").waive.is_empty());
    // Before the period: nothing of it was ever owed.
    assert_eq!(
        again("2026-10-31").waive,
        [(span, pounds("1000"), day("2026-11-01"))]
    );

    let cut = Entry {
        amount: pounds("328.77"),
        effect: pounds("328.77"),
        span: Some(span.until(day("2026-11-10"))),
        ..november
    };
    let expected = charges(
        &tenancy(&[Some("2026-11-20")]),
        &terms(),
        pounds("1000"),
        span,
    );
    let more = settle_leaver(
        &[cut],
        1.into(),
        day("2026-11-20"),
        &terms(),
        expected.first().copied(),
        today,
    );
    let extra = more.charge.map(|one| (one.amount, one.due, one.span.first));
    // 20 days are 657.53.
    assert_eq!(
        extra,
        Some((pounds("328.76"), day("2026-11-11"), day("2026-11-11")))
    );
}

#[test]
fn the_rent_of_a_day_is_that_of_the_last_change() {
    let change = |id: i64, effective: &str, monthly: &str| RentChange {
        id: id.into(),
        effective: day(effective),
        monthly: pounds(monthly),
        served: None,
    };
    let rents = Rents {
        first: pounds("1000"),
        changes: vec![
            change(1, "2026-12-01", "1050"),
            change(2, "2027-02-01", "990"),
        ],
    };
    assert_eq!(rents.on(day("2026-11-30")), pounds("1000"));
    assert_eq!(rents.on(day("2026-12-01")), pounds("1050"));
    assert_eq!(rents.on(day("2027-06-01")), pounds("990"));
    assert_eq!(rents.last_rise(), Some(day("2026-12-01")));
}

/// What somebody does to a ledger: kind, pence, days since 2026, and for a reversal which of the entries so far.
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
        // What comes later, and the order of writing, change nothing of a day.
        prop_assert_eq!(stand.owed, standing(&by_then, on).owed);
        let backwards: Vec<_> = entries.iter().rev().cloned().collect();
        prop_assert_eq!(&standing(&backwards, on), &stand);
        let sum: i64 = by_then.iter().map(|one| one.effect.minor()).sum();
        prop_assert_eq!(stand.owed.balance, Money::gbp(sum));
        // What is unpaid of charges that are due is what is owed but for refunds of what was not overpaid, and nothing while there is credit.
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

#[test]
fn months_of_rent_are_rounded_down_as_ground_8_counts() {
    let today = day("2026-11-20");
    for (overdue, months, met) in [("3749.50", "2.99", false), ("3750", "3.00", true)] {
        let owed = Owed {
            balance: pounds(overdue),
            overdue: pounds(overdue),
            overdue_rent: pounds(overdue),
            ..Owed::NOTHING
        };
        let ledger = Ledger::new(1.into(), Nation::England, today);
        let arrears = ledger.arrears(owed, pounds("1250"), today);
        let told = lintel_core::decimal::fixed(arrears.months_of_rent, 2);
        assert_eq!((told.as_str(), arrears.ground_8), (months, met));
    }
}

#[test]
fn the_oldest_part_is_named_by_its_own_amount() {
    let mut entries = autumn();
    entries.push(entry(10, EntryKind::Receipt, "2026-08-01", "2400"));
    let owed = standing(&entries, day("2026-11-01")).owed;
    assert_eq!(
        (owed.balance, owed.overdue),
        (pounds("1600"), pounds("600"))
    );
    assert_eq!(
        (owed.oldest_unpaid, owed.oldest_amount),
        (Some(day("2026-10-01")), pounds("600"))
    );
    let owed = standing(&entries, day("2026-11-02")).owed;
    assert_eq!(
        (owed.overdue, owed.oldest_amount),
        (pounds("1600"), pounds("600"))
    );
}

#[test]
fn a_refund_takes_away_what_was_overpaid() {
    let mut entries = autumn();
    entries.push(entry(10, EntryKind::Receipt, "2026-08-01", "4200"));
    entries.push(entry(11, EntryKind::Refund, "2026-11-03", "200"));
    let stand = standing(&entries, day("2026-11-20"));
    assert_eq!(stand.owed, Owed::NOTHING);
    assert!(
        stand
            .charges
            .iter()
            .all(|one| one.status == ChargeStatus::Paid)
    );
    // Gone back, it pays no later rent.
    entries.push(entry(12, EntryKind::Charge, "2026-12-01", "1000"));
    entries.push(entry(13, EntryKind::Receipt, "2026-12-01", "800"));
    let owed = standing(&entries, day("2026-12-05")).owed;
    assert_eq!(owed.balance, pounds("200"));
    assert_eq!(owed.oldest_unpaid, Some(day("2026-12-01")));
}

#[test]
fn what_is_refunded_beyond_that_is_owed_and_no_rent() {
    let mut entries = autumn();
    entries.push(entry(10, EntryKind::Receipt, "2026-08-01", "4000"));
    entries.push(entry(11, EntryKind::Refund, "2026-11-03", "4000"));
    let stand = standing(&entries, day("2026-11-20"));
    assert_eq!(stand.owed.balance, pounds("4000"));
    assert_eq!(stand.owed.oldest_unpaid, None);
    assert!(
        stand
            .charges
            .iter()
            .all(|one| one.status == ChargeStatus::Paid)
    );
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
