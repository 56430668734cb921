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
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::{application, invite};
use crate::{
    app::{
        applying::{Applications, AskedDecision, Deciding, Erasure, OwnApplications},
        references::References,
    },
    contract::words,
    domain::{applying::ApplicationField, references::RefereeDraft},
    grpc::references::reference::device,
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
        let (caller, request) = read(request)?;
        let id = request.application_id.into();
        let found = self.applications.get(&caller, id).await?;
        Ok(Response::new(GetApplicationResponse {
            application: Some(application::application(found)?),
        }))
    }

    async fn list_applications(
        &self,
        request: Request<ListApplicationsRequest>,
    ) -> Result<Response<ListApplicationsResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let (filter, sort) = application::listing(&request)?;
        let listed = self
            .applications
            .list(&caller, &filter, sort, &page)
            .await?;
        let rows = listed.rows.into_iter().map(application::application);
        let rows: Result<_, Error> = rows.collect();
        Ok(Response::new(ListApplicationsResponse {
            applications: rows?,
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn get_application_summary(
        &self,
        request: Request<GetApplicationSummaryRequest>,
    ) -> Result<Response<GetApplicationSummaryResponse>, Status> {
        let caller = principal(&request)?;
        let counts = self.applications.summary(&caller).await?;
        Ok(Response::new(application::summary(&counts)))
    }

    async fn create_application(
        &self,
        request: Request<CreateApplicationRequest>,
    ) -> Result<Response<CreateApplicationResponse>, Status> {
        let device = device(request.metadata());
        let (caller, request, key) = write(request)?;
        let form = application::simple(request.application.unwrap_or_default());
        let made = self
            .own
            .create(&caller, form, device.as_deref(), key.as_ref())
            .await?;
        Ok(Response::new(CreateApplicationResponse {
            application: Some(application::application(made)?),
        }))
    }

    async fn list_open_homes(
        &self,
        request: Request<ListOpenHomesRequest>,
    ) -> Result<Response<ListOpenHomesResponse>, Status> {
        let caller = principal(&request)?;
        let open = self.own.open_homes(&caller).await?;
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
        let (caller, request, key) = write(request)?;
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
            .await?;
        Ok(Response::new(UpdateApplicationResponse {
            application: Some(application::application(changed)?),
        }))
    }

    async fn withdraw_application(
        &self,
        request: Request<WithdrawApplicationRequest>,
    ) -> Result<Response<WithdrawApplicationResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.application_id.into();
        let withdrawn = self.own.withdraw(&caller, id, key.as_ref()).await?;
        Ok(Response::new(WithdrawApplicationResponse {
            application: Some(application::application(withdrawn)?),
        }))
    }

    async fn name_referee(
        &self,
        request: Request<NameRefereeRequest>,
    ) -> Result<Response<NameRefereeResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.application_id.into();
        let kind = words::reference_kind(request.kind());
        let draft = RefereeDraft {
            name: request.display_name,
            email: request.email,
            phone: request.phone,
            relationship: request.relationship,
        };
        let references = &self.references;
        let named = references
            .name(&caller, id, (kind, &draft), key.as_ref())
            .await?;
        Ok(Response::new(NameRefereeResponse {
            application: Some(application::application(named)?),
        }))
    }

    async fn remind_referee(
        &self,
        request: Request<RemindRefereeRequest>,
    ) -> Result<Response<RemindRefereeResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.application_id.into();
        let kind = words::reference_kind(request.kind());
        let reminded = self
            .references
            .remind(&caller, id, kind, key.as_ref())
            .await?;
        Ok(Response::new(RemindRefereeResponse {
            application: Some(application::application(reminded)?),
        }))
    }

    async fn send_status_link(
        &self,
        request: Request<SendStatusLinkRequest>,
    ) -> Result<Response<SendStatusLinkResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.application_id.into();
        self.own.send_link(&caller, id, key.as_ref()).await?;
        Ok(Response::new(SendStatusLinkResponse {}))
    }

    async fn send_reference(
        &self,
        request: Request<SendReferenceRequest>,
    ) -> Result<Response<SendReferenceResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.application_id.into();
        let kind = words::reference_kind(request.kind());
        let sent = self
            .references
            .send(&caller, id, kind, key.as_ref())
            .await?;
        Ok(Response::new(SendReferenceResponse {
            application: Some(application::application(sent)?),
        }))
    }

    async fn erase_application(
        &self,
        request: Request<EraseApplicationRequest>,
    ) -> Result<Response<EraseApplicationResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.application_id.into();
        self.erasure.erase(&caller, id, key.as_ref()).await?;
        Ok(Response::new(EraseApplicationResponse {}))
    }
}
