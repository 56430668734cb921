//! Whole numbers and percentages.

use lintel_core::decimal;
use serde_json::value::RawValue;

/// Returns true for a value that is written as a JSON number.
pub(super) fn is_number(value: &RawValue) -> bool {
    value
        .get()
        .starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

/// A value's own digits if it is a number, or its text if it is text.
fn digits(value: &RawValue) -> Option<String> {
    if is_number(value) {
        return Some(value.get().to_owned());
    }
    serde_json::from_str::<String>(value.get()).ok()
}

/// Reads a whole number, as a number or as text. `Ok(None)` for empty text.
pub(super) fn read_int(value: &RawValue) -> Result<Option<i32>, &'static str> {
    const REFUSAL: &str = "Enter a whole number.";
    let text = digits(value).ok_or(REFUSAL)?;
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| REFUSAL)
}

/// Reads a percentage, as a number or as text with or without its sign, into decimal text. `Ok(None)` for empty text.
pub(super) fn read_percent(value: &RawValue) -> Result<Option<String>, &'static str> {
    const REFUSAL: &str = "Enter a percentage, for example 4.89.";
    // A number keeps the grammar of JSON, an exponent too.
    if is_number(value) && value.get().contains(['e', 'E']) {
        let number = decimal::read_json(value.get()).map_err(|_| REFUSAL)?;
        return Ok(Some(decimal::plain(number)));
    }
    let text = digits(value).ok_or(REFUSAL)?;
    let text = text.trim().trim_end_matches('%').trim_end();
    if text.is_empty() {
        return Ok(None);
    }
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if text.len() > 32 || !is_digits(whole) || !is_digits(fraction) {
        return Err(REFUSAL);
    }
    Ok(Some(text.to_owned()))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn raw(json: &str) -> Box<RawValue> {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn whole_numbers_are_read_from_numbers_and_text() {
        for (json, number) in [("3", 3), ("-1", -1), (r#""3""#, 3), (r#"" 12 ""#, 12)] {
            assert_eq!(read_int(&raw(json)), Ok(Some(number)), "{json}");
        }
        assert_eq!(read_int(&raw(r#""""#)), Ok(None));
        for json in [
            "3.5",
            "1e2",
            "1e400",
            "99999999999",
            r#""three""#,
            "true",
            "[3]",
            "{}",
        ] {
            assert!(read_int(&raw(json)).is_err(), "{json}");
        }
    }

    #[test]
    fn percentages_keep_their_digits() {
        for (json, text) in [
            ("4.89", "4.89"),
            ("5", "5"),
            (r#""4.50 %""#, "4.50"),
            ("-1", "-1"),
            ("1e1", "10"),
            ("4.5e-1", "0.45"),
        ] {
            assert_eq!(
                read_percent(&raw(json)),
                Ok(Some(text.to_owned())),
                "{json}"
            );
        }
        assert_eq!(read_percent(&raw(r#""""#)), Ok(None));
        for json in [
            r#""1e1""#, r#""1_0""#, "1e400", r#""4,5""#, r#""4.""#, r#"".5""#, "false", r#""NaN""#,
        ] {
            assert!(read_percent(&raw(json)).is_err(), "{json}");
        }
    }
}
