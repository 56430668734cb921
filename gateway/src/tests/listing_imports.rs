//! Files of listings: sent on in parts, whatever their size and the order of the form.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use axum::body::Body;
use http::Request;
use lintel_core::Error;
use lintel_proto::{
    Rpc as _,
    listings::v1::{
        AppendListingImportRequest, AppendListingImportResponse, BeginListingImportRequest,
        BeginListingImportResponse, GetListingImportRequest, GetListingImportResponse,
        ListListingImportsRequest, ListListingImportsResponse, ListingFormat, ListingImport,
        ListingImportState, Refusal, StartListingImportRequest, StartListingImportResponse,
    },
    status::into_status,
};
use prost_types::Timestamp;
use serde_json::{Value, json};
use tonic::Status;

use super::{
    front::{Answer, Front},
    tenants::named,
    upstream::Asked,
};

const PATH: &str = "/api/listing-imports";
const MIB: usize = 1024 * 1024;

fn import() -> Option<ListingImport> {
    Some(ListingImport {
        listing_import_id: 5,
        state: ListingImportState::Queued.into(),
        format: ListingFormat::Blm.into(),
        source: "Rightmove".to_owned(),
        file_name: "77.blm".to_owned(),
        size_bytes: 3,
        read_count: 5,
        added_count: 1,
        changed_count: 1,
        unchanged_count: 1,
        withdrawn_count: 1,
        refused_count: 1,
        refusals: vec![Refusal {
            line: 14,
            field: "PRICE".to_owned(),
            reason: "Enter a price.".to_owned(),
        }],
        problem: String::new(),
        create_time: Some(Timestamp::default()),
        finish_time: None,
        version: 4,
    })
}

fn shown() -> Value {
    json!({"id": 5, "state": "queued", "format": "blm", "source": "Rightmove", "fileName": "77.blm", "sizeBytes": 3,
        "read": 5, "added": 1, "changed": 1, "unchanged": 1, "withdrawn": 1, "refused": 1,
        "refusals": [{"line": 14, "field": "PRICE", "reason": "Enter a price."}], "problem": null,
        "createdAt": "1970-01-01T00:00:00Z", "finishedAt": null, "version": 4})
}

async fn front() -> (Front, String) {
    let front = Front::new().await;
    front.upstream.on(BeginListingImportRequest::PATH, || {
        Ok(BeginListingImportResponse {
            listing_import: import(),
        })
    });
    front.upstream.on(AppendListingImportRequest::PATH, || {
        Ok(AppendListingImportResponse { size_bytes: 0 })
    });
    front.upstream.on(StartListingImportRequest::PATH, || {
        Ok(StartListingImportResponse {
            listing_import: import(),
        })
    });
    let (_, token) = front.landlord();
    (front, token)
}

fn field(name: &str, value: &str) -> Vec<u8> {
    format!("--cut\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        .into_bytes()
}

fn file(content: &[u8]) -> Vec<u8> {
    let head =
        "--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"77.blm\"\r\n\r\n";
    [head.as_bytes(), content, b"\r\n"].concat()
}

async fn send(front: &Front, token: &str, parts: &[Vec<u8>], key: &str) -> Answer {
    let body = [&parts.concat(), &b"--cut--\r\n"[..]].concat();
    let request = Request::post(PATH)
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "multipart/form-data; boundary=cut");
    let request = match key {
        "" => request,
        key => request.header("idempotency-key", key),
    };
    front.send(request.body(Body::from(body)).unwrap()).await
}

fn format_and_source() -> [Vec<u8>; 2] {
    [field("format", "blm"), field("source", "Rightmove")]
}

/// The parts that the service got, with where each begins.
fn parts(front: &Front) -> Vec<(i64, Vec<u8>)> {
    let asked = front.upstream.asked();
    let parts = asked
        .iter()
        .filter(|asked| asked.path == AppendListingImportRequest::PATH);
    let parts = parts.map(Asked::message::<AppendListingImportRequest>);
    parts.map(|part| (part.offset, part.content)).collect()
}

#[tokio::test]
async fn a_large_file_is_sent_on_in_parts_even_if_it_comes_first() {
    let (front, token) = front().await;
    let content: Vec<u8> = (0..2 * MIB + 7)
        .map(|byte| u8::try_from(byte % 251).unwrap())
        .collect();
    let [format, source] = format_and_source();
    let answer = send(&front, &token, &[file(&content), format, source], "").await;
    assert_eq!((answer.status.as_u16(), answer.json()), (202, shown()));
    assert_eq!(answer.header("location"), "/api/listing-imports/5");
    let begun: BeginListingImportRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        (
            begun.format(),
            begun.source.as_str(),
            begun.file_name.as_str()
        ),
        (ListingFormat::Blm, "Rightmove", "77.blm")
    );
    let parts = parts(&front);
    let begins: Vec<_> = parts.iter().map(|(offset, _)| *offset).collect();
    assert_eq!(begins, [0, 1_048_576, 2_097_152]);
    assert!(parts.iter().all(|(_, part)| part.len() <= MIB));
    let whole: Vec<u8> = parts.into_iter().flat_map(|(_, part)| part).collect();
    assert!(whole == content, "the parts are the file");
}

#[tokio::test]
async fn each_call_of_a_repeat_has_the_name_that_it_had() {
    let (front, token) = front().await;
    let [format, source] = format_and_source();
    let form = [format, source, file(b"abc")];
    let names = |front: &Front| -> (String, String) {
        let asked = front.upstream.asked();
        let begun: BeginListingImportRequest = asked[asked.len() - 3].message();
        let started: StartListingImportRequest = asked[asked.len() - 1].message();
        (begun.request_id, started.request_id)
    };
    assert_eq!(
        send(&front, &token, &form, "key-of-the-import")
            .await
            .status,
        202
    );
    let first = names(&front);
    assert_ne!(first.0, first.1);
    // The import has begun by now.
    front
        .upstream
        .on::<AppendListingImportResponse>(AppendListingImportRequest::PATH, || {
            Err(into_status(Error::FailedPrecondition {
                reason: "IMPORT_NOT_UPLOADING",
                message: "The file is whole already.",
            }))
        });
    let again = send(&front, &token, &form, "key-of-the-import").await;
    assert_eq!((again.status.as_u16(), again.json()), (202, shown()));
    assert_eq!(names(&front), first);
    let fresh = send(&front, &token, &form, "").await;
    assert_eq!(fresh.reason(), "IMPORT_NOT_UPLOADING");
}

#[tokio::test(start_paused = true)]
async fn a_part_is_sent_again_while_the_service_is_away() {
    let (front, token) = front().await;
    let tries = Arc::new(AtomicUsize::new(0));
    front
        .upstream
        .on(AppendListingImportRequest::PATH, move || {
            match tries.fetch_add(1, Ordering::Relaxed) {
                0 | 1 => Err(Status::unavailable("restarting")),
                _ => Ok(AppendListingImportResponse { size_bytes: 3 }),
            }
        });
    let [format, source] = format_and_source();
    let answer = send(&front, &token, &[format, source, file(b"abc")], "").await;
    assert_eq!(answer.status, 202, "{answer:?}");
    let part = (0, b"abc".to_vec());
    assert_eq!(parts(&front), [part.clone(), part.clone(), part]);
}

#[tokio::test]
async fn what_is_no_file_of_listings_does_not_reach_the_service() {
    let (front, token) = front().await;
    let [_, source] = format_and_source();
    let format = field("format", "xls");
    let unknown = send(&front, &token, &[format, source, file(b"abc")], "").await;
    assert_eq!(named(&unknown), ["format"]);
    let [format, source] = format_and_source();
    let empty = send(&front, &token, &[format, source, file(b"")], "").await;
    assert_eq!(empty.reason(), "FILE_MISSING");
    assert_eq!(
        front.post(PATH, &token, &json!({})).await.reason(),
        "MEDIA_TYPE_UNSUPPORTED"
    );
    let announced = Request::post(PATH)
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "multipart/form-data; boundary=cut")
        .body(Body::from(vec![b'x'; 101 * MIB]))
        .unwrap();
    let large = front.send(announced).await;
    assert_eq!(
        (large.status.as_u16(), large.reason().as_str()),
        (413, "FILE_TOO_LARGE")
    );
    let detail = large.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("100MB"), "{detail}");
    assert!(front.upstream.asked().is_empty());
}

#[tokio::test]
async fn imports_are_read_and_listed() {
    let (front, token) = front().await;
    front.upstream.on(GetListingImportRequest::PATH, || {
        Ok(GetListingImportResponse {
            listing_import: import(),
        })
    });
    front.upstream.on(ListListingImportsRequest::PATH, || {
        Ok(ListListingImportsResponse {
            listing_imports: import().into_iter().collect(),
            next_page_token: String::new(),
        })
    });
    let one = front.get("/api/listing-imports/5", &token).await;
    assert_eq!((one.header("etag"), one.json()), ("\"4\"", shown()));
    assert_eq!(front.get(PATH, &token).await.json(), json!([shown()]));
    let missing = front.get("/api/listing-imports/x", &token).await;
    assert_eq!(missing.reason(), "IMPORT_NOT_FOUND");
}
