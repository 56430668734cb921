//! Bank holidays as the rows name them: those of one year, and those that return every year with their substitute days.

use chrono::{Datelike as _, Days, NaiveDate, Weekday};

use crate::{nation::Nation, row::Row};

/// The bank holidays of the rows, read once: a calendar is asked for thousands of days.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Holidays {
    once: Vec<Once>,
    every_year: Vec<EveryYear>,
}

/// A day of one year that is a holiday, or is none although it returns every year.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Once {
    nations: Vec<Nation>,
    day: NaiveDate,
    is_added: bool,
}

/// The days that return every year, while a row holds.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EveryYear {
    nations: Vec<Nation>,
    from: NaiveDate,
    until: NaiveDate,
    days: Vec<Recurring>,
}

impl Holidays {
    pub(crate) fn of(rows: &[Row]) -> Self {
        let mut holidays = Self::default();
        for row in rows.iter().filter(|row| row.confirmed) {
            if row.key.starts_with("calendar.once.") {
                holidays.add_once(row, "added", true);
                holidays.add_once(row, "removed", false);
            } else if row.key == "calendar.recurring" {
                let days = row.list("days").iter();
                holidays.every_year.push(EveryYear {
                    nations: row.nations.clone(),
                    from: row.from.unwrap_or(NaiveDate::MIN),
                    until: row.until.unwrap_or(NaiveDate::MAX),
                    days: days.filter_map(|text| Recurring::read(text)).collect(),
                });
            }
        }
        holidays
    }

    fn add_once(&mut self, row: &Row, list: &str, is_added: bool) {
        let days = row.list(list).iter().filter_map(|text| text.parse().ok());
        self.once.extend(days.map(|day| Once {
            nations: row.nations.clone(),
            day,
            is_added,
        }));
    }

    /// Returns whether `day` is a holiday of `nation`. A day that one row adds and another takes away is one.
    pub(crate) fn contains(&self, nation: Nation, day: NaiveDate) -> bool {
        let once = self.once.iter();
        let said = once
            .filter(|once| once.day == day && once.nations.contains(&nation))
            .map(|once| once.is_added)
            .max();
        said.unwrap_or_else(|| {
            let mut every_year = self.every_year.iter();
            every_year
                .find(|row| row.nations.contains(&nation) && row.from <= day && day <= row.until)
                .is_some_and(|row| {
                    let mut days = row.days.iter();
                    days.any(|days| days.in_year(day.year()).contains(&day))
                })
        })
    }
}

/// Returns whether a file's text names days that return every year.
pub(crate) fn is_readable(text: &str) -> bool {
    Recurring::read(text).is_some()
}

/// Days that return every year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Recurring {
    /// So many days from one of the year on; at a weekend, the next weekdays.
    Weekdays { month: u32, day: u32, count: usize },
    /// The first Monday from a day of the year on.
    Monday { month: u32, day: u32 },
    /// So many days before or behind Easter Sunday.
    Easter(i64),
}

impl Recurring {
    fn read(text: &str) -> Option<Self> {
        if let Some(days) = text.strip_prefix("easter") {
            return days.parse().ok().map(Self::Easter);
        }
        if let Some(from) = text.strip_prefix("monday ") {
            let (month, day) = month_and_day(from)?;
            return Some(Self::Monday { month, day });
        }
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let ((month, day), (last_month, last_day)) = (month_and_day(first)?, month_and_day(last)?);
        let more = last_day.checked_sub(day).filter(|_| last_month == month)?;
        Some(Self::Weekdays {
            month,
            day,
            count: usize::try_from(more).ok()? + 1,
        })
    }

    fn in_year(self, year: i32) -> Vec<NaiveDate> {
        let from = |month, day| {
            let first = NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default();
            first.iter_days()
        };
        match self {
            Self::Weekdays { month, day, count } => {
                let weekdays = from(month, day).filter(|day| is_weekday(*day));
                weekdays.take(count).collect()
            }
            Self::Monday { month, day } => {
                let mondays = from(month, day).filter(|day| day.weekday() == Weekday::Mon);
                mondays.take(1).collect()
            }
            Self::Easter(days) => {
                let distance = Days::new(days.unsigned_abs());
                let day = easter_sunday(year).and_then(|sunday| {
                    if days < 0 {
                        sunday.checked_sub_days(distance)
                    } else {
                        sunday.checked_add_days(distance)
                    }
                });
                day.into_iter().collect()
            }
        }
    }
}

fn month_and_day(text: &str) -> Option<(u32, u32)> {
    let (month, day) = text.split_once('-')?;
    let (month, day) = (month.parse().ok()?, day.parse().ok()?);
    // Every year has the days of 2025.
    NaiveDate::from_ymd_opt(2025, month, day).map(|_| (month, day))
}

pub(crate) fn is_weekday(day: NaiveDate) -> bool {
    !matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
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
