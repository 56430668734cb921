//! The dashboard's figures.

use axum::Json;
use lintel_proto::portfolio::v1::GetPortfolioSeriesRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::rows;
use crate::{
    Gateway,
    call::Call,
    input::{Months, Query, fields},
    model::series::PortfolioMonth,
    openapi::{BadQuery, Refusals, SignedIn},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(series))
}

fields! {
    /// How far back a call looks.
    MonthsParam for GetPortfolioSeriesRequest {
        /// Months wanted, the current one among them; 12 unless said.
        months: Option<Months> { minimum: 1, maximum: 120 },
    }
}

/// The portfolio month by month, the oldest first
///
/// Each month as it ended, the current one as it stands. Months before the first property are left out.
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
    use crate::input::asked;

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
