//! The tenant portal.

use axum::Json;
use http::StatusCode;
use lintel_proto::{
    maintenance::v1::{
        GetMaintenanceSummaryRequest, ListMaintenanceRequestsRequest, MaintenanceStatus,
    },
    tenancy::v1::{ConfirmTenancyRequest, GetPortalRequest, GetPortalResponse, LeaseStatus},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        landlord_contact,
        portal::tenancy::{PortalParts, PortalRequests, TenantPortal},
    },
    call::Call,
    rest::{
        ConfirmationBody, PortalParams,
        input::{Change, FieldReader, Query},
        openapi::{BadQuery, IdempotencyKey, NotLinked, Refusals, SignedIn, WithBody},
        problem::Problem,
    },
};

/// The number of maintenance requests that it shows.
const REQUESTS: i32 = 5;
/// The most requests of one home that are counted, where the account has another tenancy as well or has left.
const COUNTED: i32 = 200;

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(read))
        .routes(routes!(confirm))
}

/// The home of the signed-in tenant
///
/// Shows one of the tenancies that the account has confirmed, without a parameter the first: one in force before
/// upcoming ones and those that have ended, and of them the one that was confirmed first. It comes with the newest five
/// maintenance requests of that home and their number; with the other tenancies; and with those that the account has
/// yet to confirm, of which only the landlord's name and the home's address are shown.
#[utoipa::path(
    get, path = "/api/tenant-portal", tag = "Tenants", operation_id = "getTenantPortal",
    params(PortalParams),
    responses(
        (status = 200, description = "The portal", body = TenantPortal),
        NotLinked, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetPortalRequest>,
    wanted: Query<PortalParams>,
) -> Result<Json<TenantPortal>, Problem> {
    let (newest, summary) = (call.beside()?, call.beside()?);
    let home = call.send(wanted.message).await?;
    let requests = match asked_of(&home) {
        None => PortalRequests::default(),
        Some(0) => of_all(newest, summary).await?,
        Some(property) => of_one(newest, property).await?,
    };
    let landlord = landlord_contact::find(call.gateway(), landlord_organisation(&home)).await;
    let parts = PortalParts {
        home,
        requests,
        landlord,
    };
    Ok(Json(parts.try_into()?))
}

/// Returns the organisation that lets the chosen home; 0 where there is none yet.
pub(crate) fn landlord_organisation(home: &GetPortalResponse) -> i64 {
    let chosen = home.tenant.as_ref().map(|tenant| tenant.tenancy_id);
    let mut all = home.tenancies.iter();
    let chosen = all.find(|one| Some(one.tenancy_id) == chosen);
    chosen.map_or(0, |one| one.organisation_id)
}

/// The home whose requests are shown: 0 where the account has that tenancy alone and lives there, so that the figures are of it; none where
/// there is no home yet.
fn asked_of(home: &GetPortalResponse) -> Option<i64> {
    let tenant = home.tenant.as_ref()?;
    let is_alone = home.tenancies.len() < 2 && tenant.lease_status() != LeaseStatus::Ended;
    Some(if is_alone { 0 } else { tenant.property_id })
}

async fn of_all(
    newest: Call<ListMaintenanceRequestsRequest>,
    summary: Call<GetMaintenanceSummaryRequest>,
) -> Result<PortalRequests, Problem> {
    let wanted = ListMaintenanceRequestsRequest {
        page_size: REQUESTS,
        ..Default::default()
    };
    let (newest, summary) = tokio::join!(
        newest.send(wanted),
        summary.send(GetMaintenanceSummaryRequest {}),
    );
    let summary = summary?;
    Ok(PortalRequests {
        newest: newest?.maintenance_requests,
        open: summary.open + summary.in_progress,
        total: summary.total,
    })
}

async fn of_one(
    call: Call<ListMaintenanceRequestsRequest>,
    property_id: i64,
) -> Result<PortalRequests, Problem> {
    let wanted = ListMaintenanceRequestsRequest {
        property_id,
        page_size: COUNTED,
        ..Default::default()
    };
    let mut all = call.send(wanted).await?.maintenance_requests;
    let is_open = |status| {
        matches!(
            status,
            MaintenanceStatus::Open | MaintenanceStatus::InProgress
        )
    };
    let open = all.iter().filter(|one| is_open(one.status())).count();
    let total = all.len();
    all.truncate(REQUESTS.unsigned_abs() as usize);
    Ok(PortalRequests {
        newest: all,
        open: i64::try_from(open).unwrap_or(i64::MAX),
        total: i64::try_from(total).unwrap_or(i64::MAX),
    })
}

/// Says whether a home is the account's
///
/// Answers for a tenancy under the account's verified address. With yes it shows in the portal, and reports of repairs go there; with no its
/// landlord sees that it is not confirmed.
#[utoipa::path(
    post, path = "/api/tenant-portal/confirmations", tag = "Tenants", operation_id = "confirmTenancy",
    params(IdempotencyKey), request_body = ConfirmationBody,
    responses(
        (status = 204, description = "The answer is kept"),
        NotLinked, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn confirm(
    call: Call<ConfirmTenancyRequest>,
    change: Change<ConfirmationBody>,
) -> Result<StatusCode, Problem> {
    // A missing answer does not count as no.
    let mut reader = FieldReader::new(&change.object);
    if reader.flag("mine").is_none() {
        reader.refuse("mine", "Say whether it is your home: true or false.");
    }
    reader.finish()?;
    let message = ConfirmTenancyRequest {
        request_id: change.request_id,
        ..change.message
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT)
}
