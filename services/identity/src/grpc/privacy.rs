//! `PrivacyService`.

use lintel_auth::principal;
use lintel_core::{Error, OrganisationId, Principal, RequestKey, SessionId};
use lintel_db::Asked;
use lintel_proto::{
    common::v1::ExportPage,
    identity::v1::{
        BeginExportRequest, BeginExportResponse, DeleteAccountRequest, DeleteAccountResponse,
        ReadAccountDataRequest, ReadAccountDataResponse, privacy_service_server::PrivacyService,
    },
};
use lintel_runtime::{into_status, request_key};
use prost::Message as _;
use tonic::{Request, Response, Status};
use zeroize::Zeroizing;

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

    async fn delete(
        &self,
        caller: &Principal,
        mut request: DeleteAccountRequest,
    ) -> Result<DeleteAccountResponse, Error> {
        let id = std::mem::take(&mut request.request_id);
        let method = "/lintel.identity.v1.PrivacyService/DeleteAccount";
        // The request holds the password: its bytes are wiped from memory, and only a keyed hash of them is stored.
        let bytes = Zeroizing::new(request.encode_to_vec());
        let hash = self.secrets.request_hash(&bytes);
        let key = RequestKey::of_caller(caller, method, &id, hash)?;
        let asked = Asked::new(key, |ended: Vec<SessionId>| {
            Ok(DeleteAccountResponse {
                ended_session_ids: ended.iter().map(ToString::to_string).collect(),
            })
        });
        let password = request.password.into();
        self.deletion
            .delete(caller, password, &request.code, asked)
            .await
    }
}

#[tonic::async_trait]
impl PrivacyService for PrivacyGrpc {
    async fn begin_export(
        &self,
        request: Request<BeginExportRequest>,
    ) -> Result<Response<BeginExportResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let begun = self.exports.begin(&caller, key.as_ref()).await;
        let begun = begun.map_err(into_status)?;
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
        let caller = principal(&request)?;
        let ReadAccountDataRequest {
            page_token,
            export_token,
        } = request.get_ref();
        let page = self.exports.read(&caller, export_token, page_token).await;
        let page = page.map_err(into_status)?;
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
        let caller = principal(&request)?;
        let deleted = self.delete(&caller, request.into_inner()).await;
        deleted.map(Response::new).map_err(into_status)
    }
}
