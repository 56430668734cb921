//! `AccountService`.

use lintel_auth::principal;
use lintel_core::SessionId;
use lintel_db::Asked;
use lintel_proto::identity::v1::{
    BecomeTenantRequest, BecomeTenantResponse, GetCurrentUserRequest, GetCurrentUserResponse,
    ResendVerificationRequest, ResendVerificationResponse, SignUpRequest, SignUpResponse,
    VerifyEmailByCodeRequest, VerifyEmailByCodeResponse, VerifyEmailRequest, VerifyEmailResponse,
    account_service_server::AccountService,
};
use tonic::{Request, Response, Status};

use super::{
    convert,
    secret::{write, write_of_stranger},
};
use crate::{
    app::{
        accounts::{Accounts, SignUpCommand, SignedUp},
        deletion::Deletion,
        mail_requests::MailRequests,
        verification::Verification,
    },
    domain::{secrets::Secrets, token::Purpose},
};

/// Serves `AccountService`.
#[derive(Debug)]
pub struct AccountGrpc {
    accounts: Accounts,
    verification: Verification,
    mails: MailRequests,
    secrets: Secrets,
    deletion: Deletion,
}

impl AccountGrpc {
    /// Serves these use cases.
    pub const fn new(
        accounts: Accounts,
        verification: Verification,
        mails: MailRequests,
        secrets: Secrets,
        deletion: Deletion,
    ) -> Self {
        Self {
            accounts,
            verification,
            mails,
            secrets,
            deletion,
        }
    }
}

#[tonic::async_trait]
impl AccountService for AccountGrpc {
    async fn get_current_user(
        &self,
        request: Request<GetCurrentUserRequest>,
    ) -> Result<Response<GetCurrentUserResponse>, Status> {
        let caller = principal(&request)?;
        let user = self.accounts.current(&caller).await?;
        Ok(Response::new(GetCurrentUserResponse {
            user: Some(convert::user(user)),
        }))
    }

    async fn sign_up(
        &self,
        request: Request<SignUpRequest>,
    ) -> Result<Response<SignUpResponse>, Status> {
        let (request, key) =
            write_of_stranger(&self.secrets, request.into_inner(), |it| &it.email)?;
        let command = SignUpCommand {
            role: request.role().known(),
            name: request.name,
            email: request.email,
            password: request.password.into(),
        };
        let reply = |signed_up: SignedUp| SignUpResponse {
            user: Some(convert::user(signed_up.user)),
            email_sent: signed_up.email_sent,
            verification_code: signed_up.verification_code,
        };
        let reply = self.accounts.sign_up(command, key.as_ref(), reply).await?;
        Ok(Response::new(reply))
    }

    async fn verify_email(
        &self,
        request: Request<VerifyEmailRequest>,
    ) -> Result<Response<VerifyEmailResponse>, Status> {
        let (request, key) =
            write_of_stranger(&self.secrets, request.into_inner(), |it| &it.token)?;
        self.verification
            .by_link(&request.token, key.as_ref())
            .await?;
        Ok(Response::new(VerifyEmailResponse {}))
    }

    async fn verify_email_by_code(
        &self,
        request: Request<VerifyEmailByCodeRequest>,
    ) -> Result<Response<VerifyEmailByCodeResponse>, Status> {
        let (request, key) = write_of_stranger(&self.secrets, request.into_inner(), |it| &it.code)?;
        self.verification
            .by_code(&request.code, key.as_ref())
            .await?;
        Ok(Response::new(VerifyEmailByCodeResponse {}))
    }

    async fn become_tenant(
        &self,
        request: Request<BecomeTenantRequest>,
    ) -> Result<Response<BecomeTenantResponse>, Status> {
        let (caller, request, key) = write(&self.secrets, request)?;
        let asked = Asked::new(key, |ended: Vec<SessionId>| {
            Ok(BecomeTenantResponse {
                ended_session_ids: ended.iter().map(ToString::to_string).collect(),
            })
        });
        let password = request.password.into();
        let reply = self
            .deletion
            .become_tenant(&caller, password, &request.code, asked)
            .await?;
        Ok(Response::new(reply))
    }

    async fn resend_verification(
        &self,
        request: Request<ResendVerificationRequest>,
    ) -> Result<Response<ResendVerificationResponse>, Status> {
        let (request, key) =
            write_of_stranger(&self.secrets, request.into_inner(), |it| &it.email)?;
        self.mails.ask(Purpose::Verification, &request.email, key)?;
        Ok(Response::new(ResendVerificationResponse {}))
    }
}
