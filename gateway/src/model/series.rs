//! The portfolio over time.

use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{Decimal, money, required};
use crate::problem::Problem;

/// The portfolio at the end of a month in London.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortfolioMonth {
    /// The month.
    #[schema(example = "2026-11")]
    pub month: String,
    /// The sum of the monthly rents.
    #[schema(example = "9850.00")]
    pub income: String,
    /// The sum of what the properties cost per month.
    #[schema(example = "5639.45")]
    pub costs: String,
    /// Income less costs.
    #[schema(example = "4210.55")]
    pub profit: String,
    /// The sum of the current values.
    #[schema(example = "2350000.00")]
    pub total_value: String,
    /// How many properties there were.
    #[schema(example = 12)]
    pub properties: i32,
    /// How many of them were Occupied or Partially Occupied.
    #[schema(example = 10)]
    pub occupied_properties: i32,
    /// Occupied properties in percent of all, one decimal.
    #[schema(value_type = f64, example = 83.3)]
    pub occupancy_rate: Decimal,
}

impl TryFrom<portfolio::PortfolioMonth> for PortfolioMonth {
    type Error = Problem;

    fn try_from(month: portfolio::PortfolioMonth) -> Result<Self, Problem> {
        let rate = Decimal::read(&month.occupancy_rate_percent)?;
        Ok(Self {
            month: format!("{:04}-{:02}", month.year, month.month),
            income: required(money(month.monthly_income)?, "monthly_income")?,
            costs: required(money(month.monthly_costs)?, "monthly_costs")?,
            profit: required(money(month.monthly_net_profit)?, "monthly_net_profit")?,
            total_value: required(money(month.total_value)?, "total_value")?,
            properties: month.active_properties,
            occupied_properties: month.occupied_properties,
            occupancy_rate: required(rate, "occupancy_rate_percent")?,
        })
    }
}
