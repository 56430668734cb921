//! Calendars year by year, as gov.uk lists them.

use chrono::{Datelike as _, Days, NaiveDate, Weekday};
use lintel_rules::{Nation, is_working_day, late_mail_from, next_working_day, working_days_after};
use proptest::prelude::*;

use crate::day;

/// The weekdays of a year on which nobody works.
fn holidays(nation: Nation, year: i32) -> Vec<String> {
    let first = NaiveDate::from_ymd_opt(year, 1, 1).unwrap();
    let days = first.iter_days().take_while(|day| day.year() == year);
    days.filter(|day| !matches!(day.weekday(), Weekday::Sat | Weekday::Sun))
        .filter(|day| !is_working_day(nation, *day))
        .map(|day| day.format("%m-%d").to_string())
        .collect()
}

fn are(nation: Nation, year: i32, expected: &str) {
    assert_eq!(
        holidays(nation, year).join(" "),
        expected,
        "{nation:?} {year}"
    );
}

#[test]
fn england_and_wales_have_the_days_of_the_governments_list() {
    for (year, expected) in [
        (2019, "01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26"),
        (2020, "01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28"),
        (2021, "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28"),
        (
            2022,
            "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27",
        ),
        (
            2023,
            "01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26",
        ),
        (2024, "01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26"),
        (2025, "01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26"),
        (2026, "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"),
        (2027, "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28"),
        (2028, "01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26"),
        (2033, "01-03 04-15 04-18 05-02 05-30 08-29 12-26 12-27"),
    ] {
        are(Nation::England, year, expected);
        are(Nation::Wales, year, expected);
    }
}

#[test]
fn scotland_has_days_of_its_own() {
    for (year, expected) in [
        (
            2022,
            "01-03 01-04 04-15 05-02 06-02 06-03 08-01 09-19 11-30 12-26 12-27",
        ),
        (
            2023,
            "01-02 01-03 04-07 05-01 05-08 05-29 08-07 11-30 12-25 12-26",
        ),
        (
            2024,
            "01-01 01-02 03-29 05-06 05-27 08-05 12-02 12-25 12-26",
        ),
        (
            2025,
            "01-01 01-02 04-18 05-05 05-26 08-04 12-01 12-25 12-26",
        ),
        (
            2026,
            "01-01 01-02 04-03 05-04 05-25 06-15 08-03 11-30 12-25 12-28",
        ),
        (
            2027,
            "01-01 01-04 03-26 05-03 05-31 08-02 11-30 12-27 12-28",
        ),
        (
            2028,
            "01-03 01-04 04-14 05-01 05-29 08-07 11-30 12-25 12-26",
        ),
    ] {
        are(Nation::Scotland, year, expected);
    }
}

#[test]
fn northern_ireland_has_days_of_its_own() {
    for (year, expected) in [
        (
            2024,
            "01-01 03-18 03-29 04-01 05-06 05-27 07-12 08-26 12-25 12-26",
        ),
        (
            2025,
            "01-01 03-17 04-18 04-21 05-05 05-26 07-14 08-25 12-25 12-26",
        ),
        (
            2026,
            "01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28",
        ),
        (
            2027,
            "01-01 03-17 03-26 03-29 05-03 05-31 07-12 08-30 12-27 12-28",
        ),
    ] {
        are(Nation::NorthernIreland, year, expected);
    }
}

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
