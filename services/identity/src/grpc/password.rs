//! `PasswordService`.

use lintel_auth::principal;
use lintel_core::{Error, Principal, RequestKey, SessionId};
use lintel_db::Asked;
use lintel_proto::identity::v1::{
    ChangePasswordRequest, ChangePasswordResponse, RequestPasswordResetRequest,
    RequestPasswordResetResponse, ResetPasswordRequest, ResetPasswordResponse,
    password_service_server::PasswordService,
};
use lintel_runtime::into_status;
use prost::Message as _;
use tonic::{Request, Response, Status};
use zeroize::Zeroizing;

use super::stranger::request_key;
use crate::{
    app::{
        mail_requests::MailRequests,
        password_change::{PasswordChange, PasswordChangeCommand},
        passwords::Passwords,
    },
    domain::{
        secrets::Secrets,
        token::{LinkToken, Purpose},
    },
};

/// Serves `PasswordService`.
#[derive(Debug)]
pub struct PasswordGrpc {
    passwords: Passwords,
    change: PasswordChange,
    mails: MailRequests,
    secrets: Secrets,
}

impl PasswordGrpc {
    /// Serves these use cases.
    pub const fn new(
        passwords: Passwords,
        change: PasswordChange,
        mails: MailRequests,
        secrets: Secrets,
    ) -> Self {
        Self {
            passwords,
            change,
            mails,
            secrets,
        }
    }

    fn send_link(&self, mut request: RequestPasswordResetRequest) -> Result<(), Error> {
        let id = std::mem::take(&mut request.request_id);
        let method = "/lintel.identity.v1.PasswordService/RequestPasswordReset";
        let key = request_key(&self.secrets, method, &request.email, &id, &request)?;
        self.mails.ask(Purpose::PasswordReset, &request.email, key)
    }

    async fn reset(&self, mut request: ResetPasswordRequest) -> Result<(), Error> {
        let id = std::mem::take(&mut request.request_id);
        // A repeat may come from another device.
        let device = LinkToken::parse(&std::mem::take(&mut request.device_token));
        let method = "/lintel.identity.v1.PasswordService/ResetPassword";
        let key = request_key(&self.secrets, method, &request.token, &id, &request)?;
        let password = request.new_password.into();
        self.passwords
            .reset(&request.token, password, device, key.as_ref())
            .await
    }

    async fn change(
        &self,
        caller: &Principal,
        mut request: ChangePasswordRequest,
    ) -> Result<ChangePasswordResponse, Error> {
        let id = std::mem::take(&mut request.request_id);
        let method = "/lintel.identity.v1.PasswordService/ChangePassword";
        // The request holds passwords: its bytes are wiped from memory, and only a keyed hash of them is stored.
        let bytes = Zeroizing::new(request.encode_to_vec());
        let hash = self.secrets.request_hash(&bytes);
        let key = RequestKey::of_caller(caller, method, &id, hash)?;
        let command = PasswordChangeCommand {
            current: request.current_password.into(),
            new: request.new_password.into(),
            confirmation: request.confirm_password.into(),
        };
        let asked = Asked::new(key, |ended: Vec<SessionId>| {
            Ok(ChangePasswordResponse {
                ended_session_ids: ended.iter().map(ToString::to_string).collect(),
            })
        });
        self.change.change(caller, command, asked).await
    }
}

#[tonic::async_trait]
impl PasswordService for PasswordGrpc {
    async fn request_password_reset(
        &self,
        request: Request<RequestPasswordResetRequest>,
    ) -> Result<Response<RequestPasswordResetResponse>, Status> {
        self.send_link(request.into_inner()).map_err(into_status)?;
        Ok(Response::new(RequestPasswordResetResponse {}))
    }

    async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> Result<Response<ChangePasswordResponse>, Status> {
        let caller = principal(&request)?;
        let changed = self.change(&caller, request.into_inner()).await;
        changed.map(Response::new).map_err(into_status)
    }

    async fn reset_password(
        &self,
        request: Request<ResetPasswordRequest>,
    ) -> Result<Response<ResetPasswordResponse>, Status> {
        self.reset(request.into_inner())
            .await
            .map_err(into_status)?;
        Ok(Response::new(ResetPasswordResponse {}))
    }
}
