//! Banks' files, and the lines of them that become receipts.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{
    AddBankStatementRequest, BankLineDecision, DecideBankLinesRequest, ListBankLinesRequest,
    ListBankStatementsRequest,
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
    held::Held,
    input::{Change, Id, List, PageParams, Query, fields, request_id},
    model::{
        bank_statement::{BankLine, BankLinesDecided, BankStatement},
        names::BankLineState,
    },
    openapi::{
        BadQuery, BankFileRefused, IdempotencyKey, NoSuchBankLine, NoSuchBankStatement, Refusals,
        SignedIn, WithBody,
    },
    patience::DOCUMENTS,
    problem::Problem,
};

/// Where the lines are.
const LINES: &str = "/api/bank-lines";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, add))
        .routes(routes!(lines))
        .routes(routes!(decide))
}

/// A form with a bank's file.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the form; Uploads::bank_file reads it")]
struct BankStatementForm {
    /// CSV, OFX or CAMT.053, up to 10 MB.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
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
    let (file_name, content) = uploads.bank_file(form(&headers)?, &body).await?;
    let message = AddBankStatementRequest {
        file_name,
        content,
        request_id,
    };
    // The body took its own time to arrive.
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    let statement = present(reply.bank_statement)?;
    Ok((StatusCode::CREATED, Json(statement.try_into()?)))
}

/// The files that were read, the newest first
#[utoipa::path(
    get, path = "/api/bank-statements", tag = "Rent", operation_id = "listBankStatements",
    responses(
        (status = 200, description = "The last 200", body = [BankStatement]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(call: Call<ListBankStatementsRequest>) -> Result<Json<Vec<BankStatement>>, Problem> {
    let reply = call.send(ListBankStatementsRequest {}).await?;
    Ok(Json(rows(reply.bank_statements)?))
}

fields! {
    /// Which lines.
    BankLineParams for ListBankLinesRequest {
        /// Of this file.
        bank_statement_id: Option<Id>,
        /// In this state.
        state: Option<BankLineState>,
    }
}

/// The lines of one file or of all, those to decide first
///
/// Without parameters up to 10,000; with `pageSize` or `pageToken` one page.
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
    let call = pages::within(call, &page.message);
    let path = wanted.of(LINES);
    pages::answer(&path, page.message, async |page_size, page_token| {
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
    /// What becomes of a line.
    BankLineDecisionBody for BankLineDecision {
        /// The line.
        bank_line_id: Id,
        /// Whose receipt it becomes; null to ignore it.
        tenant_id: Option<Id>,
    }
}

fields! {
    /// Lines to decide.
    BankLineDecisionsBody for DecideBankLinesRequest {
        /// 1 to 200.
        decisions: List<BankLineDecisionBody> { min_items: 1, max_items: 200 },
    }
}

/// Decides lines: each becomes a receipt of the tenant that is named, or is ignored
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
    Ok(Json(reply.into()))
}
