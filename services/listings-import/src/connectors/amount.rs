//! Prices, rents, numbers and areas, as feeds write them.

use lintel_core::{DecimalError, DecimalMark, Money, decimal};
use rust_decimal::Decimal;

use super::fault::shown;

/// Pounds. More is a mistake of the feed.
const MOST_POUNDS: i64 = 10_000_000_000;
/// Square feet.
const MOST_SQUARE_FEET: i64 = 1_000_000_000;
/// Bedrooms of a block; more is a mistake of the feed.
const MOST_ROOMS: i32 = 10_000;

/// An amount of money in pounds: `159,950`, `£115.50`. Nothing, `0` and `POA` are no price (docs/reference/uk-lettings.md 1.1.1, rule 10).
///
/// # Errors
/// Why it is none, as people read it.
pub fn pounds(text: &str) -> Result<Option<Money>, String> {
    pounds_of(text, DecimalMark::Point)
}

/// An amount of money in pounds, of a file that writes its pence behind `mark`.
///
/// # Errors
/// As [`pounds`].
pub fn pounds_of(text: &str, mark: DecimalMark) -> Result<Option<Money>, String> {
    let lower = text.trim().to_lowercase();
    if lower.is_empty() || matches!(lower.as_str(), "poa" | "price on application") {
        return Ok(None);
    }
    match decimal::read_amount(&mark.to_point(text)) {
        Ok(amount) => price(text, amount),
        Err(DecimalError::NotANumber) => Err(format!("{} is not an amount.", shown(text))),
        Err(DecimalError::TooLong) => Err(format!("{} is too large.", shown(text))),
        Err(comma) => Err(format!("{} is not an amount. {comma}", shown(text))),
    }
}

/// A price of so many pounds, rounded to the penny; `text` is what the source wrote.
///
/// # Errors
/// As [`pounds`].
pub fn price(text: &str, amount: Decimal) -> Result<Option<Money>, String> {
    if amount.is_sign_negative() && !amount.is_zero() {
        return Err(format!("{} is less than nothing.", shown(text)));
    }
    if amount > Decimal::from(MOST_POUNDS) {
        return Err(format!("{} is too large.", shown(text)));
    }
    let money = Money::round_half_away(amount).map_err(|error| error.to_string())?;
    Ok((money.minor() > 0).then_some(money))
}

/// A number of rooms; nothing is `None`, a studio is 0.
///
/// # Errors
/// Why it is none, as people read it.
pub fn rooms(text: &str) -> Result<Option<i32>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if text.eq_ignore_ascii_case("studio") {
        return Ok(Some(0));
    }
    let whole = number(text).filter(|number| number.fract().is_zero());
    let count = whole.and_then(|number| i32::try_from(number.trunc().mantissa()).ok());
    match count {
        Some(count) if (0..=MOST_ROOMS).contains(&count) => Ok(Some(count)),
        _ => Err(format!(
            "{} is not a number from 0 to {MOST_ROOMS}.",
            shown(text)
        )),
    }
}

/// A number in digits, with or without a point.
#[must_use]
pub fn number(text: &str) -> Option<Decimal> {
    decimal::read(text).ok()
}

/// A unit of area (docs/reference/uk-lettings.md 1.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    /// Square feet.
    Feet,
    /// Square yards.
    Yards,
    /// Square metres.
    Metres,
    /// Acres.
    Acres,
    /// Hectares.
    Hectares,
}

impl Area {
    /// The unit that a feed names, in its own word or in people's.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        let word: String = text
            .to_lowercase()
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        match word.as_str() {
            "sqft" | "sqfeet" | "squarefeet" | "ft2" => Some(Self::Feet),
            "sqyards" | "sqyd" | "squareyards" => Some(Self::Yards),
            "sqm" | "sqmetres" | "sqmeters" | "squaremetres" | "m2" => Some(Self::Metres),
            "acre" | "acres" => Some(Self::Acres),
            "hectare" | "hectares" | "ha" => Some(Self::Hectares),
            _ => None,
        }
    }

    /// `size` of this unit in whole square feet; `None` for nothing and for what is beyond every building.
    #[must_use]
    pub fn square_feet(self, size: Decimal) -> Option<i32> {
        let factor = match self {
            Self::Feet => Decimal::ONE,
            Self::Yards => Decimal::from(9),
            Self::Metres => Decimal::new(107_639, 4),
            Self::Acres => Decimal::from(43_560),
            Self::Hectares => Decimal::from(107_639),
        };
        let feet = size.checked_mul(factor)?.round();
        let fits = feet >= Decimal::ONE && feet <= Decimal::from(MOST_SQUARE_FEET);
        fits.then(|| feet.trunc().mantissa())
            .and_then(|feet| i32::try_from(feet).ok())
    }
}

/// The period that a rent is paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frequency {
    /// A day.
    Daily,
    /// A week.
    Weekly,
    /// A calendar month.
    Monthly,
    /// A quarter.
    Quarterly,
    /// A year.
    Yearly,
    /// A week, by each person, which is each bedroom.
    WeeklyEach,
}

impl Frequency {
    /// The rent of the whole home for a month: a week is 12/52 of one, a day 12/365 (docs/reference/uk-lettings.md 2.1). `None` if it is
    /// beyond what is an amount.
    #[must_use]
    pub fn monthly(self, rent: Money, bedrooms: Option<i32>) -> Option<Money> {
        let (by, of) = match self {
            Self::Daily => (365, 12),
            Self::Weekly => (52, 12),
            Self::Monthly => (1, 1),
            Self::Quarterly => (1, 3),
            Self::Yearly => (1, 12),
            Self::WeeklyEach => (52 * bedrooms.unwrap_or(1).max(1), 12),
        };
        let month = rent
            .to_decimal()
            .checked_mul(Decimal::from(by))?
            .checked_div(Decimal::from(of))?;
        Money::round_half_away(month)
            .ok()
            .filter(|money| money.minor() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_feeds_write_them() {
        for (text, pence) in [
            ("159,950", Some(15_995_000)),
            ("115.50", Some(11_550)),
            ("£1,250", Some(125_000)),
            ("GBP 92000", Some(9_200_000)),
            ("92000.005", Some(9_200_001)),
            ("0", None),
            ("0.00", None),
            ("-0", None),
            ("", None),
            ("POA", None),
        ] {
            assert_eq!(pounds(text), Ok(pence.map(Money::gbp)), "{text}");
        }
        for text in [
            "-1",
            "abc",
            "1e400",
            "NaN",
            "99999999999",
            "=1+1",
            "1.2.3",
            "12 34 x",
            "18e4",
            "1_250",
            "1,2345",
        ] {
            assert!(pounds(text).is_err(), "{text}");
        }
        let refusal = pounds("180000,00").err();
        let expected = "“180000,00” is not an amount. Write pence with a point, such as 12.50.";
        assert_eq!(refusal.as_deref(), Some(expected));
        assert_eq!(
            pounds_of("180.000,00", DecimalMark::Comma),
            Ok(Some(Money::gbp(18_000_000)))
        );
    }

    #[test]
    fn rooms_are_whole_and_not_absurd() {
        assert_eq!(rooms("3"), Ok(Some(3)));
        assert_eq!(rooms("3.0"), Ok(Some(3)));
        assert_eq!(rooms(" studio "), Ok(Some(0)));
        assert_eq!(rooms(""), Ok(None));
        assert_eq!(rooms("100"), Ok(Some(100)));
        for text in ["-1", "2.5", "two", "99999999999999", "10001"] {
            assert!(rooms(text).is_err(), "{text}");
        }
    }

    #[test]
    fn areas_become_square_feet() {
        for (unit, size, feet) in [
            (Area::Feet, "690", Some(690)),
            (Area::Metres, "64.1", Some(690)),
            (Area::Yards, "10", Some(90)),
            (Area::Acres, "1", Some(43_560)),
            (Area::Hectares, "1", Some(107_639)),
            (Area::Metres, "0", None),
            (Area::Hectares, "99999999999", None),
        ] {
            assert_eq!(
                number(size).and_then(|size| unit.square_feet(size)),
                feet,
                "{size} {unit:?}"
            );
        }
        assert_eq!(Area::named("sq ft"), Some(Area::Feet));
        assert_eq!(Area::named("sq_metres"), Some(Area::Metres));
        assert_eq!(Area::named("rods"), None);
    }

    #[test]
    fn rents_become_those_of_a_month() {
        let rent = |frequency: Frequency, pence, bedrooms| {
            frequency
                .monthly(Money::gbp(pence), bedrooms)
                .map(Money::minor)
        };
        assert_eq!(rent(Frequency::Weekly, 30_000, None), Some(130_000));
        assert_eq!(rent(Frequency::Monthly, 125_000, None), Some(125_000));
        assert_eq!(rent(Frequency::Quarterly, 300_000, None), Some(100_000));
        assert_eq!(rent(Frequency::Yearly, 1_200_000, None), Some(100_000));
        assert_eq!(rent(Frequency::Daily, 4_000, None), Some(121_667));
        assert_eq!(rent(Frequency::WeeklyEach, 11_550, Some(5)), Some(250_250));
        assert_eq!(rent(Frequency::WeeklyEach, 11_550, Some(0)), Some(50_050));
        assert_eq!(rent(Frequency::Daily, i64::MAX, None), None);
    }
}
