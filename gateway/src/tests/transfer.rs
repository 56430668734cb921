//! Properties as CSV files, out and in.

use std::time::Duration;

use axum::body::Body;
use http::Request;
use lintel_core::{Grade, Role};
use lintel_proto::{
    Rpc as _,
    identity::v1::{GetUserSettingsRequest, GetUserSettingsResponse, UserSettings},
    portfolio::v1::{
        ApplyPropertyImportRequest, ApplyPropertyImportResponse, CheckPropertyImportRequest,
        CheckPropertyImportResponse, ExportPropertiesRequest, ExportPropertiesResponse,
        GetImportTemplateRequest, GetImportTemplateResponse, ImportProblem, PropertyImport,
        PropertyImportState, PropertySort,
    },
};
use lintel_testkit::tokens::{member, outsider};
use serde_json::json;

use super::front::{Front, request};

const PATH: &str = "/api/property-imports";

fn import() -> PropertyImport {
    PropertyImport {
        property_import_id: 5,
        file_name: "portfolio.csv".to_owned(),
        state: PropertyImportState::Checked.into(),
        row_count: 2,
        problem_count: 1,
        problems: vec![ImportProblem {
            line: 3,
            column: "Rent".to_owned(),
            message: "Enter an amount, for example 1250.00.".to_owned(),
        }],
        create_time: Some(prost_types::Timestamp::default()),
        version: 1,
        ..PropertyImport::default()
    }
}

fn post(token: &str, kind: &str, body: impl Into<Body>) -> Request<Body> {
    let mut request = request("POST", PATH, token, body.into());
    let kind = kind.parse().unwrap();
    request.headers_mut().insert("content-type", kind);
    request
}

#[tokio::test]
async fn an_export_is_one_file_of_all_its_pages() {
    let front = Front::new().await;
    let count = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    front.upstream.on(ExportPropertiesRequest::PATH, move || {
        let page = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(ExportPropertiesResponse {
            content: format!("page {page}\r\n").into_bytes(),
            next_page_token: if page < 2 {
                format!("after {page}")
            } else {
                String::new()
            },
            total_size: (page == 0).then_some(450),
        })
    });
    let (_, token) = front.landlord();
    let answer = front
        .get("/api/properties/export?search=mill&sort=-value", &token)
        .await;
    assert_eq!(answer.text, "page 0\r\npage 1\r\npage 2\r\n");
    for (name, value) in [
        ("content-type", "text/csv; charset=utf-8; header=present"),
        (
            "content-disposition",
            "attachment; filename=\"properties.csv\"",
        ),
        ("lintel-total-count", "450"),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(answer.header(name), value, "{name}");
    }
    let asked: Vec<ExportPropertiesRequest> = front
        .upstream
        .asked()
        .iter()
        .map(super::upstream::Asked::message)
        .collect();
    assert_eq!(asked[2].page_token, "after 1");
    let listing = asked[2].listing.clone().unwrap();
    assert_eq!(
        (listing.search.as_str(), listing.sort()),
        ("mill", PropertySort::CurrentValue)
    );
    assert!(listing.descending);
}

#[tokio::test]
async fn an_export_goes_no_further_when_the_session_of_its_reader_ends() {
    let front = Front::new().await;
    front.upstream.on(ExportPropertiesRequest::PATH, || {
        Ok(ExportPropertiesResponse {
            content: b"a page of a portfolio without an end\r\n".to_vec(),
            next_page_token: "another".to_owned(),
            total_size: Some(1),
        })
    });
    let (landlord, token) = front.landlord();
    let asked = request("GET", "/api/properties/export", &token, Body::empty());
    let ended = front.cut_off(landlord.session, asked);
    let ended = tokio::time::timeout(Duration::from_secs(20), ended).await;
    assert!(matches!(ended, Ok((_, true))), "{ended:?}");
}

/// Tries the encodings of browsers: each compression polls the end of the file in its own way.
#[tokio::test]
async fn an_export_can_be_compressed() {
    let front = Front::new().await;
    front.upstream.on(ExportPropertiesRequest::PATH, || {
        Ok(ExportPropertiesResponse {
            content: b"page\r\n".to_vec(),
            total_size: Some(1),
            ..ExportPropertiesResponse::default()
        })
    });
    let (_, token) = front.landlord();
    for encoding in ["gzip", "br", "zstd", "deflate"] {
        let mut request = request("GET", "/api/properties/export", &token, Body::empty());
        let accepted = encoding.parse().unwrap();
        request.headers_mut().insert("accept-encoding", accepted);
        let response = front.open(request).await;
        let body = axum::body::to_bytes(response.into_body(), 1024).await;
        assert!(!body.unwrap().is_empty(), "{encoding}");
    }
}

#[tokio::test]
async fn a_file_comes_as_the_body_or_in_a_form() {
    let front = Front::new().await;
    front.upstream.on(CheckPropertyImportRequest::PATH, || {
        Ok(CheckPropertyImportResponse {
            property_import: Some(import()),
        })
    });
    let (_, token) = front.landlord();
    let form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"portfolio.csv\"\r\n\r\nName\n\r\n--b--\r\n";
    for (kind, body, name, content) in [
        ("text/csv", "Name\n", "", "Name\n"),
        ("text/csv; charset=utf-8", "Name\nx\n", "", "Name\nx\n"),
        (
            "multipart/form-data; boundary=b",
            form,
            "portfolio.csv",
            "Name\n",
        ),
    ] {
        let answer = front.send(post(&token, kind, body)).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        assert_eq!(
            (answer.header("location"), answer.header("etag")),
            ("/api/property-imports/5", "\"1\"")
        );
        assert_eq!(
            answer.json(),
            json!({
                "id": 5, "fileName": "portfolio.csv", "state": "Checked", "rows": 2, "imported": 0, "problemCount": 1,
                "problems": [{"line": 3, "column": "Rent", "message": "Enter an amount, for example 1250.00."}],
                "createdAt": "1970-01-01T00:00:00Z", "version": 1,
            })
        );
        let asked = front.upstream.asked();
        let asked: CheckPropertyImportRequest = asked.last().unwrap().message();
        assert_eq!(
            (asked.file_name.as_str(), asked.content),
            (name, content.as_bytes().to_vec())
        );
    }
}

#[tokio::test]
async fn who_may_not_import_is_told_before_the_file_is_read() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let tenant = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let viewer = front.mint.token(&member(8, 1, Grade::Viewer)).unwrap();
    let large = || vec![b'x'; 10 * 1024 * 1024 + 1];
    for (request, status, reason) in [
        (post("", "text/csv", large()), 401, "SIGN_IN_REQUIRED"),
        (post(&tenant, "text/csv", large()), 403, "NOT_ALLOWED"),
        (post(&viewer, "text/csv", large()), 403, "NOT_ALLOWED"),
        (post(&token, "text/csv", large()), 413, "FILE_TOO_LARGE"),
        (
            post(&token, "application/json", "{}"),
            415,
            "MEDIA_TYPE_UNSUPPORTED",
        ),
        (
            request("GET", "/api/property-imports/x", &token, Body::empty()),
            404,
            "IMPORT_NOT_FOUND",
        ),
        (
            request(
                "POST",
                "/api/property-imports/0/apply",
                &token,
                Body::empty(),
            ),
            404,
            "IMPORT_NOT_FOUND",
        ),
    ] {
        let what = format!("{} {}", request.uri(), reason);
        let answer = front.send(request).await;
        assert_eq!(
            (answer.status.as_u16(), answer.reason().as_str()),
            (status, reason),
            "{what}"
        );
    }
    let answer = front.send(post(&token, "text/csv", large())).await;
    assert_eq!(
        answer.json()["detail"],
        "Please import a file smaller than 10MB."
    );
    assert!(front.upstream.asked().is_empty());
}

#[tokio::test]
async fn an_import_begins_and_a_template_is_a_file() {
    let front = Front::new().await;
    front.upstream.on(GetUserSettingsRequest::PATH, || {
        let settings = UserSettings {
            default_inspection_frequency: 12,
            ..UserSettings::default()
        };
        Ok(GetUserSettingsResponse {
            settings: Some(settings),
        })
    });
    front.upstream.on(ApplyPropertyImportRequest::PATH, || {
        let begun = PropertyImport {
            state: PropertyImportState::Importing.into(),
            ..import()
        };
        Ok(ApplyPropertyImportResponse {
            property_import: Some(begun),
        })
    });
    front.upstream.on(GetImportTemplateRequest::PATH, || {
        Ok(GetImportTemplateResponse {
            content: b"\"Name\"\r\n".to_vec(),
        })
    });
    let (_, token) = front.landlord();
    let answer = front
        .send(request(
            "POST",
            "/api/property-imports/5/apply",
            &token,
            Body::empty(),
        ))
        .await;
    assert_eq!(
        (answer.status.as_u16(), answer.json()["state"].as_str()),
        (202, Some("Importing"))
    );
    // Its properties are inspected as often as the settings of the importer say.
    let begun: ApplyPropertyImportRequest = front.upstream.asked().remove(1).message();
    assert_eq!(begun.inspection_frequency_months, Some(12));
    let template = front.get("/api/property-imports/template", &token).await;
    assert_eq!(template.text, "\"Name\"\r\n");
    assert_eq!(
        template.header("content-disposition"),
        "attachment; filename=\"properties-template.csv\""
    );
}
