//! What a tenant owes and paid: the ledger, its statement, the terms of rent and their changes.

use axum::{Json, response::Response};
use chrono::NaiveDate;
use http::StatusCode;
use lintel_core::Money;
use lintel_proto::tenancy::v1::{
    GetLedgerRequest, ReadRentStatementRequest, RecordRentChangeRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{application_documents::bytes, ids::TenantId, reply::present};
use crate::{
    Gateway,
    call::Call,
    input::{Change, FieldReader, Query, fields},
    model::rent::Ledger,
    openapi::{
        BadQuery, IdempotencyKey, NoSuchTenant, Refusals, RentNotCharged, SignedIn, WithBody,
    },
    problem::Problem,
    rest::LedgerParams,
    rest::RentChange,
};

/// Fields of a statement's query whose names differ from the contract's.
const DAYS: [(&str, &str); 2] = [("fromDate", "from"), ("toDate", "to")];
/// Fields of a rise's query whose names differ from the contract's.
const SERVED: [(&str, &str); 1] = [("servedDate", "served")];

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(ledger))
        .routes(routes!(statement))
        .routes(routes!(change))
}

/// What a tenant owes as of a day, and every entry that says so
#[utoipa::path(
    get, path = "/api/tenants/{id}/ledger", tag = "Rent", operation_id = "getLedger",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1), LedgerParams),
    responses(
        (status = 200, description = "The ledger", body = Ledger),
        NoSuchTenant, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn ledger(
    call: Call<GetLedgerRequest>,
    TenantId(tenant_id): TenantId,
    wanted: Query<LedgerParams>,
) -> Result<Json<Ledger>, Problem> {
    let message = GetLedgerRequest {
        tenant_id,
        ..wanted.message
    };
    let reply = call.send(message).await?;
    Ok(Json(reply.try_into()?))
}

fields! {
    /// Which statement.
    StatementParams for ReadRentStatementRequest {
        /// pdf or csv; pdf where nothing is said.
        format: Option<String> { pattern: "^(pdf|csv)$" },
    } then read_days {
        /// The first day; absent for the ledger's first.
        from: Option<NaiveDate>,
        /// The last day; absent for today.
        to: Option<NaiveDate>,
    }
}

fn read_days(reader: &mut FieldReader<'_>, message: &mut ReadRentStatementRequest) {
    message.from_date = reader.date("from").map(Into::into);
    message.to_date = reader.date("to").map(Into::into);
    if message.format.is_empty() {
        "pdf".clone_into(&mut message.format);
    }
}

/// A statement of a tenant's ledger as a file
#[utoipa::path(
    get, path = "/api/tenants/{id}/statement", tag = "Rent", operation_id = "readRentStatement",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1), StatementParams),
    responses(
        (status = 200, description = "The file", content(
            (Vec<u8> = "application/pdf"), (String = "text/csv")
        ), headers(("Content-Disposition" = String, description = "Its name"))),
        NoSuchTenant, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn statement(
    call: Call<ReadRentStatementRequest>,
    TenantId(tenant_id): TenantId,
    wanted: Query<StatementParams>,
) -> Result<Response, Problem> {
    let message = ReadRentStatementRequest {
        tenant_id,
        ..wanted.message
    };
    let reply = call.send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&DAYS))?;
    bytes(&reply.media_type, &reply.file_name, reply.content)
}

fields! {
    /// Another rent.
    RentChangeBody for RecordRentChangeRequest {
        /// The first day of the new rent, the first of a period.
        effective_date: NaiveDate,
        /// The rent of the whole tenancy per month from then on.
        monthly_rent: Money { example: "990.00" },
        /// Whether it is the last rise of before Lintel: the next rise waits for it, and nothing is charged.
        before_lintel: Option<bool>,
        /// Whether the tenants are told by email; left out, the organisation's switch decides, and nobody is told of what is older than seven days.
        email_tenants: Option<bool>,
    } then read_served {
        /// When the notice was served; required for a rise where the nation's rule is known.
        served_date: Option<NaiveDate>,
    }
}

fn read_served(reader: &mut FieldReader<'_>, message: &mut RecordRentChangeRequest) {
    message.serve_date = reader.date("servedDate").map(Into::into);
}

/// Records another rent from the first day of a period on
///
/// A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/tenants/{id}/rent-changes", tag = "Rent", operation_id = "recordRentChange",
    params(("id" = i64, Path, description = "The id of one of its tenants", minimum = 1), IdempotencyKey),
    request_body = RentChangeBody,
    responses(
        (status = 201, description = "The change", body = RentChange),
        NoSuchTenant, RentNotCharged, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn change(
    call: Call<RecordRentChangeRequest>,
    TenantId(tenant_id): TenantId,
    change: Change<RentChangeBody>,
) -> Result<(StatusCode, Json<RentChange>), Problem> {
    let message = RecordRentChangeRequest {
        tenant_id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&SERVED))?;
    Ok((
        StatusCode::CREATED,
        Json(present(reply.change)?.try_into()?),
    ))
}
