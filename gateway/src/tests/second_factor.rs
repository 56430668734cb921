//! Signing in with a second factor, managing it, and changing a password.

use axum::body::Body;
use lintel_auth::Audience;
use lintel_core::{Clock as _, Error, SystemClock};
use lintel_proto::{
    Rpc as _,
    access::v1::Role,
    identity::v1::{
        ChangePasswordRequest, ChangePasswordResponse, ConfirmSecondFactorRequest,
        ConfirmSecondFactorResponse, EnrolSecondFactorRequest, EnrolSecondFactorResponse,
        GetSecondFactorRequest, GetSecondFactorResponse, LoginRequest, LoginResponse,
        SessionTokens, User, VerifyLoginRequest, VerifyLoginResponse,
    },
    status::into_status,
};
use serde_json::json;

use super::front::{Answer, Front, request};

fn begun(password_change_required: bool) -> VerifyLoginResponse {
    let later = SystemClock.now() + chrono::Duration::hours(12);
    VerifyLoginResponse {
        tokens: Some(SessionTokens {
            access_token: "access".to_owned(),
            read_token: "read".to_owned(),
            refresh_token: "refresh".to_owned(),
            session_expire_time: Some(lintel_proto::convert::timestamp(later)),
        }),
        user: Some(User {
            user_id: 7,
            role: Role::Tenant.into(),
            create_time: Some(lintel_proto::convert::timestamp(later)),
            ..User::default()
        }),
        password_change_required,
        device_token: "device-2".to_owned(),
    }
}

fn cookie<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    let all = answer.headers.get_all("set-cookie").iter();
    all.filter_map(|cookie| cookie.to_str().ok())
        .find(|cookie| cookie.starts_with(name))
}

#[tokio::test]
async fn a_challenge_sets_no_cookie_and_its_code_begins_the_session() {
    let front = Front::new().await;
    front.upstream.on(LoginRequest::PATH, || {
        Ok(LoginResponse {
            challenge: "c".to_owned(),
            ..LoginResponse::default()
        })
    });
    front
        .upstream
        .on(VerifyLoginRequest::PATH, || Ok(begun(false)));
    let body = json!({"email": "ada@example.com", "password": "secret1"});
    let mut login = request("POST", "/api/auth/login", "", Body::from(body.to_string()));
    let headers = login.headers_mut();
    headers.insert("cookie", "lintel_device=device-1".parse().unwrap());
    let answer = front.send(login).await;
    assert_eq!(
        answer.json(),
        json!({"twoFactorRequired": true, "challenge": "c"})
    );
    assert_eq!(cookie(&answer, "lintel_"), None);
    let asked: LoginRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.device_token, "device-1");

    let body = json!({"challenge": "c", "code": "123 456"});
    let answer = front.post("/api/auth/login/verify", "", &body).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.json()["token"], "access");
    assert!(answer.json().get("passwordChangeRequired").is_none());
    let device = cookie(&answer, "lintel_device=device-2").unwrap();
    assert!(device.contains("HttpOnly; SameSite=Strict; Path=/api/auth"));
    assert!(cookie(&answer, "lintel_refresh=refresh").is_some());
    let asked: VerifyLoginRequest = front.upstream.asked()[1].message();
    assert_eq!(
        (asked.challenge.as_str(), asked.code.as_str()),
        ("c", "123 456")
    );
}

#[tokio::test]
async fn a_password_to_be_changed_opens_no_call_but_its_change() {
    let front = Front::new().await;
    front
        .upstream
        .on(VerifyLoginRequest::PATH, || Ok(begun(true)));
    front.upstream.on(ChangePasswordRequest::PATH, || {
        Ok(ChangePasswordResponse::default())
    });
    let answer = front
        .post(
            "/api/auth/login/verify",
            "",
            &json!({"challenge": "c", "code": "1"}),
        )
        .await;
    assert_eq!(answer.json()["passwordChangeRequired"], true);
    let (landlord, _) = front.landlord();
    let lifetime = chrono::Duration::minutes(15);
    let now = SystemClock.now();
    let token = front
        .mint
        .token_of(&landlord, Audience::PasswordChange, now, lifetime)
        .unwrap();
    for path in ["/api/properties", "/api/two-factor", "/api/sessions"] {
        let answer = front.get(path, &token).await;
        assert_eq!(answer.status, 403, "{path}");
        assert_eq!(answer.reason(), "PASSWORD_CHANGE_REQUIRED");
        assert_eq!(answer.json()["title"], "Change Your Password");
    }
    assert_eq!(front.get("/api/files/x", &token).await.status, 401);
    let body = json!({"currentPassword": "a", "newPassword": "b", "confirmPassword": "b"});
    let answer = front.post("/api/auth/change-password", &token, &body).await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

#[tokio::test]
async fn a_changed_password_ends_other_sessions_here_at_once() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let (other, _) = front.landlord();
    let ended = other.session.to_string();
    front.upstream.on(ChangePasswordRequest::PATH, move || {
        Ok(ChangePasswordResponse {
            ended_session_ids: vec![ended.clone()],
        })
    });
    let body = json!({"currentPassword": "a", "newPassword": "b", "confirmPassword": "c"});
    let answer = front.post("/api/auth/change-password", &token, &body).await;
    assert_eq!(answer.status, 200);
    assert!(front.gateway.sessions.has_ended(other.session));
    let asked: ChangePasswordRequest = front.upstream.asked()[0].message();
    assert_eq!(
        (
            asked.current_password.as_str(),
            asked.new_password.as_str(),
            asked.confirm_password.as_str()
        ),
        ("a", "b", "c")
    );
    front
        .upstream
        .on::<ChangePasswordResponse>(ChangePasswordRequest::PATH, || {
            let text = "Passwords do not match. Please try again.";
            Err(into_status(Error::field(
                "PASSWORD_MISMATCH",
                "confirm_password",
                text,
            )))
        });
    let answer = front.post("/api/auth/change-password", &token, &body).await;
    assert_eq!(answer.json()["title"], "Password Mismatch");
    assert_eq!(
        answer.json()["errors"],
        json!({"confirmPassword": ["Passwords do not match. Please try again."]})
    );
}

#[tokio::test]
async fn the_second_factor_is_shown_enrolled_and_confirmed_as_the_contract_says() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(GetSecondFactorRequest::PATH, || {
        Ok(GetSecondFactorResponse {
            enabled: true,
            since_time: Some(prost_types::Timestamp {
                seconds: 1_795_000_000,
                nanos: 0,
            }),
            recovery_codes_left: 9,
        })
    });
    assert_eq!(
        front.get("/api/two-factor", &token).await.json(),
        json!({"enabled": true, "since": "2026-11-18T11:06:40Z", "recoveryCodesLeft": 9})
    );
    front.upstream.on(EnrolSecondFactorRequest::PATH, || {
        Ok(EnrolSecondFactorResponse {
            secret: "JBSWY3DP".to_owned(),
            uri: "otpauth://totp/Lintel".to_owned(),
            qr_code_svg: "<svg/>".to_owned(),
        })
    });
    let path = "/api/two-factor/enrol";
    assert_eq!(
        front
            .post(path, &token, &json!({"password": "a"}))
            .await
            .json(),
        json!({"secret": "JBSWY3DP", "uri": "otpauth://totp/Lintel",
            "qrCode": "data:image/svg+xml;base64,PHN2Zy8+"})
    );
    // A reply with secrets is kept for no repeat, so any key is ignored.
    let body = json!({"password": "a"}).to_string();
    let mut keyed = request("POST", path, &token, Body::from(body));
    let headers = keyed.headers_mut();
    headers.insert("idempotency-key", "x".parse().unwrap());
    assert_eq!(front.send(keyed).await.status, 200);
    front.upstream.on(ConfirmSecondFactorRequest::PATH, || {
        Ok(ConfirmSecondFactorResponse {
            recovery_codes: vec!["ABCDE-FGHJK".to_owned()],
        })
    });
    let path = "/api/two-factor/confirm";
    assert_eq!(
        front
            .post(path, &token, &json!({"code": "123456"}))
            .await
            .json(),
        json!({"recoveryCodes": ["ABCDE-FGHJK"]})
    );
}
