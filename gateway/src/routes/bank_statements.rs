//! Banks' files, and what becomes of their lines.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_core::Money;
use lintel_proto::tenancy::v1::{
    AddBankStatementRequest, BankLineDecision, BankLineDecisionPart, DecideBankLinesRequest,
    ListBankLinesRequest, PreviewBankFileRequest, UndoBankLinesRequest,
};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    application_documents::{NAMES, form},
    pages,
    reply::{present, rows},
};
use crate::{
    Gateway,
    call::Call,
    front::held::Held,
    input::{Change, Id, Ids, List, PageParams, Query, Switch, fields, request_id},
    model::{
        bank_statement::BankLinesUndone,
        names::{BankLinePartKind, BankLineState, BankLineWay},
    },
    openapi::{
        BadQuery, BankFileRefused, BankFileUnreadable, IdempotencyKey, NoSuchBankLine,
        NoSuchBankStatement, Refusals, SignedIn, WithBody,
    },
    patience::DOCUMENTS,
    problem::Problem,
    rest::{BankFilePreview, BankLine, BankLinesDecided, BankStatement},
};

/// Where the lines are.
const LINES: &str = "/api/bank-lines";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(add))
        .routes(routes!(preview))
        .routes(routes!(lines))
        .routes(routes!(decide))
        .routes(routes!(undo))
}

/// A form with a bank's file.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the form; Uploads::bank_file reads it")]
struct BankStatementForm {
    /// A table (CSV, XLSX, XLS), OFX, CAMT.053, CAMT.052, QIF or MT940, up to 10 MB.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
    /// A table's columns as the text of a BankLayout, where somebody named them.
    layout: Option<String>,
    /// The name under which the layout is kept for files like it; nothing is kept without one.
    layout_name: Option<String>,
    /// Whether lines that cannot be read are left out.
    leave_out: Option<bool>,
    /// The account, where the file names none.
    bank_account_id: Option<i64>,
    /// A new account's name, where the file names none.
    account_name: Option<String>,
}

/// A form with a bank's file to look at.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the form; Uploads::bank_file reads it")]
struct BankFileForm {
    /// A table (CSV, XLSX, XLS), up to 10 MB.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
    /// Its columns as the text of a BankLayout, as far as somebody named them.
    layout: Option<String>,
    /// Whether lines that cannot be read are left out.
    leave_out: Option<bool>,
}

/// Reads a bank's file
///
/// Lines that an earlier file had are not added again. Nothing is a receipt before it is decided. A repeat with the same key and form
/// gets the first answer.
#[utoipa::path(
    post, path = "/api/bank-statements", tag = "Rent", operation_id = "addBankStatement",
    params(IdempotencyKey),
    request_body(content = BankStatementForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "What was read", body = BankStatement),
        BankFileRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn add(
    call: Call<AddBankStatementRequest>,
    headers: HeaderMap,
    body: Held,
) -> Result<(StatusCode, Json<BankStatement>), Problem> {
    call.check_upload()?;
    let request_id = request_id(&headers)?;
    let uploads = &call.gateway().uploads;
    let message = AddBankStatementRequest {
        request_id,
        ..uploads.bank_file(form(&headers)?, &body).await?
    };
    // The body took its own time to arrive.
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    let statement = present(reply.bank_statement)?;
    Ok((StatusCode::CREATED, Json(statement.try_into()?)))
}

/// Shows a table as it would be read, with what has to be said of its columns
///
/// Nothing is kept.
#[utoipa::path(
    post, path = "/api/bank-statements/preview", tag = "Rent", operation_id = "previewBankFile",
    request_body(content = BankFileForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "How it would be read", body = BankFilePreview),
        BankFileUnreadable, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn preview(
    call: Call<PreviewBankFileRequest>,
    headers: HeaderMap,
    body: Held,
) -> Result<Json<BankFilePreview>, Problem> {
    call.check_upload()?;
    let uploads = &call.gateway().uploads;
    let sent = uploads.bank_file(form(&headers)?, &body).await?;
    let message = PreviewBankFileRequest {
        content: sent.content,
        layout: sent.layout,
        leave_out: sent.leave_out,
    };
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    Ok(Json(reply.try_into()?))
}

fields! {
    /// Which lines.
    BankLineParams for ListBankLinesRequest {
        /// Of this file.
        bank_statement_id: Option<Id>,
        /// In this state.
        state: Option<BankLineState>,
        /// Decided, in whatever way.
        decided: Option<Switch>,
        /// Money that went this way.
        way: Option<BankLineWay>,
        /// Of this account.
        bank_account_id: Option<Id>,
        /// Of the month that this day is in.
        month: Option<chrono::NaiveDate>,
    }
}

/// A page of lines of one file or of all, those to decide first
///
/// 50 where no page is asked for; at most 200.
#[utoipa::path(
    get, path = "/api/bank-lines", tag = "Rent", operation_id = "listBankLines",
    params(BankLineParams, PageParams),
    responses(
        (status = 200, description = "The lines", body = [BankLine], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        NoSuchBankStatement, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn lines(
    call: Call<ListBankLinesRequest>,
    page: Query<PageParams>,
    wanted: Query<BankLineParams>,
) -> Result<Response, Problem> {
    let path = wanted.of(LINES);
    let page = page.message.always();
    pages::answer(&path, page, async |page_size, page_token| {
        let message = ListBankLinesRequest {
            page_size,
            page_token,
            ..wanted.message
        };
        let reply = call.send(message).await?;
        Ok((rows::<_, BankLine>(reply.lines)?, reply.next_page_token))
    })
    .await
}

fields! {
    /// A part of a line.
    BankLinePartBody for BankLineDecisionPart {
        /// What it becomes: rent of money that came; refund or depositReturn of money that went out; nothing.
        kind: BankLinePartKind,
        /// Whose; null for nothing.
        tenant_id: Option<Id>,
        /// How much.
        amount: Money { example: "530.00" },
        /// The charge that a receipt is for; null for the oldest first.
        charge_entry_id: Option<Id>,
    }
}

fields! {
    /// What becomes of a line.
    BankLineDecisionBody for BankLineDecision {
        /// The line.
        bank_line_id: Id,
        /// Whose receipt it becomes, or whose refund where the money went out; null to ignore it, or with parts.
        tenant_id: Option<Id>,
        /// What all of it becomes, where it is the return of a deposit.
        kind: Option<BankLinePartKind>,
        /// How it is split; they add up to what the line has open.
        parts: Option<List<BankLinePartBody>>,
        /// Whether lines like it are not to be proposed the same split.
        forget: Option<bool>,
    }
}

fields! {
    /// Lines to decide.
    BankLineDecisionsBody for DecideBankLinesRequest {
        /// 1 to 200.
        decisions: List<BankLineDecisionBody> { min_items: 1, max_items: 200 },
        /// Whether the tenants whose payments they become get their receipts by email; left out, the organisation's switch decides, and nobody
        /// is told of a payment of more than 7 days ago.
        email_tenants: Option<bool>,
    }
}

/// Decides lines: each becomes a receipt or a refund of the tenant that is named, is split, or is ignored
///
/// All of them or none. A repeat with the same key and body gets the first answer and writes nothing.
#[utoipa::path(
    post, path = "/api/bank-lines/decisions", tag = "Rent", operation_id = "decideBankLines",
    params(IdempotencyKey), request_body = BankLineDecisionsBody,
    responses(
        (status = 200, description = "What became of them", body = BankLinesDecided),
        NoSuchBankLine, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn decide(
    call: Call<DecideBankLinesRequest>,
    change: Change<BankLineDecisionsBody>,
) -> Result<Json<BankLinesDecided>, Problem> {
    let reply = call.send(change.request()).await?;
    Ok(Json(reply.try_into()?))
}

fields! {
    /// Lines to take back.
    UndoBankLinesBody for UndoBankLinesRequest {
        /// 1 to 200.
        bank_line_ids: Ids { min_items: 1, max_items: 200 },
    }
}

/// Takes back what became of lines: receipts and refunds are reversed, and every line is to decide again
///
/// All of them or none. A repeat with the same key and body gets the first answer and writes nothing.
#[utoipa::path(
    post, path = "/api/bank-lines/undo", tag = "Rent", operation_id = "undoBankLines",
    params(IdempotencyKey), request_body = UndoBankLinesBody,
    responses(
        (status = 200, description = "How many were decided", body = BankLinesUndone),
        NoSuchBankLine, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn undo(
    call: Call<UndoBankLinesRequest>,
    change: Change<UndoBankLinesBody>,
) -> Result<Json<BankLinesUndone>, Problem> {
    let reply = call.send(change.request()).await?;
    Ok(Json(BankLinesUndone {
        undone: reply.undone,
    }))
}
