//! Income against rent, as information and never as a score (docs/reference/uk-lettings.md 4.2).

use lintel_core::{Money, MoneyError};

/// A tenant is usually asked for this many monthly rents a year.
const TENANT: i64 = 30;
/// A guarantor is usually asked for this many.
const GUARANTOR: i64 = 36;
const MONTHS: i64 = 12;

/// Income against rent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Affordability {
    /// Twelve monthly incomes.
    pub annual_income: Money,
    /// 30 monthly rents.
    pub needed_income: Money,
    /// Annual income in monthly rents, rounded down to one decimal; none where there is no rent.
    pub income_multiple: Option<String>,
    /// What the guarantor earns a year, once known.
    pub guarantor_income: Option<Money>,
    /// 36 monthly rents.
    pub guarantor_needed_income: Money,
    /// As the income's.
    pub guarantor_multiple: Option<String>,
}

impl Affordability {
    /// Of a monthly income, a monthly rent and, where it is known, the guarantor's annual income.
    ///
    /// # Errors
    /// [`MoneyError`] for amounts that no column holds.
    pub fn of(
        monthly_income: Money,
        monthly_rent: Money,
        guarantor_income: Option<Money>,
    ) -> Result<Self, MoneyError> {
        let annual_income = monthly_income.times(MONTHS)?;
        Ok(Self {
            annual_income,
            needed_income: monthly_rent.times(TENANT)?,
            income_multiple: multiple(annual_income, monthly_rent),
            guarantor_income,
            guarantor_needed_income: monthly_rent.times(GUARANTOR)?,
            guarantor_multiple: guarantor_income.and_then(|income| multiple(income, monthly_rent)),
        })
    }
}

/// How often `rent` is contained in `income`, rounded down to one decimal.
fn multiple(income: Money, rent: Money) -> Option<String> {
    let tenths = i128::from(income.minor())
        .checked_mul(10)?
        .checked_div(i128::from(rent.minor()))?;
    Some(format!("{}.{}", tenths / 10, tenths % 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pounds(pounds: i64) -> Money {
        Money::gbp(pounds * 100)
    }

    #[test]
    fn the_vectors_of_the_domain_reference_hold() -> Result<(), MoneyError> {
        // docs/reference/uk-lettings.md 4.2: rent, annual income, what is needed.
        for (rent, annual, needed, guarantor_needed) in [
            (1200, 36_000, 36_000, 43_200),
            (1200, 35_999, 36_000, 43_200),
            (1200, 43_200, 36_000, 43_200),
            (950, 27_000, 28_500, 34_200),
            (1500, 52_000, 45_000, 54_000),
        ] {
            let told = Affordability::of(Money::ZERO, pounds(rent), Some(pounds(annual)))?;
            assert_eq!(told.needed_income, pounds(needed));
            assert_eq!(told.guarantor_needed_income, pounds(guarantor_needed));
        }
        Ok(())
    }

    #[test]
    fn a_multiple_is_exact_and_rounded_down() -> Result<(), MoneyError> {
        for (income, rent, told) in [
            (Money::gbp(300_000), Money::gbp(120_000), Some("30.0")),
            // 35,999.88 a year: a penny a month short of thirty rents.
            (Money::gbp(299_999), Money::gbp(120_000), Some("29.9")),
            (Money::gbp(1), Money::gbp(9_999_999_999), Some("0.0")),
            (
                Money::gbp(9_999_999_999),
                Money::gbp(1),
                Some("119999999988.0"),
            ),
            (Money::gbp(300_000), Money::ZERO, None),
        ] {
            let found = Affordability::of(income, rent, None)?;
            assert_eq!(found.income_multiple.as_deref(), told);
            assert_eq!(found.guarantor_multiple, None);
        }
        Ok(())
    }
}
