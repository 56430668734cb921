//! What a tenant owes and paid: the ledger, its statement, the terms of rent and their changes.

use axum::{Json, response::Response};
use chrono::NaiveDate;
use http::StatusCode;
use lintel_core::Money;
use lintel_proto::tenancy::v1::{
    GetLedgerRequest, ListRentPaymentsRequest, PostLedgerEntryRequest, ProposeRentRiseRequest,
    ReadRentStatementRequest, RecordRentChangeRequest, StartRentRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    application_documents::bytes,
    ids::TenantId,
    reply::{present, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, FieldReader, Id, Query, fields},
    model::{
        names::{LedgerEntryKind, ProRata, RentPeriod, ReversalReason},
        rent::Ledger,
    },
    openapi::{
        BadQuery, IdempotencyKey, NoSuchEntry, NoSuchTenant, Refusals, RentNotCharged, RentRefused,
        SignedIn, WithBody,
    },
    problem::Problem,
    rest::{PostedEntry, RentChange, RentPayment, RentRise, RentTerms},
};

/// Fields of a statement's query whose names differ from the contract's.
const DAYS: [(&str, &str); 2] = [("fromDate", "from"), ("toDate", "to")];
/// Fields of a rise's query whose names differ from the contract's.
const SERVED: [(&str, &str); 1] = [("servedDate", "served")];

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(ledger, post))
        .routes(routes!(payments))
        .routes(routes!(statement))
        .routes(routes!(start))
        .routes(routes!(rise))
        .routes(routes!(change))
}

fields! {
    /// Of which day.
    LedgerParams for GetLedgerRequest {
        /// The day; absent for today.
        as_of: Option<NaiveDate>,
    }
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
    /// An entry to write.
    LedgerEntryBody for PostLedgerEntryRequest {
        /// charge, receipt, refund, reversal or waiver.
        entry.kind: LedgerEntryKind,
        /// Above 0; of a reversal it is the amount of the entry that it takes back.
        entry.amount: Option<Money> { example: "950.00" },
        /// The day that it counts from.
        entry.date: NaiveDate,
        /// Of a receipt or a refund: bank-transfer, standing-order, card, cash, cheque, housing-benefit or other.
        entry.method: Option<String>,
        /// What it is for, or what the payer wrote.
        entry.reference: Option<String>,
        /// With reversal: the entry that it takes back.
        entry.reverses: Option<Id>,
        /// With reversal: wrong-tenancy, wrong-amount, entered-twice, returned-by-the-bank or other.
        entry.reason: Option<ReversalReason>,
        /// Of a receipt: the charge that it settles first; the rest settles the oldest.
        entry.pays: Option<Id>,
        /// Of a receipt: whether the tenant is told. Without it the organisation's switch decides, and one older than seven days is not told.
        email_tenant: Option<bool>,
    }
}

/// Writes an entry
///
/// Entries are never changed or removed: a mistake is taken back by a reversal. A receipt settles the oldest charges first. A refund takes away what was overpaid. A repeat
/// with the same key and body gets the first answer and writes nothing.
#[utoipa::path(
    post, path = "/api/tenants/{id}/ledger", tag = "Rent", operation_id = "postLedgerEntry",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1), IdempotencyKey),
    request_body = LedgerEntryBody,
    responses(
        (status = 201, description = "The entry as it was written", body = PostedEntry),
        NoSuchEntry, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn post(
    call: Call<PostLedgerEntryRequest>,
    TenantId(tenant_id): TenantId,
    change: Change<LedgerEntryBody>,
) -> Result<(StatusCode, Json<PostedEntry>), Problem> {
    let message = PostLedgerEntryRequest {
        tenant_id,
        entry: Some(change.message.entry.unwrap_or_default()),
        request_id: change.request_id,
        email_tenant: change.message.email_tenant,
    };
    let reply = call.send(message).await?;
    Ok((StatusCode::CREATED, Json(reply.try_into()?)))
}

fields! {
    /// Whose payments.
    RentPaymentParams for ListRentPaymentsRequest {
        /// The tenant.
        tenant_id: Id { example: 5 },
    }
}

/// What was and is due to a tenant, with what was paid of it, the oldest first
#[utoipa::path(
    get, path = "/api/rent-payments", tag = "Rent", operation_id = "listRentPayments",
    params(RentPaymentParams),
    responses(
        (status = 200, description = "The payments", body = [RentPayment]),
        NoSuchTenant, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn payments(
    call: Call<ListRentPaymentsRequest>,
    wanted: Query<RentPaymentParams>,
) -> Result<Json<Vec<RentPayment>>, Problem> {
    let reply = call.send(wanted.message).await?;
    Ok(Json(rows(reply.rent_payments)?))
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
    /// Rent to charge from now on.
    RentBody for StartRentRequest {
        /// weekly, four-weekly or monthly.
        terms.period: RentPeriod,
        /// With monthly: the day of the month, 1 to 31; shorter months end earlier.
        terms.due_day: Option<i32> { minimum: 0, maximum: 31 },
        /// The first day that rent is charged for.
        terms.first_day: NaiveDate,
        /// How the rent of a part of a period is worked out.
        terms.pro_rata: ProRata,
        /// What this tenancy owed before the first day; absent or 0 for nothing.
        opening_balance: Option<Money>,
    }
}

/// Begins the charging of rent in a tenancy that has none
///
/// Charges that are due already are made at once. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/tenants/{id}/rent", tag = "Rent", operation_id = "startRent",
    params(("id" = i64, Path, description = "The id of one of its tenants", minimum = 1), IdempotencyKey),
    request_body = RentBody,
    responses(
        (status = 201, description = "The terms as they were stored", body = RentTerms),
        NoSuchTenant, RentRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn start(
    call: Call<StartRentRequest>,
    TenantId(tenant_id): TenantId,
    change: Change<RentBody>,
) -> Result<(StatusCode, Json<RentTerms>), Problem> {
    let message = StartRentRequest {
        tenant_id,
        terms: Some(change.message.terms.unwrap_or_default()),
        opening_balance: change.message.opening_balance,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    Ok((StatusCode::CREATED, Json(present(reply.terms)?.try_into()?)))
}

fields! {
    /// When the notice would be served.
    RentRiseParams for ProposeRentRiseRequest {
        /// The day; absent for today.
        serve_date: Option<NaiveDate>,
    }
}

/// When a rise of the rent can begin whose notice is served on a day
///
/// By the rule of the home's nation; where none is known, nothing is proposed. Nothing is stored.
#[utoipa::path(
    get, path = "/api/tenants/{id}/rent-rise", tag = "Rent", operation_id = "proposeRentRise",
    params(("id" = i64, Path, description = "The id of one of its tenants", minimum = 1), RentRiseParams),
    responses(
        (status = 200, description = "The day", body = RentRise),
        NoSuchTenant, RentNotCharged, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn rise(
    call: Call<ProposeRentRiseRequest>,
    TenantId(tenant_id): TenantId,
    wanted: Query<RentRiseParams>,
) -> Result<Json<RentRise>, Problem> {
    let message = ProposeRentRiseRequest {
        tenant_id,
        ..wanted.message
    };
    let reply = call.send(message).await?;
    Ok(Json(reply.try_into()?))
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
