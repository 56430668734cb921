//! `EmailChangeService`.

use lintel_auth::principal;
use lintel_core::{Error, Principal, RequestKey};
use lintel_proto::identity::v1::{
    ConfirmEmailChangeRequest, ConfirmEmailChangeResponse, RequestEmailChangeRequest,
    RequestEmailChangeResponse, email_change_service_server::EmailChangeService,
};
use lintel_runtime::into_status;
use prost::Message as _;
use tonic::{Request, Response, Status};
use zeroize::Zeroizing;

use super::stranger::request_key;
use crate::{app::email_change::EmailChange, domain::secrets::Secrets};

/// Serves `EmailChangeService`.
#[derive(Debug)]
pub struct EmailChangeGrpc {
    change: EmailChange,
    secrets: Secrets,
}

impl EmailChangeGrpc {
    /// Serves this use case.
    pub const fn new(change: EmailChange, secrets: Secrets) -> Self {
        Self { change, secrets }
    }

    async fn request(
        &self,
        caller: &Principal,
        mut request: RequestEmailChangeRequest,
    ) -> Result<(), Error> {
        let id = std::mem::take(&mut request.request_id);
        let method = "/lintel.identity.v1.EmailChangeService/RequestEmailChange";
        // The request holds a password: its bytes are wiped from memory, and only a keyed hash of them is stored.
        let bytes = Zeroizing::new(request.encode_to_vec());
        let hash = self.secrets.request_hash(&bytes);
        let key = RequestKey::of_caller(caller, method, &id, hash)?;
        let password = request.password.into();
        self.change
            .request(caller, &request.email, password, key.as_ref())
            .await
    }

    async fn confirm(&self, mut request: ConfirmEmailChangeRequest) -> Result<(), Error> {
        let id = std::mem::take(&mut request.request_id);
        let method = "/lintel.identity.v1.EmailChangeService/ConfirmEmailChange";
        let key = request_key(&self.secrets, method, &request.token, &id, &request)?;
        self.change.confirm(&request.token, key.as_ref()).await
    }
}

#[tonic::async_trait]
impl EmailChangeService for EmailChangeGrpc {
    async fn request_email_change(
        &self,
        request: Request<RequestEmailChangeRequest>,
    ) -> Result<Response<RequestEmailChangeResponse>, Status> {
        let caller = principal(&request)?;
        self.request(&caller, request.into_inner())
            .await
            .map_err(into_status)?;
        Ok(Response::new(RequestEmailChangeResponse {}))
    }

    async fn confirm_email_change(
        &self,
        request: Request<ConfirmEmailChangeRequest>,
    ) -> Result<Response<ConfirmEmailChangeResponse>, Status> {
        self.confirm(request.into_inner())
            .await
            .map_err(into_status)?;
        Ok(Response::new(ConfirmEmailChangeResponse {}))
    }
}
