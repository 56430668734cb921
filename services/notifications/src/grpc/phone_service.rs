//! `lintel.notifications.v1.PhoneService`.

use lintel_auth::principal;
use lintel_proto::notifications::v1::{
    GetPhoneRequest, GetPhoneResponse, SendPhoneCodeRequest, SendPhoneCodeResponse,
    VerifyPhoneRequest, VerifyPhoneResponse, phone_service_server::PhoneService,
};
use lintel_runtime::read;
use tonic::{Request, Response, Status};

use crate::app::Phones;

/// Serves [`Phones`] over gRPC.
#[derive(Debug, Clone)]
pub struct PhoneGrpc {
    phones: Phones,
}

impl PhoneGrpc {
    /// Serves `phones`.
    #[must_use]
    pub const fn new(phones: Phones) -> Self {
        Self { phones }
    }
}

#[tonic::async_trait]
impl PhoneService for PhoneGrpc {
    async fn get_phone(
        &self,
        request: Request<GetPhoneRequest>,
    ) -> Result<Response<GetPhoneResponse>, Status> {
        let phone = self.phones.get(&principal(&request)?).await?;
        Ok(Response::new(GetPhoneResponse {
            ends_with: phone.ends_with,
            is_verified: phone.is_verified,
        }))
    }

    async fn send_phone_code(
        &self,
        request: Request<SendPhoneCodeRequest>,
    ) -> Result<Response<SendPhoneCodeResponse>, Status> {
        let ends_with = self.phones.send_code(&principal(&request)?).await?;
        Ok(Response::new(SendPhoneCodeResponse { ends_with }))
    }

    async fn verify_phone(
        &self,
        request: Request<VerifyPhoneRequest>,
    ) -> Result<Response<VerifyPhoneResponse>, Status> {
        let (caller, request) = read(request)?;
        let code = request.code;
        self.phones.verify(&caller, &code).await?;
        Ok(Response::new(VerifyPhoneResponse {}))
    }
}
