//! `lintel.portfolio.v1.SnapshotService`.

use lintel_core::{PageRequest, PageToken};
use lintel_proto::portfolio::v1::{
    ListInspectionSnapshotsRequest, ListInspectionSnapshotsResponse, ListPropertySnapshotsRequest,
    ListPropertySnapshotsResponse, snapshot_service_server::SnapshotService,
};
use lintel_runtime::into_status;
use tonic::{Request, Response, Status};

use crate::{app::Snapshots, events};

/// Serves [`Snapshots`] over gRPC.
#[derive(Debug, Clone)]
pub struct SnapshotGrpc {
    snapshots: Snapshots,
}

impl SnapshotGrpc {
    /// Serves `snapshots`.
    #[must_use]
    pub const fn new(snapshots: Snapshots) -> Self {
        Self { snapshots }
    }
}

#[tonic::async_trait]
impl SnapshotService for SnapshotGrpc {
    async fn list_property_snapshots(
        &self,
        request: Request<ListPropertySnapshotsRequest>,
    ) -> Result<Response<ListPropertySnapshotsResponse>, Status> {
        let request = request.into_inner();
        let page =
            PageRequest::parse(request.page_size, &request.page_token).map_err(into_status)?;
        let listed = self.snapshots.list(&page).await.map_err(into_status)?;
        let properties = listed.rows.iter();
        Ok(Response::new(ListPropertySnapshotsResponse {
            properties: properties
                .map(|(organisation, property)| events::property_snapshot(*organisation, property))
                .collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn list_inspection_snapshots(
        &self,
        request: Request<ListInspectionSnapshotsRequest>,
    ) -> Result<Response<ListInspectionSnapshotsResponse>, Status> {
        let request = request.into_inner();
        let page =
            PageRequest::parse(request.page_size, &request.page_token).map_err(into_status)?;
        let listed = self
            .snapshots
            .inspections(&page)
            .await
            .map_err(into_status)?;
        let inspections = listed.rows.iter();
        Ok(Response::new(ListInspectionSnapshotsResponse {
            inspections: inspections
                .map(|(organisation, inspection)| {
                    events::inspection_snapshot(*organisation, inspection)
                })
                .collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }
}
