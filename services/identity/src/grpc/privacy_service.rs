//! `PrivacyService`.

use lintel_core::{OrganisationId, SessionId};
use lintel_db::Asked;
use lintel_proto::{
    common::v1::ExportPage,
    identity::v1::{
        BeginExportRequest, BeginExportResponse, DeleteAccountRequest, DeleteAccountResponse,
        ReadAccountDataRequest, ReadAccountDataResponse, privacy_service_server::PrivacyService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::secret;
use crate::{
    app::{deletion::Deletion, exports::Exports},
    domain::secrets::Secrets,
};

/// Serves `PrivacyService`.
#[derive(Debug)]
pub struct PrivacyGrpc {
    exports: Exports,
    deletion: Deletion,
    secrets: Secrets,
}

impl PrivacyGrpc {
    /// Serves these use cases.
    pub const fn new(exports: Exports, deletion: Deletion, secrets: Secrets) -> Self {
        Self {
            exports,
            deletion,
            secrets,
        }
    }
}

#[tonic::async_trait]
impl PrivacyService for PrivacyGrpc {
    async fn begin_export(
        &self,
        request: Request<BeginExportRequest>,
    ) -> Result<Response<BeginExportResponse>, Status> {
        let (caller, _, key) = write(request)?;
        let begun = self.exports.begin(&caller, key.as_ref()).await?;
        Ok(Response::new(BeginExportResponse {
            user_id: caller.user.get(),
            organisation_id: begun
                .organisation
                .map(OrganisationId::get)
                .unwrap_or_default(),
            export_token: begun.token,
        }))
    }

    async fn read_account_data(
        &self,
        request: Request<ReadAccountDataRequest>,
    ) -> Result<Response<ReadAccountDataResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = self
            .exports
            .read(&caller, &request.export_token, &request.page_token)
            .await?;
        Ok(Response::new(ReadAccountDataResponse {
            page: Some(ExportPage {
                file_name: page.file.to_owned(),
                rows: page.rows,
                next_page_token: page.next.unwrap_or_default(),
            }),
        }))
    }

    async fn delete_account(
        &self,
        request: Request<DeleteAccountRequest>,
    ) -> Result<Response<DeleteAccountResponse>, Status> {
        let (caller, request, key) = secret::write(&self.secrets, request)?;
        let asked = Asked::new(key, |ended: Vec<SessionId>| {
            Ok(DeleteAccountResponse {
                ended_session_ids: ended.iter().map(ToString::to_string).collect(),
            })
        });
        let password = request.password.into();
        let reply = self
            .deletion
            .delete(&caller, password, &request.code, asked)
            .await?;
        Ok(Response::new(reply))
    }
}
