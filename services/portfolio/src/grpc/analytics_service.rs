//! `lintel.portfolio.v1.AnalyticsService`.

use lintel_auth::principal;
use lintel_core::Error;
use lintel_proto::portfolio::v1::{
    GetComplianceSummaryRequest, GetComplianceSummaryResponse, GetDashboardAnalyticsRequest,
    GetDashboardAnalyticsResponse, GetPortfolioSeriesRequest, GetPortfolioSeriesResponse,
    analytics_service_server::AnalyticsService,
};
use tonic::{Request, Response, Status};

use super::{inspection, reply};
use crate::{
    app::{Analytics, Inspections},
    domain::MOST_MONTHS,
    error::bad_months,
};

/// A year, unless the caller says otherwise.
const USUAL_MONTHS: u32 = 12;

/// Answers from [`Analytics`] and, for what is urgent, from [`Inspections`].
#[derive(Debug, Clone)]
pub struct AnalyticsGrpc {
    analytics: Analytics,
    inspections: Inspections,
}

impl AnalyticsGrpc {
    /// Answers from `analytics` and `inspections`.
    #[must_use]
    pub const fn new(analytics: Analytics, inspections: Inspections) -> Self {
        Self {
            analytics,
            inspections,
        }
    }
}

#[tonic::async_trait]
impl AnalyticsService for AnalyticsGrpc {
    async fn get_dashboard_analytics(
        &self,
        request: Request<GetDashboardAnalyticsRequest>,
    ) -> Result<Response<GetDashboardAnalyticsResponse>, Status> {
        let caller = principal(&request)?;
        let sums = self.analytics.get_dashboard_analytics(&caller).await?;
        Ok(Response::new(GetDashboardAnalyticsResponse {
            analytics: Some(reply::dashboard(&sums)?),
        }))
    }

    async fn get_portfolio_series(
        &self,
        request: Request<GetPortfolioSeriesRequest>,
    ) -> Result<Response<GetPortfolioSeriesResponse>, Status> {
        let caller = principal(&request)?;
        let months = match u32::try_from(request.get_ref().months) {
            Ok(0) => USUAL_MONTHS,
            Ok(months @ 1..=MOST_MONTHS) => months,
            _ => return Err(bad_months().into()),
        };
        let ends = self.analytics.get_portfolio_series(&caller, months).await?;
        let months: Result<_, Error> = ends.iter().map(reply::month).collect();
        Ok(Response::new(GetPortfolioSeriesResponse {
            months: months?,
        }))
    }

    async fn get_compliance_summary(
        &self,
        request: Request<GetComplianceSummaryRequest>,
    ) -> Result<Response<GetComplianceSummaryResponse>, Status> {
        let caller = principal(&request)?;
        let summary = self.inspections.get_compliance_summary(&caller).await?;
        let today = self.inspections.today();
        Ok(Response::new(GetComplianceSummaryResponse {
            summary: Some(inspection::summary(summary, today)?),
        }))
    }
}
