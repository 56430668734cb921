//! The deposit of a tenancy, and the dates of a notice.

use axum::Json;
use chrono::NaiveDate;
use lintel_core::Money;
use lintel_proto::tenancy::v1::{
    GetDepositRequest, ProposeNoticeRequest, RecordDepositRequest, RecordDepositReturnRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{ids::TenantId, reply::present};
use crate::{
    Gateway,
    call::Call,
    input::{Change, Id, Query, fields},
    model::{
        deposit::{Deposit, NoticeProposal},
        names::{DepositScheme, NoticeGiver},
    },
    openapi::{
        BadQuery, DepositMissing, IdempotencyKey, NoSuchTenant, Refusals, SignedIn, WithBody,
    },
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(read, record))
        .routes(routes!(give_back))
        .routes(routes!(notice))
}

/// The deposit of a tenant's tenancy; null where none was agreed or recorded
#[utoipa::path(
    get, path = "/api/tenants/{id}/deposit", tag = "Tenancies", operation_id = "getDeposit",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1)),
    responses(
        (status = 200, description = "The deposit, or null", body = Option<Deposit>),
        NoSuchTenant, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetDepositRequest>,
    TenantId(tenant_id): TenantId,
) -> Result<Json<Option<Deposit>>, Problem> {
    let reply = call.send(GetDepositRequest { tenant_id }).await?;
    Ok(Json(reply.deposit.map(TryInto::try_into).transpose()?))
}

fields! {
    /// What is known of a deposit; what is absent stays as it is.
    DepositBody for RecordDepositRequest {
        /// How much was agreed.
        deposit.amount: Option<Money> { example: "1096.15" },
        /// When it came.
        deposit.receive_date: Option<NaiveDate>,
        /// Where it is protected.
        deposit.scheme: Option<DepositScheme>,
        /// The scheme's number.
        deposit.scheme_reference: Option<String> { max_length: 60 },
        /// Since when it is protected.
        deposit.protect_date: Option<NaiveDate>,
        /// When the tenants got the prescribed information.
        deposit.information_date: Option<NaiveDate>,
        /// Whether the tenants are told by email; left out, the organisation's switch decides, and nobody is told of what is older than seven days.
        email_tenants: Option<bool>,
    }
}

/// Records when a deposit came, where it is protected and when the tenants were told
#[utoipa::path(
    put, path = "/api/tenants/{id}/deposit", tag = "Tenancies", operation_id = "recordDeposit",
    params(("id" = i64, Path, description = "The id of one of its tenants", minimum = 1), IdempotencyKey),
    request_body = DepositBody,
    responses(
        (status = 200, description = "The deposit as it is now", body = Deposit),
        NoSuchTenant, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn record(
    call: Call<RecordDepositRequest>,
    TenantId(tenant_id): TenantId,
    change: Change<DepositBody>,
) -> Result<Json<Deposit>, Problem> {
    let message = RecordDepositRequest {
        tenant_id,
        deposit: Some(change.message.deposit.unwrap_or_default()),
        request_id: change.request_id,
        email_tenants: change.message.email_tenants,
    };
    let reply = call.send(message).await?;
    Ok(Json(present(reply.deposit)?.try_into()?))
}

fields! {
    /// What of a deposit was given back.
    DepositReturnBody for RecordDepositReturnRequest {
        /// When.
        deposit.return_date: NaiveDate,
        /// How much.
        deposit.returned: Money { example: "1096.15" },
        /// What was kept and why; required where less than all was given back.
        deposit.deductions: Option<String> { max_length: 1000 },
        /// A document that the tenants of the tenancy were given, which shows what was kept: a bill; null for none.
        deposit.bill_document_id: Option<Id> { example: 9 },
        /// Whether the tenants are told by email; left out, the organisation's switch decides, and nobody is told of what is older than seven days.
        email_tenants: Option<bool>,
    }
}

/// Records what of a deposit was given back
#[utoipa::path(
    post, path = "/api/tenants/{id}/deposit/return", tag = "Tenancies", operation_id = "recordDepositReturn",
    params(("id" = i64, Path, description = "The id of one of its tenants", minimum = 1), IdempotencyKey),
    request_body = DepositReturnBody,
    responses(
        (status = 200, description = "The deposit as it is now", body = Deposit),
        NoSuchTenant, DepositMissing, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn give_back(
    call: Call<RecordDepositReturnRequest>,
    TenantId(tenant_id): TenantId,
    change: Change<DepositReturnBody>,
) -> Result<Json<Deposit>, Problem> {
    let message = RecordDepositReturnRequest {
        tenant_id,
        deposit: Some(change.message.deposit.unwrap_or_default()),
        request_id: change.request_id,
        email_tenants: change.message.email_tenants,
    };
    let reply = call.send(message).await?;
    Ok(Json(present(reply.deposit)?.try_into()?))
}

fields! {
    /// Which notice.
    NoticeParams for ProposeNoticeRequest {
        /// Who gives it.
        giver: NoticeGiver,
        /// With landlord: the code of one of the reasons; absent to read them.
        ground: Option<String> { max_length: 40 },
        /// The day on which it is given; absent for today.
        give_date: Option<NaiveDate>,
        /// When the written statement of terms was given; asked for by ground 4A.
        statement_date: Option<NaiveDate>,
        /// When the agreement was signed; asked for by ground 4A.
        signing_date: Option<NaiveDate>,
    }
}

/// The earliest last day that a notice leads to
///
/// By the rules of the home's nation. Nothing is stored.
#[utoipa::path(
    get, path = "/api/tenants/{id}/notice", tag = "Tenancies", operation_id = "proposeNotice",
    params(("id" = i64, Path, description = "The id of one of its tenants", minimum = 1), NoticeParams),
    responses(
        (status = 200, description = "The day", body = NoticeProposal),
        NoSuchTenant, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn notice(
    call: Call<ProposeNoticeRequest>,
    TenantId(tenant_id): TenantId,
    wanted: Query<NoticeParams>,
) -> Result<Json<NoticeProposal>, Problem> {
    let message = ProposeNoticeRequest {
        tenant_id,
        ..wanted.message
    };
    let reply = call.send(message).await?;
    Ok(Json(reply.try_into()?))
}
