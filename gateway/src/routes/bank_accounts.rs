//! Accounts and layouts of banks' files, and whether a month's lines add up.

use axum::Json;
use lintel_proto::tenancy::v1::{GetBankMonthRequest, RenameBankAccountRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{ids::BankAccountId, reply::present};
use crate::{
    Gateway,
    call::Call,
    input::{Change, Id, Query, fields},
    openapi::{BadQuery, IdempotencyKey, NoSuchBankAccount, Refusals, SignedIn, WithBody},
    problem::Problem,
    rest::{BankAccount, BankMonth},
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(rename))
        .routes(routes!(month))
}

fields! {
    /// Another name for an account.
    BankAccountBody for RenameBankAccountRequest {
        /// 1 to 60 characters.
        name: String { max_length: 60, example: "Current account" },
    }
}

/// Gives an account another name
#[utoipa::path(
    patch, path = "/api/bank-accounts/{id}", tag = "Rent", operation_id = "renameBankAccount",
    params(("id" = i64, Path, description = "The account's id", minimum = 1), IdempotencyKey),
    request_body = BankAccountBody,
    responses(
        (status = 200, description = "The account as it is now", body = BankAccount),
        NoSuchBankAccount, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn rename(
    call: Call<RenameBankAccountRequest>,
    BankAccountId(bank_account_id): BankAccountId,
    change: Change<BankAccountBody>,
) -> Result<Json<BankAccount>, Problem> {
    let message = RenameBankAccountRequest {
        bank_account_id,
        ..change.request()
    };
    let reply = call.send(message).await?;
    Ok(Json(present(reply.bank_account)?.try_into()?))
}

fields! {
    /// Which month.
    BankMonthParams for GetBankMonthRequest {
        /// The account; lines of none without it.
        bank_account_id: Option<Id>,
        /// A day of the month.
        month: Option<chrono::NaiveDate>,
    }
}

/// Whether the lines of an account add up to its balances over a month
#[utoipa::path(
    get, path = "/api/bank-months", tag = "Rent", operation_id = "getBankMonth",
    params(BankMonthParams),
    responses(
        (status = 200, description = "The sums", body = BankMonth),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn month(
    call: Call<GetBankMonthRequest>,
    wanted: Query<BankMonthParams>,
) -> Result<Json<BankMonth>, Problem> {
    let reply = call.send(wanted.message).await?;
    Ok(Json(reply.try_into()?))
}
