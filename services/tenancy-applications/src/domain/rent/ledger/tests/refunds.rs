//! Money that goes back to a tenant.

use super::*;

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
