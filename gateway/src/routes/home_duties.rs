//! What each home needs: the list, the landlord's word that something is not needed, and facts that nobody has said.

use axum::Json;
use lintel_proto::portfolio::v1::{
    AnswerHomeFactRequest, ListHomeDutiesRequest, RemoveDutyExemptionRequest,
    SetDutyExemptionRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::present;
use crate::{
    Gateway,
    call::Call,
    input::{Change, Id, PageParams, Query, Switch, fields},
    model::{
        home_duty::AnsweredHomes,
        names::{Duty, Furnishing, HomeDutySort, LicensingArea},
    },
    openapi::{BadQuery, IdempotencyKey, NoSuchProperty, Refusals, SignedIn, WithBody},
    problem::Problem,
    rest::{HomeDuty, HomeDutyPage},
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list))
        .routes(routes!(exempt))
        .routes(routes!(require))
        .routes(routes!(answer))
}

fields! {
    /// Which homes are listed, and in which order.
    HomeDutyParams for ListHomeDutiesRequest {
        /// Words that each appear in name, address or postcode; the postcode with or without its blank.
        search: Option<String> { max_length: 200 },
        /// Homes that need this.
        duty: Option<Duty>,
        /// Only homes with something missing, expired or due; with `duty`, of that one.
        to_do: Option<Switch>,
        /// By what they are sorted; `missing` where absent.
        sort: Option<HomeDutySort>,
        /// One home alone.
        property_id: Option<Id>,
    }
}

/// The homes with what they need, and the totals over all of them
///
/// Paged: 50 homes unless `pageSize` says otherwise, at most 200. What misses most comes first.
#[utoipa::path(
    get, path = "/api/compliance/homes", tag = "Compliance", operation_id = "listHomeDuties",
    params(HomeDutyParams, PageParams),
    responses(
        (status = 200, description = "A page of homes", body = HomeDutyPage),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListHomeDutiesRequest>,
    page: Query<PageParams>,
    wanted: Query<HomeDutyParams>,
) -> Result<Json<HomeDutyPage>, Problem> {
    let message = ListHomeDutiesRequest {
        page_size: page.message.page_size,
        page_token: page.message.page_token,
        ..wanted.message
    };
    Ok(Json(call.send(message).await?.try_into()?))
}

fields! {
    /// What a home does not need, and why.
    DutyExemptionBody for SetDutyExemptionRequest {
        /// The property.
        property_id: Id,
        /// What it does not need.
        duty: Duty,
        /// Why: 1 to 200 characters.
        reason: String { max_length: 200, example: "By the block" },
    }
}

/// Says that a home does not need something, and why
///
/// Another reason replaces the first. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/compliance/exemptions", tag = "Compliance", operation_id = "setDutyExemption",
    params(IdempotencyKey),
    request_body = DutyExemptionBody,
    responses(
        (status = 200, description = "The duty as it stands now", body = HomeDuty),
        NoSuchProperty, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn exempt(
    call: Call<SetDutyExemptionRequest>,
    change: Change<DutyExemptionBody>,
) -> Result<Json<HomeDuty>, Problem> {
    let reply = call.send(change.request()).await?;
    Ok(Json(present(reply.duty)?.try_into()?))
}

fields! {
    /// What a home needs after all.
    DutyRequiredBody for RemoveDutyExemptionRequest {
        /// The property.
        property_id: Id,
        /// What it needs.
        duty: Duty,
    }
}

/// Takes back that a home does not need something
///
/// A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/compliance/exemptions/take-back", tag = "Compliance", operation_id = "removeDutyExemption",
    params(IdempotencyKey),
    request_body = DutyRequiredBody,
    responses(
        (status = 200, description = "The duty as it stands now", body = HomeDuty),
        NoSuchProperty, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn require(
    call: Call<RemoveDutyExemptionRequest>,
    change: Change<DutyRequiredBody>,
) -> Result<Json<HomeDuty>, Problem> {
    let reply = call.send(change.request()).await?;
    Ok(Json(present(reply.duty)?.try_into()?))
}

fields! {
    /// A fact of every home of which it is not known; exactly one is said.
    HomeFactBody for AnswerHomeFactRequest {
        /// Whether they have gas.
        gas: Option<bool>,
        /// What stays in them when they are let.
        furnishing: Option<Furnishing>,
        /// Their storeys.
        storeys: Option<i32> { minimum: 1, maximum: 99 },
        /// How many people may live in them.
        most_residents: Option<i32> { minimum: 1, maximum: 999 },
        /// Their licensing area.
        licensing_area: Option<LicensingArea>,
    }
}

/// Says a fact of every home of which it is not known and on which something depends
///
/// At most 100 homes at a call; `remaining` says how many are left. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/compliance/facts", tag = "Compliance", operation_id = "answerHomeFact",
    params(IdempotencyKey),
    request_body = HomeFactBody,
    responses(
        (status = 200, description = "Of how many homes it was said", body = AnsweredHomes),
        WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn answer(
    call: Call<AnswerHomeFactRequest>,
    change: Change<HomeFactBody>,
) -> Result<Json<AnsweredHomes>, Problem> {
    let reply = call.send(change.request()).await?;
    Ok(Json(AnsweredHomes {
        answered: reply.answered_count,
        remaining: reply.remaining_count,
    }))
}
