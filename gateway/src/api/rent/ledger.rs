//! A tenant's rent due and paid: the ledger, its statement, the terms of rent and their changes.

use axum::{Json, response::Response};
use chrono::NaiveDate;
use http::StatusCode;
use lintel_core::Money;
use lintel_proto::tenancy::v1::{
    self as tenancy, GetLedgerRequest, ReadRentStatementRequest, RecordRentChangeRequest,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        Arrears, ArrearsFields, LedgerEntry, LedgerParams, RentChange, RentTerms,
        convert::{date, money, required},
        ids::TenantId,
        input::{Change, FieldReader, Query, fields},
        openapi::{
            BadQuery, IdempotencyKey, NoSuchTenant, Refusals, RentNotCharged, SignedIn, WithBody,
        },
        problem::Problem,
        reply,
        reply::present,
    },
};

/// Fields of a statement's query whose names differ from the contract's.
const DAYS: [(&str, &str); 2] = [("fromDate", "from"), ("toDate", "to")];
/// Fields of a rise's query whose names differ from the contract's.
const SERVED: [(&str, &str); 1] = [("servedDate", "served")];

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(ledger))
        .routes(routes!(statement))
        .routes(routes!(change))
}

/// Shows the arrears of a tenant as of a day, and every entry behind them
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
    /// The statement to read.
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
    reply::file(&reply.media_type, &reply.file_name, reply.content)
}

fields! {
    /// Another rent.
    RentChangeBody for RecordRentChangeRequest {
        /// The first day of the new rent, the first of a period.
        effective_date: NaiveDate,
        /// The rent of the whole tenancy per month from then on.
        monthly_rent: Money { example: "990.00" },
        /// True for the last rise before Lintel: the next rise waits for it, and nothing is charged.
        before_lintel: Option<bool>,
        /// True where the tenants are told by email; left out, the organisation's switch decides, and nobody is told of
        /// a change that is older than seven days.
        email_tenants: Option<bool>,
    } then read_served {
        /// The day on which the notice was served; required for a rise where the nation's rule is known.
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

/// The ledger of a tenant as of a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ledger {
    /// The arrears of the tenancy on that day.
    #[serde(flatten)]
    pub arrears: ArrearsFields,
    /// The tenant's own entries of that day and before, the oldest first.
    pub entries: Vec<LedgerEntry>,
    /// The terms by which rent is due; null where none is charged.
    #[schema(required)]
    pub terms: Option<RentTerms>,
    /// The dated changes of the rent, the oldest first.
    pub changes: Vec<RentChange>,
    /// The same for the landlord; null for a tenant.
    #[schema(required)]
    pub tenancy_arrears: Option<Arrears>,
    /// The next day that rent is due; null where none is.
    #[schema(required)]
    pub next_due_date: Option<NaiveDate>,
    /// The amount due then of this tenant; null where nothing is.
    #[schema(required, example = "950.00")]
    pub next_due_amount: Option<String>,
}

impl TryFrom<tenancy::GetLedgerResponse> for Ledger {
    type Error = Problem;

    fn try_from(ledger: tenancy::GetLedgerResponse) -> Result<Self, Problem> {
        let entries = ledger.entries.into_iter().map(TryInto::try_into);
        let changes = ledger.changes.into_iter().map(TryInto::try_into);
        Ok(Self {
            arrears: required(ledger.arrears, "arrears")?.try_into()?,
            entries: entries.collect::<Result<_, _>>()?,
            terms: ledger.terms.map(TryInto::try_into).transpose()?,
            changes: changes.collect::<Result<_, _>>()?,
            tenancy_arrears: ledger.tenancy_arrears.map(TryInto::try_into).transpose()?,
            next_due_date: date(ledger.next_due_date)?,
            next_due_amount: money(ledger.next_due_amount)?,
        })
    }
}
