//! `EmailChangeService`.

use lintel_proto::identity::v1::{
    ConfirmEmailChangeRequest, ConfirmEmailChangeResponse, RequestEmailChangeRequest,
    RequestEmailChangeResponse, email_change_service_server::EmailChangeService,
};
use tonic::{Request, Response, Status};

use super::secret::{write, write_of_stranger};
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
}

#[tonic::async_trait]
impl EmailChangeService for EmailChangeGrpc {
    async fn request_email_change(
        &self,
        request: Request<RequestEmailChangeRequest>,
    ) -> Result<Response<RequestEmailChangeResponse>, Status> {
        let (caller, request, key) = write(&self.secrets, request)?;
        let password = request.password.into();
        self.change
            .request(&caller, &request.email, password, key.as_ref())
            .await?;
        Ok(Response::new(RequestEmailChangeResponse {}))
    }

    async fn confirm_email_change(
        &self,
        request: Request<ConfirmEmailChangeRequest>,
    ) -> Result<Response<ConfirmEmailChangeResponse>, Status> {
        let (request, key) =
            write_of_stranger(&self.secrets, request.into_inner(), |it| &it.token)?;
        self.change.confirm(&request.token, key.as_ref()).await?;
        Ok(Response::new(ConfirmEmailChangeResponse {}))
    }
}
