//! Uploaded files.

use axum::{
    Json,
    body::Body,
    extract::{FromRequestParts, Path, Query, State},
    response::{IntoResponse, Response},
};
use futures::StreamExt as _;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, request::Parts};
use lintel_auth::Audience;
use lintel_core::{Principal, SessionId};
use lintel_files::{FileId, Kind, Opened, Owner, Size};
use lintel_proto::tenancy::v1::RedeemDocumentTicketRequest;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway, archive,
    call::Call,
    front::{
        large_body::LargeBody,
        viewer::{self, Viewer},
    },
    rest::{
        input::{check_parameters, request_id},
        openapi::{
            BadQuery, IdempotencyKey, NoSuchFile, Refusals, SessionOver, SignedIn, UploadRefused,
        },
        problem::{FieldErrors, Problem},
        reply,
        reply::POLICY,
    },
    uploads::{NewFile, form},
};

/// A photo never changes; a document is fetched again each time.
const PHOTO_CACHE: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");
const DOCUMENT_CACHE: HeaderValue = HeaderValue::from_static("private, no-store");

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(upload))
        .routes(routes!(read))
}

/// A stored file.
#[derive(Debug, Serialize, ToSchema)]
struct Uploaded {
    /// Its address, for ever.
    #[schema(example = "/api/files/0192f0c4-7d3e-4aaa-8bbb-0123456789ab")]
    url: String,
}

/// A form with one file.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the form; Uploads::take reads it")]
struct UploadForm {
    /// The file; of several the first counts. Its name is not looked at.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
}

#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the query; choice() reads it")]
struct UploadParams {
    /// `document` takes a PDF as well.
    #[param(nullable = false, pattern = "^document$")]
    kind: Option<String>,
}

#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the query; choice() reads it")]
struct SizeParams {
    /// The size of a photo: `card` fits 640 × 480, `thumb` fits 168 × 168.
    #[param(nullable = false, pattern = "^(card|thumb)$")]
    size: Option<String>,
    /// The ticket for a file of a service's row: the one that the call `…/ticket` of that row issued to this caller.
    #[param(nullable = false, max_length = 200)]
    ticket: Option<String>,
}

/// A caller who may upload, checked before the body is read.
struct Uploader(Principal);

impl FromRequestParts<Gateway> for Uploader {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let address = gateway.addresses.of(&parts.headers, &parts.extensions);
        gateway.limits.check(parts.uri.path(), address)?;
        let caller = lintel_auth::bearer(&parts.headers)
            .map(|token| gateway.sessions.verify(token, Audience::Lintel))
            .transpose()?
            .map(|verified| verified.principal);
        gateway.uploads.rule.admit(caller.as_ref())?;
        let caller = caller.ok_or_else(|| Problem::of_status(StatusCode::UNAUTHORIZED))?;
        gateway.limits.check_caller(&caller)?;
        gateway.limits.check_upload(caller.user)?;
        check_parameters(parts)?;
        Ok(Self(caller))
    }
}

/// The parameters of a query, all optional.
pub(crate) struct Pairs(Vec<(String, String)>);

impl FromRequestParts<Gateway> for Pairs {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Gateway) -> Result<Self, Problem> {
        Query::try_from_uri(&parts.uri)
            .map(|Query(pairs)| Self(pairs))
            .map_err(|_| Problem::of_status(StatusCode::BAD_REQUEST))
    }
}

impl Pairs {
    /// The size of a photo that is wanted.
    pub(crate) fn size(&self) -> Result<Option<Size>, Problem> {
        self.choice("size", small, "Use card or thumb, or leave it out.")
    }

    /// The value of `name`, or `None` if it is absent.
    fn choice<T>(
        &self,
        name: &str,
        parse: impl Fn(&str) -> Option<T>,
        choices: &str,
    ) -> Result<Option<T>, Problem> {
        let mut values = self.0.iter().filter(|(key, _)| key == name);
        let Some((_, value)) = values.next() else {
            return Ok(None);
        };
        let parsed = parse(value).filter(|_| values.next().is_none());
        parsed.map(Some).ok_or_else(|| {
            Problem::unreadable(FieldErrors::from([(
                name.to_owned(),
                vec![choices.to_owned()],
            )]))
        })
    }
}

/// Keeps a photo, or with `kind=document` a photo or a PDF
///
/// PNG, JPEG or GIF by content, up to 10 MB, 8,000 pixels a side and 40 million pixels. Photos are written anew upright, in
/// three sizes and without what else was in the file. A repeat with the same key and file gets the same address.
#[utoipa::path(
    post, path = "/api/upload", tag = "Files", operation_id = "uploadFile",
    params(UploadParams, IdempotencyKey),
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "It is kept", body = Uploaded, headers(
            ("Location" = String, description = "Where it can be read")
        )),
        UploadRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn upload(
    State(gateway): State<Gateway>,
    Uploader(caller): Uploader,
    headers: HeaderMap,
    query: Pairs,
    body: LargeBody,
) -> Result<Response, Problem> {
    let boundary = form::boundary(&headers)?;
    let kind = query.choice(
        "kind",
        |text| (text == "document").then_some(Kind::Document),
        "Use document, or leave it out.",
    )?;
    let key = request_id(&headers)?;
    let kind = kind.unwrap_or(Kind::Photo);
    let id = match key.as_str() {
        "" => FileId::generate(),
        key => FileId::named(&format!("{kind:?}"), caller.user, key),
    };
    let owner = Owner::of_uploads(&caller);
    let wanted = NewFile { owner, id, kind };
    gateway.uploads.take(wanted, boundary, &body).await?;
    let url = id.address();
    let location = HeaderValue::try_from(&url).map_err(Problem::internal)?;
    let mut response = (StatusCode::CREATED, Json(Uploaded { url })).into_response();
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

/// A file
///
/// Members of the organisation, or the account, that it belongs to may read it. A photo never changes; a document is a
/// download. A ticket opens the file of a row, once, for the caller to whom it was issued.
#[utoipa::path(
    get, path = "/api/files/{id}", tag = "Files", operation_id = "readFile",
    params(("id" = String, Path, description = "The file's id", format = Uuid), SizeParams),
    responses(
        (status = 200, description = "Its bytes", content(
            (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "application/pdf")
        )),
        NoSuchFile, BadQuery, SessionOver, Refusals
    ),
    security(("bearer" = []), ("readCookie" = []))
)]
async fn read(
    State(gateway): State<Gateway>,
    Viewer(viewer): Viewer,
    query: Pairs,
    mut parts: Parts,
    path: Result<Path<String>, axum::extract::rejection::PathRejection>,
) -> Result<Response, Problem> {
    let Path(text) = path.map_err(|_| not_found())?;
    if let Some(ticket) = query.choice("ticket", |ticket| Some(ticket.to_owned()), "")? {
        viewer::send_token(&gateway, &mut parts)?;
        let call = Call::<RedeemDocumentTicketRequest>::from_request_parts(&mut parts, &gateway);
        let message = RedeemDocumentTicketRequest {
            file_id: text,
            ticket,
            user_id: viewer.principal.user.get(),
        };
        let file = call.await?.send(message).await?;
        return reply::file(&file.media_type, &file.file_name, file.content);
    }
    let id: FileId = text.parse().map_err(|_| not_found())?;
    let size = query.size()?;
    for owner in Owner::readable(&viewer.principal) {
        let opened = gateway
            .files
            .get(owner, id, size.unwrap_or(Size::Full))
            .await;
        if let Some(opened) = opened.map_err(crate::uploads::away)? {
            return served(&gateway, viewer.principal.session, opened);
        }
    }
    Err(not_found())
}

fn small(text: &str) -> Option<Size> {
    match text {
        "card" => Some(Size::Card),
        "thumb" => Some(Size::Thumb),
        _ => None,
    }
}

pub(crate) fn not_found() -> Problem {
    lintel_core::Error::NotFound {
        reason: "FILE_NOT_FOUND",
        resource: "File",
    }
    .into()
}

/// The reply with a file that was let in for this once: always a download, and kept by nobody.
pub(crate) fn downloaded(
    gateway: &Gateway,
    session: SessionId,
    opened: Opened,
) -> Result<Response, Problem> {
    let name = match opened.media_type.as_str() {
        "application/pdf" => "attachment; filename=\"document.pdf\"",
        "image/png" => "attachment; filename=\"document.png\"",
        _ => "attachment; filename=\"document.jpg\"",
    };
    let mut response = served(gateway, session, opened)?;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(name));
    headers.insert(header::CACHE_CONTROL, DOCUMENT_CACHE);
    Ok(response)
}

/// The reply with a file; its file name for saving is ours, never the one of the upload.
fn served(gateway: &Gateway, session: SessionId, opened: Opened) -> Result<Response, Problem> {
    let headers = headers(&opened)?;
    let body = archive::body(&gateway.sessions, session, opened.bytes);
    Ok((headers, body).into_response())
}

/// Answers like [`served`] to anyone with a link: there is no session that could end.
pub(crate) fn by_link(opened: Opened) -> Result<Response, Problem> {
    let headers = headers(&opened)?;
    // The compression layer polls once more after the end.
    let body = Body::from_stream(opened.bytes.fuse());
    Ok((headers, body).into_response())
}

fn headers(opened: &Opened) -> Result<[(HeaderName, HeaderValue); 5], Problem> {
    let (disposition, cache) = match (opened.kind, opened.media_type.as_str()) {
        (Kind::Document, _) => ("attachment; filename=\"document.pdf\"", DOCUMENT_CACHE),
        (Kind::Photo, "image/png") => ("inline; filename=\"photo.png\"", PHOTO_CACHE),
        (Kind::Photo, _) => ("inline; filename=\"photo.jpg\"", PHOTO_CACHE),
    };
    let media_type = HeaderValue::try_from(&opened.media_type).map_err(Problem::internal)?;
    Ok([
        (header::CONTENT_TYPE, media_type),
        (header::CONTENT_LENGTH, HeaderValue::from(opened.length)),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static(disposition),
        ),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, cache),
    ])
}
