//! Acts that are taken back after they were done.

use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Path, Request},
    response::{IntoResponse as _, Response},
};
use http::{StatusCode, request::Parts};
use lintel_proto::{
    Word,
    portfolio::v1 as portfolio,
    tenancy::v1::{self as tenancy, GetTakeBackRequest, ListTakenBackRequest, TakeBackRequest},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::homes::take_back::{TakeBackOutlook, TakenBack, TakenBackNow},
    call::Call,
    rest::{
        PortfolioTakeBackBody, TenancyTakeBackBody,
        ids::{PropertyId, TenantId},
        input::{Change, Query, fields, request_id, says_json},
        openapi::{
            IdempotencyKey, NoSuchAct, NoSuchProperty, NoSuchTenant, NotTakenBack, Refusals,
            SignedIn, WithBody,
        },
        problem::Problem,
        reply::{present, rows},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(of_tenancy, take_back_of_tenancy))
        .routes(routes!(of_portfolio, take_back_of_portfolio))
        .routes(routes!(history_of_tenant))
        .routes(routes!(history_of_property))
        .routes(routes!(delete_tenant))
}

/// An act of this kind and the row that it is of. A text that names neither is answered like an act that was never done.
struct ActPath<W> {
    act: W,
    id: i64,
}

impl<W: Word> FromRequestParts<Gateway> for ActPath<W> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let path = Path::<(String, String)>::from_request_parts(parts, gateway).await;
        let missing = || lintel_core::Error::NotFound {
            reason: "TAKE_BACK_NOT_FOUND",
            resource: "Act",
        };
        let Path((act, id)) = path.map_err(|_| missing())?;
        let act = W::of_text(&act).ok_or_else(missing)?;
        let id = id.parse().ok().filter(|id| *id > 0).ok_or_else(missing)?;
        Ok(Self { act, id })
    }
}

/// Previews taking an act of a tenancy back
///
/// Shows the effects of the act since, the outcome for each, and the step that has to be done first. Nothing is
/// changed.
#[utoipa::path(
    get, path = "/api/take-backs/tenancy/{act}/{id}", tag = "Tenancies", operation_id = "getTenancyTakeBack",
    params(
        ("act" = String, Path, description = "end, rent-change, deposit-return, waived-guarantor, waived-employer, tenant or import"),
        ("id" = i64, Path, description = "The tenant's id; of rent-change and import their own, of a waiver the application's", minimum = 1)
    ),
    responses(
        (status = 200, description = "What it would do", body = TakeBackOutlook),
        NoSuchAct, NotTakenBack, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn of_tenancy(
    call: Call<GetTakeBackRequest>,
    path: ActPath<tenancy::TakeBackAct>,
) -> Result<Json<TakeBackOutlook>, Problem> {
    let message = GetTakeBackRequest {
        act: path.act.into(),
        id: path.id,
    };
    Ok(Json(call.send(message).await?.try_into()?))
}

/// Takes an act of a tenancy back
///
/// The act stays in the history. An end: the tenancy goes on, and rent is owed as if it had never been said. A change
/// of the rent: withdrawn before its day, else what was charged is corrected by entries of their own. A deposit that
/// was given back is held again, a waived reference is wanted again (nothing is mailed), a tenant who was added by
/// mistake goes, and so does what an import added and nobody has changed since. A repeat with the same key and body
/// gets the first answer.
#[utoipa::path(
    post, path = "/api/take-backs/tenancy/{act}/{id}", tag = "Tenancies", operation_id = "takeBackOfTenancy",
    params(
        ("act" = String, Path, description = "end, rent-change, deposit-return, waived-guarantor, waived-employer, tenant or import"),
        ("id" = i64, Path, description = "The tenant's id; of rent-change and import their own, of a waiver the application's", minimum = 1),
        IdempotencyKey
    ),
    request_body = TenancyTakeBackBody,
    responses(
        (status = 200, description = "The entry in the history", body = TakenBackNow),
        NoSuchAct, NotTakenBack, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn take_back_of_tenancy(
    call: Call<TakeBackRequest>,
    path: ActPath<tenancy::TakeBackAct>,
    change: Change<TenancyTakeBackBody>,
) -> Result<Json<TakenBackNow>, Problem> {
    let message = TakeBackRequest {
        act: path.act.into(),
        id: path.id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    Ok(Json(TakenBackNow {
        entry: present(reply.taken_back)?.try_into()?,
        emailed: reply.emailed,
    }))
}

/// Previews taking an act of the portfolio back
///
/// Shows the effects of the act since, the outcome for each, and the step that has to be done first. Nothing is
/// changed.
#[utoipa::path(
    get, path = "/api/take-backs/portfolio/{portfolioAct}/{id}", tag = "Properties", operation_id = "getPortfolioTakeBack",
    params(
        ("portfolioAct" = String, Path, description = "sale, inspection or import"),
        ("id" = i64, Path, description = "The sold property's, the inspection's or the import's id", minimum = 1)
    ),
    responses(
        (status = 200, description = "What it would do", body = TakeBackOutlook),
        NoSuchAct, NotTakenBack, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn of_portfolio(
    call: Call<portfolio::GetTakeBackRequest>,
    path: ActPath<portfolio::TakeBackAct>,
) -> Result<Json<TakeBackOutlook>, Problem> {
    let message = portfolio::GetTakeBackRequest {
        act: path.act.into(),
        id: path.id,
    };
    Ok(Json(call.send(message).await?.try_into()?))
}

/// Takes an act of the portfolio back
///
/// The act stays in the history. A sold home is in the portfolio again with its rooms, certificates, inspections and
/// figures. A completed inspection is planned again, its report stays in the history, and the next one that was planned
/// by completing it is called off unless it was changed. What an import added and nobody has used since leaves the
/// portfolio. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/take-backs/portfolio/{portfolioAct}/{id}", tag = "Properties", operation_id = "takeBackOfPortfolio",
    params(
        ("portfolioAct" = String, Path, description = "sale, inspection or import"),
        ("id" = i64, Path, description = "The sold property's, the inspection's or the import's id", minimum = 1),
        IdempotencyKey
    ),
    request_body = PortfolioTakeBackBody,
    responses(
        (status = 200, description = "The entry in the history", body = TakenBack),
        NoSuchAct, NotTakenBack, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn take_back_of_portfolio(
    call: Call<portfolio::TakeBackRequest>,
    path: ActPath<portfolio::TakeBackAct>,
    change: Change<PortfolioTakeBackBody>,
) -> Result<Json<TakenBack>, Problem> {
    let message = portfolio::TakeBackRequest {
        act: path.act.into(),
        id: path.id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    Ok(Json(present(reply.taken_back)?.try_into()?))
}

/// Lists the acts of a tenant's tenancy that were taken back, the newest first
#[utoipa::path(
    get, path = "/api/tenants/{id}/taken-back", tag = "Tenancies", operation_id = "listTakenBackOfTenancy",
    params(("id" = i64, Path, description = "The id of one of its tenants", minimum = 1)),
    responses(
        (status = 200, description = "At most 200 entries", body = [TakenBack]),
        NoSuchTenant, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn history_of_tenant(
    call: Call<ListTakenBackRequest>,
    TenantId(tenant_id): TenantId,
) -> Result<Json<Vec<TakenBack>>, Problem> {
    let message = ListTakenBackRequest {
        tenant_id,
        property_id: 0,
    };
    let reply = call.send(message).await?;
    Ok(Json(rows(reply.taken_back)?))
}

/// Lists the acts of a property that were taken back, the newest first
///
/// Its sale and its inspections.
#[utoipa::path(
    get, path = "/api/properties/{id}/taken-back", tag = "Properties", operation_id = "listTakenBackOfProperty",
    params(("id" = i64, Path, description = "The property's id", minimum = 1)),
    responses(
        (status = 200, description = "At most 200 entries", body = [TakenBack]),
        NoSuchProperty, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn history_of_property(
    call: Call<portfolio::ListTakenBackRequest>,
    PropertyId(property_id): PropertyId,
) -> Result<Json<Vec<TakenBack>>, Problem> {
    let reply = call.send(portfolio::ListTakenBackRequest { property_id });
    Ok(Json(rows(reply.await?.taken_back)?))
}

fields! {
    /// The reason for deleting a tenant who was added by mistake.
    TenantDeleteBody for TakeBackRequest {
        /// The reason, 2 to 500 characters, for the history of the organisation alone.
        reason: String { max_length: 500, example: "Typed for the wrong home." },
    }
}

/// The reason of a deletion: in a JSON body, or as a parameter of the query where there is no body.
struct Deletion(TakeBackRequest);

impl FromRequest<Gateway> for Deletion {
    type Rejection = Problem;

    async fn from_request(request: Request, gateway: &Gateway) -> Result<Self, Problem> {
        if says_json(request.headers()) {
            let change = Change::<TenantDeleteBody>::from_request(request, gateway).await?;
            return Ok(Self(change.request()));
        }
        let (mut parts, _) = request.into_parts();
        let wanted = Query::<TenantDeleteBody>::from_request_parts(&mut parts, gateway).await?;
        Ok(Self(TakeBackRequest {
            request_id: request_id(&parts.headers)?,
            ..wanted.message
        }))
    }
}

/// Deletes a tenant who was added by mistake
///
/// The tenancy goes too where there is no other tenant. The call is refused with 409, naming what has followed, where
/// money was received for them, an agreement was signed or they came by an application. A repeat with the same key gets
/// the first answer.
#[utoipa::path(
    delete, path = "/api/tenants/{id}", tag = "Tenants", operation_id = "deleteTenant",
    params(
        ("id" = i64, Path, description = "The tenant's id", minimum = 1),
        ("reason" = Option<String>, Query, description = "Why, where there is no body"),
        IdempotencyKey
    ),
    request_body = TenantDeleteBody,
    responses(
        (status = 204, description = "The tenant is gone"),
        NoSuchTenant, NotTakenBack, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn delete_tenant(
    call: Call<TakeBackRequest>,
    TenantId(tenant_id): TenantId,
    Deletion(given): Deletion,
) -> Result<Response, Problem> {
    let message = TakeBackRequest {
        act: tenancy::TakeBackAct::Tenant.into(),
        id: tenant_id,
        ..given
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
