//! Agreements of approved applications, for the landlord and for parties with an account.

use axum::{Json, body::Bytes, response::Response};
use futures::TryStreamExt as _;
use http::{HeaderMap, StatusCode};
use lintel_proto::{
    Rpc,
    notifications::v1::{self as notifications, MailToPreview, PreviewMailsRequest},
    tenancy::v1::{
        self as tenancy, DeclineAgreementRequest, IssueAgreementRequest,
        PreviewAgreementMailsRequest, PreviewAgreementRequest,
    },
};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::applying::documents::NAMES,
    call::Call,
    deadline::DOCUMENTS,
    front::large_body::LargeBody,
    rest::{
        Agreement, AgreementBody, AgreementDeclineBody, AgreementDraftBody, WrittenMail,
        ids::ApplicationId,
        input::{Body, Change, FieldReader, Fields as _, JsonObject, says_json},
        openapi::{
            IdempotencyKey, IssueRefused, NoSuchAgreement, NoSuchApplication, NotApproved,
            Refusals, SignedIn, SigningRefused, WithBody,
        },
        problem::Problem,
        reply,
        reply::{present, row, rows},
    },
    uploads::form,
};

/// The largest terms, in bytes.
const LARGEST_TERMS: usize = 1024 * 1024;

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(issue))
        .routes(routes!(preview))
        .routes(routes!(preview_mails))
        .routes(routes!(decline))
}

/// The agreement of a reply, with its version.
pub(crate) fn answer(
    status: StatusCode,
    agreement: Option<tenancy::Agreement>,
) -> Result<Response, Problem> {
    let agreement = present(agreement)?;
    let version = agreement.version;
    Ok(row(status, version, Agreement::try_from(agreement)?))
}

/// The document of a draft, as issuing it would make it
///
/// Marked as a draft; what is missing is marked in it. Nothing is stored. With `deed` what its guarantors sign, one behind the other.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement/preview", tag = "Agreements",
    operation_id = "previewAgreement",
    params(("id" = i64, Path, description = "The application's id", minimum = 1)), request_body = AgreementDraftBody,
    responses(
        (status = 200, description = "Its bytes", body = Vec<u8>, content_type = "application/pdf", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        NoSuchApplication, NotApproved, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn preview(
    call: Call<PreviewAgreementRequest>,
    ApplicationId(application_id): ApplicationId,
    body: Body<AgreementDraftBody>,
) -> Result<Response, Problem> {
    let message = PreviewAgreementRequest {
        application_id,
        terms: Some(body.message.terms.unwrap_or_default()),
        deed: body.message.deed,
    };
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    reply::file("application/pdf", &reply.file_name, reply.content)
}

/// The mails that issuing a draft sends, in the words in which they are sent
///
/// Nothing is stored or sent.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement/preview/mails", tag = "Agreements",
    operation_id = "previewAgreementMails",
    params(("id" = i64, Path, description = "The application's id", minimum = 1)), request_body = AgreementDraftBody,
    responses(
        (status = 200, description = "The mails", body = [WrittenMail]),
        NoSuchApplication, NotApproved, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn preview_mails(
    call: Call<PreviewAgreementMailsRequest>,
    ApplicationId(application_id): ApplicationId,
    body: Body<AgreementDraftBody>,
) -> Result<Json<Vec<WrittenMail>>, Problem> {
    let message = PreviewAgreementMailsRequest {
        application_id,
        terms: Some(body.message.terms.unwrap_or_default()),
    };
    let planned = call.send(message).await?.mails;
    Ok(Json(rows(written(&call, planned).await?)?))
}

/// Mails that a service would ask for, as notifications writes them.
pub(crate) async fn written<R: Rpc>(
    call: &Call<R>,
    planned: Vec<tenancy::PlannedMail>,
) -> Result<Vec<notifications::WrittenMail>, Problem> {
    let mails = planned.into_iter().map(|planned| MailToPreview {
        kind: planned.kind,
        mail: planned.mail,
    });
    let message = PreviewMailsRequest {
        mails: mails.collect(),
    };
    let reply = call.beside::<PreviewMailsRequest>()?.send(message).await?;
    Ok(reply.mails)
}

/// A form with an agreement that the landlord made, outside England.
#[derive(Debug, ToSchema)]
#[expect(
    dead_code,
    reason = "describes the form; Uploads::own_agreement reads it"
)]
struct AgreementForm {
    /// A PDF of at most 10 MB.
    #[schema(format = Binary, content_media_type = "application/pdf")]
    file: String,
    /// The text of the JSON body.
    terms: String,
}

/// Makes the agreement and asks the first signer
///
/// It is made of the terms in England, and elsewhere of the landlord's own PDF in a form. An agreement that was issued
/// before and is not signed by all becomes void. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement", tag = "Agreements", operation_id = "issueAgreement",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    request_body(content((AgreementBody = "application/json"), (AgreementForm = "multipart/form-data"))),
    responses(
        (status = 201, description = "The agreement", body = Agreement, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchApplication, IssueRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn issue(
    call: Call<IssueAgreementRequest>,
    ApplicationId(application_id): ApplicationId,
    headers: HeaderMap,
    body: LargeBody,
) -> Result<Response, Problem> {
    let (terms, sent) = match form::boundary_if_any(&headers) {
        Some(boundary) => {
            call.check_upload()?;
            let uploads = &call.gateway().uploads;
            let (terms, sent) = uploads.own_agreement(boundary, &body).await?;
            (Bytes::from(terms), sent)
        }
        None if says_json(&headers) => (read_whole(&body).await?, IssueAgreementRequest::default()),
        None => return Err(Problem::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE)),
    };
    let object = JsonObject::parse(&terms)?;
    let mut reader = FieldReader::new(&object);
    let said = AgreementBody::read(&mut reader);
    let request_id = reader.request_id(&headers);
    reader.refuse_unknown(body.shape());
    reader.finish()?;
    let mut terms = said.terms.unwrap_or_default();
    if let Some(rent) = &mut terms.rent_terms {
        rent.first_day = terms.start_date;
    }
    let message = IssueAgreementRequest {
        application_id,
        terms: Some(terms),
        content: sent.content,
        request_id,
    };
    // The body took its own time to arrive.
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    answer(StatusCode::CREATED, reply.agreement)
}

/// The body as it was sent, where it holds the terms alone.
async fn read_whole(body: &LargeBody) -> Result<Bytes, Problem> {
    let pieces = body.pieces().map_err(Problem::from);
    let whole = pieces.try_fold(Vec::new(), async |mut whole, piece| {
        whole.extend_from_slice(&piece);
        match whole.len() > LARGEST_TERMS {
            true => Err(Problem::of_status(StatusCode::PAYLOAD_TOO_LARGE)),
            false => Ok(whole),
        }
    });
    Ok(whole.await?.into())
}

/// Declines as the party that the caller is
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement/decline", tag = "Agreements",
    operation_id = "declineAgreement",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    request_body = AgreementDeclineBody,
    responses(
        (status = 200, description = "The agreement as it is now", body = Agreement, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchAgreement, SigningRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn decline(
    call: Call<DeclineAgreementRequest>,
    ApplicationId(application_id): ApplicationId,
    change: Change<AgreementDeclineBody>,
) -> Result<Response, Problem> {
    let message = DeclineAgreementRequest {
        application_id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.agreement)
}
