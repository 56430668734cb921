//! Days and amounts in cells.

use lintel_core::{DecimalMark, Money};

use crate::{
    Way,
    date::{self, Day},
};

/// The day of a cell.
pub fn day(text: &str) -> Option<Day> {
    date::either(text)
}

/// An amount as its cell has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// In pence, with the sign that stands there.
    pub minor: i64,
    /// The direction that stands behind it: `950.00 CR`.
    pub way: Option<Way>,
}

/// Why a cell holds no amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAmount {
    /// It says nothing.
    Empty,
    /// It says something else.
    Other,
}

/// The amount of a cell.
pub fn amount(text: &str, mark: DecimalMark) -> Result<Amount, NoAmount> {
    if mark == DecimalMark::Point
        && let Some(minor) = plain(text)
    {
        return Ok(Amount { minor, way: None });
    }
    let (text, way) = bare(text);
    if text
        .chars()
        .all(|c| matches!(c, '-' | '–' | '£' | '+') || c.is_whitespace())
        || text.eq_ignore_ascii_case("GBP")
    {
        return Err(NoAmount::Empty);
    }
    let (text, negative) = match text.strip_suffix(['-', '\u{2212}']) {
        Some(rest) if !rest.starts_with(['-', '+', '(', '\u{2212}']) => (rest.trim_end(), true),
        _ => (text, false),
    };
    let text = mark.to_point(text);
    let money = Money::parse(short(&text)).map_err(|_| NoAmount::Other)?;
    let minor = if negative {
        money.minor().checked_neg().ok_or(NoAmount::Other)?
    } else {
        money.minor()
    };
    Ok(Amount { minor, way })
}

/// Digits with at most two decimals and a minus, as most banks write them.
fn plain(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let bytes = digits.as_bytes();
    if !(1..=15).contains(&bytes.len()) {
        return None;
    }
    let (mut minor, mut decimals) = (0_i64, None::<u8>);
    for (at, byte) in bytes.iter().enumerate() {
        match (byte, decimals) {
            (b'0'..=b'9', _) => {
                minor = minor * 10 + i64::from(byte - b'0');
                decimals = decimals.map(|count| count + 1);
            }
            (b'.', None) if at > 0 => decimals = Some(0),
            _ => return None,
        }
    }
    let minor = match decimals {
        None | Some(0) => minor * 100,
        Some(1) => minor * 10,
        Some(2) => minor,
        Some(_) => return None,
    };
    Some(if negative { -minor } else { minor })
}

/// An amount without the direction that may stand behind it, and that direction. What is overdrawn is below zero.
pub fn bare(text: &str) -> (&str, Option<Way>) {
    let text = text.trim();
    for (suffix, way) in [
        ("CR", Way::In),
        ("DR", Way::Out),
        ("OD", Way::Out),
        ("DB", Way::Out),
        ("C", Way::In),
        ("D", Way::Out),
    ] {
        let Some((rest, end)) = text
            .len()
            .checked_sub(suffix.len())
            .and_then(|at| text.split_at_checked(at))
        else {
            continue;
        };
        let rest = rest.trim_end();
        if end.eq_ignore_ascii_case(suffix) && rest.ends_with(|c: char| c.is_ascii_digit()) {
            return (rest, Some(way));
        }
    }
    (text, None)
}

/// Without the zeros that some banks write behind the pence.
fn short(text: &str) -> &str {
    match text.split_once('.') {
        Some((whole, part)) if part.len() > 2 && part.bytes().all(|b| b.is_ascii_digit()) => {
            let kept = part.trim_end_matches('0').len().max(2);
            text.get(..whole.len() + 1 + kept).unwrap_or(text)
        }
        _ => text,
    }
}

/// Returns whether a cell may be a day.
pub fn looks_like_a_day(text: &str) -> bool {
    text.len() >= 6 && text.len() <= 40 && day(text).is_some()
}

/// Returns whether a cell may be an amount, with either decimal sign.
pub fn looks_like_an_amount(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 40
        && !is_number_of_an_account(text)
        && (amount(text, DecimalMark::Point).is_ok() || amount(text, DecimalMark::Comma).is_ok())
}

/// Eight and more digits without a sign are a number of an account, a day or a reference, and no pounds.
fn is_number_of_an_account(text: &str) -> bool {
    text.len() >= 6 && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn minor(text: &str) -> Result<(i64, Option<Way>), NoAmount> {
        amount(text, DecimalMark::Point).map(|amount| (amount.minor, amount.way))
    }

    #[test]
    fn every_spelling_of_an_amount_is_read() {
        for (text, pence) in [
            ("950.00", 95_000),
            ("-60", -6_000),
            ("1,234.56", 123_456),
            ("£1,234,567.8", 123_456_780),
            ("+£475.50", 47_550),
            ("-£5.00", -500),
            ("£-5.00", -500),
            ("(5.00)", -500),
            ("5.00-", -500),
            ("GBP 5", 500),
            ("\u{2212}5", -500),
            ("12.3400", 1_234),
            (".5", 50),
            ("5.", 500),
        ] {
            assert_eq!(minor(text), Ok((pence, None)), "{text}");
        }
        for (text, pence, way) in [
            ("950.00 CR", 95_000, Way::In),
            ("950.00cr", 95_000, Way::In),
            ("60.00 DR", 6_000, Way::Out),
            ("60.00 D", 6_000, Way::Out),
            ("£1,060.00C", 106_000, Way::In),
            ("60.00 OD", 6_000, Way::Out),
        ] {
            assert_eq!(minor(text), Ok((pence, Some(way))), "{text}");
        }
        let comma = |text| amount(text, DecimalMark::Comma).map(|amount| amount.minor);
        assert_eq!(comma("1.234,56"), Ok(123_456));
        assert_eq!(comma("12,5"), Ok(1_250));
    }

    #[test]
    fn what_is_no_amount_is_no_other_one() {
        for text in [
            "12,50",
            "1.234,56",
            "1,2345.00",
            ",5",
            "--5",
            "-5-",
            "(-5)",
            "x",
            "1.005",
            "1e3",
            "CR",
            "5 OR",
        ] {
            assert_eq!(minor(text), Err(NoAmount::Other), "{text}");
        }
        for text in ["", " ", "-", "£", "–", "GBP"] {
            assert_eq!(minor(text), Err(NoAmount::Empty), "{text}");
        }
        assert!(!looks_like_an_amount("12345678"));
        assert!(looks_like_an_amount("12,50"));
        assert!(looks_like_a_day("25/11/2026"));
        assert!(!looks_like_a_day("RENT 25/11/2026"));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".{0,20}", amount in "[0-9.,() £+CDR-]{0,12}") {
            for text in [text, amount] {
                let _ = minor(&text);
                let _ = super::amount(&text, DecimalMark::Comma);
                let _ = looks_like_a_day(&text);
            }
        }

        #[test]
        fn what_money_writes_is_read(pence in -1_000_000_000_i64..1_000_000_000) {
            let money = Money::gbp(pence);
            prop_assert_eq!(minor(&money.to_string()), Ok((pence, None)));
        }
    }
}
