//! Imports of listings from files.

use std::time::Duration;

use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_proto::listings::v1::{
    self as listings, AppendListingImportRequest, BeginListingImportRequest,
    StartListingImportRequest,
};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

use crate::{
    Gateway,
    api::names::ListingFormat,
    call::Call,
    deadline::PART,
    front::large_body::LargeBody,
    rest::{
        ListingImport,
        input::request_id,
        openapi::{IdempotencyKey, ListingFileRefused, Refusals, SignedIn},
        problem::Problem,
        reply::{present, row},
    },
    uploads::{Spooled, form},
};

/// The path of the list.
const LIST: &str = "/api/listing-imports";
/// The number of times that a part is sent before the import is given up; a service that restarts is back by then.
const TRIES: u32 = 5;
/// The pause before a part is sent again, for each time that it was sent.
const PAUSE: Duration = Duration::from_millis(400);

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(begin))
}

/// A form with a file of listings.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the form; Uploads::listings reads it")]
struct ListingForm {
    /// A file of at most 100 MB.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
    /// Its format.
    format: ListingFormat,
    /// The name of the source: Rightmove, OnTheMarket, an agent; 1 to 50 characters.
    source: String,
}

/// Uploads a file of listings, which is then read in the background
///
/// `GET …/{id}` and the live updates of `listing-imports` say how far it is. What the file holds is added or changed, and nothing
/// twice. A repeat with the same key gets the first answer.
#[utoipa::path(
    post, path = "/api/listing-imports", tag = "Property search", operation_id = "importListings",
    params(IdempotencyKey),
    request_body(content = ListingForm, content_type = "multipart/form-data"),
    responses(
        (status = 202, description = "The file has come, and will be read", body = ListingImport, headers(
            ("Location" = String, description = "Where it can be read how far it is"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        ListingFileRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn begin(
    call: Call<BeginListingImportRequest>,
    headers: HeaderMap,
    body: LargeBody,
) -> Result<Response, Problem> {
    call.check_upload()?;
    let key = request_id(&headers)?;
    let sent = call
        .gateway()
        .uploads
        .listings(form::boundary(&headers)?, &body);
    let mut sent = sent.await?;
    let call = call.within(PART);
    let message = BeginListingImportRequest {
        request_id: named(&key, "begin"),
        ..sent.said
    };
    let begun = present(call.send(message).await?.listing_import)?;
    let id = begun.listing_import_id;
    let whole = append(&call, id, &mut sent.file).await;
    // A repeat under the same key finds an import that has begun already.
    match whole {
        Err(problem) if problem.reason == "IMPORT_NOT_UPLOADING" && !key.is_empty() => {}
        whole => whole?,
    }
    let message = StartListingImportRequest {
        listing_import_id: id,
        request_id: named(&key, "start"),
    };
    let started = call.beside()?.within(PART).send(message).await?;
    let mut response = answer(StatusCode::ACCEPTED, present(started.listing_import)?)?;
    let location = HeaderValue::try_from(format!("{LIST}/{id}")).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

/// The request id of one of the calls that a request is made of: each call needs its own.
fn named(key: &str, step: &str) -> String {
    if key.is_empty() {
        return Uuid::new_v4().to_string();
    }
    let digest = Sha256::digest(format!("listing import\n{step}\n{key}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes)
        .into_uuid()
        .to_string()
}

/// Sends the file part by part.
async fn append(
    call: &Call<BeginListingImportRequest>,
    id: i64,
    file: &mut Spooled,
) -> Result<(), Problem> {
    let mut offset = 0;
    while let Some(part) = file.part().await? {
        let length = i64::try_from(part.len()).map_err(Problem::internal)?;
        send(call, id, offset, part).await?;
        offset += length;
    }
    Ok(())
}

/// Sends one part, again where the service is away: a part that is there already is ignored.
async fn send(
    call: &Call<BeginListingImportRequest>,
    id: i64,
    offset: i64,
    part: Bytes,
) -> Result<(), Problem> {
    let mut tries = 1;
    loop {
        let message = AppendListingImportRequest {
            listing_import_id: id,
            offset,
            content: part.to_vec(),
        };
        let sent = call.beside()?.within(PART).send(message).await;
        match sent {
            Err(problem) if problem.status == StatusCode::SERVICE_UNAVAILABLE && tries < TRIES => {
                tokio::time::sleep(PAUSE * tries).await;
                tries += 1;
            }
            sent => return sent.map(|_| ()),
        }
    }
}

fn answer(status: StatusCode, import: listings::ListingImport) -> Result<Response, Problem> {
    let version = import.version;
    Ok(row(status, version, ListingImport::try_from(import)?))
}
