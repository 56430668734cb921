//! `SnapshotService`.

use lintel_core::{PageRequest, PageToken};
use lintel_proto::identity::v1::{
    FindAccountSnapshotRequest, FindAccountSnapshotResponse, FindOrganisationSnapshotRequest,
    FindOrganisationSnapshotResponse, ListAccountSnapshotsRequest, ListAccountSnapshotsResponse,
    ListOrganisationSnapshotsRequest, ListOrganisationSnapshotsResponse,
    snapshot_service_server::SnapshotService,
};
use tonic::{Request, Response, Status};

use crate::app::snapshots::Snapshots;

/// Serves `SnapshotService`.
#[derive(Debug)]
pub struct SnapshotGrpc(Snapshots);

impl SnapshotGrpc {
    /// Serves these snapshots.
    pub const fn new(snapshots: Snapshots) -> Self {
        Self(snapshots)
    }
}

#[tonic::async_trait]
impl SnapshotService for SnapshotGrpc {
    async fn list_account_snapshots(
        &self,
        request: Request<ListAccountSnapshotsRequest>,
    ) -> Result<Response<ListAccountSnapshotsResponse>, Status> {
        let request = request.into_inner();
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let (accounts, next) = self.0.list_accounts(&page).await?;
        Ok(Response::new(ListAccountSnapshotsResponse {
            accounts,
            next_page_token: PageToken::next(next),
        }))
    }

    async fn list_organisation_snapshots(
        &self,
        request: Request<ListOrganisationSnapshotsRequest>,
    ) -> Result<Response<ListOrganisationSnapshotsResponse>, Status> {
        let request = request.into_inner();
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let (organisations, next) = self.0.list_organisations(&page).await?;
        Ok(Response::new(ListOrganisationSnapshotsResponse {
            organisations,
            next_page_token: PageToken::next(next),
        }))
    }

    async fn find_account_snapshot(
        &self,
        request: Request<FindAccountSnapshotRequest>,
    ) -> Result<Response<FindAccountSnapshotResponse>, Status> {
        let user = request.into_inner().user_id.into();
        let account = self.0.find_account(user).await?;
        Ok(Response::new(FindAccountSnapshotResponse { account }))
    }

    async fn find_organisation_snapshot(
        &self,
        request: Request<FindOrganisationSnapshotRequest>,
    ) -> Result<Response<FindOrganisationSnapshotResponse>, Status> {
        let organisation = request.into_inner().organisation_id.into();
        let organisation = self.0.find_organisation(organisation).await?;
        Ok(Response::new(FindOrganisationSnapshotResponse {
            organisation,
        }))
    }
}
