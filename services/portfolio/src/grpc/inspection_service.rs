//! `lintel.portfolio.v1.InspectionService`.

use lintel_auth::principal;
use lintel_core::{Error, Expected, PageRequest, PageToken};
use lintel_db::Asked;
use lintel_proto::portfolio::v1::{
    CancelInspectionRequest, CancelInspectionResponse, CompleteInspectionRequest,
    CompleteInspectionResponse, CreateInspectionRequest, CreateInspectionResponse,
    GetInspectionRequest, GetInspectionResponse, GetInspectionSettingsRequest,
    GetInspectionSettingsResponse, ListInspectionProposalsRequest, ListInspectionProposalsResponse,
    ListInspectionsRequest, ListInspectionsResponse, ScheduleInspectionsRequest,
    ScheduleInspectionsResponse, UpdateInspectionRequest, UpdateInspectionResponse,
    UpdateInspectionSettingsRequest, UpdateInspectionSettingsResponse,
    inspection_service_server::InspectionService,
};
use lintel_proto::read::masked;
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::inspection;
use crate::{app::Inspections, domain::InspectionField};

/// Answers from [`Inspections`].
#[derive(Debug, Clone)]
pub struct InspectionGrpc {
    inspections: Inspections,
}

impl InspectionGrpc {
    /// Answers from `inspections`.
    #[must_use]
    pub const fn new(inspections: Inspections) -> Self {
        Self { inspections }
    }
}

#[tonic::async_trait]
impl InspectionService for InspectionGrpc {
    async fn get_inspection(
        &self,
        request: Request<GetInspectionRequest>,
    ) -> Result<Response<GetInspectionResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.inspection_id.into();
        let found = self.inspections.get_inspection(&caller, id).await?;
        let today = self.inspections.today();
        Ok(Response::new(GetInspectionResponse {
            inspection: Some(inspection::inspection(found, today)?),
        }))
    }

    async fn list_inspections(
        &self,
        request: Request<ListInspectionsRequest>,
    ) -> Result<Response<ListInspectionsResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let view = inspection::view(request.view)?;
        let property = (request.property_id != 0).then(|| request.property_id.into());
        let listed = self
            .inspections
            .list_inspections(&caller, property, view, &page)
            .await?;
        let rows = inspection::inspections(listed.rows, self.inspections.today())?;
        Ok(Response::new(ListInspectionsResponse {
            inspections: rows,
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn list_inspection_proposals(
        &self,
        request: Request<ListInspectionProposalsRequest>,
    ) -> Result<Response<ListInspectionProposalsResponse>, Status> {
        let caller = principal(&request)?;
        let proposals = self.inspections.list_inspection_proposals(&caller).await?;
        let today = self.inspections.today();
        let proposals = proposals.into_iter();
        let proposals: Result<_, Error> = proposals
            .map(|proposal| inspection::proposal(proposal, today))
            .collect();
        Ok(Response::new(ListInspectionProposalsResponse {
            proposals: proposals?,
        }))
    }

    async fn get_inspection_settings(
        &self,
        request: Request<GetInspectionSettingsRequest>,
    ) -> Result<Response<GetInspectionSettingsResponse>, Status> {
        let (caller, request) = read(request)?;
        let property = request.property_id.into();
        let (settings, version) = self
            .inspections
            .get_inspection_settings(&caller, property)
            .await?;
        let settings = inspection::settings_reply(property, settings, version)?;
        Ok(Response::new(GetInspectionSettingsResponse {
            settings: Some(settings),
        }))
    }

    async fn create_inspection(
        &self,
        request: Request<CreateInspectionRequest>,
    ) -> Result<Response<CreateInspectionResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.inspection.unwrap_or_default();
        let property = given.property_id.into();
        let draft = inspection::inspection_draft(given);
        let today = self.inspections.today();
        let asked = Asked::new(key, move |inspection| {
            Ok(CreateInspectionResponse {
                inspection: Some(inspection::inspection(inspection, today)?),
            })
        });
        let planned = self
            .inspections
            .create_inspection(&caller, property, draft, asked)
            .await?;
        Ok(Response::new(planned))
    }

    async fn update_inspection(
        &self,
        request: Request<UpdateInspectionRequest>,
    ) -> Result<Response<UpdateInspectionResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.inspection.unwrap_or_default();
        let id = given.inspection_id.into();
        let draft = inspection::inspection_draft(given);
        let fields = masked(request.update_mask, InspectionField::parse);
        let expected = Expected::parse(&request.etag);
        let today = self.inspections.today();
        let asked = Asked::new(key, move |inspection| {
            Ok(UpdateInspectionResponse {
                inspection: Some(inspection::inspection(inspection, today)?),
            })
        });
        let changed = self
            .inspections
            .update_inspection(&caller, id, fields, draft, &expected, asked)
            .await?;
        Ok(Response::new(changed))
    }

    async fn update_inspection_settings(
        &self,
        request: Request<UpdateInspectionSettingsRequest>,
    ) -> Result<Response<UpdateInspectionSettingsResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.settings.unwrap_or_default();
        let property = given.property_id.into();
        let settings = inspection::settings(&given);
        let expected = Expected::parse(&request.etag);
        let asked = Asked::new(key, move |(set, version)| {
            Ok(UpdateInspectionSettingsResponse {
                settings: Some(inspection::settings_reply(property, set, version)?),
            })
        });
        let set = self
            .inspections
            .update_inspection_settings(&caller, property, settings, &expected, asked)
            .await?;
        Ok(Response::new(set))
    }

    async fn complete_inspection(
        &self,
        request: Request<CompleteInspectionRequest>,
    ) -> Result<Response<CompleteInspectionResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.inspection_id.into();
        let expected = Expected::parse(&request.etag);
        let draft = inspection::outcome_draft(request);
        let today = self.inspections.today();
        let asked = Asked::new(key, move |inspection| {
            Ok(CompleteInspectionResponse {
                inspection: Some(inspection::inspection(inspection, today)?),
            })
        });
        let completed = self
            .inspections
            .complete_inspection(&caller, id, draft, &expected, asked)
            .await?;
        Ok(Response::new(completed))
    }

    async fn cancel_inspection(
        &self,
        request: Request<CancelInspectionRequest>,
    ) -> Result<Response<CancelInspectionResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let expected = Expected::parse(&request.etag);
        let today = self.inspections.today();
        let asked = Asked::new(key, move |inspection| {
            Ok(CancelInspectionResponse {
                inspection: Some(inspection::inspection(inspection, today)?),
            })
        });
        let cancelled = self
            .inspections
            .cancel_inspection(&caller, request.inspection_id.into(), &expected, asked)
            .await?;
        Ok(Response::new(cancelled))
    }

    async fn schedule_inspections(
        &self,
        request: Request<ScheduleInspectionsRequest>,
    ) -> Result<Response<ScheduleInspectionsResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let (drafts, unreadable) = inspection::booking_drafts(request.bookings);
        let today = self.inspections.today();
        let asked = Asked::new(key, move |rows| {
            Ok(ScheduleInspectionsResponse {
                inspections: inspection::inspections(rows, today)?,
            })
        });
        let scheduled = self
            .inspections
            .schedule_inspections(&caller, drafts, unreadable, asked)
            .await?;
        Ok(Response::new(scheduled))
    }
}
