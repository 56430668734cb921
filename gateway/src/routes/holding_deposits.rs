//! The holding deposits of applicants.

use axum::Json;
use chrono::NaiveDate;
use lintel_core::Money;
use lintel_proto::tenancy::v1::{GetHoldingDepositRequest, RecordHoldingDepositRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{ids::ApplicationId, reply::present};
use crate::{
    Gateway,
    call::Call,
    input::{Change, fields},
    model::names::HoldingOutcome,
    openapi::{IdempotencyKey, NoSuchApplication, Refusals, SignedIn, WithBody},
    problem::Problem,
    rest::HoldingDeposit,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read, record))
}

/// The holding deposit of an application, and the rule there
#[utoipa::path(
    get, path = "/api/tenant-applications/{id}/holding-deposit", tag = "Applications", operation_id = "getHoldingDeposit",
    params(("id" = i64, Path, description = "The application's id", minimum = 1)),
    responses(
        (status = 200, description = "The holding deposit; without amount where none was recorded", body = HoldingDeposit),
        NoSuchApplication, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetHoldingDepositRequest>,
    ApplicationId(application_id): ApplicationId,
) -> Result<Json<HoldingDeposit>, Problem> {
    let reply = call.send(GetHoldingDepositRequest { application_id });
    Ok(Json(present(reply.await?.holding_deposit)?.try_into()?))
}

fields! {
    /// A holding deposit: all that is known of it, each time.
    HoldingDepositBody for RecordHoldingDepositRequest {
        /// How much it is.
        holding_deposit.amount: Money { example: "230.76" },
        /// When it came.
        holding_deposit.receive_date: NaiveDate,
        /// Another last day for the agreement that was agreed in writing; absent for the rule's.
        holding_deposit.agree_by_date: Option<NaiveDate>,
        /// The outcome.
        holding_deposit.outcome: Option<HoldingOutcome>,
        /// When.
        holding_deposit.outcome_date: Option<NaiveDate>,
        /// Why; required where it was kept.
        holding_deposit.reason: Option<String> { max_length: 1000 },
    }
}

/// Records the holding deposit of an application, and what became of it
#[utoipa::path(
    put, path = "/api/tenant-applications/{id}/holding-deposit", tag = "Applications", operation_id = "recordHoldingDeposit",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    request_body = HoldingDepositBody,
    responses(
        (status = 200, description = "The holding deposit as it is now", body = HoldingDeposit),
        NoSuchApplication, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn record(
    call: Call<RecordHoldingDepositRequest>,
    ApplicationId(application_id): ApplicationId,
    change: Change<HoldingDepositBody>,
) -> Result<Json<HoldingDeposit>, Problem> {
    let message = RecordHoldingDepositRequest {
        application_id,
        holding_deposit: Some(change.message.holding_deposit.unwrap_or_default()),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    Ok(Json(present(reply.holding_deposit)?.try_into()?))
}
