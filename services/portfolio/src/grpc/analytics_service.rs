//! `lintel.portfolio.v1.AnalyticsService`.

use lintel_auth::principal;
use lintel_proto::portfolio::v1::{
    GetDashboardAnalyticsRequest, GetDashboardAnalyticsResponse,
    analytics_service_server::AnalyticsService,
};
use lintel_runtime::into_status;
use tonic::{Request, Response, Status};

use super::reply;
use crate::app::Analytics;

/// The face of [`Analytics`].
#[derive(Debug, Clone)]
pub struct AnalyticsGrpc {
    analytics: Analytics,
}

impl AnalyticsGrpc {
    /// The face of `analytics`.
    #[must_use]
    pub const fn new(analytics: Analytics) -> Self {
        Self { analytics }
    }
}

#[tonic::async_trait]
impl AnalyticsService for AnalyticsGrpc {
    async fn get_dashboard_analytics(
        &self,
        request: Request<GetDashboardAnalyticsRequest>,
    ) -> Result<Response<GetDashboardAnalyticsResponse>, Status> {
        let caller = principal(&request)?;
        let sums = self.analytics.get_dashboard_analytics(&caller).await;
        let analytics = sums.and_then(|dashboard| reply::dashboard(&dashboard));
        Ok(Response::new(GetDashboardAnalyticsResponse {
            analytics: Some(analytics.map_err(into_status)?),
        }))
    }
}
