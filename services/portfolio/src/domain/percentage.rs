//! Rates that people type, exact to two decimals.

use lintel_core::decimal;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// A percentage from 0 to 100 with at most two decimals, the precision of `numeric(5,2)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Percentage(Decimal);

/// Why text is no percentage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PercentageError {
    /// Not a number.
    #[error("Enter a percentage, for example 4.89.")]
    NotANumber,
    /// Below 0 or above 100.
    #[error("Enter a percentage from 0 to 100.")]
    OutOfRange,
    /// More than two decimals.
    #[error("Enter a percentage with at most two decimals.")]
    TooPrecise,
}

impl Percentage {
    /// Reads decimal text, with or without a percent sign behind it.
    ///
    /// # Errors
    /// [`PercentageError`] for text that is no number, is out of range or has more than two decimals.
    pub fn parse(text: &str) -> Result<Self, PercentageError> {
        let text = text.trim();
        let text = text.strip_suffix('%').unwrap_or(text).trim_end();
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_number = digits.bytes().any(|byte| byte.is_ascii_digit())
            && digits
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.');
        if !is_number || digits.matches('.').count() > 1 {
            return Err(PercentageError::NotANumber);
        }
        // A number too long to be kept exactly is out of range or too precise; the whole part tells which.
        let value = decimal::read(text).map_err(|_| {
            let whole = digits.split('.').next().unwrap_or_default();
            if whole.trim_start_matches('0').len() > 3 {
                PercentageError::OutOfRange
            } else {
                PercentageError::TooPrecise
            }
        })?;
        Self::from_decimal(value)
    }

    /// The percentage that a column holds.
    ///
    /// # Errors
    /// [`PercentageError::OutOfRange`] and [`PercentageError::TooPrecise`].
    pub fn from_decimal(value: Decimal) -> Result<Self, PercentageError> {
        if value < Decimal::ZERO || value > Decimal::ONE_HUNDRED {
            return Err(PercentageError::OutOfRange);
        }
        if value.normalize().scale() > 2 {
            return Err(PercentageError::TooPrecise);
        }
        Ok(Self(value))
    }

    /// The number, for the column.
    #[must_use]
    pub const fn to_decimal(self) -> Decimal {
        self.0
    }
}

/// Two decimals: `4.89`, `5.00`.
impl std::fmt::Display for Percentage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&decimal::fixed(self.0, 2))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn both_ends_and_two_decimals_are_read() {
        for (text, shown) in [
            ("0", "0.00"),
            ("4.89", "4.89"),
            (" 5.5 % ", "5.50"),
            ("100", "100.00"),
            ("100.000", "100.00"),
            (".5", "0.50"),
        ] {
            assert_eq!(
                Percentage::parse(text).map(|p| p.to_string()),
                Ok(shown.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn everything_else_is_refused_for_its_reason() {
        for (text, error) in [
            ("", PercentageError::NotANumber),
            (".", PercentageError::NotANumber),
            ("-", PercentageError::NotANumber),
            ("five", PercentageError::NotANumber),
            ("1e1", PercentageError::NotANumber),
            ("1.2.3", PercentageError::NotANumber),
            ("4,89", PercentageError::NotANumber),
            ("1_0", PercentageError::NotANumber),
            ("-0.01", PercentageError::OutOfRange),
            ("100.01", PercentageError::OutOfRange),
            (
                "99999999999999999999999999999999999999",
                PercentageError::OutOfRange,
            ),
            ("4.895", PercentageError::TooPrecise),
            (
                "0.00000000000000000000000000000000000001",
                PercentageError::TooPrecise,
            ),
        ] {
            assert_eq!(Percentage::parse(text), Err(error), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_reads_back(hundredths in 0_i64..=10_000) {
            let percentage = Percentage::from_decimal(Decimal::new(hundredths, 2));
            prop_assert_eq!(percentage.map(|p| Percentage::parse(&p.to_string())), Ok(percentage));
        }

        #[test]
        fn no_text_makes_it_panic(text in ".{0,60}") {
            let _ = Percentage::parse(&text);
        }
    }
}
