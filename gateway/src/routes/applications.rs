//! Applications: a landlord's organisation's, or a tenant account's own.

use axum::{Json, response::Response};
use chrono::NaiveDate;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_core::Money;
use lintel_proto::tenancy::v1::{
    self as tenancy, CreateApplicationRequest, GetApplicationRequest, GetApplicationSummaryRequest,
    ListApplicationsRequest, ListOpenHomesRequest, SendStatusLinkRequest, UpdateApplicationRequest,
    WithdrawApplicationRequest,
};
use prost_types::FieldMask;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    applicant::NEW_LINK,
    ids::ApplicationId,
    pages,
    reply::{present, row, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{AnyOf, Change, Email, Id, PageParams, Query, fields, request_id},
    model::{
        account::MessageReply,
        application::{Application, ApplicationAnalytics},
        invite::{OpenHome, open_homes},
        names::{ApplicationSort, ApplicationStatus, DocumentType},
    },
    openapi::{
        BadQuery, DecisionRefused, IdempotencyKey, IfMatch, KeyRefused, NoLinkToSend,
        NoSuchApplication, NoSuchHome, Refusals, SignedIn, Stale, TenancyInForce, WithBody,
    },
    problem::Problem,
};

/// Where the list is.
const LIST: &str = "/api/tenant-applications";
/// Fields whose names differ from the contract's.
const NAMES: [(&str, &str); 1] = [("name", "tenantName")];

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(analytics))
        .routes(routes!(homes))
        .routes(routes!(read, update))
        .routes(routes!(withdraw))
        .routes(routes!(send_link))
}

/// The application of a reply, with its version.
pub(super) fn answer(
    status: StatusCode,
    application: Option<tenancy::Application>,
) -> Result<Response, Problem> {
    let application = present(application)?;
    let version = application.version;
    Ok(row(status, version, Application::try_from(application)?))
}

fields! {
    /// What narrows the list of applications, and its order.
    ApplicationParams for ListApplicationsRequest {
        /// For this property.
        property_id: Option<Id>,
        /// In any of these, with commas between them.
        statuses: Option<AnyOf<ApplicationStatus>> { example: "Submitted,Background Check" },
        /// Words of which each is found in the applicant's name or address or in the property's name, address or postcode; or a phone number.
        search: Option<String> { max_length: 200 },
        /// The order; the newest first unless said.
        sort: Option<ApplicationSort>,
    }
}

/// The applications: a landlord's organisation's, or a tenant's own
///
/// The newest first unless said otherwise; without timeline and documents. Without parameters up to 10,000; with `pageSize` or
/// `pageToken` one page.
#[utoipa::path(
    get, path = "/api/tenant-applications", tag = "Applications", operation_id = "listApplications",
    params(ApplicationParams, PageParams),
    responses(
        (status = 200, description = "The applications", body = [Application], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListApplicationsRequest>,
    page: Query<PageParams>,
    wanted: Query<ApplicationParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page.message);
    let path = wanted.of(LIST);
    pages::answer(&path, page.message, async |page_size, page_token| {
        let message = ListApplicationsRequest {
            page_size,
            page_token,
            ..wanted.message.clone()
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, Application>(reply.applications)?,
            reply.next_page_token,
        ))
    })
    .await
}

/// The applications counted by status
#[utoipa::path(
    get, path = "/api/tenant-applications/analytics", tag = "Applications", operation_id = "getApplicationAnalytics",
    responses(
        (status = 200, description = "The figures", body = ApplicationAnalytics),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn analytics(
    call: Call<GetApplicationSummaryRequest>,
) -> Result<Json<ApplicationAnalytics>, Problem> {
    let reply = call.send(GetApplicationSummaryRequest {}).await?;
    Ok(Json(reply.into()))
}

/// The homes that this account may apply for
///
/// Those with a vacancy, of organisations that have invited its verified address or hold an application under it. `isInvited` marks
/// what it was invited to last.
#[utoipa::path(
    get, path = "/api/tenant-applications/homes", tag = "Applications", operation_id = "listOpenHomes",
    responses(
        (status = 200, description = "The homes", body = [OpenHome]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn homes(call: Call<ListOpenHomesRequest>) -> Result<Json<Vec<OpenHome>>, Problem> {
    let reply = call.send(ListOpenHomesRequest {}).await?;
    let invited = (reply.invited_property_id, reply.invited_room_id);
    Ok(Json(open_homes(reply.homes, invited)?))
}

fields! {
    /// The simple form. Unknown and server-owned fields are ignored, tokens among them: the server makes its own.
    ApplicationBody for CreateApplicationRequest {
        /// The applicant's name, at least 2 characters.
        application.display_name: String { example: "Grace Hopper", min_length: 2 },
        /// The applicant's address for mails.
        application.email: Email { example: "grace@example.com" },
        /// At least 10 characters.
        application.phone: String { example: "07700 900123", min_length: 10 },
        /// At least 18 years ago.
        application.date_of_birth: NaiveDate,
        /// At least 2 characters.
        application.nationality: String { min_length: 2 },
        /// full-time, part-time, contract, self-employed, student or other.
        application.employment_status: String { example: "full-time" },
        /// Before tax, per month.
        application.monthly_income: Money { example: "2600.00" },
        /// The property.
        application.property_id: Id { example: 42 },
        /// The room of a shared house, which needs one.
        application.room_id: Option<Id>,
        /// The guarantor's address for mails.
        application.guarantor_email: Email,
        /// The employer's address for mails; absent for none.
        application.employer_email: Option<Email>,
    }
}

/// Applies for a home that this account may apply for
#[utoipa::path(
    post, path = "/api/tenant-applications", tag = "Applications", operation_id = "createApplication",
    params(IdempotencyKey), request_body = ApplicationBody,
    responses(
        (status = 201, description = "The application", body = Application, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchHome, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn create(
    call: Call<CreateApplicationRequest>,
    change: Change<ApplicationBody>,
) -> Result<Response, Problem> {
    let message = CreateApplicationRequest {
        application: Some(change.message.application.unwrap_or_default()),
        request_id: change.request_id,
    };
    let reply = call.send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    let application = present(reply.application)?;
    let location = format!("{LIST}/{}", application.application_id);
    let mut response = answer(StatusCode::CREATED, Some(application))?;
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

/// One application, with documents, references, checks and timeline
#[utoipa::path(
    get, path = "/api/tenant-applications/{id}", tag = "Applications", operation_id = "getApplication",
    params(("id" = i64, Path, description = "The application's id", minimum = 1)),
    responses(
        (status = 200, description = "The application", body = Application, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchApplication, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetApplicationRequest>,
    ApplicationId(application_id): ApplicationId,
) -> Result<Response, Problem> {
    let reply = call.send(GetApplicationRequest { application_id }).await?;
    answer(StatusCode::OK, reply.application)
}

fields! {
    /// What a landlord decides: what is absent stays, null empties. Unknown and server-owned fields are ignored, `approvedAt` among
    /// them: the server's clock decides.
    DecisionBody for UpdateApplicationRequest {
        /// How far it is.
        application.status: Option<ApplicationStatus>,
        /// What the landlord tells the applicant.
        application.landlord_notes: Option<String>,
        /// Why it is rejected; Rejected needs one.
        application.rejection_reason: Option<String>,
        /// What the landlord asks for.
        application.requested_documents: Option<Vec<DocumentType>>,
        /// With Approved: an approved application for the same home whose applicant this one rents together with.
        joint_with_application_id: Option<Id>,
    }
}

/// Changes the status of an application, and what goes with it
///
/// Approving makes an upcoming tenant and reserves the home; leaving Approved takes that tenant away. A repeat with the same key and
/// body gets the first answer.
#[utoipa::path(
    patch, path = "/api/tenant-applications/{id}", tag = "Applications", operation_id = "updateApplication",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = DecisionBody,
    responses(
        (status = 200, description = "The application as it is now", body = Application, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchApplication, DecisionRefused, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn update(
    call: Call<UpdateApplicationRequest>,
    ApplicationId(application_id): ApplicationId,
    change: Change<DecisionBody>,
) -> Result<Response, Problem> {
    let own = |path: &String| path.strip_prefix("application.").map(str::to_owned);
    let message = UpdateApplicationRequest {
        application: Some(tenancy::Application {
            application_id,
            ..change.message.application.unwrap_or_default()
        }),
        update_mask: Some(FieldMask {
            paths: change.named.iter().filter_map(own).collect(),
        }),
        joint_with_application_id: change.message.joint_with_application_id,
        etag: change.etag,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.application)
}

/// Mails the applicant a new private link to the application
///
/// At most three times an hour. The link before is dead then.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/status-link", tag = "Applications", operation_id = "sendStatusLink",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 202, description = "The link is on its way", body = MessageReply),
        NoSuchApplication, NoLinkToSend, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn send_link(
    call: Call<SendStatusLinkRequest>,
    ApplicationId(application_id): ApplicationId,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<MessageReply>), Problem> {
    let message = SendStatusLinkRequest {
        application_id,
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok((StatusCode::ACCEPTED, Json(NEW_LINK)))
}

/// Withdraws an application of this account
///
/// Sets `withdrawnAt`; the status stays.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/withdraw", tag = "Applications", operation_id = "withdrawApplication",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 200, description = "The application as it is now", body = Application, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchApplication, TenancyInForce, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn withdraw(
    call: Call<WithdrawApplicationRequest>,
    ApplicationId(application_id): ApplicationId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = WithdrawApplicationRequest {
        application_id,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.application)
}
