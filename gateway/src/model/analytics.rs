//! The dashboard's figures.

use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{Decimal, money, required};
use crate::problem::Problem;

/// Sums over all properties of the organisation (3-decisions section 3).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardAnalytics {
    /// The sum of every property's monthly profit, each rounded to the penny.
    #[schema(example = "4210.55")]
    pub monthly_net_profit: String,
    /// The sum of the monthly rents.
    #[schema(example = "9850.00")]
    pub monthly_income: String,
    /// The sum of the current values.
    #[schema(example = "2350000.00")]
    pub total_value: String,
    /// The sum of the purchase prices.
    #[schema(example = "1980000.00")]
    pub total_purchase_price: String,
    /// How many properties there are.
    #[schema(example = 12)]
    pub active_properties: i32,
    /// How many of them are Occupied or Partially Occupied.
    #[schema(example = 10)]
    pub occupied_properties: i32,
    /// Occupied properties in percent of all, one decimal.
    #[schema(value_type = f64, example = 83.3)]
    pub occupancy_rate: Decimal,
    /// Units that can be let: a room of a shared house, or any other property as a whole.
    #[schema(example = 18)]
    pub lettable_units: i32,
    /// How many of those are occupied.
    #[schema(example = 15)]
    pub occupied_units: i32,
    /// The rents of the occupied units.
    #[schema(example = "8900.00")]
    pub let_income: String,
    /// The number of properties whose costs are known: running costs, a mortgage's payment or a premium that are more than nothing.
    #[schema(example = 11)]
    pub costed_properties: i32,
}

impl TryFrom<portfolio::DashboardAnalytics> for DashboardAnalytics {
    type Error = Problem;

    fn try_from(figures: portfolio::DashboardAnalytics) -> Result<Self, Problem> {
        let sum = |amount, name| required(money(amount)?, name);
        Ok(Self {
            monthly_net_profit: sum(figures.monthly_net_profit, "monthly_net_profit")?,
            monthly_income: sum(figures.monthly_income, "monthly_income")?,
            total_value: sum(figures.total_value, "total_value")?,
            total_purchase_price: sum(figures.total_purchase_price, "total_purchase_price")?,
            active_properties: figures.active_properties,
            occupied_properties: figures.occupied_properties,
            occupancy_rate: required(
                Decimal::read(&figures.occupancy_rate_percent)?,
                "occupancy_rate_percent",
            )?,
            lettable_units: figures.lettable_units,
            occupied_units: figures.occupied_units,
            let_income: sum(figures.let_income, "let_income")?,
            costed_properties: figures.costed_properties,
        })
    }
}
