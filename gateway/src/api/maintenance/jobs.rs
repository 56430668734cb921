//! A job by the private link of its contractor.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::maintenance::v1::{
    self as maintenance, AcceptJobRequest, AddJobFileRequest, DeclineJobRequest, FinishJobRequest,
    OpenJobRequest, ProposeJobTimeRequest, RemoveJobFileRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        applying::documents::NAMES,
        landlord_contact,
        maintenance::{attachments::AttachmentForm, job::ContractorJob},
        viewings::planned::calendar_file,
    },
    call::Call,
    deadline::DOCUMENTS,
    front::large_body::LargeBody,
    rest::{
        Attachment, JobDeclineBody, JobReportBody, JobTimeBody,
        input::{Change, request_id},
        link::{Link, LinkedFile},
        openapi::{
            AttachmentRefused, IdempotencyKey, JobTransition, KeyRefused, LinkEnded,
            LinkedFileMissing, Refusals, WithBody,
        },
        problem::Problem,
        reply::present,
    },
    uploads::form,
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(read))
        .routes(routes!(accept))
        .routes(routes!(propose))
        .routes(routes!(decline))
        .routes(routes!(finish))
        .routes(routes!(add))
        .routes(routes!(remove))
        .routes(routes!(calendar))
}

/// The job of a private link, as its contractor may see it
///
/// Reading it changes nothing.
#[utoipa::path(
    get, path = "/api/jobs/{token}", tag = "Maintenance", operation_id = "openJob",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "The job", body = ContractorJob),
        LinkEnded, Refusals
    )
)]
async fn read(
    call: Call<OpenJobRequest>,
    Link(token): Link,
) -> Result<Json<ContractorJob>, Problem> {
    let reply = call.send(OpenJobRequest { token }).await?;
    shown(call.gateway(), reply.job).await
}

/// Returns the job with the contact of whoever asks.
async fn shown(
    gateway: &Gateway,
    job: Option<maintenance::ContractorJob>,
) -> Result<Json<ContractorJob>, Problem> {
    let job = present(job)?;
    let landlord = landlord_contact::find(gateway, job.organisation_id).await;
    Ok(Json(ContractorJob::try_new(job, landlord)?))
}

/// Takes a job at the time that is asked for
///
/// The visit is booked, and who lives there gets notice of it.
#[utoipa::path(
    post, path = "/api/jobs/{token}/accept", tag = "Maintenance", operation_id = "acceptJob",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    responses(
        (status = 200, description = "The job as it is now", body = ContractorJob),
        LinkEnded, JobTransition, KeyRefused, Refusals
    )
)]
async fn accept(
    call: Call<AcceptJobRequest>,
    Link(token): Link,
    headers: HeaderMap,
) -> Result<Json<ContractorJob>, Problem> {
    let request_id = request_id(&headers)?;
    let reply = call.send(AcceptJobRequest { token, request_id }).await?;
    shown(call.gateway(), reply.job).await
}

/// Proposes another time for a job
///
/// The contractor may propose three times; the landlord decides.
#[utoipa::path(
    post, path = "/api/jobs/{token}/times", tag = "Maintenance", operation_id = "proposeJobTime",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    request_body = JobTimeBody,
    responses(
        (status = 200, description = "The job as it is now", body = ContractorJob),
        LinkEnded, JobTransition, WithBody, Refusals
    )
)]
async fn propose(
    call: Call<ProposeJobTimeRequest>,
    Link(token): Link,
    change: Change<JobTimeBody>,
) -> Result<Json<ContractorJob>, Problem> {
    let message = ProposeJobTimeRequest {
        token,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    shown(call.gateway(), reply.job).await
}

/// Does not take a job
///
/// The landlord is told; a visit that was agreed is off.
#[utoipa::path(
    post, path = "/api/jobs/{token}/decline", tag = "Maintenance", operation_id = "declineJob",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    request_body = JobDeclineBody,
    responses(
        (status = 200, description = "The job as it is now", body = ContractorJob),
        LinkEnded, JobTransition, WithBody, Refusals
    )
)]
async fn decline(
    call: Call<DeclineJobRequest>,
    Link(token): Link,
    change: Change<JobDeclineBody>,
) -> Result<Json<ContractorJob>, Problem> {
    let message = DeclineJobRequest {
        token,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    shown(call.gateway(), reply.job).await
}

/// Says what was done, and whether somebody comes again
///
/// The request's status stays the landlord's.
#[utoipa::path(
    post, path = "/api/jobs/{token}/report", tag = "Maintenance", operation_id = "finishJob",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    request_body = JobReportBody,
    responses(
        (status = 200, description = "The job as it is now", body = ContractorJob),
        LinkEnded, JobTransition, WithBody, Refusals
    )
)]
async fn finish(
    call: Call<FinishJobRequest>,
    Link(token): Link,
    change: Change<JobReportBody>,
) -> Result<Json<ContractorJob>, Problem> {
    let message = change.message;
    let proposed_time = message.proposed_time.filter(is_said);
    let message = FinishJobRequest {
        token,
        request_id: change.request_id,
        proposed_time,
        ..message
    };
    let reply = call.send(message).await?;
    shown(call.gateway(), reply.job).await
}

/// Returns true where any part of a time was given.
pub(crate) fn is_said(time: &maintenance::JobTime) -> bool {
    *time != maintenance::JobTime::default()
}

/// Adds a photo of the work or an invoice
///
/// Files may be added from the time that the visit is agreed on until 14 days after the job is done; they are like
/// files of maintenance requests.
#[utoipa::path(
    post, path = "/api/jobs/{token}/files", tag = "Maintenance", operation_id = "addJobFile",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The file as it was stored", body = Attachment),
        LinkEnded, JobTransition, AttachmentRefused, Refusals
    )
)]
async fn add(
    call: Call<AddJobFileRequest>,
    Link(token): Link,
    headers: HeaderMap,
    body: LargeBody,
) -> Result<(StatusCode, Json<Attachment>), Problem> {
    let request_id = request_id(&headers)?;
    let sent = call
        .gateway()
        .uploads
        .attachment(form::boundary(&headers)?, &body);
    let sent = sent.await?;
    let message = AddJobFileRequest {
        token,
        kind: sent.kind,
        file_name: sent.file_name,
        content: sent.content,
        request_id,
    };
    // The body took its own time to arrive.
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    let attachment = present(reply.attachment)?;
    Ok((StatusCode::CREATED, Json(attachment.try_into()?)))
}

/// Takes a file back that the contractor added, until the job is done
#[utoipa::path(
    delete, path = "/api/jobs/{token}/files/{fileId}", tag = "Maintenance", operation_id = "removeJobFile",
    params(
        ("token" = String, Path, description = "The link's token"),
        ("fileId" = i64, Path, description = "The file's id", minimum = 1),
        IdempotencyKey
    ),
    responses(
        (status = 200, description = "The job as it is now", body = ContractorJob),
        LinkedFileMissing, JobTransition, KeyRefused, Refusals
    )
)]
async fn remove(
    call: Call<RemoveJobFileRequest>,
    Link(token): Link,
    LinkedFile(attachment_id): LinkedFile,
    headers: HeaderMap,
) -> Result<Json<ContractorJob>, Problem> {
    let message = RemoveJobFileRequest {
        token,
        attachment_id,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    shown(call.gateway(), reply.job).await
}

/// The agreed time of a job as a calendar file
#[utoipa::path(
    get, path = "/api/jobs/{token}/calendar", tag = "Maintenance", operation_id = "getJobCalendar",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "The file (RFC 5545); empty before a time is agreed", body = String,
         content_type = "text/calendar", headers(("Content-Disposition" = String, description = "Its name"))),
        LinkEnded, Refusals
    )
)]
async fn calendar(call: Call<OpenJobRequest>, Link(token): Link) -> Result<Response, Problem> {
    let reply = call.send(OpenJobRequest { token }).await?;
    let named = "attachment; filename=\"job.ics\"";
    Ok(calendar_file(present(reply.job)?.calendar, named))
}
