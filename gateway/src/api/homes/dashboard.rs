//! The dashboard's figures.

use axum::Json;
use lintel_proto::portfolio::{v1 as portfolio, v1::GetPortfolioSeriesRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        convert::{Decimal, money, required},
        input::{Months, Query, fields},
        openapi::{BadQuery, Refusals, SignedIn},
        problem::Problem,
        reply::rows,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(series))
}

fields! {
    /// The span that a call covers.
    MonthsParam for GetPortfolioSeriesRequest {
        /// Months wanted, the current one among them; 12 unless said.
        months: Option<Months> { minimum: 1, maximum: 120 },
    }
}

/// The portfolio month by month, the oldest first
///
/// Each month is shown as it ended, the current one as it stands. Months before the first property are left out.
#[utoipa::path(
    get, path = "/api/dashboard/series", tag = "Dashboard",
    operation_id = "getPortfolioSeries", params(MonthsParam),
    responses(
        (status = 200, description = "The months", body = [PortfolioMonth]),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn series(
    call: Call<GetPortfolioSeriesRequest>,
    query: Query<MonthsParam>,
) -> Result<Json<Vec<PortfolioMonth>>, Problem> {
    let reply = call.send(query.message).await?;
    Ok(Json(rows(reply.months)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::input::asked;

    #[test]
    fn months_are_one_number_up_to_ten_years() {
        let read = |query: &str| asked::<MonthsParam>(query).map(|request| request.months);
        assert_eq!(read(""), Ok(0));
        assert_eq!(read("months=120"), Ok(120));
        for bad in ["0", "121", "-1", "x", "", "1&months=1"] {
            let refused = read(&format!("months={bad}"));
            assert_eq!(refused, Err(vec!["months".to_owned()]), "{bad}");
        }
    }
}

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
    /// The number of properties.
    #[schema(example = 12)]
    pub properties: i32,
    /// The number of them that were Occupied or Partially Occupied.
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
