//! `lintel.tenancy.v1.InviteService`.

use lintel_core::{Expected, PageRequest, PageToken};
use lintel_proto::tenancy::v1::{
    ContinueDraftRequest, ContinueDraftResponse, CreateInviteRequest, CreateInviteResponse,
    GetDraftRequest, GetDraftResponse, ListInvitesRequest, ListInvitesResponse, MailDraftRequest,
    MailDraftResponse, OpenInviteRequest, OpenInviteResponse, RevokeInviteRequest,
    RevokeInviteResponse, SaveDraftRequest, SaveDraftResponse, SubmitSignupRequest,
    SubmitSignupResponse, invite_service_server::InviteService,
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::{application, invite};
use crate::{
    app::{
        Links,
        applying::{Drafts, Invites, SignupAnswer, Signups},
    },
    domain::applying::InviteDraft,
    grpc::references::reference::device,
};

/// Answers from [`Invites`], [`Drafts`] and [`Signups`].
#[derive(Debug, Clone)]
pub struct InviteGrpc {
    invites: Invites,
    drafts: Drafts,
    signups: Signups,
    links: Links,
}

impl InviteGrpc {
    /// Answers from these use cases.
    #[must_use]
    pub const fn new(invites: Invites, drafts: Drafts, signups: Signups, links: Links) -> Self {
        Self {
            invites,
            drafts,
            signups,
            links,
        }
    }
}

#[tonic::async_trait]
impl InviteService for InviteGrpc {
    async fn list_invites(
        &self,
        request: Request<ListInvitesRequest>,
    ) -> Result<Response<ListInvitesResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let listed = self.invites.list(&caller, &page).await?;
        Ok(Response::new(ListInvitesResponse {
            invites: listed.rows.into_iter().map(invite::invite).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn create_invite(
        &self,
        request: Request<CreateInviteRequest>,
    ) -> Result<Response<CreateInviteResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let draft = InviteDraft {
            property: request.property_id,
            room: request.room_id.map(Into::into),
            recipient_name: request.recipient_name,
            recipient_email: request.recipient_email,
            expires_in_days: request.expires_in_days,
            offer: invite::offer_draft(request.offer.unwrap_or_default()),
        };
        let made = self.invites.create(&caller, &draft, key.as_ref()).await?;
        Ok(Response::new(CreateInviteResponse {
            invite: Some(invite::invite(made.invite)),
            token: made.token.expose().to_string(),
        }))
    }

    async fn revoke_invite(
        &self,
        request: Request<RevokeInviteRequest>,
    ) -> Result<Response<RevokeInviteResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.invite_id.into();
        self.invites.revoke(&caller, id, key.as_ref()).await?;
        Ok(Response::new(RevokeInviteResponse {}))
    }

    async fn open_invite(
        &self,
        request: Request<OpenInviteRequest>,
    ) -> Result<Response<OpenInviteResponse>, Status> {
        let token = request.into_inner().token;
        let opened = self.invites.open(&token).await?;
        Ok(Response::new(invite::opened(opened)))
    }

    async fn get_draft(
        &self,
        request: Request<GetDraftRequest>,
    ) -> Result<Response<GetDraftResponse>, Status> {
        let request = request.into_inner();
        let kept = self
            .drafts
            .get(&request.token, &request.draft_token)
            .await?;
        Ok(Response::new(GetDraftResponse {
            answers: Some(kept.answers),
            step: kept.step,
            version: kept.version,
        }))
    }

    async fn save_draft(
        &self,
        request: Request<SaveDraftRequest>,
    ) -> Result<Response<SaveDraftResponse>, Status> {
        let request = request.into_inner();
        let (answers, expected) = (
            request.answers.unwrap_or_default(),
            Expected::parse(&request.etag),
        );
        let (token, draft) = (&request.token, &request.draft_token);
        let (token, version) = self
            .drafts
            .save(token, draft, &answers, request.step, &expected)
            .await?;
        Ok(Response::new(SaveDraftResponse {
            draft_token: token.expose().to_string(),
            version,
        }))
    }

    async fn continue_draft(
        &self,
        request: Request<ContinueDraftRequest>,
    ) -> Result<Response<ContinueDraftResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let (fresh, kept) = self
            .drafts
            .go_on(&token, &request.mailed_token, key.as_ref())
            .await?;
        Ok(Response::new(ContinueDraftResponse {
            draft_token: fresh.expose().to_string(),
            answers: Some(kept.answers),
            step: kept.step,
            version: kept.version,
        }))
    }

    async fn mail_draft(
        &self,
        request: Request<MailDraftRequest>,
    ) -> Result<Response<MailDraftResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        self.drafts
            .mail(&token, &request.draft_token, key.as_ref())
            .await?;
        Ok(Response::new(MailDraftResponse {}))
    }

    async fn submit_signup(
        &self,
        request: Request<SubmitSignupRequest>,
    ) -> Result<Response<SubmitSignupResponse>, Status> {
        let device = device(request.metadata());
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let form = application::signup(request.answers.unwrap_or_default());
        let submitted = self
            .signups
            .submit(
                &token,
                &request.draft_token,
                form,
                device.as_deref(),
                key.as_ref(),
            )
            .await?;
        let seen = match submitted.answer {
            SignupAnswer::Made(view) => application::application(*view),
            SignupAnswer::Standing(number) => Ok(application::submitted(number)),
        };
        let seen = seen?;
        Ok(Response::new(SubmitSignupResponse {
            application: Some(seen),
            status_token: submitted.token.expose().to_string(),
        }))
    }
}
