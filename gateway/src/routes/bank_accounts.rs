//! Accounts and layouts of banks' files, and whether a month's lines add up.

use axum::Json;
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{
    DeleteBankLayoutRequest, GetBankMonthRequest, ListBankAccountsRequest, ListBankLayoutsRequest,
    RenameBankAccountRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::{BankAccountId, BankLayoutId},
    reply::{present, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, Id, Query, fields, request_id},
    model::bank_file::{BankAccount, BankMonth, KeptBankLayout},
    openapi::{
        BadQuery, IdempotencyKey, KeyRefused, NoSuchBankAccount, NoSuchBankLayout, Refusals,
        SignedIn, WithBody,
    },
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(accounts))
        .routes(routes!(rename))
        .routes(routes!(layouts))
        .routes(routes!(forget))
        .routes(routes!(month))
}

/// The accounts that banks' files were read of, by their names
#[utoipa::path(
    get, path = "/api/bank-accounts", tag = "Rent", operation_id = "listBankAccounts",
    responses(
        (status = 200, description = "All of them", body = [BankAccount]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn accounts(call: Call<ListBankAccountsRequest>) -> Result<Json<Vec<BankAccount>>, Problem> {
    let reply = call.send(ListBankAccountsRequest {}).await?;
    let accounts = reply.bank_accounts.into_iter().map(Into::into);
    Ok(Json(accounts.collect()))
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
    Ok(Json(present(reply.bank_account)?.into()))
}

/// The layouts whose columns somebody named, by their names
#[utoipa::path(
    get, path = "/api/bank-layouts", tag = "Rent", operation_id = "listBankLayouts",
    responses(
        (status = 200, description = "All of them", body = [KeptBankLayout]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn layouts(call: Call<ListBankLayoutsRequest>) -> Result<Json<Vec<KeptBankLayout>>, Problem> {
    let reply = call.send(ListBankLayoutsRequest {}).await?;
    Ok(Json(rows(reply.bank_layouts)?))
}

/// Forgets a layout; the next file like it is asked about
#[utoipa::path(
    delete, path = "/api/bank-layouts/{id}", tag = "Rent", operation_id = "deleteBankLayout",
    params(("id" = i64, Path, description = "The layout's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 204, description = "It is forgotten"),
        NoSuchBankLayout, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn forget(
    call: Call<DeleteBankLayoutRequest>,
    BankLayoutId(bank_layout_id): BankLayoutId,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let message = DeleteBankLayoutRequest {
        bank_layout_id,
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT)
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
