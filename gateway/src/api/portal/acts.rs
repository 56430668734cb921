//! The acts of tenants in their portal: notice, a pet, contact details, a message to the landlord, an answer about the
//! deposit.

use axum::Json;
use lintel_proto::tenancy::v1::AnswerDepositReturnRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        Deposit, DepositAnswerBody,
        input::{Change, FieldReader},
        openapi::{DepositAnswerRefused, IdempotencyKey, NotLinked, Refusals, SignedIn, WithBody},
        problem::Problem,
        reply::present,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(answer_deposit))
}

/// Says whether the tenant agrees with the return of the deposit
///
/// The last answer holds, and can be changed for 12 months after the return. The landlord gets an email, and an answer to it goes to the
/// tenant's address.
#[utoipa::path(
    post, path = "/api/tenant-portal/deposit-answers", tag = "Tenants", operation_id = "answerDepositReturn",
    params(IdempotencyKey), request_body = DepositAnswerBody,
    responses(
        (status = 200, description = "The deposit with the answer", body = Deposit),
        NotLinked, DepositAnswerRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn answer_deposit(
    call: Call<AnswerDepositReturnRequest>,
    change: Change<DepositAnswerBody>,
) -> Result<Json<Deposit>, Problem> {
    // Silence is not a no.
    let mut reader = FieldReader::new(&change.object);
    if reader.flag("agreed").is_none() {
        reader.refuse("agreed", "Say whether you agree: true or false.");
    }
    reader.finish()?;
    let message = AnswerDepositReturnRequest {
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    Ok(Json(present(reply.deposit)?.try_into()?))
}
