//! `lintel.tenancy.v1.SnapshotService`.

use lintel_core::{PageRequest, PageToken};
use lintel_proto::tenancy::v1::{
    FindLettingSnapshotsRequest, FindLettingSnapshotsResponse, FindTenantSnapshotsRequest,
    FindTenantSnapshotsResponse, ListTenantSnapshotsRequest, ListTenantSnapshotsResponse,
    snapshot_service_server::SnapshotService,
};
use tonic::{Request, Response, Status};

use crate::app::keeping::TenantSnapshots;

/// Serves [`TenantSnapshots`] over gRPC.
#[derive(Debug, Clone)]
pub struct SnapshotGrpc {
    snapshots: TenantSnapshots,
}

impl SnapshotGrpc {
    /// Serves `snapshots`.
    #[must_use]
    pub const fn new(snapshots: TenantSnapshots) -> Self {
        Self { snapshots }
    }
}

#[tonic::async_trait]
impl SnapshotService for SnapshotGrpc {
    async fn list_tenant_snapshots(
        &self,
        request: Request<ListTenantSnapshotsRequest>,
    ) -> Result<Response<ListTenantSnapshotsResponse>, Status> {
        let request = request.into_inner();
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let (tenants, next) = self.snapshots.list(&page).await?;
        Ok(Response::new(ListTenantSnapshotsResponse {
            tenants,
            next_page_token: PageToken::next(next),
        }))
    }

    async fn find_tenant_snapshots(
        &self,
        request: Request<FindTenantSnapshotsRequest>,
    ) -> Result<Response<FindTenantSnapshotsResponse>, Status> {
        let user = request.into_inner().user_id.into();
        let tenants = self.snapshots.of_account(user).await?;
        Ok(Response::new(FindTenantSnapshotsResponse { tenants }))
    }

    async fn find_letting_snapshots(
        &self,
        request: Request<FindLettingSnapshotsRequest>,
    ) -> Result<Response<FindLettingSnapshotsResponse>, Status> {
        let request = request.into_inner();
        let (organisation, property) = (request.organisation_id, request.property_id);
        let (in_force, ended) = self
            .snapshots
            .of_home(organisation.into(), property.into())
            .await?;
        Ok(Response::new(FindLettingSnapshotsResponse {
            in_force,
            ended,
        }))
    }
}
