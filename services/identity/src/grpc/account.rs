//! `AccountService`.

use lintel_auth::principal;
use lintel_core::{Error, Principal, RequestKey, SessionId};
use lintel_db::Asked;
use lintel_proto::identity::v1::{
    BecomeTenantRequest, BecomeTenantResponse, GetCurrentUserRequest, GetCurrentUserResponse,
    ResendVerificationRequest, ResendVerificationResponse, SignUpRequest, SignUpResponse,
    VerifyEmailByCodeRequest, VerifyEmailByCodeResponse, VerifyEmailRequest, VerifyEmailResponse,
    account_service_server::AccountService,
};
use lintel_runtime::into_status;
use prost::Message as _;
use tonic::{Request, Response, Status};
use zeroize::Zeroizing;

use super::{convert, stranger::request_key};
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

    async fn sign_up_with(&self, mut request: SignUpRequest) -> Result<SignUpResponse, Error> {
        let id = std::mem::take(&mut request.request_id);
        let key = request_key(
            &self.secrets,
            "/lintel.identity.v1.AccountService/SignUp",
            &request.email,
            &id,
            &request,
        )?;
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
        self.accounts.sign_up(command, key.as_ref(), reply).await
    }

    async fn become_tenant_by(
        &self,
        caller: &Principal,
        mut request: BecomeTenantRequest,
    ) -> Result<BecomeTenantResponse, Error> {
        let id = std::mem::take(&mut request.request_id);
        let method = "/lintel.identity.v1.AccountService/BecomeTenant";
        // The request holds the password: its bytes are wiped from memory, and only a keyed hash of them is stored.
        let bytes = Zeroizing::new(request.encode_to_vec());
        let hash = self.secrets.request_hash(&bytes);
        let key = RequestKey::of_caller(caller, method, &id, hash)?;
        let asked = Asked::new(key, |ended: Vec<SessionId>| {
            Ok(BecomeTenantResponse {
                ended_session_ids: ended.iter().map(ToString::to_string).collect(),
            })
        });
        let password = request.password.into();
        self.deletion
            .become_tenant(caller, password, &request.code, asked)
            .await
    }

    async fn verify_by_link(&self, mut request: VerifyEmailRequest) -> Result<(), Error> {
        let id = std::mem::take(&mut request.request_id);
        let method = "/lintel.identity.v1.AccountService/VerifyEmail";
        let key = request_key(&self.secrets, method, &request.token, &id, &request)?;
        self.verification
            .by_link(&request.token, key.as_ref())
            .await
    }

    async fn verify_by_code(&self, mut request: VerifyEmailByCodeRequest) -> Result<(), Error> {
        let id = std::mem::take(&mut request.request_id);
        let method = "/lintel.identity.v1.AccountService/VerifyEmailByCode";
        let key = request_key(&self.secrets, method, &request.code, &id, &request)?;
        self.verification.by_code(&request.code, key.as_ref()).await
    }

    fn send_again(&self, mut request: ResendVerificationRequest) -> Result<(), Error> {
        let id = std::mem::take(&mut request.request_id);
        let method = "/lintel.identity.v1.AccountService/ResendVerification";
        let key = request_key(&self.secrets, method, &request.email, &id, &request)?;
        self.mails.ask(Purpose::Verification, &request.email, key)
    }
}

#[tonic::async_trait]
impl AccountService for AccountGrpc {
    async fn get_current_user(
        &self,
        request: Request<GetCurrentUserRequest>,
    ) -> Result<Response<GetCurrentUserResponse>, Status> {
        let caller = principal(&request)?;
        let user = self.accounts.current(&caller).await.map_err(into_status)?;
        Ok(Response::new(GetCurrentUserResponse {
            user: Some(convert::user(user)),
        }))
    }

    async fn sign_up(
        &self,
        request: Request<SignUpRequest>,
    ) -> Result<Response<SignUpResponse>, Status> {
        self.sign_up_with(request.into_inner())
            .await
            .map(Response::new)
            .map_err(into_status)
    }

    async fn verify_email(
        &self,
        request: Request<VerifyEmailRequest>,
    ) -> Result<Response<VerifyEmailResponse>, Status> {
        self.verify_by_link(request.into_inner())
            .await
            .map_err(into_status)?;
        Ok(Response::new(VerifyEmailResponse {}))
    }

    async fn verify_email_by_code(
        &self,
        request: Request<VerifyEmailByCodeRequest>,
    ) -> Result<Response<VerifyEmailByCodeResponse>, Status> {
        self.verify_by_code(request.into_inner())
            .await
            .map_err(into_status)?;
        Ok(Response::new(VerifyEmailByCodeResponse {}))
    }

    async fn become_tenant(
        &self,
        request: Request<BecomeTenantRequest>,
    ) -> Result<Response<BecomeTenantResponse>, Status> {
        let caller = principal(&request)?;
        self.become_tenant_by(&caller, request.into_inner())
            .await
            .map(Response::new)
            .map_err(into_status)
    }

    async fn resend_verification(
        &self,
        request: Request<ResendVerificationRequest>,
    ) -> Result<Response<ResendVerificationResponse>, Status> {
        self.send_again(request.into_inner()).map_err(into_status)?;
        Ok(Response::new(ResendVerificationResponse {}))
    }
}
