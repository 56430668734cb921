//! Pictures of homes to buy, which a browser fetches by itself, with the cookie that reads.

use axum::body::Body;
use http::Request;
use lintel_auth::Audience;
use lintel_core::{Clock as _, Error, Principal, SystemClock};
use lintel_proto::{
    Rpc as _,
    listings::v1::{GetListingPictureRequest, GetListingPictureResponse},
    status::into_status,
};
use lintel_testkit::tokens::landlord;

use super::front::{Answer, Front};

const PATH: &str = "/api/listings/9/pictures/0192f0c47d3e4aaa8bbb0123456789ab";

async fn front() -> Front {
    let front = Front::new().await;
    front.upstream.on(GetListingPictureRequest::PATH, || {
        Ok(GetListingPictureResponse {
            media_type: "image/jpeg".to_owned(),
            content: b"a picture".to_vec(),
        })
    });
    front
}

async fn shown(front: &Front, reader: &Principal) -> Answer {
    let lifetime = chrono::Duration::minutes(15);
    let now = SystemClock.now();
    let token = front.mint.token_of(reader, Audience::Read, now, lifetime);
    let cookie = format!("lintel_read={}", token.unwrap());
    let request = Request::get(PATH).header("cookie", cookie);
    front.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_picture_is_shown_by_the_cookie_that_reads_and_kept_for_a_day() {
    let front = front().await;
    let answer = shown(&front, &landlord(7, 1)).await;
    assert_eq!(
        (answer.status.as_u16(), answer.text.as_str()),
        (200, "a picture")
    );
    for (header, value) in [
        ("content-type", "image/jpeg"),
        ("cache-control", "private, max-age=86400"),
        ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(answer.header(header), value, "{header}");
    }
    assert!(answer.header("content-security-policy").contains("sandbox"));
    let asked: GetListingPictureRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        GetListingPictureRequest {
            listing_id: 9,
            picture: "0192f0c47d3e4aaa8bbb0123456789ab".to_owned(),
        }
    );
}

#[tokio::test]
async fn a_program_reads_a_picture_with_its_own_token() {
    let front = front().await;
    let (_, token) = front.landlord();
    assert_eq!(front.get(PATH, &token).await.status, 200);
}

#[tokio::test]
async fn a_picture_is_shown_to_nobody_without_a_cookie_or_after_its_session() {
    let front = front().await;
    let nobody = Request::get(PATH).body(Body::empty()).unwrap();
    let nobody = front.send(nobody).await;
    assert_eq!(
        (nobody.status.as_u16(), nobody.reason().as_str()),
        (401, "SIGN_IN_REQUIRED")
    );
    let reader = landlord(7, 1);
    front.gateway.sessions.end(reader.session);
    assert_eq!(shown(&front, &reader).await.reason(), "SESSION_ENDED");
    assert!(front.upstream.asked().is_empty());
}

#[tokio::test]
async fn a_picture_that_a_page_loads_does_not_keep_its_session_awake() {
    let front = front().await;
    assert_eq!(shown(&front, &landlord(7, 1)).await.status, 200);
    crate::front::activity::send_now(&front.gateway).await;
    let told = front.upstream.asked().len();
    assert_eq!(told, 1, "the picture alone was asked for");
}

#[tokio::test]
async fn what_the_service_refuses_is_no_picture() {
    let front = Front::new().await;
    front
        .upstream
        .on::<GetListingPictureResponse>(GetListingPictureRequest::PATH, || {
            Err(into_status(Error::NotFound {
                reason: "PICTURE_UNAVAILABLE",
                resource: "Picture",
            }))
        });
    let answer = shown(&front, &landlord(7, 1)).await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason().as_str()),
        (404, "PICTURE_UNAVAILABLE")
    );
    assert_eq!(answer.header("content-type"), "application/problem+json");
}
