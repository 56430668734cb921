//! Days as banks write them.

use chrono::NaiveDate;

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

/// A day of a CSV file: `25/11/2026`, `25-11-26`, `2026-11-25`, `25 Nov 2026`, `20261125`, with or without a time after it.
pub fn written(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        return compact(text);
    }
    let mut parts = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty());
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    if first.len() == 4 {
        // `2026-11-25T10:00:00` has its time in the same piece.
        let day = third.split(['T', 't']).next().unwrap_or(third);
        return day_of(number(first)?, number(second)?, number(day)?);
    }
    let year = match third.len() {
        2 => number(third)? + 2000,
        4 => number(third)?,
        _ => return None,
    };
    day_of(year, month(second)?, number(first)?)
}

/// A day that begins a text without separators: `20261125120000[0:GMT]`. The bank's own day is taken, not that of another time zone.
pub fn compact(text: &str) -> Option<NaiveDate> {
    let digits = text.trim().get(..8)?;
    day_of(
        number(digits.get(..4)?)?,
        number(digits.get(4..6)?)?,
        number(digits.get(6..)?)?,
    )
}

/// A day of ISO 8601, with or without a time or zone after it.
pub fn iso(text: &str) -> Option<NaiveDate> {
    let day = NaiveDate::parse_from_str(text.trim().get(..10)?, "%Y-%m-%d").ok()?;
    sensible(day)
}

fn number(text: &str) -> Option<u32> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

fn month(text: &str) -> Option<u32> {
    if let Some(number) = number(text) {
        return Some(number);
    }
    let name = text.to_lowercase();
    if name.len() < 3 {
        return None;
    }
    let index = MONTHS.iter().position(|month| month.starts_with(&name))?;
    u32::try_from(index + 1).ok()
}

fn day_of(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    let year = i32::try_from(year).ok()?;
    NaiveDate::from_ymd_opt(year, month, day).and_then(sensible)
}

/// Not what a slip of the keyboard or a spreadsheet makes of a day.
fn sensible(day: NaiveDate) -> Option<NaiveDate> {
    use chrono::Datelike as _;
    (2000..=2100).contains(&day.year()).then_some(day)
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
        ] {
            assert_eq!(
                written(text),
                NaiveDate::from_ymd_opt(2026, 11, 25),
                "{text}"
            );
        }
        assert_eq!(written("1 Sept 2026"), NaiveDate::from_ymd_opt(2026, 9, 1));
        assert_eq!(written("1 OCT 2026"), NaiveDate::from_ymd_opt(2026, 10, 1));
    }

    #[test]
    fn what_is_no_day_is_none() {
        for text in [
            "",
            "25/11",
            "11/25/2026",
            "31/04/2026",
            "25 Foo 2026",
            "25 No 2026",
            "1/1/0026",
            "01/01/1926",
            "99999999",
            "٢٥/١١/٢٠٢٦",
            "-",
            "25/11/202",
        ] {
            assert_eq!(written(text), None, "{text}");
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
        for text in ["", "2026", "2026112", "20261301", "é0261120", "2026-11-1é"] {
            assert_eq!(compact(text), None, "{text}");
            assert_eq!(iso(text), None, "{text}");
        }
    }
}
