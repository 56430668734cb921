//! `PasswordService`.

use lintel_core::SessionId;
use lintel_db::Asked;
use lintel_proto::identity::v1::{
    ChangePasswordRequest, ChangePasswordResponse, RequestPasswordResetRequest,
    RequestPasswordResetResponse, ResetPasswordRequest, ResetPasswordResponse,
    password_service_server::PasswordService,
};
use tonic::{Request, Response, Status};

use super::secret::{write, write_of_stranger};
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
}

#[tonic::async_trait]
impl PasswordService for PasswordGrpc {
    async fn request_password_reset(
        &self,
        request: Request<RequestPasswordResetRequest>,
    ) -> Result<Response<RequestPasswordResetResponse>, Status> {
        let (request, key) =
            write_of_stranger(&self.secrets, request.into_inner(), |it| &it.email)?;
        self.mails
            .ask(Purpose::PasswordReset, &request.email, key)?;
        Ok(Response::new(RequestPasswordResetResponse {}))
    }

    async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> Result<Response<ChangePasswordResponse>, Status> {
        let (caller, request, key) = write(&self.secrets, request)?;
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
        let reply = self.change.change(&caller, command, asked).await?;
        Ok(Response::new(reply))
    }

    async fn reset_password(
        &self,
        mut request: Request<ResetPasswordRequest>,
    ) -> Result<Response<ResetPasswordResponse>, Status> {
        // A repeat may come from another device.
        let device = LinkToken::parse(&std::mem::take(&mut request.get_mut().device_token));
        let (request, key) =
            write_of_stranger(&self.secrets, request.into_inner(), |it| &it.token)?;
        let password = request.new_password.into();
        self.passwords
            .reset(&request.token, password, device, key.as_ref())
            .await?;
        Ok(Response::new(ResetPasswordResponse {}))
    }
}
