//! The landlord's part of a job: asking the contractor, deciding on a time, calling off.

use axum::Json;
use http::StatusCode;
use lintel_proto::maintenance::v1::{
    self as maintenance, CallOffJobRequest, DecideJobTimeRequest, OfferJobRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::maintenance::{job::RequestAndJob, jobs::is_said},
    call::Call,
    rest::{
        JobBody, JobCallOffBody, JobDecisionBody,
        ids::MaintenanceRequestId,
        input::Change,
        openapi::{
            IdempotencyKey, JobNotPossible, JobTransition, NoSuchJob, NoSuchRequest, Refusals,
            SignedIn, WithBody,
        },
        problem::Problem,
        reply::present,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(offer))
        .routes(routes!(decide))
        .routes(routes!(call_off))
}

fn answer(
    request: Option<maintenance::MaintenanceRequest>,
    job: Option<maintenance::Job>,
) -> Result<Json<RequestAndJob>, Problem> {
    Ok(Json(RequestAndJob {
        request: present(request)?.try_into()?,
        job: present(job)?.try_into()?,
    }))
}

/// Asks the request's contractor to do it, by a mail with a private link
///
/// A job of before is called off, and its link leads nowhere. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/maintenance-requests/{id}/job", tag = "Maintenance", operation_id = "offerJob",
    params(("id" = i64, Path, description = "The request's id", minimum = 1), IdempotencyKey),
    request_body = JobBody,
    responses(
        (status = 201, description = "The request and the job", body = RequestAndJob),
        NoSuchRequest, JobNotPossible, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn offer(
    call: Call<OfferJobRequest>,
    MaintenanceRequestId(maintenance_request_id): MaintenanceRequestId,
    change: Change<JobBody>,
) -> Result<(StatusCode, Json<RequestAndJob>), Problem> {
    let job = change.message.job.unwrap_or_default();
    let asked_time = job.asked_time.filter(is_said);
    let message = OfferJobRequest {
        maintenance_request_id,
        job: Some(maintenance::Job { asked_time, ..job }),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    let answered = answer(reply.maintenance_request, reply.job)?;
    Ok((StatusCode::CREATED, answered))
}

/// Decides on the time that the contractor proposes
#[utoipa::path(
    post, path = "/api/maintenance-requests/{id}/job/decision", tag = "Maintenance", operation_id = "decideJobTime",
    params(("id" = i64, Path, description = "The request's id", minimum = 1), IdempotencyKey),
    request_body = JobDecisionBody,
    responses(
        (status = 200, description = "The request and the job", body = RequestAndJob),
        NoSuchJob, JobTransition, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn decide(
    call: Call<DecideJobTimeRequest>,
    MaintenanceRequestId(maintenance_request_id): MaintenanceRequestId,
    change: Change<JobDecisionBody>,
) -> Result<Json<RequestAndJob>, Problem> {
    let message = DecideJobTimeRequest {
        maintenance_request_id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    answer(reply.maintenance_request, reply.job)
}

/// Calls a job off, with its visit, and tells the contractor
#[utoipa::path(
    post, path = "/api/maintenance-requests/{id}/job/call-off", tag = "Maintenance", operation_id = "callOffJob",
    params(("id" = i64, Path, description = "The request's id", minimum = 1), IdempotencyKey),
    request_body = JobCallOffBody,
    responses(
        (status = 200, description = "The request and the job", body = RequestAndJob),
        NoSuchJob, JobTransition, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn call_off(
    call: Call<CallOffJobRequest>,
    MaintenanceRequestId(maintenance_request_id): MaintenanceRequestId,
    change: Change<JobCallOffBody>,
) -> Result<Json<RequestAndJob>, Problem> {
    let message = CallOffJobRequest {
        maintenance_request_id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    answer(reply.maintenance_request, reply.job)
}
