//! Stored files, and their readers.

use axum::body::Body;
use futures::future::join_all;
use http::Request;
use image::ImageFormat;
use lintel_auth::Audience;
use lintel_core::{Clock as _, Grade, Role, SystemClock};
use lintel_testkit::tokens::{landlord, member, outsider};

use super::{BOUNDARY, PATH, PDF, form, picture, post, refused};
use crate::tests::front::Front;

#[tokio::test]
async fn a_photo_is_served_to_its_organisation_in_its_sizes_and_runs_nothing() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let url = front
        .uploaded(PATH, &token, &picture(900, 600, ImageFormat::Jpeg))
        .await;
    for size in ["", "?size=card", "?size=thumb"] {
        let answer = front.get(&format!("{url}{size}"), &token).await;
        assert_eq!(answer.status, 200);
        for (name, value) in [
            ("content-type", "image/jpeg"),
            ("content-disposition", "inline; filename=\"photo.jpg\""),
            (
                "content-security-policy",
                "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            ),
            ("x-content-type-options", "nosniff"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cache-control", "private, max-age=31536000, immutable"),
        ] {
            assert_eq!(answer.header(name), value, "{name}");
        }
    }
    let mut head = Request::head(&url);
    head = head.header("authorization", format!("Bearer {token}"));
    let answer = front.send(head.body(Body::empty()).unwrap()).await;
    assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, ""));
    assert!(answer.header("content-length").parse::<u64>().unwrap() > 1000);
    let colleague = front.token_of(&member(8, 1, Grade::Viewer));
    assert_eq!(front.get(&url, &colleague).await.status, 200);
    assert_eq!(
        front.get(&format!("{url}?size=huge"), &token).await.status,
        422
    );
    assert_eq!(
        front
            .get(&format!("{url}?size=card&size=card"), &token)
            .await
            .status,
        422
    );
}

#[tokio::test]
async fn the_read_cookie_shows_files_and_uploads_none() {
    let front = Front::new().await;
    let (caller, token) = front.landlord();
    let url = front
        .uploaded(PATH, &token, &picture(20, 20, ImageFormat::Png))
        .await;
    let lifetime = chrono::Duration::minutes(15);
    let read = front
        .mint
        .token_of(&caller, Audience::Read, SystemClock.now(), lifetime)
        .unwrap();
    let with_cookie = |request: http::request::Builder, body: Vec<u8>| {
        let request = request.header("cookie", format!("lintel_read={read}"));
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        request
            .header("content-type", kind)
            .body(Body::from(body))
            .unwrap()
    };
    assert_eq!(
        front
            .send(with_cookie(Request::get(&url), Vec::new()))
            .await
            .status,
        200
    );
    let body = form("x", &picture(20, 20, ImageFormat::Png));
    let answer = front.send(with_cookie(Request::post(PATH), body)).await;
    assert_eq!(answer.status, 401);
}

#[tokio::test]
async fn somebody_elses_file_and_none_answer_alike() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let url = front
        .uploaded(PATH, &token, &picture(20, 20, ImageFormat::Png))
        .await;
    let missing = "/api/files/0192f0c4-7d3e-4aaa-8bbb-0123456789ab";
    // The same account id in another organisation, and an account whose id is that of the organisation.
    for stranger in [landlord(7, 2), outsider(1, Role::Tenant)] {
        let stranger = front.token_of(&stranger);
        let foreign = front.get(&url, &stranger).await;
        let none = front.get(missing, &stranger).await;
        assert_eq!(refused(&foreign), refused(&none));
        assert_eq!(
            (foreign.status.as_u16(), foreign.reason().as_str()),
            (404, "FILE_NOT_FOUND")
        );
    }
    for path in [
        "/api/files/x",
        "/api/files/..%2f..%2fetc%2fpasswd",
        "/api/files/%00",
        "/api/files/%ff",
        "/api/files/0192F0C4-7D3E-4AAA-8BBB-0123456789AB",
    ] {
        let answer = front.get(path, &token).await;
        assert_eq!(
            (answer.status.as_u16(), answer.reason().as_str()),
            (404, "FILE_NOT_FOUND"),
            "{path}"
        );
    }
    assert_eq!(front.get(&url, "").await.status, 401);
    assert_eq!(front.get(missing, "").await.status, 401);
}

#[tokio::test]
async fn a_document_is_a_download_that_nobody_keeps() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let documents = "/api/upload?kind=document";
    let url = front.uploaded(documents, &token, PDF).await;
    let answer = front.get(&url, &token).await;
    assert_eq!(answer.text.as_bytes(), PDF);
    assert_eq!(answer.header("content-type"), "application/pdf");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"document.pdf\""
    );
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(
        answer.header("content-security-policy"),
        "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    front
        .uploaded(documents, &token, &picture(20, 20, ImageFormat::Gif))
        .await;

    let acts = [
        &PDF[..9],
        b"<< /S /JavaScript /JS (app.alert(1)) >>",
        &PDF[9..],
    ]
    .concat();
    let archive = [PDF, b"PK\x05\x06", &[0; 18], b"%%EOF"].concat();
    for (file, reason) in [
        (&acts[..], "FILE_ACTIVE"),
        (&archive, "FILE_TYPE_INVALID"),
        (b"%PDF-", "FILE_TYPE_INVALID"),
    ] {
        let (status, found, title, _) = refused(&front.upload(documents, &token, file).await);
        assert_eq!(
            (status, found.as_str(), title.as_str()),
            (422, reason, "Invalid file type")
        );
    }
}

#[tokio::test]
async fn a_repeat_gets_the_first_answer_and_another_file_none() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let send = async |token: &str, key: &str, width| {
        let mut request = post(
            PATH,
            token,
            form("x", &picture(width, 9, ImageFormat::Png)).into(),
        );
        request
            .headers_mut()
            .insert("idempotency-key", key.parse().unwrap());
        front.send(request).await
    };
    let all = join_all((0..4).map(|_| send(&token, "one-upload", 9))).await;
    assert!(
        all.iter()
            .all(|answer| answer.status == 201 && answer.text == all[0].text),
        "{all:?}"
    );
    let other = send(&token, "one-upload", 10).await;
    assert_eq!(
        (other.status.as_u16(), other.reason().as_str()),
        (422, "REQUEST_ID_REUSED")
    );
    let elsewhere = send(&front.token_of(&landlord(8, 1)), "one-upload", 9).await;
    assert!(elsewhere.status == 201 && elsewhere.text != all[0].text);
    assert_eq!(send(&token, "short", 9).await.status, 422);
}

#[tokio::test]
async fn a_name_leads_nowhere() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let file = picture(20, 20, ImageFormat::Png);
    let long = "x".repeat(5000);
    for name in [
        "../../../etc/cron.d/x",
        "/etc/passwd",
        "..",
        "con",
        &long,
        "a\u{202e}gnp.exe",
    ] {
        let answer = front
            .send(post(PATH, &token, form(name, &file).into()))
            .await;
        assert_eq!(answer.status, 201, "{name:?}");
    }
    // A form whose header is not valid is not a form.
    let answer = front
        .send(post(PATH, &token, form("a\0.png", &file).into()))
        .await;
    assert_eq!(answer.status, 400);
    for path in front.kept() {
        let parts: Vec<_> = path.split('/').collect();
        assert!(parts.len() == 4 && parts[..2] == ["org", "1"], "{path}");
        assert!(uuid::Uuid::try_parse(parts[2]).is_ok(), "{path}");
    }
    assert_eq!(front.kept().len(), 6 * 4);
}
