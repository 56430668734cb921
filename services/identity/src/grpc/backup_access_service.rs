//! `BackupAccessService`.

use lintel_core::{OrganisationId, PageRequest, PageToken};
use lintel_proto::{
    convert::timestamp,
    identity::v1::{
        BeginBackupRequest, BeginBackupResponse, ListOrganisationsToBackUpRequest,
        ListOrganisationsToBackUpResponse, backup_access_service_server::BackupAccessService,
    },
};
use tonic::{Request, Response, Status};

use crate::app::backups::Backups;

/// Serves `BackupAccessService`.
#[derive(Debug)]
pub struct BackupAccessGrpc(Backups);

impl BackupAccessGrpc {
    /// Serves these backups.
    pub const fn new(backups: Backups) -> Self {
        Self(backups)
    }
}

#[tonic::async_trait]
impl BackupAccessService for BackupAccessGrpc {
    async fn list_organisations_to_back_up(
        &self,
        request: Request<ListOrganisationsToBackUpRequest>,
    ) -> Result<Response<ListOrganisationsToBackUpResponse>, Status> {
        let request = request.into_inner();
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let (organisations, next) = self.0.wanted(&page).await?;
        Ok(Response::new(ListOrganisationsToBackUpResponse {
            organisation_ids: organisations.into_iter().map(OrganisationId::get).collect(),
            next_page_token: PageToken::next(next),
        }))
    }

    async fn begin_backup(
        &self,
        request: Request<BeginBackupRequest>,
    ) -> Result<Response<BeginBackupResponse>, Status> {
        let organisation = OrganisationId::new(request.into_inner().organisation_id);
        let tokens = self.0.begin(organisation).await?;
        Ok(Response::new(BeginBackupResponse {
            access_token: tokens.access,
            export_token: tokens.export,
            expire_time: Some(timestamp(tokens.expires_at)),
        }))
    }
}
