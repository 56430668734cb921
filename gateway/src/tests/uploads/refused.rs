//! Refused files: the order of the checks and their texts.

use axum::body::Body;
use bytes::Bytes;
use http::Request;
use image::ImageFormat;
use lintel_core::{Grade, Role};
use lintel_testkit::tokens::{landlord, member, outsider};

use serde_json::json;

use super::{BOUNDARY, MIB, PATH, PDF, bomb, form, picture, post, refused};
use crate::tests::front::{Front, UPLOADS};

#[tokio::test]
async fn refusals_come_in_the_order_of_the_contract_and_keep_nothing() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let tenant = front.token_of(&outsider(9, Role::Tenant));
    let viewer = front.token_of(&member(8, 1, Grade::Viewer));
    let large = || Body::from(form("x", &vec![0; 10 * MIB + 1]));
    let huge = || Body::from(form("x", &vec![0; 11 * MIB]));
    let small = || Body::from(form("x", b"nothing"));
    let plain = |token: &str| {
        let mut request = post(PATH, token, Body::from("{}"));
        request
            .headers_mut()
            .insert("content-type", "application/json".parse().unwrap());
        request
    };
    let other = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\nx\r\n--{BOUNDARY}--\r\n"
    );
    for (request, status, reason) in [
        (post("/api/uploads", "", huge()), 404, "PATH_UNKNOWN"),
        (
            Request::put(PATH).body(huge()).unwrap(),
            405,
            "METHOD_NOT_ALLOWED",
        ),
        // A Content-Length that is too large is refused for everybody; a body that turns out too large, after the caller is
        // checked.
        (post(PATH, "", huge()), 413, "FILE_TOO_LARGE"),
        (post(PATH, "", large()), 401, "SIGN_IN_REQUIRED"),
        (post(PATH, "", small()), 401, "SIGN_IN_REQUIRED"),
        (post(PATH, "nonsense", small()), 401, "TOKEN_INVALID"),
        (plain(""), 401, "SIGN_IN_REQUIRED"),
        (post(PATH, &tenant, small()), 403, "NOT_ALLOWED"),
        (post(PATH, &viewer, small()), 403, "NOT_ALLOWED"),
        (post(PATH, &token, large()), 413, "FILE_TOO_LARGE"),
        (plain(&token), 415, "MEDIA_TYPE_UNSUPPORTED"),
        (
            post(PATH, &token, Body::from("nonsense")),
            400,
            "BAD_REQUEST",
        ),
        (post(PATH, &token, Body::empty()), 400, "BAD_REQUEST"),
        (
            post("/api/upload?kind=film", &token, small()),
            422,
            "FIELDS_UNREADABLE",
        ),
        (post(PATH, &token, Body::from(other)), 422, "FILE_MISSING"),
        (post(PATH, &token, small()), 422, "FILE_TYPE_INVALID"),
    ] {
        let what = format!("{} {} {reason}", request.method(), request.uri());
        let answer = front.send(request).await;
        assert_eq!(
            (answer.status.as_u16(), answer.reason().as_str()),
            (status, reason),
            "{what}"
        );
        assert_eq!(answer.header("cache-control"), "no-store");
    }
    assert!(front.kept().is_empty(), "{:?}", front.kept());
}

#[tokio::test]
async fn what_is_refused_is_told_in_the_words_of_the_specification() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let not_an_image = (
        422,
        "Invalid file type".to_owned(),
        "Please upload an image file.".to_owned(),
    );
    let whole = picture(64, 64, ImageFormat::Jpeg);
    for file in [
        &b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"[..],
        b"<!doctype html><script>alert(1)</script>",
        &whole[..whole.len() / 2],
        PDF,
        b"",
    ] {
        let (status, _, title, detail) = refused(&front.upload(PATH, &token, file).await);
        assert_eq!((status, title, detail), not_an_image);
    }
    // One with too many pixels, and a GIF whose size bytes begin a script comment.
    for file in [bomb(60_000), b"GIF89a/*\x2f\x2a*/=1;alert(1)//".to_vec()] {
        let (status, reason, title, _) = refused(&front.upload(PATH, &token, &file).await);
        assert_eq!(
            (status, reason.as_str(), title.as_str()),
            (422, "FILE_TOO_MANY_PIXELS", "Invalid file type")
        );
    }

    // One byte decides: a file of exactly the largest size is read.
    let most = front.upload(PATH, &token, &vec![0; 10 * MIB]).await;
    assert_eq!(refused(&most).0, 422);
    let pieces = form("x", &vec![0; 10 * MIB + 1]);
    let pieces: Vec<_> = pieces
        .chunks(64 * 1024)
        .map(Bytes::copy_from_slice)
        .collect();
    let pieces = futures::stream::iter(pieces.into_iter().map(Ok::<_, std::io::Error>));
    let over = front
        .send(post(PATH, &token, Body::from_stream(pieces)))
        .await;
    let (status, _, title, detail) = refused(&over);
    assert_eq!(
        (status, title.as_str(), detail.as_str()),
        (
            413,
            "File too large",
            "Please upload an image smaller than 10MB."
        )
    );
    assert!(front.kept().is_empty(), "{:?}", front.kept());
}

#[tokio::test]
async fn one_account_sends_so_many_files_an_hour() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    for _ in 0..UPLOADS {
        assert_eq!(front.upload(PATH, &token, b"x").await.status, 422);
    }
    let answer = front.upload(PATH, &token, b"x").await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason().as_str()),
        (429, "RATE_LIMITED")
    );
    let colleague = front.token_of(&landlord(8, 1));
    assert_eq!(front.upload(PATH, &colleague, b"x").await.status, 422);
}

#[tokio::test]
async fn an_organisation_keeps_so_many_bytes_and_no_more() {
    let front = Front::with_limits(&json!({"limit_stored_gb": 1})).await;
    let (_, token) = front.landlord();
    let folder = front.folder.path().join("org/1/there");
    std::fs::create_dir_all(&folder).unwrap();
    // A file with a hole takes no space and says that it does.
    let large = std::fs::File::create(folder.join("full")).unwrap();
    large.set_len(1_000_000_000).unwrap();
    let photo = picture(20, 20, ImageFormat::Png);
    let answer = front.upload(PATH, &token, &photo).await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason().as_str()),
        (409, "STORAGE_FULL")
    );
    let elsewhere = front.token_of(&landlord(9, 2));
    assert_eq!(front.upload(PATH, &elsewhere, &photo).await.status, 201);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_stops_coming_is_told_so() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let begun = Bytes::from(form("x", &picture(20, 20, ImageFormat::Png))).slice(..200);
    let pieces = futures::StreamExt::chain(
        futures::stream::once(async { Ok::<_, std::io::Error>(begun) }),
        futures::stream::pending(),
    );
    let answer = front
        .send(post(PATH, &token, Body::from_stream(pieces)))
        .await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason().as_str()),
        (408, "BODY_TOO_SLOW")
    );
    assert!(front.kept().is_empty());
}
