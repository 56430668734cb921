//! `lintel.maintenance.v1.MaintenanceService`.

use lintel_auth::principal;
use lintel_core::{Expected, PageRequest, PageToken};
use lintel_proto::{
    maintenance::v1::{
        AddAttachmentRequest, AddAttachmentResponse, AddCommentRequest, AddCommentResponse,
        AddCostRequest, AddCostResponse, BookVisitRequest, BookVisitResponse, CallOffJobRequest,
        CallOffJobResponse, CancelVisitRequest, CancelVisitResponse, ConfirmRepairRequest,
        ConfirmRepairResponse, CreateMaintenanceRequestRequest, CreateMaintenanceRequestResponse,
        DecideJobTimeRequest, DecideJobTimeResponse, GetMaintenanceRequestRequest,
        GetMaintenanceRequestResponse, GetMaintenanceSummaryRequest, GetMaintenanceSummaryResponse,
        JudgeReportRequest, JudgeReportResponse, ListCommentsRequest, ListCommentsResponse,
        ListMaintenanceRequestsRequest, ListMaintenanceRequestsResponse, OfferJobRequest,
        OfferJobResponse, ReadAttachmentRequest, ReadAttachmentResponse, RemoveAttachmentRequest,
        RemoveAttachmentResponse, RemoveCostRequest, RemoveCostResponse,
        UpdateMaintenanceRequestRequest, UpdateMaintenanceRequestResponse,
        maintenance_service_server::MaintenanceService,
    },
    read::masked,
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::{attachment_convert, convert, job_convert, words};
use crate::{
    app::maintenance::{
        AddedFile, AskedUpdate, Attachments, Comments, Confirming, Costs, Jobs, Reporting,
        Requests, Visits, Working,
    },
    domain::maintenance::{RequestDraft, RequestField},
};

/// The use cases of the service.
#[derive(Debug, Clone)]
pub struct UseCases {
    /// Reading.
    pub requests: Requests,
    /// Adding.
    pub reporting: Reporting,
    /// Working.
    pub working: Working,
    /// The tenant's word that it is fixed.
    pub confirming: Confirming,
    /// Visits.
    pub visits: Visits,
    /// The landlord's part of jobs.
    pub jobs: Jobs,
    /// Costs.
    pub costs: Costs,
    /// Comments.
    pub comments: Comments,
    /// Photos and invoices.
    pub attachments: Attachments,
}

/// Answers from [`UseCases`].
#[derive(Debug, Clone)]
pub struct MaintenanceGrpc(UseCases);

impl MaintenanceGrpc {
    /// Answers from `use_cases`.
    #[must_use]
    pub const fn new(use_cases: UseCases) -> Self {
        Self(use_cases)
    }
}

#[tonic::async_trait]
impl MaintenanceService for MaintenanceGrpc {
    async fn get_maintenance_request(
        &self,
        request: Request<GetMaintenanceRequestRequest>,
    ) -> Result<Response<GetMaintenanceRequestResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.maintenance_request_id.into();
        let found = self.0.requests.get(&caller, id).await?;
        Ok(Response::new(convert::details(found)))
    }

    async fn list_maintenance_requests(
        &self,
        request: Request<ListMaintenanceRequestsRequest>,
    ) -> Result<Response<ListMaintenanceRequestsResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let filter = convert::filter(&request)?;
        let listed = self.0.requests.list(&caller, &filter, &page).await?;
        Ok(Response::new(ListMaintenanceRequestsResponse {
            maintenance_requests: listed.rows.into_iter().map(convert::request).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn get_maintenance_summary(
        &self,
        request: Request<GetMaintenanceSummaryRequest>,
    ) -> Result<Response<GetMaintenanceSummaryResponse>, Status> {
        let caller = principal(&request)?;
        let figures = self.0.requests.summary(&caller).await?;
        Ok(Response::new(convert::summary(&figures)))
    }

    async fn create_maintenance_request(
        &self,
        request: Request<CreateMaintenanceRequestRequest>,
    ) -> Result<Response<CreateMaintenanceRequestResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let draft = convert::draft(request.maintenance_request.unwrap_or_default());
        let added = self
            .0
            .reporting
            .create(&caller, draft, key.as_ref())
            .await?;
        Ok(Response::new(CreateMaintenanceRequestResponse {
            maintenance_request: Some(convert::request(added)),
        }))
    }

    async fn update_maintenance_request(
        &self,
        request: Request<UpdateMaintenanceRequestRequest>,
    ) -> Result<Response<UpdateMaintenanceRequestResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.maintenance_request.unwrap_or_default();
        let id = given.maintenance_request_id.into();
        let asked = AskedUpdate {
            fields: masked(request.update_mask, RequestField::parse),
            draft: convert::draft(given),
            expected: Expected::parse(&request.etag),
            email_tenants: request.email_tenants,
        };
        let changed = self
            .0
            .working
            .update(&caller, id, asked, key.as_ref())
            .await?;
        Ok(Response::new(UpdateMaintenanceRequestResponse {
            maintenance_request: Some(convert::request(changed)),
        }))
    }

    async fn confirm_repair(
        &self,
        request: Request<ConfirmRepairRequest>,
    ) -> Result<Response<ConfirmRepairResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.maintenance_request_id.into();
        let confirmed = self.0.confirming.confirm(&caller, id, key.as_ref()).await?;
        Ok(Response::new(ConfirmRepairResponse {
            maintenance_request: Some(convert::request(confirmed)),
        }))
    }

    async fn book_visit(
        &self,
        request: Request<BookVisitRequest>,
    ) -> Result<Response<BookVisitResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.maintenance_request_id.into();
        let expected = Expected::parse(&request.etag);
        let draft = convert::visit_draft(request.visit.unwrap_or_default());
        let visits = &self.0.visits;
        let booked = visits
            .book(&caller, id, draft, &expected, key.as_ref())
            .await?;
        Ok(Response::new(BookVisitResponse {
            maintenance_request: Some(convert::request(booked)),
        }))
    }

    async fn cancel_visit(
        &self,
        request: Request<CancelVisitRequest>,
    ) -> Result<Response<CancelVisitResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.maintenance_request_id.into();
        let cancelled = self.0.visits.cancel(&caller, id, key.as_ref()).await?;
        Ok(Response::new(CancelVisitResponse {
            maintenance_request: Some(convert::request(cancelled)),
        }))
    }

    async fn judge_report(
        &self,
        request: Request<JudgeReportRequest>,
    ) -> Result<Response<JudgeReportResponse>, Status> {
        let (caller, request) = read(request)?;
        let category = words::category(request.category());
        let draft = RequestDraft {
            property: request.property_id,
            category,
            title: request.title,
            description: request.description,
            urgency: request
                .urgency
                .map(convert::urgency_draft)
                .unwrap_or_default(),
            ..RequestDraft::default()
        };
        let judged = self.0.reporting.judge(&caller, &draft).await?;
        Ok(Response::new(convert::judged(judged)))
    }

    async fn offer_job(
        &self,
        request: Request<OfferJobRequest>,
    ) -> Result<Response<OfferJobResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.maintenance_request_id.into();
        let draft = job_convert::offer_draft(request.job.unwrap_or_default());
        let (view, job) = self.0.jobs.offer(&caller, id, draft, key.as_ref()).await?;
        Ok(Response::new(OfferJobResponse {
            maintenance_request: Some(convert::request(view)),
            job: Some(job_convert::job(job)),
        }))
    }

    async fn decide_job_time(
        &self,
        request: Request<DecideJobTimeRequest>,
    ) -> Result<Response<DecideJobTimeResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.maintenance_request_id.into();
        let said = (request.accept, request.tenant_agreed);
        let message = &request.message;
        let jobs = &self.0.jobs;
        let (view, job) = jobs
            .decide(&caller, id, said, message, key.as_ref())
            .await?;
        Ok(Response::new(DecideJobTimeResponse {
            maintenance_request: Some(convert::request(view)),
            job: Some(job_convert::job(job)),
        }))
    }

    async fn call_off_job(
        &self,
        request: Request<CallOffJobRequest>,
    ) -> Result<Response<CallOffJobResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.maintenance_request_id.into();
        let message = &request.message;
        let (view, job) = self
            .0
            .jobs
            .call_off(&caller, id, message, key.as_ref())
            .await?;
        Ok(Response::new(CallOffJobResponse {
            maintenance_request: Some(convert::request(view)),
            job: Some(job_convert::job(job)),
        }))
    }

    async fn add_cost(
        &self,
        request: Request<AddCostRequest>,
    ) -> Result<Response<AddCostResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.maintenance_request_id.into();
        let draft = convert::cost_draft(request.cost.unwrap_or_default());
        let (cost, view) = self.0.costs.add(&caller, id, draft, key.as_ref()).await?;
        Ok(Response::new(AddCostResponse {
            cost: Some(convert::cost(cost)),
            maintenance_request: Some(convert::request(view)),
        }))
    }

    async fn remove_cost(
        &self,
        request: Request<RemoveCostRequest>,
    ) -> Result<Response<RemoveCostResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.maintenance_request_id.into();
        let cost = request.cost_id.into();
        let left = self.0.costs.remove(&caller, id, cost, key.as_ref()).await?;
        Ok(Response::new(RemoveCostResponse {
            maintenance_request: Some(convert::request(left)),
        }))
    }

    async fn list_comments(
        &self,
        request: Request<ListCommentsRequest>,
    ) -> Result<Response<ListCommentsResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let id = request.maintenance_request_id.into();
        let listed = self.0.comments.list(&caller, id, &page).await?;
        Ok(Response::new(ListCommentsResponse {
            comments: listed.rows.into_iter().map(convert::comment).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn add_comment(
        &self,
        request: Request<AddCommentRequest>,
    ) -> Result<Response<AddCommentResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.maintenance_request_id.into();
        let photos: Vec<_> = request.attachment_ids.into_iter().map(Into::into).collect();
        let text = (request.text.as_str(), request.email_tenants);
        let comments = &self.0.comments;
        let added = comments
            .add(&caller, id, text, &photos, key.as_ref())
            .await?;
        Ok(Response::new(AddCommentResponse {
            comment: Some(convert::comment(added)),
        }))
    }

    async fn add_attachment(
        &self,
        request: Request<AddAttachmentRequest>,
    ) -> Result<Response<AddAttachmentResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.maintenance_request_id.into();
        let file = AddedFile {
            kind: words::attachment_kind(request.kind()),
            name: request.file_name,
            content: request.content,
        };
        let added = self
            .0
            .attachments
            .add(&caller, id, file, key.as_ref())
            .await?;
        Ok(Response::new(AddAttachmentResponse {
            attachment: Some(attachment_convert::attachment(added)),
        }))
    }

    async fn read_attachment(
        &self,
        request: Request<ReadAttachmentRequest>,
    ) -> Result<Response<ReadAttachmentResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.maintenance_request_id.into();
        let file = request.attachment_id.into();
        let read = self.0.attachments.read(&caller, id, file).await?;
        Ok(Response::new(ReadAttachmentResponse {
            media_type: read.attachment.media_type,
            file_name: read.attachment.file_name,
            content: read.bytes,
        }))
    }

    async fn remove_attachment(
        &self,
        request: Request<RemoveAttachmentRequest>,
    ) -> Result<Response<RemoveAttachmentResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.maintenance_request_id.into();
        let file = request.attachment_id.into();
        let attachments = &self.0.attachments;
        let left = attachments.remove(&caller, id, file, key.as_ref()).await?;
        Ok(Response::new(RemoveAttachmentResponse {
            maintenance_request: Some(convert::request(left)),
        }))
    }
}
