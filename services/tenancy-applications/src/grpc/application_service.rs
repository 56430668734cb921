//! `lintel.tenancy.v1.ApplicationService`.

use lintel_auth::principal;
use lintel_core::{Error, Expected, PageRequest, PageToken, PropertyId, RoomId};
use lintel_proto::{
    read::masked,
    tenancy::v1::{
        CreateApplicationRequest, CreateApplicationResponse, EraseApplicationRequest,
        EraseApplicationResponse, GetApplicationRequest, GetApplicationResponse,
        GetApplicationSummaryRequest, GetApplicationSummaryResponse, ListApplicationsRequest,
        ListApplicationsResponse, ListOpenHomesRequest, ListOpenHomesResponse, NameRefereeRequest,
        NameRefereeResponse, RemindRefereeRequest, RemindRefereeResponse, SendReferenceRequest,
        SendReferenceResponse, SendStatusLinkRequest, SendStatusLinkResponse,
        UpdateApplicationRequest, UpdateApplicationResponse, WithdrawApplicationRequest,
        WithdrawApplicationResponse, application_service_server::ApplicationService,
    },
};
use lintel_runtime::{into_status, request_key};
use tonic::{Request, Response, Status};

use super::{application, invite, reference::device};
use crate::{
    app::{Applications, AskedDecision, Deciding, Erasure, OwnApplications, References},
    domain::{ApplicationField, RefereeDraft},
    wire,
};

/// Answers from [`Applications`], [`OwnApplications`], [`Deciding`], [`References`] and [`Erasure`].
#[derive(Debug, Clone)]
pub struct ApplicationGrpc {
    applications: Applications,
    own: OwnApplications,
    deciding: Deciding,
    references: References,
    erasure: Erasure,
}

impl ApplicationGrpc {
    /// Answers from these use cases.
    #[must_use]
    pub const fn new(
        applications: Applications,
        own: OwnApplications,
        deciding: Deciding,
        references: References,
        erasure: Erasure,
    ) -> Self {
        Self {
            applications,
            own,
            deciding,
            references,
            erasure,
        }
    }
}

#[tonic::async_trait]
impl ApplicationService for ApplicationGrpc {
    async fn get_application(
        &self,
        request: Request<GetApplicationRequest>,
    ) -> Result<Response<GetApplicationResponse>, Status> {
        let caller = principal(&request)?;
        let id = request.into_inner().application_id.into();
        let found = self.applications.get(&caller, id).await;
        let found = found.and_then(application::application);
        Ok(Response::new(GetApplicationResponse {
            application: Some(found.map_err(into_status)?),
        }))
    }

    async fn list_applications(
        &self,
        request: Request<ListApplicationsRequest>,
    ) -> Result<Response<ListApplicationsResponse>, Status> {
        let caller = principal(&request)?;
        let request = request.into_inner();
        let page =
            PageRequest::parse(request.page_size, &request.page_token).map_err(into_status)?;
        let (filter, sort) = application::listing(&request).map_err(into_status)?;
        let listed = self.applications.list(&caller, &filter, sort, &page).await;
        let listed = listed.map_err(into_status)?;
        let rows = listed.rows.into_iter().map(application::application);
        let rows: Result<_, Error> = rows.collect();
        Ok(Response::new(ListApplicationsResponse {
            applications: rows.map_err(into_status)?,
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn get_application_summary(
        &self,
        request: Request<GetApplicationSummaryRequest>,
    ) -> Result<Response<GetApplicationSummaryResponse>, Status> {
        let caller = principal(&request)?;
        let counts = self.applications.summary(&caller).await;
        let counts = counts.map_err(into_status)?;
        Ok(Response::new(application::summary(&counts)))
    }

    async fn create_application(
        &self,
        request: Request<CreateApplicationRequest>,
    ) -> Result<Response<CreateApplicationResponse>, Status> {
        let caller = principal(&request)?;
        let device = device(request.metadata());
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let form = application::simple(request.application.unwrap_or_default());
        let made = self
            .own
            .create(&caller, form, device.as_deref(), key.as_ref())
            .await;
        let made = made.and_then(application::application);
        Ok(Response::new(CreateApplicationResponse {
            application: Some(made.map_err(into_status)?),
        }))
    }

    async fn list_open_homes(
        &self,
        request: Request<ListOpenHomesRequest>,
    ) -> Result<Response<ListOpenHomesResponse>, Status> {
        let caller = principal(&request)?;
        let open = self.own.open_homes(&caller).await.map_err(into_status)?;
        let (property, room) = open.invited.unzip();
        Ok(Response::new(ListOpenHomesResponse {
            homes: open.homes.into_iter().map(invite::open_home).collect(),
            invited_property_id: property.map_or(0, PropertyId::get),
            invited_room_id: room.flatten().map(RoomId::get),
        }))
    }

    async fn update_application(
        &self,
        request: Request<UpdateApplicationRequest>,
    ) -> Result<Response<UpdateApplicationResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let given = request.application.unwrap_or_default();
        let id = given.application_id.into();
        let joint = request.joint_with_application_id;
        let decision = AskedDecision {
            fields: masked(request.update_mask, ApplicationField::parse),
            decision: application::decision(given),
            joint_with: (joint != 0).then(|| joint.into()),
            expected: Expected::parse(&request.etag),
        };
        let changed = self
            .deciding
            .update(&caller, id, decision, key.as_ref())
            .await;
        let changed = changed.and_then(application::application);
        Ok(Response::new(UpdateApplicationResponse {
            application: Some(changed.map_err(into_status)?),
        }))
    }

    async fn withdraw_application(
        &self,
        request: Request<WithdrawApplicationRequest>,
    ) -> Result<Response<WithdrawApplicationResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let id = request.application_id.into();
        let withdrawn = self.own.withdraw(&caller, id, key.as_ref()).await;
        let withdrawn = withdrawn.and_then(application::application);
        Ok(Response::new(WithdrawApplicationResponse {
            application: Some(withdrawn.map_err(into_status)?),
        }))
    }

    async fn name_referee(
        &self,
        request: Request<NameRefereeRequest>,
    ) -> Result<Response<NameRefereeResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let id = request.application_id.into();
        let kind = wire::reference_kind(request.kind());
        let draft = RefereeDraft {
            name: request.display_name,
            email: request.email,
            phone: request.phone,
            relationship: request.relationship,
        };
        let references = &self.references;
        let named = references
            .name(&caller, id, (kind, &draft), key.as_ref())
            .await;
        let named = named.and_then(application::application);
        Ok(Response::new(NameRefereeResponse {
            application: Some(named.map_err(into_status)?),
        }))
    }

    async fn remind_referee(
        &self,
        request: Request<RemindRefereeRequest>,
    ) -> Result<Response<RemindRefereeResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let id = request.application_id.into();
        let kind = wire::reference_kind(request.kind());
        let reminded = self.references.remind(&caller, id, kind, key.as_ref());
        let reminded = reminded.await.and_then(application::application);
        Ok(Response::new(RemindRefereeResponse {
            application: Some(reminded.map_err(into_status)?),
        }))
    }

    async fn send_status_link(
        &self,
        request: Request<SendStatusLinkRequest>,
    ) -> Result<Response<SendStatusLinkResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let id = request.application_id.into();
        let sent = self.own.send_link(&caller, id, key.as_ref()).await;
        sent.map_err(into_status)?;
        Ok(Response::new(SendStatusLinkResponse {}))
    }

    async fn send_reference(
        &self,
        request: Request<SendReferenceRequest>,
    ) -> Result<Response<SendReferenceResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let id = request.application_id.into();
        let kind = wire::reference_kind(request.kind());
        let sent = self.references.send(&caller, id, kind, key.as_ref()).await;
        let sent = sent.and_then(application::application);
        Ok(Response::new(SendReferenceResponse {
            application: Some(sent.map_err(into_status)?),
        }))
    }

    async fn erase_application(
        &self,
        request: Request<EraseApplicationRequest>,
    ) -> Result<Response<EraseApplicationResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let id = request.application_id.into();
        let erased = self.erasure.erase(&caller, id, key.as_ref()).await;
        erased.map_err(into_status)?;
        Ok(Response::new(EraseApplicationResponse {}))
    }
}
