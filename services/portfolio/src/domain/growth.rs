//! Compound growth in exact decimals: no floats are used for money, nor for percentages computed from it.
//!
//! A root of any degree is needed, which rust_decimal offers only to about seven digits (`powd`). Logarithm and exponential
//! here are power series behind a reduction by powers of two, good to more than twenty digits over everything that columns
//! hold.

use rust_decimal::Decimal;

/// Growth beyond this many percent a year has no meaning: it is the profit of a few days, compounded.
const MOST_PERCENT: i64 = 1_000_000_000;
/// More doublings than any growth below [`MOST_PERCENT`] has.
const MOST_DOUBLINGS: i64 = 40;

/// The yearly growth in percent of what became `ratio` times itself in so many `years`; `None` where it has no meaning.
#[must_use]
pub fn annual_growth_percent(ratio: Decimal, years: Decimal) -> Option<Decimal> {
    if ratio <= Decimal::ZERO || years <= Decimal::ZERO {
        return None;
    }
    let factor = exp(ln(ratio)?.checked_div(years)?)?;
    let percent = factor
        .checked_sub(Decimal::ONE)?
        .checked_mul(Decimal::ONE_HUNDRED)?;
    (percent <= Decimal::from(MOST_PERCENT)).then_some(percent)
}

/// ln 2 to 28 decimals.
fn ln_2() -> Decimal {
    Decimal::from_i128_with_scale(6_931_471_805_599_453_094_172_321_215, 28)
}

/// The natural logarithm of a number above zero.
fn ln(number: Decimal) -> Option<Decimal> {
    let (low, high) = (Decimal::new(75, 2), Decimal::new(150, 2));
    let (mut rest, mut doublings) = (number, 0_i64);
    while rest > high {
        rest = rest.checked_div(Decimal::TWO)?;
        doublings += 1;
    }
    while rest < low {
        rest = rest.checked_mul(Decimal::TWO)?;
        doublings -= 1;
    }
    // ln m = 2 artanh((m − 1) ÷ (m + 1)), whose argument is below 0.2 here.
    let argument = (rest - Decimal::ONE).checked_div(rest + Decimal::ONE)?;
    let square = argument.checked_mul(argument)?;
    let (mut power, mut sum, mut divisor) = (argument, argument, Decimal::ONE);
    while !power.is_zero() {
        power = power.checked_mul(square)?;
        divisor += Decimal::TWO;
        sum = sum.checked_add(power.checked_div(divisor)?)?;
    }
    Decimal::from(doublings)
        .checked_mul(ln_2())?
        .checked_add(sum.checked_mul(Decimal::TWO)?)
}

/// e to a power: 0 for a power so low that the result rounds to 0, `None` for one too high to compute.
fn exp(power: Decimal) -> Option<Decimal> {
    let doublings = power.checked_div(ln_2())?.round();
    if doublings > Decimal::from(MOST_DOUBLINGS) {
        return None;
    }
    // Beyond 28 decimals there is nothing.
    if doublings < Decimal::from(-100) {
        return Some(Decimal::ZERO);
    }
    let rest = power.checked_sub(doublings.checked_mul(ln_2())?)?;
    let (mut term, mut sum, mut step) = (Decimal::ONE, Decimal::ONE, Decimal::ZERO);
    while !term.is_zero() {
        step += Decimal::ONE;
        term = term.checked_mul(rest)?.checked_div(step)?;
        sum = sum.checked_add(term)?;
    }
    let (mut left, mut result) = (doublings, sum);
    while left > Decimal::ZERO {
        result = result.checked_mul(Decimal::TWO)?;
        left -= Decimal::ONE;
    }
    while left < Decimal::ZERO {
        result = result.checked_div(Decimal::TWO)?;
        left += Decimal::ONE;
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decimal(text: &str) -> Decimal {
        lintel_core::decimal::read(text).unwrap_or_default()
    }

    /// Returns whether two numbers agree to `digits` digits.
    fn close(one: Decimal, other: Decimal, digits: u32) -> bool {
        let scale = one.abs().max(other.abs()).max(Decimal::ONE);
        (one - other).abs() <= scale * Decimal::new(1, digits)
    }

    #[test]
    fn logarithms_and_exponentials_are_those_of_the_tables() {
        for (number, expected) in [
            ("1", "0"),
            ("2", "0.6931471805599453094172321215"),
            ("10", "2.3025850929940456840179914547"),
            ("0.5", "-0.6931471805599453094172321215"),
            ("0.000000000001", "-27.631021115928548208215897456"),
            ("1000000000000", "27.631021115928548208215897456"),
        ] {
            let found = ln(decimal(number)).unwrap_or_default();
            assert!(close(found, decimal(expected), 24), "ln {number} = {found}");
        }
        for (power, expected) in [
            ("0", "1"),
            ("1", "2.7182818284590452353602874714"),
            ("-1", "0.3678794411714423215955237702"),
            ("10", "22026.465794806716516957900645"),
        ] {
            let found = exp(decimal(power)).unwrap_or_default();
            assert!(close(found, decimal(expected), 22), "exp {power} = {found}");
        }
        assert_eq!(exp(decimal("-1000")), Some(Decimal::ZERO));
        assert_eq!(exp(decimal("1000")), None);
    }

    #[test]
    fn doubling_takes_what_it_takes() {
        let growth = |ratio: &str, years: &str| {
            annual_growth_percent(decimal(ratio), decimal(years))
                .map(|percent| percent.round_dp(12))
        };
        assert_eq!(growth("2", "1"), Some(decimal("100")));
        assert_eq!(growth("4", "2"), Some(decimal("100")));
        assert_eq!(growth("2", "0.5"), Some(decimal("300")));
        assert_eq!(growth("1", "7"), Some(Decimal::ZERO));
        assert_eq!(growth("0.25", "2"), Some(decimal("-50")));
        assert_eq!(growth("1.1", "1"), Some(decimal("10")));
    }

    #[test]
    fn where_growth_has_no_meaning_there_is_none() {
        for (ratio, years) in [
            ("0", "1"),
            ("-1", "1"),
            ("2", "0"),
            ("2", "-1"),
            ("2", "0.0027"),
        ] {
            assert_eq!(
                annual_growth_percent(decimal(ratio), decimal(years)),
                None,
                "{ratio} {years}"
            );
        }
    }

    proptest! {
        #[test]
        fn whole_years_of_growth_lead_back_to_the_ratio(hundredths in 50_i64..=200, years in 1_i64..=30) {
            let factor = Decimal::new(hundredths, 2);
            let mut ratio = Decimal::ONE;
            for _ in 0..years {
                ratio = ratio.checked_mul(factor).unwrap_or_default();
            }
            let percent = annual_growth_percent(ratio, Decimal::from(years));
            let expected = (factor - Decimal::ONE) * Decimal::ONE_HUNDRED;
            prop_assert!(percent.is_some_and(|percent| close(percent, expected, 14)), "{:?}", percent);
        }

        #[test]
        fn nothing_that_columns_hold_panics_or_falls_below_a_total_loss(
            proceeds in 1_i64..=999_999_999_999, invested in 1_i64..=9_999_999_999_999, days in 1_i64..=3_000_000,
        ) {
            let ratio = Decimal::from(proceeds) / Decimal::from(invested);
            let years = Decimal::from(days * 4) / Decimal::from(1461);
            if let Some(percent) = annual_growth_percent(ratio, years) {
                prop_assert!(percent >= -Decimal::ONE_HUNDRED);
                prop_assert!(percent <= Decimal::from(MOST_PERCENT));
            }
        }
    }
}
