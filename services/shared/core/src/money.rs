//! Money as exact minor units. There are no floats and no operators that wrap.

use std::fmt;

use rust_decimal::{Decimal, RoundingStrategy, prelude::ToPrimitive as _};
use serde::{Deserialize, Serialize};

use crate::decimal::{self, DecimalError};

/// A currency of ISO 4217. The product keeps its accounts in sterling; the other currencies in the settings only change how
/// an amount is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Currency {
    /// Pounds sterling, 100 pence.
    #[serde(rename = "GBP")]
    Gbp,
}

impl Currency {
    /// The code of ISO 4217.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Gbp => "GBP",
        }
    }

    /// The currency of an ISO 4217 code.
    ///
    /// # Errors
    /// [`MoneyError::Currency`] for a currency in which no accounts are kept.
    pub fn parse(code: &str) -> Result<Self, MoneyError> {
        match code {
            "GBP" => Ok(Self::Gbp),
            _ => Err(MoneyError::Currency),
        }
    }
}

/// Why an amount is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Not a number.
    #[error("Enter an amount, for example 1250.00.")]
    NotANumber,
    /// A comma where the point before pence stands.
    #[error("Write pence with a point, such as 12.50.")]
    DecimalComma,
    /// A comma that does not stand before three digits.
    #[error("Write a comma only before three digits, such as 1,250.00.")]
    MisplacedComma,
    /// More than two decimals.
    #[error("Enter an amount with at most two decimals.")]
    TooPrecise,
    /// Too large to be stored.
    #[error("This amount is too large.")]
    TooLarge,
    /// Two currencies in one sum, or a currency in which no accounts are kept.
    #[error("Amounts are in pounds sterling (GBP).")]
    Currency,
}

impl From<DecimalError> for MoneyError {
    fn from(error: DecimalError) -> Self {
        match error {
            DecimalError::NotANumber => Self::NotANumber,
            DecimalError::DecimalComma => Self::DecimalComma,
            DecimalError::MisplacedComma => Self::MisplacedComma,
            DecimalError::TooLong => Self::TooLarge,
        }
    }
}

/// An exact amount: minor units (pence) of a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Money {
    currency: Currency,
    minor: i64,
}

impl Money {
    /// Zero, in sterling.
    pub const ZERO: Self = Self::gbp(0);

    /// `minor` pence.
    #[must_use]
    pub const fn gbp(minor: i64) -> Self {
        Self {
            currency: Currency::Gbp,
            minor,
        }
    }

    /// `minor` units of `currency`.
    #[must_use]
    pub const fn new(currency: Currency, minor: i64) -> Self {
        Self { currency, minor }
    }

    /// The amount in minor units.
    #[must_use]
    pub const fn minor(self) -> i64 {
        self.minor
    }

    /// The currency.
    #[must_use]
    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// Returns whether the amount is negative.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.minor < 0
    }

    /// Reads sterling as people type it (docs/reference/decisions.md 8): an optional sign or brackets, an optional `£` or `GBP`, a comma or a
    /// blank only before three digits, and at most two decimals. What is written otherwise is refused, never another amount.
    ///
    /// # Errors
    /// [`MoneyError`] for text that is no such amount or exceeds `i64` pence.
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        decimal::read_pence(text)?
            .map(Self::gbp)
            .ok_or(MoneyError::TooPrecise)
    }

    /// The sum.
    ///
    /// # Errors
    /// [`MoneyError::Currency`] for two currencies, [`MoneyError::TooLarge`] on overflow.
    pub fn plus(self, other: Self) -> Result<Self, MoneyError> {
        self.combine(other, i64::checked_add)
    }

    /// The difference.
    ///
    /// # Errors
    /// As [`Self::plus`].
    pub fn minus(self, other: Self) -> Result<Self, MoneyError> {
        self.combine(other, i64::checked_sub)
    }

    /// The sum of all amounts; zero for an empty list.
    ///
    /// # Errors
    /// As [`Self::plus`].
    pub fn sum(amounts: impl IntoIterator<Item = Self>) -> Result<Self, MoneyError> {
        amounts.into_iter().try_fold(Self::ZERO, Self::plus)
    }

    /// The amount multiplied by the argument.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] on overflow.
    pub fn times(self, factor: i64) -> Result<Self, MoneyError> {
        let minor = self.minor.checked_mul(factor).ok_or(MoneyError::TooLarge)?;
        Ok(Self { minor, ..self })
    }

    /// The amount in major units (pounds), exactly.
    #[must_use]
    pub fn to_decimal(self) -> Decimal {
        Decimal::new(self.minor, 2)
    }

    /// The amount that a column holds. A column of two decimals always converts.
    ///
    /// # Errors
    /// [`MoneyError::TooPrecise`] for a fraction of a penny, [`MoneyError::TooLarge`] beyond `i64` pence.
    pub fn from_decimal(pounds: Decimal) -> Result<Self, MoneyError> {
        let pence = pounds
            .checked_mul(Decimal::ONE_HUNDRED)
            .ok_or(MoneyError::TooLarge)?;
        if !pence.fract().is_zero() {
            return Err(MoneyError::TooPrecise);
        }
        pence.to_i64().map(Self::gbp).ok_or(MoneyError::TooLarge)
    }

    /// Rounds pounds to the penny, halves away from zero (docs/reference/decisions.md 3).
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] beyond `i64` pence.
    pub fn round_half_away(pounds: Decimal) -> Result<Self, MoneyError> {
        Self::from_decimal(pounds.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero))
    }

    fn combine(
        self,
        other: Self,
        operation: impl Fn(i64, i64) -> Option<i64>,
    ) -> Result<Self, MoneyError> {
        if self.currency != other.currency {
            return Err(MoneyError::Currency);
        }
        let minor = operation(self.minor, other.minor).ok_or(MoneyError::TooLarge)?;
        Ok(Self { minor, ..self })
    }
}

/// Decimal text with two decimals and no separators, as REST has it: `1250.00`, `-0.05`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.minor < 0 { "-" } else { "" };
        let magnitude = self.minor.unsigned_abs();
        write!(f, "{sign}{}.{:02}", magnitude / 100, magnitude % 100)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Cases that web/src/lib/money.test.ts reads too.
    fn cases(of: &str) -> Vec<serde_json::Value> {
        let cases: serde_json::Value =
            serde_json::from_str(include_str!("../tests/data/amounts.json")).unwrap_or_default();
        cases[of].as_array().cloned().unwrap_or_default()
    }

    #[test]
    fn every_spelling_of_an_amount_is_read() {
        let read = cases("read");
        assert!(read.len() > 20, "{}", read.len());
        for case in read {
            let minor = case["minor"].as_str().map(str::parse::<i64>);
            let found = case["text"].as_str().map(Money::parse);
            assert_eq!(
                found.and_then(Result::ok).map(Money::minor),
                minor.and_then(Result::ok),
                "{case}"
            );
        }
    }

    #[test]
    fn what_is_no_amount_is_refused_and_never_another_one() {
        let refused = cases("refused");
        assert!(refused.len() > 30, "{}", refused.len());
        for case in refused {
            let error = match case["why"].as_str() {
                Some("notANumber") => MoneyError::NotANumber,
                Some("decimalComma") => MoneyError::DecimalComma,
                Some("misplacedComma") => MoneyError::MisplacedComma,
                Some("tooPrecise") => MoneyError::TooPrecise,
                Some("tooLarge") => MoneyError::TooLarge,
                _ => MoneyError::Currency,
            };
            assert_eq!(
                case["text"].as_str().map(Money::parse),
                Some(Err(error)),
                "{case}"
            );
        }
    }

    #[test]
    fn halves_of_a_penny_round_away_from_zero() {
        for (pounds, minor) in [
            ("0.005", 1),
            ("-0.005", -1),
            ("0.004999", 0),
            ("1.115", 112),
        ] {
            let pounds = decimal::read(pounds).map(Money::round_half_away);
            assert_eq!(
                pounds.unwrap_or(Err(MoneyError::NotANumber)),
                Ok(Money::gbp(minor))
            );
        }
    }

    #[test]
    fn arithmetic_beyond_the_books_is_an_error_not_a_wrap() {
        let most = Money::gbp(i64::MAX);
        assert_eq!(most.plus(Money::gbp(1)), Err(MoneyError::TooLarge));
        assert_eq!(
            Money::gbp(i64::MIN).minus(Money::gbp(1)),
            Err(MoneyError::TooLarge)
        );
        assert_eq!(most.times(2), Err(MoneyError::TooLarge));
    }

    proptest! {
        #[test]
        fn text_and_decimal_give_the_same_amount_back(minor in -1_000_000_000_000_i64..1_000_000_000_000) {
            let money = Money::gbp(minor);
            prop_assert_eq!(Money::parse(&money.to_string()), Ok(money));
            prop_assert_eq!(Money::from_decimal(money.to_decimal()), Ok(money));
        }

        #[test]
        fn no_text_makes_it_panic(text in ".{0,40}") {
            let _ = Money::parse(&text);
        }
    }
}
