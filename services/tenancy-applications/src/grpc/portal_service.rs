//! `lintel.tenancy.v1.PortalService`.

use lintel_auth::principal;
use lintel_proto::tenancy::v1::{
    GetPortalRequest, GetPortalResponse, portal_service_server::PortalService,
};
use lintel_runtime::into_status;
use tonic::{Request, Response, Status};

use super::tenant;
use crate::app::Portal;

/// Serves [`Portal`] over gRPC.
#[derive(Debug, Clone)]
pub struct PortalGrpc {
    portal: Portal,
}

impl PortalGrpc {
    /// Serves `portal`.
    #[must_use]
    pub const fn new(portal: Portal) -> Self {
        Self { portal }
    }
}

#[tonic::async_trait]
impl PortalService for PortalGrpc {
    async fn get_portal(
        &self,
        request: Request<GetPortalRequest>,
    ) -> Result<Response<GetPortalResponse>, Status> {
        let caller = principal(&request)?;
        let own = self.portal.get(&caller).await.map_err(into_status)?;
        Ok(Response::new(GetPortalResponse {
            tenant: Some(tenant::tenant(own.tenant)),
            property_type: own.property_type,
            organisation_name: own.organisation_name,
        }))
    }
}
