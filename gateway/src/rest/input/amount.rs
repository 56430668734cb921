//! Amounts of money as people and programs write them, exactly.

use lintel_core::{Money, MoneyError, decimal};
use serde_json::value::RawValue;

use super::number::is_number;

/// Reads text as [`Money::parse`] does, or a JSON number. `None` for empty text.
///
/// # Errors
/// [`MoneyError`] with a text for the person who typed it.
pub(super) fn read_amount(value: &RawValue) -> Result<Option<Money>, MoneyError> {
    if is_number(value) {
        return read_number(value.get()).map(Some);
    }
    let text: String = serde_json::from_str(value.get()).map_err(|_| MoneyError::NotANumber)?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    Money::parse(&text).map(Some)
}

/// A number's own digits, never a float. Programs may write an exponent, and as many zeros as they like.
fn read_number(digits: &str) -> Result<Money, MoneyError> {
    Money::from_decimal(decimal::read_json(digits)?)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn read(json: &str) -> Result<Option<i64>, MoneyError> {
        let value: Box<RawValue> = serde_json::from_str(json).unwrap();
        read_amount(&value).map(|money| money.map(Money::minor))
    }

    #[test]
    fn text_and_numbers_are_read_exactly() {
        for (json, pence) in [
            (r#""1250.00""#, 125_000),
            (r#""£1,250.5""#, 125_050),
            (r#""-5""#, -500),
            ("1250", 125_000),
            ("1250.10", 125_010),
            ("0.29", 29),
            ("1.15", 115),
            ("4503599627370497.5", 450_359_962_737_049_750),
            ("1e3", 100_000),
            ("1.255E+2", 12_550),
            ("1.500", 150),
            ("-0.01", -1),
        ] {
            assert_eq!(read(json), Ok(Some(pence)), "{json}");
        }
        assert_eq!(read(r#""""#), Ok(None));
        assert_eq!(read(r#"" ""#), Ok(None));
    }

    #[test]
    fn what_is_no_amount_says_why() {
        for (json, error) in [
            (r#""abc""#, MoneyError::NotANumber),
            (r#""1e3""#, MoneyError::NotANumber),
            (r#""12,50""#, MoneyError::DecimalComma),
            (r#""1.250,00""#, MoneyError::DecimalComma),
            (r#""1,2345""#, MoneyError::MisplacedComma),
            (r#""1.500""#, MoneyError::TooPrecise),
            ("true", MoneyError::NotANumber),
            ("[1]", MoneyError::NotANumber),
            (r#"{"minor":1}"#, MoneyError::NotANumber),
            ("1.005", MoneyError::TooPrecise),
            ("1e-3", MoneyError::TooPrecise),
            ("1e400", MoneyError::TooLarge),
            ("99999999999999999999", MoneyError::TooLarge),
        ] {
            assert_eq!(read(json), Err(error), "{json}");
        }
    }
}
