//! The certificates of the caller's properties.

use axum::response::Response;
use chrono::NaiveDate;
use http::{HeaderValue, StatusCode, header};
use lintel_proto::portfolio::v1::{
    self as portfolio, CreateCertificateRequest, ListCertificatesRequest, RenewCertificateRequest,
    UpdateCertificateRequest,
};
use prost_types::FieldMask;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::CertificateId,
    pages,
    reply::{present, row, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{AnyOf, Change, Id, PageParams, Query, Switch, fields},
    model::names::{CertificateState, CertificateType},
    openapi::{
        BadQuery, IdempotencyKey, IfMatch, NoSuchCertificate, NoSuchProperty, Refusals, SignedIn,
        Stale, Superseded, WithBody,
    },
    problem::Problem,
    rest::Certificate,
};

/// Where the list is.
const LIST: &str = "/api/property-certificates";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(update))
        .routes(routes!(renew))
}

/// The certificate of a reply, with its version.
fn answer(
    status: StatusCode,
    certificate: Option<portfolio::Certificate>,
) -> Result<Response, Problem> {
    let certificate = present(certificate)?;
    let version = certificate.version;
    Ok(row(status, version, Certificate::try_from(certificate)?))
}

/// As [`answer`], with the place at which a new one can be read.
fn added(certificate: Option<portfolio::Certificate>) -> Result<Response, Problem> {
    let certificate = present(certificate)?;
    let location = format!("{LIST}/{}", certificate.certificate_id);
    let mut response = answer(StatusCode::CREATED, Some(certificate))?;
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

fields! {
    /// What narrows the list of certificates.
    CertificateParams for ListCertificatesRequest {
        /// Of this property.
        property_id: Option<Id>,
        /// In any of these states, with commas between them: Expired, ExpiringSoon, RenewalDue, Valid.
        states: Option<AnyOf<CertificateState>> { example: "ExpiringSoon,RenewalDue" },
        /// Of this type.
        certificate_type: Option<CertificateType>,
        /// Whether renewed certificates are listed as well.
        include_superseded: Option<Switch>,
    }
}

/// The certificates, the most overdue first
///
/// Without parameters up to 10,000; with `pageSize` or `pageToken` one page. Renewed ones only with `history=true`.
#[utoipa::path(
    get, path = "/api/property-certificates", tag = "Compliance", operation_id = "listCertificates",
    params(CertificateParams, PageParams),
    responses(
        (status = 200, description = "The certificates", body = [Certificate], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListCertificatesRequest>,
    page: Query<PageParams>,
    wanted: Query<CertificateParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page.message);
    let path = wanted.of(LIST);
    pages::answer(&path, page.message, async |page_size, page_token| {
        let message = ListCertificatesRequest {
            page_size,
            page_token,
            ..wanted.message.clone()
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, Certificate>(reply.certificates)?,
            reply.next_page_token,
        ))
    })
    .await
}

fields! {
    /// A certificate to add. Unknown and server-owned fields are ignored; absent, null and empty are the same.
    CertificateBody for portfolio::Certificate {
        /// The property.
        property_id: Id,
        /// What it attests.
        certificate_type: CertificateType,
        /// When it was issued, not in the future.
        issue_date: Option<NaiveDate>,
        /// The last day on which it is valid; where absent, the type's usual validity counts from issueDate.
        expiry_date: Option<NaiveDate>,
        /// The document, as `/api/upload?kind=document` answered it.
        certificate_url: Option<String> { example: "/api/files/0197a0f2-1111-7000-8000-000000000001" },
        /// Up to 4,000 characters.
        notes: Option<String> { max_length: 4000 },
    }
}

/// Adds a certificate to a property
///
/// Without an expiry date the type's usual validity counts from the issue date. A repeat with the same key and body gets the
/// first answer.
#[utoipa::path(
    post, path = "/api/property-certificates", tag = "Compliance", operation_id = "createCertificate",
    params(IdempotencyKey), request_body = CertificateBody,
    responses(
        (status = 201, description = "The certificate as it was stored", body = Certificate, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchProperty, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn create(
    call: Call<CreateCertificateRequest>,
    change: Change<CertificateBody>,
) -> Result<Response, Problem> {
    let message = CreateCertificateRequest {
        certificate: Some(change.message),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    added(reply.certificate)
}

fields! {
    /// A certificate to change, whole or in part: what is absent stays, null empties. A null expiryDate becomes that of the type's
    /// usual validity. Unknown and server-owned fields are ignored; a certificate stays with its property.
    CertificateChangeBody for portfolio::Certificate {
        /// What it attests.
        certificate_type: Option<CertificateType>,
        /// When it was issued, not in the future.
        issue_date: Option<NaiveDate>,
        /// The last day on which it is valid.
        expiry_date: Option<NaiveDate>,
        /// The document, as `/api/upload?kind=document` answered it.
        certificate_url: Option<String>,
        /// Up to 4,000 characters.
        notes: Option<String> { max_length: 4000 },
    }
}

/// Changes a certificate, whole or in part
///
/// What is absent stays, null empties. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    patch, path = "/api/property-certificates/{id}", tag = "Compliance", operation_id = "updateCertificate",
    params(("id" = i64, Path, description = "The certificate's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = CertificateChangeBody,
    responses(
        (status = 200, description = "The certificate as it is now", body = Certificate, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchCertificate, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn update(
    call: Call<UpdateCertificateRequest>,
    CertificateId(certificate_id): CertificateId,
    change: Change<CertificateChangeBody>,
) -> Result<Response, Problem> {
    let message = UpdateCertificateRequest {
        certificate: Some(portfolio::Certificate {
            certificate_id,
            ..change.message
        }),
        update_mask: Some(FieldMask {
            paths: change.named,
        }),
        etag: change.etag,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.certificate)
}

fields! {
    /// The certificate that follows one.
    CertificateRenewalBody for RenewCertificateRequest {
        /// When the new one was issued, not in the future.
        issue_date: NaiveDate,
        /// The last day of the new one; where absent, the type's usual validity counts from issueDate, and a gas safety check within
        /// the last two months of the old record keeps that record's day.
        expiry_date: Option<NaiveDate>,
        /// The new document, as `/api/upload?kind=document` answered it.
        certificate_url: Option<String>,
        /// Notes of the new one, up to 4,000 characters.
        notes: Option<String> { max_length: 4000 },
    }
}

/// Renews a certificate
///
/// The new one has the same property and type; the old one stays as history and leaves the lists. `If-Match` is the old one's
/// version. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/property-certificates/{id}/renew", tag = "Compliance", operation_id = "renewCertificate",
    params(("id" = i64, Path, description = "The old certificate's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = CertificateRenewalBody,
    responses(
        (status = 201, description = "The new certificate", body = Certificate, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchCertificate, Stale, Superseded, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn renew(
    call: Call<RenewCertificateRequest>,
    CertificateId(certificate_id): CertificateId,
    change: Change<CertificateRenewalBody>,
) -> Result<Response, Problem> {
    let message = RenewCertificateRequest {
        certificate_id,
        etag: change.etag,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    added(reply.certificate)
}
