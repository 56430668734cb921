//! Signing up, in and out.

use axum::body::Body;
use http::Request;
use lintel_core::{Clock as _, Error, SystemClock};
use lintel_proto::{
    Rpc as _,
    access::v1::{Grade, Role},
    identity::v1::{
        LoginRequest, LoginResponse, LogoutRequest, LogoutResponse, Organisation,
        RefreshSessionRequest, RefreshSessionResponse, RequestPasswordResetRequest,
        RequestPasswordResetResponse, ResetPasswordRequest, ResetPasswordResponse, SessionTokens,
        SignUpRequest, SignUpResponse, User,
    },
    status::into_status,
};
use serde_json::json;

use super::front::{Answer, Front, request};

fn ada() -> User {
    User {
        user_id: 7,
        name: "Ada Lovelace".to_owned(),
        email: "Ada@example.com".to_owned(),
        role: Role::Landlord.into(),
        verified: true,
        create_time: Some(prost_types::Timestamp {
            seconds: 1_795_000_000,
            nanos: 0,
        }),
        organisation: Some(Organisation {
            organisation_id: 3,
            display_name: "Ada Lovelace's portfolio".to_owned(),
            grade: Grade::Owner.into(),
            ..Default::default()
        }),
        version: 2,
        ..Default::default()
    }
}

fn tokens() -> Option<SessionTokens> {
    let later = SystemClock.now() + chrono::Duration::hours(12);
    Some(SessionTokens {
        access_token: "access".to_owned(),
        read_token: "read".to_owned(),
        refresh_token: "refresh-2".to_owned(),
        session_expire_time: Some(lintel_proto::convert::timestamp(later)),
    })
}

fn cookies(answer: &Answer) -> Vec<&str> {
    let all = answer.headers.get_all("set-cookie").iter();
    all.map(|cookie| cookie.to_str().unwrap()).collect()
}

fn with(mut request: Request<Body>, headers: &[(&'static str, &str)]) -> Request<Body> {
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    request
}

#[tokio::test]
async fn signing_up_tells_whether_a_mail_is_on_its_way() {
    let front = Front::new().await;
    front.upstream.on(SignUpRequest::PATH, || {
        Ok(SignUpResponse {
            user: Some(ada()),
            email_sent: true,
            verification_code: None,
        })
    });
    let body = json!({"name": "Ada", "email": "Ada@example.com", "password": "secret1",
        "role": "Landlord", "isVerified": true, "id": 1});
    let answer = front.post("/api/auth/signup", "", &body).await;
    assert_eq!(answer.status, 201);
    let shown = answer.json();
    assert_eq!(shown["emailSent"], true);
    assert!(shown.get("verificationCode").is_none());
    let asked: SignUpRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.role, i32::from(Role::Landlord));
    assert_eq!(asked.request_id, "");
}

#[tokio::test]
async fn a_role_that_there_is_none_is_refused_before_the_service_is_asked() {
    let front = Front::new().await;
    let body = json!({"name": 5, "email": "a@b.example", "password": "secret1", "role": "Admin"});
    let answer = front.post("/api/auth/signup", "", &body).await;
    assert_eq!(answer.status, 422);
    let errors = answer.json()["errors"].as_object().unwrap().clone();
    assert_eq!(errors.keys().collect::<Vec<_>>(), ["name", "role"]);
    assert!(front.upstream.asked().is_empty());
}

#[tokio::test]
async fn refusals_of_signing_up_have_the_specifications_headings() {
    let front = Front::new().await;
    let heading = async |error: fn() -> Error| {
        front
            .upstream
            .on::<SignUpResponse>(SignUpRequest::PATH, move || Err(into_status(error())));
        let answer = front.post("/api/auth/signup", "", &json!({})).await;
        (
            answer.status.as_u16(),
            answer.json()["title"].as_str().unwrap().to_owned(),
        )
    };
    assert_eq!(
        heading(|| Error::field("PASSWORD_TOO_SHORT", "password", "x")).await,
        (422, "Password Too Short".to_owned())
    );
    assert_eq!(
        heading(|| Error::AlreadyExists {
            reason: "EMAIL_IN_USE",
            resource: "Account",
            message: "x"
        })
        .await,
        (409, "Signup Failed".to_owned())
    );
}

#[tokio::test]
async fn logging_in_answers_the_token_and_the_user_and_sets_both_cookies() {
    let front = Front::new().await;
    front.upstream.on(LoginRequest::PATH, || {
        Ok(LoginResponse {
            tokens: tokens(),
            user: Some(ada()),
            device_token: "device".to_owned(),
            ..LoginResponse::default()
        })
    });
    let body = json!({"email": "ADA@example.com", "password": "secret1"});
    let login = request("POST", "/api/auth/login", "", body.to_string().into());
    // An invalid Idempotency-Key, which other calls refuse, is ignored here.
    let login = with(
        login,
        &[("idempotency-key", "x"), ("user-agent", "Mozilla")],
    );
    let answer = front.send(login).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(
        answer.json(),
        json!({"token": "access", "user": {
            "id": 7, "name": "Ada Lovelace", "email": "Ada@example.com", "role": "Landlord",
            "isVerified": true, "phone": null, "createdAt": "2026-11-18T11:06:40Z",
            "organisation": {"id": 3, "name": "Ada Lovelace's portfolio", "grade": "Owner"}
        }})
    );
    let set = cookies(&answer);
    assert!(set[0].starts_with(
        "lintel_refresh=refresh-2; HttpOnly; SameSite=Strict; Path=/api/auth; Max-Age="
    ));
    assert_eq!(
        set[1],
        "lintel_read=read; HttpOnly; SameSite=Strict; Path=/api; Max-Age=900"
    );
    assert!(!answer.text.contains("refresh-2"));
    let asked: LoginRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.user_agent, "Mozilla");
}

#[tokio::test]
async fn a_session_goes_on_with_the_cookie_of_our_own_page_only() {
    let front = Front::new().await;
    front.upstream.on(RefreshSessionRequest::PATH, || {
        Ok(RefreshSessionResponse { tokens: tokens() })
    });
    let refresh = |headers: &[(&'static str, &str)]| {
        with(
            request("POST", "/api/auth/refresh", "", Body::empty()),
            headers,
        )
    };
    let cookie = ("cookie", "lintel_refresh=refresh-1");
    for headers in [
        &[cookie, ("origin", "https://evil.example")][..],
        &[cookie, ("origin", "null")][..],
        &[cookie, ("sec-fetch-site", "cross-site")][..],
    ] {
        let answer = front.send(refresh(headers)).await;
        assert_eq!(
            (answer.status.as_u16(), answer.reason()),
            (403, "ORIGIN_NOT_ALLOWED".to_owned())
        );
    }
    assert_eq!(front.send(refresh(&[])).await.status, 401);
    assert!(front.upstream.asked().is_empty());

    let answer = front
        .send(refresh(&[cookie, ("origin", "http://lintel.test")]))
        .await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.json(), json!({"token": "access"}));
    assert_eq!(cookies(&answer).len(), 2);
    let asked: RefreshSessionRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.refresh_token, "refresh-1");
}

#[tokio::test]
async fn an_ended_session_clears_its_cookies_and_a_busy_service_does_not() {
    let front = Front::new().await;
    let refresh = || {
        let request = request("POST", "/api/auth/refresh", "", Body::empty());
        with(request, &[("cookie", "lintel_refresh=old")])
    };
    front
        .upstream
        .on::<RefreshSessionResponse>(RefreshSessionRequest::PATH, || {
            Err(into_status(crate::front::sessions::session_ended()))
        });
    let answer = front.send(refresh()).await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason()),
        (401, "SESSION_ENDED".to_owned())
    );
    assert!(
        cookies(&answer)
            .iter()
            .all(|cookie| cookie.ends_with("Max-Age=0"))
    );
    assert_eq!(cookies(&answer).len(), 2);

    front
        .upstream
        .on::<RefreshSessionResponse>(RefreshSessionRequest::PATH, || {
            Err(into_status(Error::unavailable("x")))
        });
    let answer = front.send(refresh()).await;
    assert_eq!(answer.status, 503);
    assert!(cookies(&answer).is_empty());
}

#[tokio::test]
async fn logging_out_ends_the_session_at_once_and_succeeds_without_one() {
    let front = Front::new().await;
    front
        .upstream
        .on(LogoutRequest::PATH, || Ok(LogoutResponse {}));
    let (_, token) = front.landlord();
    let logout = with(
        request("POST", "/api/auth/logout", &token, Body::empty()),
        &[("cookie", "lintel_refresh=r")],
    );
    let answer = front.send(logout).await;
    assert_eq!(answer.status, 204);
    assert_eq!(cookies(&answer).len(), 2);
    let asked: LogoutRequest = front.upstream.asked()[0].message();
    assert_eq!(
        (asked.access_token, asked.refresh_token),
        (token.clone(), "r".to_owned())
    );
    assert_eq!(
        front.get("/api/auth/me", &token).await.reason(),
        "SESSION_ENDED"
    );

    let cookie_alone = with(
        request("POST", "/api/auth/logout", "", Body::empty()),
        &[("cookie", "lintel_refresh=r")],
    );
    assert_eq!(front.send(cookie_alone).await.status, 204);
    let from_elsewhere = with(
        request("POST", "/api/auth/logout", "", Body::empty()),
        &[
            ("cookie", "lintel_refresh=r"),
            ("origin", "https://evil.example"),
        ],
    );
    assert_eq!(front.send(from_elsewhere).await.status, 403);
    let nothing = request("POST", "/api/auth/logout", "", Body::empty());
    assert_eq!(front.send(nothing).await.status, 204);
}

#[tokio::test]
async fn a_forgotten_password_is_answered_alike_and_reset_by_its_link() {
    let front = Front::new().await;
    front.upstream.on(RequestPasswordResetRequest::PATH, || {
        Ok(RequestPasswordResetResponse {})
    });
    front
        .upstream
        .on(ResetPasswordRequest::PATH, || Ok(ResetPasswordResponse {}));
    let forgot = json!({"email": "ada@example.com"});
    let answer = front.post("/api/auth/forgot-password", "", &forgot).await;
    assert_eq!(answer.status, 202);
    let reset = json!({"token": "t", "newPassword": "correct horse 8"});
    let reset = with(
        request(
            "POST",
            "/api/auth/reset-password",
            "",
            Body::from(reset.to_string()),
        ),
        &[("cookie", "lintel_device=d")],
    );
    assert_eq!(front.send(reset).await.status, 200);
    let asked = front.upstream.asked();
    assert_eq!(
        asked[0].message::<RequestPasswordResetRequest>().email,
        "ada@example.com"
    );
    let asked: ResetPasswordRequest = asked[1].message();
    assert_eq!(
        (
            asked.token.as_str(),
            asked.new_password.as_str(),
            asked.device_token.as_str()
        ),
        ("t", "correct horse 8", "d")
    );
}

#[tokio::test]
async fn a_reset_that_is_refused_names_the_field_of_the_form() {
    let front = Front::new().await;
    front
        .upstream
        .on::<ResetPasswordResponse>(ResetPasswordRequest::PATH, || {
            Err(into_status(Error::field(
                "PASSWORD_TOO_SHORT",
                "new_password",
                "Password must be at least 6 characters long.",
            )))
        });
    let reset = json!({"token": "t", "newPassword": "x"});
    let answer = front
        .post("/api/auth/reset-password", "", &reset)
        .await
        .json();
    assert_eq!(answer["title"], "Password Too Short");
    assert_eq!(
        answer["errors"],
        json!({"newPassword": ["Password must be at least 6 characters long."]})
    );
}
