//! Limits of calls that protect accounts are counted by network address, across all replicas of the gateway.

use chrono::Duration;
use futures::future::join_all;
use lintel_proto::identity::v1::{
    ExchangeApiKeyRequest, LoginRequest, RequestPasswordResetRequest, VerifyEmailByCodeRequest,
    VerifyEmailRequest,
};
use serde_json::{Value, json};
use tonic::{Code, Request, Status};
use tonic_types::StatusExt as _;

use crate::{
    answers::{reason, refused, refused_for},
    harness::{Options, SERVICE_KEY, Stack},
};

async fn stack(limits: Value) -> anyhow::Result<Stack> {
    Stack::with(Options {
        limits,
        ..Options::default()
    })
    .await
}

/// A request as the gateway passes it on for a caller at `address`.
fn from<T>(address: &str, message: T) -> anyhow::Result<Request<T>> {
    let mut request = Request::new(message);
    let metadata = request.metadata_mut();
    metadata.insert("x-lintel-client-address", address.parse()?);
    metadata.insert("x-lintel-service-key", SERVICE_KEY.parse()?);
    Ok(request)
}

async fn try_code(stack: &Stack, address: &str) -> anyhow::Result<Status> {
    let request = VerifyEmailByCodeRequest {
        code: "0000-0000".to_owned(),
        ..VerifyEmailByCodeRequest::default()
    };
    let request = from(address, request)?;
    refused(stack.account.clone().verify_email_by_code(request).await)
}

#[tokio::test]
async fn an_address_that_used_up_its_tries_waits_and_then_has_one_at_a_time() -> anyhow::Result<()>
{
    let stack = stack(json!({"limit_code_per_hour": 3})).await?;
    for _ in 0..3 {
        assert_eq!(
            reason(&try_code(&stack, "192.0.2.1").await?),
            "LINK_INVALID"
        );
    }
    let refused = try_code(&stack, "192.0.2.1").await?;
    assert_eq!(
        (refused.code(), reason(&refused)),
        (Code::ResourceExhausted, "RATE_LIMITED".to_owned())
    );
    let details = refused.get_error_details();
    let wait = details.retry_info().and_then(|info| info.retry_delay);
    assert_eq!(wait, Some(std::time::Duration::from_secs(20 * 60)));
    let limit = details
        .error_info()
        .and_then(|info| info.metadata.get("limit"));
    assert_eq!(limit.map(String::as_str), Some("3"));
    // Another network counts separately; another address in the same /64 does not.
    assert_eq!(
        reason(&try_code(&stack, "2001:db8::1").await?),
        "LINK_INVALID"
    );
    for expected in ["LINK_INVALID", "LINK_INVALID", "RATE_LIMITED"] {
        assert_eq!(reason(&try_code(&stack, "2001:db8::2").await?), expected);
    }
    // Refused calls did not count: after a third of the hour one try is allowed, and only one.
    stack.wait(Duration::minutes(20));
    assert_eq!(
        reason(&try_code(&stack, "192.0.2.1").await?),
        "LINK_INVALID"
    );
    assert_eq!(
        reason(&try_code(&stack, "192.0.2.1").await?),
        "RATE_LIMITED"
    );
    // After the hour all tries are allowed again, and no more than before.
    stack.wait(Duration::hours(5));
    for expected in [
        "LINK_INVALID",
        "LINK_INVALID",
        "LINK_INVALID",
        "RATE_LIMITED",
    ] {
        assert_eq!(reason(&try_code(&stack, "192.0.2.1").await?), expected);
    }
    let dump = stack.dump(&["call_limits"]).await?;
    assert!(
        !dump.contains("192.0.2.1"),
        "addresses are kept as keyed hashes"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn t14_fifty_codes_at_once_from_one_address_are_ten_tries() -> anyhow::Result<()> {
    let stack = stack(json!({"limit_code_per_hour": 10})).await?;
    stack.warm_up().await?;
    let tries = (0..50).map(|_| try_code(&stack, "192.0.2.1"));
    let mut judged = 0;
    for answer in join_all(tries).await {
        if reason(&answer?) == "LINK_INVALID" {
            judged += 1;
        }
    }
    assert_eq!(judged, 10);
    Ok(())
}

#[tokio::test]
async fn each_guard_counts_for_itself_and_before_the_request_is_looked_at() -> anyhow::Result<()> {
    let stack = stack(json!({
        "limit_login_per_minute": 1, "limit_link_per_hour": 1, "limit_forgot_per_hour": 1,
    }))
    .await?;
    let address = "192.0.2.1";
    for expected in ["LOGIN_INVALID", "RATE_LIMITED"] {
        let request = from(address, LoginRequest::default())?;
        refused_for(stack.session.clone().login(request).await, expected)?;
    }
    for expected in ["LINK_INVALID", "RATE_LIMITED"] {
        let request = from(address, VerifyEmailRequest::default())?;
        refused_for(stack.account.clone().verify_email(request).await, expected)?;
    }
    let forgot = RequestPasswordResetRequest {
        email: "nobody@example.com".to_owned(),
        ..RequestPasswordResetRequest::default()
    };
    let mut passwords = stack.password.clone();
    passwords
        .request_password_reset(from(address, forgot.clone())?)
        .await?;
    let again = passwords.request_password_reset(from(address, forgot)?);
    refused_for(again.await, "RATE_LIMITED")?;
    Ok(())
}

#[tokio::test]
async fn t12_password_spraying_cuts_everybodys_sign_ins_to_a_quarter() -> anyhow::Result<()> {
    let stack = stack(json!({"limit_login_per_minute": 8, "limit_failing_addresses": 3})).await?;
    let fail = async |stack: &Stack, number: usize, address: &str| {
        let request = LoginRequest {
            email: format!("somebody-{number}@example.com"),
            password: "a wrong guess 1".to_owned(),
            ..LoginRequest::default()
        };
        let request = from(address, request)?;
        let refusal = refused(stack.session.clone().login(request).await)?;
        let details = refusal.get_error_details();
        let limit = details
            .error_info()
            .and_then(|info| info.metadata.get("limit"));
        anyhow::Ok((reason(&refusal), limit.cloned()))
    };
    let tries_of = async |stack: &Stack, address: &str| {
        let mut tries = 0;
        loop {
            let (reason, limit) = fail(stack, 0, address).await?;
            if reason == "RATE_LIMITED" {
                return anyhow::Ok((tries, limit));
            }
            tries += 1;
        }
    };
    // Three failing addresses are usual; each may fail from its own network.
    for number in 0..3 {
        fail(&stack, number, &format!("192.0.2.{number}")).await?;
    }
    stack.wait(Duration::seconds(6));
    assert_eq!(
        tries_of(&stack, "198.51.100.1").await?,
        (8, Some("8".to_owned()))
    );
    // The fourth is one too many, for calls that come after it was noticed.
    fail(&stack, 3, "192.0.2.3").await?;
    stack.wait(Duration::seconds(6));
    assert_eq!(
        tries_of(&stack, "198.51.100.2").await?,
        (2, Some("2".to_owned()))
    );
    // Tries from more than ten minutes ago no longer count.
    stack.wait(Duration::minutes(11));
    assert_eq!(
        tries_of(&stack, "198.51.100.3").await?,
        (8, Some("8".to_owned()))
    );
    Ok(())
}

#[tokio::test]
async fn wrong_api_keys_have_a_limit_that_right_ones_do_not_use_up() -> anyhow::Result<()> {
    let stack = stack(json!({"limit_key_per_hour": 2})).await?;
    let access = stack.signed_in("ada@example.com").await?;
    let token = access.tokens.unwrap_or_default().access_token;
    let create = lintel_proto::identity::v1::CreateApiKeyRequest {
        display_name: "Bookkeeping".to_owned(),
        scopes: vec!["portfolio.read".to_owned()],
        expire_time: None,
    };
    let create = crate::harness::bearing(create, &token)?;
    let key = stack.api_key.clone().create_api_key(create).await?;
    let key = key.into_inner().key;
    let exchange = async |key: &str, address: &str| {
        let request = ExchangeApiKeyRequest {
            key: key.to_owned(),
        };
        let request = from(address, request)?;
        anyhow::Ok(stack.api_key.clone().exchange_api_key(request).await)
    };
    for _ in 0..5 {
        exchange(&key, "192.0.2.1").await??;
    }
    for expected in ["API_KEY_UNKNOWN", "API_KEY_UNKNOWN", "RATE_LIMITED"] {
        refused_for(exchange("lk_made-up", "192.0.2.1").await?, expected)?;
    }
    // Otherwise a guesser could go on and would recognise a right key.
    refused_for(exchange(&key, "192.0.2.1").await?, "RATE_LIMITED")?;
    exchange(&key, "192.0.2.2").await??;
    Ok(())
}
