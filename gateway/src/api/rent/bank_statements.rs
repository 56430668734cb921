//! Banks' files, and what becomes of their lines.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{
    AddBankStatementRequest, ListBankLinesRequest, PreviewBankFileRequest,
};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::applying::documents::NAMES,
    call::Call,
    deadline::DOCUMENTS,
    front::large_body::LargeBody,
    rest::{
        BankFilePreview, BankLine, BankLineParams, BankStatement,
        input::{PageParams, Query, request_id},
        openapi::{
            BadQuery, BankFileRefused, BankFileUnreadable, IdempotencyKey, NoSuchBankStatement,
            Refusals, SignedIn,
        },
        pages,
        problem::Problem,
        reply::{present, rows},
    },
    uploads::form,
};

/// The path of the lines.
const LINES: &str = "/api/bank-lines";

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(add))
        .routes(routes!(preview))
        .routes(routes!(lines))
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
    /// True where lines that cannot be read are left out.
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
    /// True where lines that cannot be read are left out.
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
    body: LargeBody,
) -> Result<(StatusCode, Json<BankStatement>), Problem> {
    call.check_upload()?;
    let request_id = request_id(&headers)?;
    let uploads = &call.gateway().uploads;
    let message = AddBankStatementRequest {
        request_id,
        ..uploads.bank_file(form::boundary(&headers)?, &body).await?
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
    body: LargeBody,
) -> Result<Json<BankFilePreview>, Problem> {
    call.check_upload()?;
    let uploads = &call.gateway().uploads;
    let sent = uploads.bank_file(form::boundary(&headers)?, &body).await?;
    let message = PreviewBankFileRequest {
        content: sent.content,
        layout: sent.layout,
        leave_out: sent.leave_out,
    };
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    Ok(Json(reply.try_into()?))
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
