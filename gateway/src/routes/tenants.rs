//! The tenants of the caller's homes.

use axum::response::Response;
use chrono::NaiveDate;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_core::Money;
use lintel_proto::tenancy::v1::{
    self as tenancy, CreateTenantRequest, EndTenantRequest, GetTenantRequest, ListTenantsRequest,
    StartTenancyRequest, UpdateTenantRequest,
};
use prost_types::FieldMask;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::TenantId,
    pages,
    reply::{present, row, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{AnyOf, Change, Email, Id, PageParams, Query, fields, if_match, request_id},
    model::{
        names::{LeaseStatus, TenancyEnder, TenantSort},
        tenant::Tenant,
    },
    openapi::{
        BadQuery, HomeRefused, IdempotencyKey, IfMatch, KeyRefused, NoSuchTenant, NotStartable,
        Refusals, SignedIn, Stale, TenancyOver, TenantRefused, WithBody,
    },
    problem::Problem,
};

/// Where the list is.
const LIST: &str = "/api/tenants";
/// Fields whose names differ from the contract's.
const NAMES: [(&str, &str); 2] = [("deposit", "depositAmount"), ("monthlyRent", "rentAmount")];

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(read, update))
        .routes(routes!(start))
        .routes(routes!(end))
}

/// The tenant of a reply, with the tenancy's version.
pub(super) fn answer(
    status: StatusCode,
    tenant: Option<tenancy::Tenant>,
) -> Result<Response, Problem> {
    let tenant = present(tenant)?;
    let version = tenant.version;
    Ok(row(status, version, Tenant::try_from(tenant)?))
}

fields! {
    /// What narrows the list of tenants.
    TenantParams for ListTenantsRequest {
        /// Of this property.
        property_id: Option<Id>,
        /// In any of these states, with commas between them: Active, Ended, Upcoming.
        lease_statuses: Option<AnyOf<LeaseStatus>> { example: "Active,Upcoming" },
        /// Words of which each is found in the tenant's name or address or in the property's name, address or postcode; or a phone number.
        search: Option<String> { max_length: 200 },
        /// By home unless given.
        sort: Option<TenantSort>,
    }
}

/// The tenants, by property and room unless another order is asked for
///
/// Without parameters up to 10,000; with `pageSize` or `pageToken` one page. Those who have left are among them; `leaseStatus=Ended` lists
/// these alone, the last first.
#[utoipa::path(
    get, path = "/api/tenants", tag = "Tenants", operation_id = "listTenants",
    params(TenantParams, PageParams),
    responses(
        (status = 200, description = "The tenants", body = [Tenant], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListTenantsRequest>,
    page: Query<PageParams>,
    wanted: Query<TenantParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page.message);
    let path = wanted.of(LIST);
    pages::answer(&path, page.message, async |page_size, page_token| {
        let message = ListTenantsRequest {
            page_size,
            page_token,
            ..wanted.message.clone()
        };
        let reply = call.send(message).await?;
        Ok((rows::<_, Tenant>(reply.tenants)?, reply.next_page_token))
    })
    .await
}

fields! {
    /// A tenant to add, with a tenancy of their own or, by `tenancyId`, to one that there is. Money is text with or without commas
    /// and pound sign, or a number. Unknown and server-owned fields are ignored; absent, null and empty are the same.
    TenantBody for CreateTenantRequest {
        /// The tenancy that the tenant joins; absent for one of their own.
        tenant.tenancy_id: Option<Id>,
        /// The property; not needed with tenancyId.
        tenant.property_id: Option<Id> { example: 42 },
        /// The room of a shared house, which needs one.
        tenant.room_number: Option<String> { example: "2" },
        /// The tenant's name; 2 to 100 characters.
        tenant.display_name: String { example: "Grace Hopper", min_length: 2, max_length: 100 },
        /// The tenant's address for mails.
        tenant.email: Email { example: "grace@example.com" },
        /// At least 10 characters.
        tenant.phone: String { example: "07700 900123", min_length: 10 },
        /// The address for letters.
        tenant.address: Option<String>,
        /// full-time, part-time, contract, self-employed, student or other.
        tenant.employment_status: Option<String> { example: "full-time" },
        /// The first day of the tenancy; not needed with tenancyId.
        tenant.lease_start: Option<NaiveDate>,
        /// The last day that was agreed; absent for a periodic tenancy.
        tenant.lease_end: Option<NaiveDate>,
        /// The rent of the whole tenancy per month. With tenancyId: the rent from then on, absent to leave it.
        tenant.tenancy_rent: Option<Money> { example: "900.00" },
        /// What the tenant pays of it. Of a first tenant it is the rent of the tenancy, which need not be said then. With tenancyId the
        /// others share the rest by their shares so far; absent so that all pay the same.
        tenant.monthly_rent: Option<Money> { example: "450.00" },
        /// The deposit of the whole tenancy.
        tenant.deposit: Option<Money> { example: "1,035.00" },
    }
}

/// Adds a tenant
///
/// One whose first day has come is Active and occupies the home; a later one is Upcoming and reserves it. A repeat with the same key
/// and body gets the first answer.
#[utoipa::path(
    post, path = "/api/tenants", tag = "Tenants", operation_id = "createTenant",
    params(IdempotencyKey), request_body = TenantBody,
    responses(
        (status = 201, description = "The tenant as it was stored", body = Tenant, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        HomeRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn create(
    call: Call<CreateTenantRequest>,
    change: Change<TenantBody>,
) -> Result<Response, Problem> {
    let message = CreateTenantRequest {
        tenant: Some(change.message.tenant.unwrap_or_default()),
        request_id: change.request_id,
    };
    let reply = call.send(message).await;
    let tenant = present(reply.map_err(|problem| problem.renamed(&NAMES))?.tenant)?;
    let location = format!("{LIST}/{}", tenant.tenant_id);
    let mut response = answer(StatusCode::CREATED, Some(tenant))?;
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

/// One tenant
#[utoipa::path(
    get, path = "/api/tenants/{id}", tag = "Tenants", operation_id = "getTenant",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1)),
    responses(
        (status = 200, description = "The tenant", body = Tenant, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchTenant, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetTenantRequest>,
    TenantId(tenant_id): TenantId,
) -> Result<Response, Problem> {
    let reply = call.send(GetTenantRequest { tenant_id }).await?;
    answer(StatusCode::OK, reply.tenant)
}

fields! {
    /// A tenant to change, whole or in part: what is absent stays, null empties. Unknown and server-owned fields are ignored. Dates,
    /// rent and deposit are the tenancy's: they change for all of its tenants.
    TenantChangeBody for UpdateTenantRequest {
        /// The tenant's name; 2 to 100 characters.
        tenant.display_name: Option<String> { min_length: 2, max_length: 100 },
        /// The tenant's address for mails.
        tenant.email: Option<Email>,
        /// At least 10 characters.
        tenant.phone: Option<String> { min_length: 10 },
        /// The address for letters.
        tenant.address: Option<String>,
        /// full-time, part-time, contract, self-employed, student or other.
        tenant.employment_status: Option<String>,
        /// The first day of the tenancy.
        tenant.lease_start: Option<NaiveDate>,
        /// The last day that was agreed; null for a periodic tenancy.
        tenant.lease_end: Option<NaiveDate>,
        /// The rent of the whole tenancy per month.
        tenant.tenancy_rent: Option<Money>,
        /// What the tenant pays of it; the others share the rest by their shares so far. A tenant who rents alone pays the whole rent, so
        /// another one is refused without `tenancyRent`.
        tenant.monthly_rent: Option<Money>,
        /// The deposit of the whole tenancy.
        tenant.deposit: Option<Money>,
    }
}

/// Changes a tenant, whole or in part
///
/// What is absent stays, null empties. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    patch, path = "/api/tenants/{id}", tag = "Tenants", operation_id = "updateTenant",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = TenantChangeBody,
    responses(
        (status = 200, description = "The tenant as it is now", body = Tenant, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchTenant, TenantRefused, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn update(
    call: Call<UpdateTenantRequest>,
    TenantId(tenant_id): TenantId,
    change: Change<TenantChangeBody>,
) -> Result<Response, Problem> {
    let paths = change.named.iter().map(|path| own(path)).collect();
    let message = UpdateTenantRequest {
        tenant: Some(tenancy::Tenant {
            tenant_id,
            ..change.message.tenant.unwrap_or_default()
        }),
        update_mask: Some(FieldMask { paths }),
        etag: change.etag,
        request_id: change.request_id,
    };
    let reply = call.send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    answer(StatusCode::OK, reply.tenant)
}

/// The path of a field in its own message, as an update mask has it.
fn own(path: &str) -> String {
    path.strip_prefix("tenant.").unwrap_or(path).to_owned()
}

/// Makes an upcoming tenancy active
///
/// From its first day on. The home or room is occupied then.
#[utoipa::path(
    post, path = "/api/tenants/{id}/start", tag = "Tenants", operation_id = "startTenancy",
    params(("id" = i64, Path, description = "The id of one of its tenants", minimum = 1), IfMatch, IdempotencyKey),
    responses(
        (status = 200, description = "The tenant as it is now", body = Tenant, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchTenant, NotStartable, Stale, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn start(
    call: Call<StartTenancyRequest>,
    TenantId(tenant_id): TenantId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = StartTenancyRequest {
        tenant_id,
        etag: if_match(&headers),
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.tenant)
}

fields! {
    /// When and why a tenant leaves.
    TenantEndBody for EndTenantRequest {
        /// The last day, today or later or in the past.
        leave_date: NaiveDate,
        /// Why, up to 500 characters.
        reason: Option<String> { max_length: 500 },
        /// Who ended it; may be left open.
        ended_by: Option<TenancyEnder>,
        /// When notice was given, today or before; may be left open.
        notice_date: Option<NaiveDate>,
        /// Whether the tenant is told by email; left out, the organisation's switch decides, and nobody is told of what is older than seven days.
        email_tenant: Option<bool>,
    }
}

/// Ends a tenant on a day
///
/// With the last tenant the tenancy ends, and home or room are vacant from that day on.
#[utoipa::path(
    post, path = "/api/tenants/{id}/end", tag = "Tenants", operation_id = "endTenant",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = TenantEndBody,
    responses(
        (status = 200, description = "The tenant as it is now", body = Tenant, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchTenant, TenancyOver, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn end(
    call: Call<EndTenantRequest>,
    TenantId(tenant_id): TenantId,
    change: Change<TenantEndBody>,
) -> Result<Response, Problem> {
    let message = EndTenantRequest {
        tenant_id,
        etag: change.etag,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.tenant)
}
