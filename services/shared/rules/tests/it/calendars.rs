//! Working days; the bank holidays of each year are golden cases.

use chrono::{Days, NaiveDate};
use lintel_rules::{Nation, is_working_day, late_mail_from, next_working_day, working_days_after};
use proptest::prelude::*;

use crate::day;

#[test]
fn working_days_are_counted_from_the_day_after() {
    let england = |from, number| working_days_after(Nation::England, day(from), number);
    // From a Saturday on the Monday is the first.
    assert_eq!(england("2026-11-21", 1), day("2026-11-23"));
    assert_eq!(england("2026-11-21", 0), day("2026-11-21"));
    assert_eq!(england("2026-12-24", 1), day("2026-12-29"));
}

fn some_day() -> impl Strategy<Value = NaiveDate> {
    (0_u64..20_000).prop_map(|days| day("2000-01-01") + Days::new(days))
}

fn some_nation() -> impl Strategy<Value = Nation> {
    (0..Nation::ALL.len()).prop_map(|place| Nation::ALL[place])
}

proptest! {
    #[test]
    fn so_many_working_days_lie_between(nation in some_nation(), from in some_day(), number in 0_usize..40) {
        let to = working_days_after(nation, from, number);
        let between = from.iter_days().skip(1).take_while(|day| *day <= to);
        prop_assert_eq!(between.filter(|day| is_working_day(nation, *day)).count(), number);
    }

    #[test]
    fn a_late_mail_waits_for_a_working_day_to_end(nation in some_nation(), due in some_day()) {
        let paid = next_working_day(nation, due);
        prop_assert!(is_working_day(nation, paid) && paid >= due);
        prop_assert_eq!(late_mail_from(nation, due), paid + Days::new(1));
    }
}
