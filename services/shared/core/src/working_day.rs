//! Working days in England and Wales: Monday to Friday, bank holidays excepted.

use chrono::{Datelike as _, Days, NaiveDate, Weekday};

/// Whether people work on `day` in England and Wales. Bank holidays are those that return every year, with their substitute days; one that
/// is proclaimed for a single year (a coronation) is not known here.
#[must_use]
pub fn is_working_day(day: NaiveDate) -> bool {
    is_weekday(day) && !bank_holidays(day.year()).any(|holiday| holiday == day)
}

/// The working day that is `number` working days after `day`; the day itself is not counted (uk-lettings 5.2). `day` itself for 0.
#[must_use]
pub fn working_days_after(day: NaiveDate, number: usize) -> NaiveDate {
    let Some(before) = number.checked_sub(1) else {
        return day;
    };
    let mut days = day.iter_days().skip(1).filter(|day| is_working_day(*day));
    days.nth(before).unwrap_or(NaiveDate::MAX)
}

fn is_weekday(day: NaiveDate) -> bool {
    !matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
}

/// The bank holidays of `year` that fall on weekdays.
fn bank_holidays(year: i32) -> impl Iterator<Item = NaiveDate> {
    let from = |month, day| {
        let first = NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default();
        first.iter_days()
    };
    // A holiday at a weekend moves to the next weekday that is not a holiday.
    let new_year = from(1, 1).filter(|day| is_weekday(*day)).take(1);
    let christmas = from(12, 25).filter(|day| is_weekday(*day)).take(2);
    let monday = |month, day| {
        let mondays = from(month, day).filter(|day| day.weekday() == Weekday::Mon);
        mondays.take(1)
    };
    let easter = easter_sunday(year);
    let good_friday = easter.and_then(|day| day.checked_sub_days(Days::new(2)));
    let easter_monday = easter.and_then(|day| day.checked_add_days(Days::new(1)));
    new_year
        .chain(good_friday)
        .chain(easter_monday)
        // The first Monday of May, the last ones of May and of August.
        .chain(monday(5, 1))
        .chain(monday(5, 25))
        .chain(monday(8, 25))
        .chain(christmas)
}

/// Easter Sunday of the Gregorian calendar, by the method that the Book of Common Prayer's tables amount to (Meeus, Jones and
/// Butcher).
fn easter_sunday(year: i32) -> Option<NaiveDate> {
    let golden = year % 19;
    let (century, in_century) = (year / 100, year % 100);
    let (leap_centuries, century_rest) = (century / 4, century % 4);
    let moon_correction = (century - (century + 8) / 25 + 1) / 3;
    let epact = (19 * golden + century - leap_centuries - moon_correction + 15) % 30;
    let (leap_years, year_rest) = (in_century / 4, in_century % 4);
    let to_sunday = (32 + 2 * century_rest + 2 * leap_years - epact - year_rest) % 7;
    let late = (golden + 11 * epact + 22 * to_sunday) / 451;
    let day = epact + to_sunday - 7 * late + 114;
    let part = |number: i32| u32::try_from(number).ok();
    NaiveDate::from_ymd_opt(year, part(day / 31)?, part(day % 31 + 1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holidays(year: i32) -> Vec<String> {
        let mut days: Vec<_> = bank_holidays(year).collect();
        days.sort();
        days.iter()
            .map(|day| day.format("%m-%d").to_string())
            .collect()
    }

    /// As gov.uk lists them for England and Wales; years in which one was moved by proclamation are left out.
    #[test]
    fn bank_holidays_are_those_of_the_government_s_list() {
        for (year, expected) in [
            (
                2019,
                [
                    "01-01", "04-19", "04-22", "05-06", "05-27", "08-26", "12-25", "12-26",
                ],
            ),
            (
                2021,
                [
                    "01-01", "04-02", "04-05", "05-03", "05-31", "08-30", "12-27", "12-28",
                ],
            ),
            (
                2024,
                [
                    "01-01", "03-29", "04-01", "05-06", "05-27", "08-26", "12-25", "12-26",
                ],
            ),
            (
                2025,
                [
                    "01-01", "04-18", "04-21", "05-05", "05-26", "08-25", "12-25", "12-26",
                ],
            ),
            (
                2026,
                [
                    "01-01", "04-03", "04-06", "05-04", "05-25", "08-31", "12-25", "12-28",
                ],
            ),
            (
                2027,
                [
                    "01-01", "03-26", "03-29", "05-03", "05-31", "08-30", "12-27", "12-28",
                ],
            ),
            (
                2028,
                [
                    "01-03", "04-14", "04-17", "05-01", "05-29", "08-28", "12-25", "12-26",
                ],
            ),
        ] {
            assert_eq!(holidays(year), expected, "{year}");
        }
    }

    #[test]
    fn christmas_day_on_a_sunday_takes_the_tuesday() {
        // 2022 and 2033: Boxing Day is the Monday, Christmas Day's substitute the day after.
        assert_eq!(holidays(2033)[6..], ["12-26", "12-27"]);
    }

    #[test]
    fn weekends_and_holidays_are_no_working_days() {
        let works = |text: &str| text.parse().map(is_working_day);
        for (day, working) in [
            ("2026-11-20", true),
            ("2026-11-21", false),
            ("2026-11-22", false),
            ("2026-11-23", true),
            ("2026-12-25", false),
            ("2026-12-28", false),
            ("2026-12-29", true),
            ("2027-03-26", false),
        ] {
            assert_eq!(works(day), Ok(working), "{day}");
        }
    }

    /// The vectors `hazard_clocks_working_days` (uk-lettings 5.2).
    #[test]
    fn hazard_clocks_count_working_days_from_the_day_after() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap_or_default();
        for (reported, investigate, concluded, summary, safe, works) in [
            (
                "2026-11-20",
                "2026-12-04",
                "2026-12-01",
                "2026-12-04",
                "2026-12-08",
                "2027-02-23",
            ),
            (
                "2026-12-21",
                "2027-01-07",
                "2027-01-06",
                "2027-01-11",
                "2027-01-13",
                "2027-03-31",
            ),
            (
                "2027-03-22",
                "2027-04-07",
                "2027-04-01",
                "2027-04-06",
                "2027-04-08",
                "2027-06-24",
            ),
        ] {
            let (reported, concluded) = (day(reported), day(concluded));
            assert_eq!(working_days_after(reported, 10), day(investigate));
            assert_eq!(working_days_after(concluded, 3), day(summary));
            assert_eq!(working_days_after(concluded, 5), day(safe));
            assert_eq!(concluded + Days::new(7 * 12), day(works));
        }
        // From a Saturday on the Monday is the first.
        assert_eq!(working_days_after(day("2026-11-21"), 1), day("2026-11-23"));
        assert_eq!(working_days_after(day("2026-11-21"), 0), day("2026-11-21"));
    }
}
