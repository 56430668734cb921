//! `lintel.portfolio.v1.SnapshotService`.

use lintel_core::{PageRequest, PageToken};
use lintel_proto::convert::instant;
use lintel_proto::portfolio::v1::{
    FindInspectionSnapshotRequest, FindInspectionSnapshotResponse, FindPropertySnapshotRequest,
    FindPropertySnapshotResponse, ListInspectionSnapshotsRequest, ListInspectionSnapshotsResponse,
    ListPropertySnapshotsRequest, ListPropertySnapshotsResponse,
    snapshot_service_server::SnapshotService,
};
use tonic::{Request, Response, Status};

use crate::{app::Snapshots, events, store::snapshot::Listed};

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
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let organisation = (request.organisation_id != 0).then(|| request.organisation_id.into());
        let since = request.since_time.as_ref().and_then(instant);
        let wanted = Listed {
            organisation,
            since,
        };
        let listed = self.snapshots.list(wanted, &page).await?;
        let properties = listed.rows.iter();
        Ok(Response::new(ListPropertySnapshotsResponse {
            properties: properties
                .map(|(organisation, property)| events::property_snapshot(*organisation, property))
                .collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn find_property_snapshot(
        &self,
        request: Request<FindPropertySnapshotRequest>,
    ) -> Result<Response<FindPropertySnapshotResponse>, Status> {
        let request = request.into_inner();
        let organisation = request.organisation_id.into();
        let found = self
            .snapshots
            .property(organisation, request.property_id.into())
            .await?;
        let property = found.map(|property| events::property_snapshot(organisation, &property));
        Ok(Response::new(FindPropertySnapshotResponse { property }))
    }

    async fn find_inspection_snapshot(
        &self,
        request: Request<FindInspectionSnapshotRequest>,
    ) -> Result<Response<FindInspectionSnapshotResponse>, Status> {
        let request = request.into_inner();
        let organisation = request.organisation_id.into();
        let found = self
            .snapshots
            .inspection(organisation, request.inspection_id.into())
            .await?;
        let inspection =
            found.map(|inspection| events::inspection_snapshot(organisation, &inspection));
        Ok(Response::new(FindInspectionSnapshotResponse { inspection }))
    }

    async fn list_inspection_snapshots(
        &self,
        request: Request<ListInspectionSnapshotsRequest>,
    ) -> Result<Response<ListInspectionSnapshotsResponse>, Status> {
        let request = request.into_inner();
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let listed = self.snapshots.inspections(&page).await?;
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
