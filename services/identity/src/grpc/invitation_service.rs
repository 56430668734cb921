//! `InvitationService`.

use lintel_auth::principal;
use lintel_proto::{
    access,
    convert::timestamp,
    identity::v1::{
        AcceptInvitationRequest, AcceptInvitationResponse, CreateInvitationRequest,
        CreateInvitationResponse, Invitation, ListInvitationsRequest, ListInvitationsResponse,
        PreviewInvitationRequest, PreviewInvitationResponse, ResendInvitationRequest,
        ResendInvitationResponse, RevokeInvitationRequest, RevokeInvitationResponse,
        invitation_service_server::InvitationService,
    },
};
use lintel_runtime::write;
use tonic::{Request, Response, Status};

use super::secret::write_of_stranger;
use crate::{
    app::{
        acceptance::{AcceptCommand, Acceptance},
        invitations::Invitations,
    },
    domain::{invitation, secrets::Secrets},
};

/// Serves `InvitationService`.
#[derive(Debug)]
pub struct InvitationGrpc {
    invitations: Invitations,
    acceptance: Acceptance,
    secrets: Secrets,
}

impl InvitationGrpc {
    /// Serves these use cases.
    pub const fn new(invitations: Invitations, acceptance: Acceptance, secrets: Secrets) -> Self {
        Self {
            invitations,
            acceptance,
            secrets,
        }
    }

    fn wire(&self, invitation: invitation::Invitation) -> Invitation {
        Invitation {
            invitation_id: invitation.id,
            expired: self.invitations.has_expired(&invitation),
            grade: access::v1::Grade::from(invitation.grade).into(),
            inviter_name: invitation.inviter.unwrap_or_default(),
            email: invitation.email,
            create_time: Some(timestamp(invitation.created_at)),
            expire_time: Some(timestamp(invitation.expires_at)),
            version: invitation.version,
        }
    }
}

#[tonic::async_trait]
impl InvitationService for InvitationGrpc {
    async fn list_invitations(
        &self,
        request: Request<ListInvitationsRequest>,
    ) -> Result<Response<ListInvitationsResponse>, Status> {
        let caller = principal(&request)?;
        let found = self.invitations.list(&caller).await?;
        Ok(Response::new(ListInvitationsResponse {
            invitations: found.into_iter().map(|one| self.wire(one)).collect(),
        }))
    }

    async fn create_invitation(
        &self,
        request: Request<CreateInvitationRequest>,
    ) -> Result<Response<CreateInvitationResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let grade = request.grade().known();
        let sent = self
            .invitations
            .create(&caller, &request.email, grade, key.as_ref())
            .await?;
        Ok(Response::new(CreateInvitationResponse {
            invitation: Some(self.wire(sent.invitation)),
            email_sent: sent.email_sent,
            token: sent.token,
        }))
    }

    async fn resend_invitation(
        &self,
        request: Request<ResendInvitationRequest>,
    ) -> Result<Response<ResendInvitationResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let sent = self
            .invitations
            .resend(&caller, request.invitation_id, key.as_ref())
            .await?;
        Ok(Response::new(ResendInvitationResponse {
            invitation: Some(self.wire(sent.invitation)),
            email_sent: sent.email_sent,
            token: sent.token,
        }))
    }

    async fn revoke_invitation(
        &self,
        request: Request<RevokeInvitationRequest>,
    ) -> Result<Response<RevokeInvitationResponse>, Status> {
        let (caller, request, key) = write(request)?;
        self.invitations
            .revoke(&caller, request.invitation_id, key.as_ref())
            .await?;
        Ok(Response::new(RevokeInvitationResponse {}))
    }

    async fn preview_invitation(
        &self,
        request: Request<PreviewInvitationRequest>,
    ) -> Result<Response<PreviewInvitationResponse>, Status> {
        let token = request.into_inner().token;
        let preview = self.invitations.preview(&token).await?;
        Ok(Response::new(PreviewInvitationResponse {
            organisation_name: preview.organisation,
            grade: access::v1::Grade::from(preview.invitation.grade).into(),
            inviter_name: preview.invitation.inviter.unwrap_or_default(),
            email: preview.invitation.email,
            account_exists: preview.account_exists,
        }))
    }

    async fn accept_invitation(
        &self,
        mut request: Request<AcceptInvitationRequest>,
    ) -> Result<Response<AcceptInvitationResponse>, Status> {
        // The token is left out, because it may be a newer one when the change is repeated.
        let access_token = std::mem::take(&mut request.get_mut().access_token);
        let (request, key) =
            write_of_stranger(&self.secrets, request.into_inner(), |it| &it.token)?;
        let command = AcceptCommand {
            token: request.token,
            access_token,
            name: request.name,
            password: request.password.into(),
        };
        let organisation = self.acceptance.accept(command, key.as_ref()).await?;
        Ok(Response::new(AcceptInvitationResponse {
            organisation_id: organisation.get(),
        }))
    }
}
