//! Ground 8 and months of rent.

use super::*;

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

/// Golden case of docs/reference/uk-nations.md 9: 1,000 a month, rent owed 2,850, keys 160.
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
