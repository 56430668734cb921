//! A person's data as one file.
#![expect(
    deprecated,
    reason = "of the library's two readers the older one checks sums and names files as text"
)]

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use async_zip::base::read::mem::ZipFileReader;
use axum::body::Body;
use http_body_util::BodyExt as _;
use lintel_core::{Error, OrganisationId, Role, UserId, london_today};
use lintel_files::{Contents, FileId, Owner, digest};
use lintel_proto::{
    Rpc as _,
    common::v1::ExportPage,
    identity::v1::{
        BeginExportRequest, BeginExportResponse, DeleteAccountRequest, DeleteAccountResponse,
        ReadAccountDataRequest, ReadAccountDataResponse,
    },
    listings::v1::{ReadListingDataRequest, ReadListingDataResponse},
    maintenance::v1::{
        ReadMaintenanceDataRequest, ReadMaintenanceDataResponse, ReadOwnMaintenanceDataRequest,
        ReadOwnMaintenanceDataResponse,
    },
    portfolio::v1::{ReadPortfolioDataRequest, ReadPortfolioDataResponse},
    status::into_status,
    tenancy::v1::{
        ReadOwnTenancyDataRequest, ReadOwnTenancyDataResponse, ReadTenancyDataRequest,
        ReadTenancyDataResponse,
    },
    viewings::v1::{ReadViewingDataRequest, ReadViewingDataResponse},
};
use lintel_testkit::tokens::outsider;
use serde_json::json;
use tonic::Status;

use super::front::{Front, request};

const PATH: &str = "/api/account/export";
const TOKEN: &str = "the proof that it was begun";

fn page(file_name: &str, rows: &[&str], next_page_token: &str) -> Option<ExportPage> {
    Some(ExportPage {
        file_name: file_name.to_owned(),
        rows: rows.iter().map(|row| (*row).to_owned()).collect(),
        next_page_token: next_page_token.to_owned(),
    })
}

/// The data of identity and portfolio: a file of two pages and an empty one.
fn hold(front: &Front, organisation_id: i64) {
    front.upstream.on(BeginExportRequest::PATH, move || {
        Ok(BeginExportResponse {
            user_id: 7,
            organisation_id,
            export_token: TOKEN.to_owned(),
        })
    });
    let asked = Arc::new(AtomicUsize::new(0));
    front.upstream.on(ReadAccountDataRequest::PATH, move || {
        let page = match asked.fetch_add(1, Ordering::Relaxed) {
            0 => page("sessions.json", &["{\"n\":1}", "{\"n\":2}"], "0:2"),
            1 => page("sessions.json", &["{\"n\":3}"], "1:"),
            _ => page("devices.json", &[], ""),
        };
        Ok(ReadAccountDataResponse { page })
    });
    front.upstream.on(ReadPortfolioDataRequest::PATH, || {
        Ok(ReadPortfolioDataResponse {
            page: page("properties.json", &["{\"name\":\"Mill\"}"], ""),
        })
    });
    hold_the_rest(front);
}

/// The data of the other services: a file of one row from each.
fn hold_the_rest(front: &Front) {
    let one = |file_name: &'static str| move || page(file_name, &["{}"], "");
    let (tenancies, own) = (one("tenants.json"), one("own-tenancies.json"));
    front.upstream.on(ReadTenancyDataRequest::PATH, move || {
        Ok(ReadTenancyDataResponse { page: tenancies() })
    });
    front.upstream.on(ReadOwnTenancyDataRequest::PATH, move || {
        Ok(ReadOwnTenancyDataResponse { page: own() })
    });
    let (viewings, listings) = (one("viewings.json"), one("watchlist.json"));
    front.upstream.on(ReadViewingDataRequest::PATH, move || {
        Ok(ReadViewingDataResponse { page: viewings() })
    });
    front.upstream.on(ReadListingDataRequest::PATH, move || {
        Ok(ReadListingDataResponse { page: listings() })
    });
    let (repairs, own) = (one("contractors.json"), one("own-requests.json"));
    front
        .upstream
        .on(ReadMaintenanceDataRequest::PATH, move || {
            Ok(ReadMaintenanceDataResponse { page: repairs() })
        });
    front
        .upstream
        .on(ReadOwnMaintenanceDataRequest::PATH, move || {
            Ok(ReadOwnMaintenanceDataResponse { page: own() })
        });
}

async fn keep(front: &Front, owner: Owner, sent: &[u8]) -> FileId {
    let id = FileId::generate();
    let document = Contents::Document(sent.to_vec());
    let kept = front.gateway.files.keep(owner, id, digest(sent), document);
    kept.await.unwrap();
    id
}

/// The downloaded file, or the error that ended it.
async fn download(front: &Front, token: &str) -> Result<Vec<u8>, axum::Error> {
    let request = request("GET", PATH, token, Body::empty());
    let response = front.open(request).await;
    assert_eq!(response.status(), 200);
    let body = response.into_body().collect().await?;
    Ok(body.to_bytes().to_vec())
}

pub(super) async fn unpacked(zip: Vec<u8>) -> BTreeMap<String, String> {
    let reader = ZipFileReader::new(zip).await.unwrap();
    let mut files = BTreeMap::new();
    for place in 0..reader.file().entries().len() {
        let mut entry = reader.reader_with_entry(place).await.unwrap();
        let name = entry.entry().filename().as_str().unwrap().to_owned();
        let mut text = String::new();
        entry.read_to_string_checked(&mut text).await.unwrap();
        files.insert(name, text);
    }
    files
}

#[tokio::test]
async fn an_owner_gets_one_file_of_everything() {
    let front = Front::new().await;
    hold(&front, 1);
    let deed = vec![b'x'; 300_000];
    let own = keep(&front, Owner::User(UserId::new(7)), b"own").await;
    let kept = keep(&front, Owner::Organisation(OrganisationId::new(1)), &deed).await;
    keep(&front, Owner::Organisation(OrganisationId::new(2)), b"no").await;
    keep(&front, Owner::User(UserId::new(8)), b"no").await;
    let (_, token) = front.landlord();
    let files = unpacked(download(&front, &token).await.unwrap()).await;
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "README.txt",
            "account/devices.json",
            &format!("account/files/{own}.pdf"),
            "account/sessions.json",
            "listings/watchlist.json",
            "maintenance/contractors.json",
            &format!("portfolio/files/{kept}.pdf"),
            "portfolio/properties.json",
            "tenancies/tenants.json",
            "viewings/viewings.json",
        ]
    );
    let rows: Vec<serde_json::Value> =
        serde_json::from_str(&files["account/sessions.json"]).unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(files["account/devices.json"], "[\n]\n");
    assert_eq!(
        files["portfolio/properties.json"],
        "[\n{\"name\":\"Mill\"}\n]\n"
    );
    assert_eq!(
        files[&format!("portfolio/files/{kept}.pdf")].len(),
        deed.len()
    );
    let asked: BeginExportRequest = front.upstream.asked()[0].message();
    assert_eq!(
        asked.request_id.len(),
        36,
        "so that a second attempt counts once"
    );
    for asked in front.upstream.asked() {
        let token = match asked.path.as_str() {
            ReadAccountDataRequest::PATH => asked.message::<ReadAccountDataRequest>().export_token,
            ReadPortfolioDataRequest::PATH => {
                asked.message::<ReadPortfolioDataRequest>().export_token
            }
            _ => continue,
        };
        assert_eq!(token, TOKEN, "{}", asked.path);
    }
}

#[tokio::test]
async fn others_get_what_is_held_of_them() {
    for (role, own) in [
        (
            Role::Tenant,
            &[
                "maintenance/own-requests.json",
                "tenancies/own-tenancies.json",
            ][..],
        ),
        (Role::Guarantor, &["tenancies/own-tenancies.json"][..]),
    ] {
        let front = Front::new().await;
        hold(&front, 0);
        let token = front.mint.token(&outsider(7, role)).unwrap();
        let files = unpacked(download(&front, &token).await.unwrap()).await;
        let names = files.keys().map(String::as_str);
        let beyond: Vec<_> = names.filter(|name| !name.starts_with("account/")).collect();
        assert_eq!(beyond, [&["README.txt"], own].concat(), "{role:?}");
    }
}

#[tokio::test]
async fn the_file_is_named_after_the_day_and_not_packed_twice() {
    let front = Front::new().await;
    hold(&front, 0);
    let token = front.mint.token(&outsider(7, Role::Tenant)).unwrap();
    let mut asked = request("GET", PATH, &token, Body::empty());
    let packed = "gzip".parse().unwrap();
    asked.headers_mut().insert("accept-encoding", packed);
    let answer = front.send(asked).await;
    let name = format!(
        "attachment; filename=\"lintel-my-data-{}.zip\"",
        london_today(&lintel_core::SystemClock)
    );
    for (header, value) in [
        ("content-type", "application/zip"),
        ("content-disposition", &name),
        ("content-encoding", ""),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(answer.header(header), value, "{header}");
    }
    let paths = front.upstream.asked().into_iter().map(|asked| asked.path);
    assert!(
        !paths
            .collect::<Vec<_>>()
            .contains(&ReadPortfolioDataRequest::PATH.to_owned()),
        "who owns no organisation gets none's data"
    );
}

#[tokio::test]
async fn a_copy_that_cannot_be_finished_is_broken_off() {
    let front = Front::new().await;
    hold(&front, 1);
    front
        .upstream
        .on::<ReadPortfolioDataResponse>(ReadPortfolioDataRequest::PATH, || {
            Err(Status::internal("a fault"))
        });
    let (_, token) = front.landlord();
    assert!(download(&front, &token).await.is_err());
}

/// Larger than all buffers between the file and its reader, and not compressible.
async fn keep_much(front: &Front, owner: Owner) {
    let mut seed = 1_u64;
    let noise = std::iter::repeat_with(|| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        seed.to_be_bytes()[0]
    });
    let noise: Vec<u8> = noise.take(1_000_000).collect();
    keep(front, owner, &noise).await;
}

#[tokio::test]
async fn a_download_goes_no_further_when_the_session_of_its_reader_ends() {
    let front = Front::new().await;
    hold(&front, 1);
    let organisation = Owner::Organisation(OrganisationId::new(1));
    keep_much(&front, organisation).await;
    let (landlord, token) = front.landlord();
    let asked = request("GET", PATH, &token, Body::empty());
    let (read, is_broken_off) = front.cut_off(landlord.session, asked).await;
    assert!(is_broken_off && read < 300_000, "{read} {is_broken_off}");
}

#[tokio::test]
async fn a_file_goes_no_further_when_the_session_of_its_reader_ends() {
    let front = Front::new().await;
    let organisation = Owner::Organisation(OrganisationId::new(1));
    let id = keep(&front, organisation, &vec![b'x'; 1_000_000]).await;
    let (landlord, token) = front.landlord();
    let asked = request("GET", &id.address(), &token, Body::empty());
    let (read, is_broken_off) = front.cut_off(landlord.session, asked).await;
    assert!(is_broken_off && read < 1_000_000, "{read} {is_broken_off}");
}

#[tokio::test]
async fn one_too_many_is_refused_with_the_time_to_come_back() {
    let front = Front::new().await;
    front
        .upstream
        .on::<BeginExportResponse>(BeginExportRequest::PATH, || {
            Err(into_status(Error::Exhausted {
                reason: "EXPORTS_EXHAUSTED",
                message: "Enough.",
                limit: 5,
                retry_after: std::time::Duration::from_secs(90),
            }))
        });
    let (_, token) = front.landlord();
    let answer = front.get(PATH, &token).await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason().as_str()),
        (429, "EXPORTS_EXHAUSTED")
    );
    assert_eq!(answer.header("retry-after"), "90");
}

#[tokio::test]
async fn a_deletion_asks_for_the_password_and_ends_everything_here_at_once() {
    let front = Front::new().await;
    let (landlord, token) = front.landlord();
    let session = landlord.session.to_string();
    front.upstream.on(DeleteAccountRequest::PATH, move || {
        Ok(DeleteAccountResponse {
            ended_session_ids: vec![session.clone()],
        })
    });
    let body = json!({"password": "correct horse 7", "code": "123456"});
    let answer = front.post("/api/account/delete", &token, &body).await;
    assert_eq!(answer.status.as_u16(), 200);
    assert!(
        answer.json()["message"]
            .as_str()
            .unwrap()
            .starts_with("Your account is deleted.")
    );
    let cookies = answer.headers.get_all("set-cookie").iter();
    let cookies: Vec<&str> = cookies.map(|value| value.to_str().unwrap()).collect();
    for name in ["lintel_refresh=;", "lintel_read=;"] {
        assert!(
            cookies.iter().any(|cookie| cookie.starts_with(name)),
            "{cookies:?}"
        );
    }
    let asked: DeleteAccountRequest = front.upstream.asked()[0].message();
    assert_eq!(
        (asked.password.as_str(), asked.code.as_str()),
        ("correct horse 7", "123456")
    );
    let after = front.get("/api/auth/me", &token).await;
    assert_eq!(
        (after.status.as_u16(), after.reason().as_str()),
        (401, "SESSION_ENDED")
    );
}
