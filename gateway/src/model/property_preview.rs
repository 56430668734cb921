//! What a property that is being typed would earn.

use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{Decimal, money, required};
use crate::problem::Problem;

/// Figures of a form; what is not filled in counts as nothing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PropertyPreview {
    /// Rent minus costs per month, rounded to the penny.
    #[schema(example = "609.83")]
    pub monthly_profit: String,
    /// Twelve times monthlyProfit.
    #[schema(example = "7317.96")]
    pub annual_profit: String,
    /// Rent less monthlyProfit.
    #[schema(example = "640.17")]
    pub monthly_costs: String,
    /// A year's rent in percent of the purchase price, two decimals; null where there is no purchase price.
    #[schema(required, value_type = Option<f64>, example = 8.21)]
    pub annual_yield: Option<Decimal>,
}

impl TryFrom<portfolio::PropertyFigures> for PropertyPreview {
    type Error = Problem;

    fn try_from(figures: portfolio::PropertyFigures) -> Result<Self, Problem> {
        Ok(Self {
            monthly_profit: required(money(figures.monthly_profit)?, "monthly_profit")?,
            annual_profit: required(money(figures.annual_profit)?, "annual_profit")?,
            monthly_costs: required(money(figures.monthly_costs)?, "monthly_costs")?,
            annual_yield: Decimal::read(&figures.annual_yield_percent)?,
        })
    }
}
