//! Days as banks write them.

use chrono::{DateTime, Datelike as _, NaiveDate, TimeDelta, Timelike as _};
use lintel_core::{decimal, london_clock};
use rust_decimal::{Decimal, prelude::ToPrimitive as _};

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A day as people write it: `25/11/2026`, `25-11-26`, `2026-11-25`, `25 Nov 2026`, `Nov 25, 2026`, `20261125`, with or without a
/// weekday before it and a time after it. Two numbers that may both be the month have two meanings.
pub fn either(text: &str) -> Option<Day> {
    let text = text.trim();
    if let Some(day) = plain(text) {
        return Some(day);
    }
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        return compact(text).map(Day::plain);
    }
    let mut parts = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty());
    let mut first = parts.next()?;
    if is_weekday(first) {
        first = parts.next()?;
    }
    let (second, third) = (parts.next()?, parts.next()?);
    if !parts.all(is_of_a_time) {
        return None;
    }
    if first.len() == 4 && first.bytes().all(|b| b.is_ascii_digit()) {
        // `2026-11-25T10:00:00` has its time in the same piece.
        let (day, time) = third.split_once(['T', 't']).unwrap_or((third, ""));
        number(time).or(time.is_empty().then_some(0))?;
        return day_of(number(first)?, month(second)?, number(day)?).map(Day::plain);
    }
    let year = match third.len() {
        2 => number(third)? + 2000,
        4 => number(third)?,
        _ => return None,
    };
    let Some(first) = ordinal(first) else {
        // `Nov 25, 2026`
        return day_of(year, named_month(first)?, ordinal(second)?).map(Day::plain);
    };
    if let Some(month) = named_month(second) {
        return day_of(year, month, first).map(Day::plain);
    }
    let second = number(second)?;
    let day = Day {
        day_first: day_of(year, second, first),
        month_first: day_of(year, first, second),
    };
    (day.day_first.is_some() || day.month_first.is_some()).then_some(day)
}

/// `25/11/2026`, as most banks write it.
fn plain(text: &str) -> Option<Day> {
    let &[a, b, b'/', c, d, b'/', e, f, g, h] = text.as_bytes() else {
        return None;
    };
    let digits = |digits: &[u8]| {
        digits.iter().try_fold(0, |number, digit| {
            digit
                .is_ascii_digit()
                .then(|| number * 10 + u32::from(digit - b'0'))
        })
    };
    let (first, second, year) = (digits(&[a, b])?, digits(&[c, d])?, digits(&[e, f, g, h])?);
    let day = Day {
        day_first: day_of(year, second, first),
        month_first: day_of(year, first, second),
    };
    (day.day_first.is_some() || day.month_first.is_some()).then_some(day)
}

/// A day of the month, also as `1st` or `22nd`.
fn ordinal(text: &str) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| text.strip_suffix(end))
        .unwrap_or(text);
    number(digits)
}

fn is_weekday(text: &str) -> bool {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let text = text.to_ascii_lowercase();
    text.len() >= 3
        && [
            "monday",
            "tuesday",
            "wednesday",
            "thursday",
            "friday",
            "saturday",
            "sunday",
        ]
        .iter()
        .any(|day| day.starts_with(&text))
}

/// Returns whether a piece may belong to a time: `10`, `000Z`, `PM`, `UTC`, `0100`.
fn is_of_a_time(text: &str) -> bool {
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.len() <= 9
        && (letters.is_empty()
            || ["am", "pm", "z", "utc", "gmt", "bst", "t"]
                .iter()
                .any(|known| letters.eq_ignore_ascii_case(known)))
}

/// A day that begins a text without separators: `20261125120000[0:GMT]`. It is the bank's own day and not that of another time zone,
/// unless the time is midnight in London written in another zone.
pub fn compact(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    let digits = text.get(..8)?;
    let day = day_of(
        number(digits.get(..4)?)?,
        number(digits.get(4..6)?)?,
        number(digits.get(6..)?)?,
    )?;
    let (time, zone) = text.split_once('[').unwrap_or((text, ""));
    let seconds = || {
        let time = time.get(8..14)?;
        let part = |from: usize| number(time.get(from..from + 2)?);
        Some(part(0)? * 3_600 + part(2)? * 60 + part(4)?)
    };
    let offset = || {
        let hours = zone.split([':', ']']).next()?.trim();
        let hours = decimal::read(hours).ok()?;
        (hours * Decimal::from(3_600)).to_i64()
    };
    let Some((seconds, offset)) = seconds().zip(offset()) else {
        return Some(day);
    };
    Some(london(day, seconds, offset))
}

/// A day of ISO 8601, with or without a time or zone after it; the bank's own, as [`compact`].
pub fn iso(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    let day = NaiveDate::parse_from_str(text.get(..10)?, "%Y-%m-%d").ok()?;
    let day = sensible(day)?;
    let Ok(instant) = DateTime::parse_from_rfc3339(text) else {
        return Some(day);
    };
    let offset = i64::from(instant.offset().local_minus_utc());
    Some(london(day, instant.num_seconds_from_midnight(), offset))
}

/// The day in London at a time of another zone, where that is London's midnight; otherwise the day as it is.
fn london(day: NaiveDate, seconds: u32, offset: i64) -> NaiveDate {
    let in_london = || {
        let local = day
            .and_hms_opt(0, 0, 0)?
            .checked_add_signed(TimeDelta::seconds(i64::from(seconds)))?;
        let instant = local
            .checked_sub_signed(TimeDelta::seconds(offset))?
            .and_utc();
        let clock = london_clock(instant);
        (clock.hour() == 0 && clock.minute() == 0).then(|| clock.date())
    };
    in_london().and_then(sensible).unwrap_or(day)
}

fn number(text: &str) -> Option<u32> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse::<u32>().ok()).flatten()
}

fn month(text: &str) -> Option<u32> {
    number(text).or_else(|| named_month(text))
}

fn named_month(text: &str) -> Option<u32> {
    if text.len() < 3 || !text.is_ascii() {
        return None;
    }
    let index = MONTHS.iter().position(|month| {
        month
            .get(..text.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(text))
    })?;
    u32::try_from(index + 1).ok()
}

fn day_of(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    let year = i32::try_from(year).ok()?;
    NaiveDate::from_ymd_opt(year, month, day).and_then(sensible)
}

/// Not what a slip of the keyboard or a spreadsheet makes of a day.
fn sensible(day: NaiveDate) -> Option<NaiveDate> {
    (2000..=2100).contains(&day.year()).then_some(day)
}

/// A day as its cell has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    /// With the day before the month; none where that is no day.
    pub day_first: Option<NaiveDate>,
    /// With the month before the day; none where that is no day.
    pub month_first: Option<NaiveDate>,
}

impl Day {
    /// A day that has one meaning.
    pub const fn plain(day: NaiveDate) -> Self {
        Self {
            day_first: Some(day),
            month_first: Some(day),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_day_is_read() {
        for text in [
            "25/11/2026",
            "25-11-2026",
            "25.11.26",
            "2026-11-25",
            "2026/11/25",
            "2026-11-25T10:00:00Z",
            "2026-11-25 10:00:00",
            "25 Nov 2026",
            "25-NOV-26",
            "25 November 2026",
            "25/11/2026 00:00",
            "20261125",
            "Wed 25 Nov 2026",
            "Wednesday, 25 November 2026",
            "Nov 25, 2026",
            "25th Nov 2026",
            "25/11/2026 10:00:00 AM",
            "2026-11-25 10:00:00.000+0000",
            "11/25/2026",
        ] {
            assert_eq!(
                either(text).and_then(|day| day.day_first.or(day.month_first)),
                NaiveDate::from_ymd_opt(2026, 11, 25),
                "{text}"
            );
        }
        let first = |month| NaiveDate::from_ymd_opt(2026, month, 1).map(Day::plain);
        assert_eq!(either("1 Sept 2026"), first(9));
        assert_eq!(either("1 OCT 2026"), first(10));
        assert_eq!(either("1st May 2026"), first(5));
    }

    #[test]
    fn two_numbers_that_may_be_the_month_have_two_meanings() {
        let day = |month, day| NaiveDate::from_ymd_opt(2026, month, day);
        let read = either("03/04/2026");
        assert_eq!(read.and_then(|read| read.day_first), day(4, 3));
        assert_eq!(read.and_then(|read| read.month_first), day(3, 4));
        let read = either("11/25/2026");
        assert_eq!(read.and_then(|read| read.day_first), None);
        assert_eq!(read.and_then(|read| read.month_first), day(11, 25));
    }

    #[test]
    fn what_is_no_day_is_none() {
        for text in [
            "",
            "25/11",
            "31/04/2026",
            "25/11/2026 RENT",
            "25/13/2026",
            "25 Foo 2026",
            "25 No 2026",
            "1/1/0026",
            "01/01/1926",
            "99999999",
            "٢٥/١١/٢٠٢٦",
            "-",
            "25/11/202",
        ] {
            assert_eq!(either(text), None, "{text}");
        }
    }

    #[test]
    fn the_days_of_ofx_and_camt_are_the_banks_own() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 20);
        for text in ["20261120", "20261120[0:GMT]", "20261120235959.000[-5:EST]"] {
            assert_eq!(compact(text), day, "{text}");
        }
        for text in [
            "2026-11-20",
            "2026-11-20Z",
            "2026-11-20+01:00",
            "2026-11-20T23:59:59Z",
        ] {
            assert_eq!(iso(text), day, "{text}");
        }
        for (text, month, day) in [
            ("20260630230000.000[0:GMT]", 7, 1),
            ("20260630230000[+0:UTC]", 7, 1),
            ("20260701000000[+1:BST]", 7, 1),
            ("20260630220000[0:GMT]", 6, 30),
            ("20260630230000", 6, 30),
            ("20260630233000[0:GMT]", 6, 30),
            ("20261231000000[0:GMT]", 12, 31),
        ] {
            assert_eq!(
                compact(text),
                NaiveDate::from_ymd_opt(2026, month, day),
                "{text}"
            );
        }
        for (text, month, day) in [
            ("2026-06-30T23:00:00Z", 7, 1),
            ("2026-06-30T23:00:00.000+00:00", 7, 1),
            ("2026-07-01T00:00:00+01:00", 7, 1),
            ("2026-07-01T00:00:00+02:00", 7, 1),
            ("2026-06-30T23:00:00", 6, 30),
            ("2026-06-30T12:00:00Z", 6, 30),
        ] {
            assert_eq!(
                iso(text),
                NaiveDate::from_ymd_opt(2026, month, day),
                "{text}"
            );
        }
        for text in ["", "2026", "2026112", "20261301", "é0261120", "2026-11-1é"] {
            assert_eq!(compact(text), None, "{text}");
            assert_eq!(iso(text), None, "{text}");
        }
    }
}
