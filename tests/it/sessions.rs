//! Staying signed in and signing out.

use lintel_system_tests::{Installation, Shared};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

/// A browser's cookie jar is what refresh works with; this one shows its cookies.
async fn sign_in(system: &Installation, email: &str) -> anyhow::Result<(Client, String, String)> {
    let http = Client::new();
    let reply = http
        .post(format!("{}/api/auth/login", system.base))
        .json(&json!({"email": email, "password": lintel_system_tests::client::PASSWORD}))
        .send()
        .await?;
    let refresh = cookie(&reply, "lintel_refresh");
    let token = reply.json::<Value>().await?["token"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    Ok((http, token, refresh))
}

fn cookie(reply: &reqwest::Response, name: &str) -> String {
    reply
        .headers()
        .get_all("set-cookie")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .find_map(|text| {
            let (pair, _) = text.split_once(';')?;
            pair.strip_prefix(&format!("{name}="))
        })
        .unwrap_or_default()
        .to_owned()
}

async fn refresh(
    system: &Installation,
    http: &Client,
    token: &str,
) -> anyhow::Result<reqwest::Response> {
    Ok(http
        .post(format!("{}/api/auth/refresh", system.base))
        .header("cookie", format!("lintel_refresh={token}"))
        .header("origin", &system.base)
        .send()
        .await?)
}

async fn me(system: &Installation, http: &Client, token: &str) -> anyhow::Result<StatusCode> {
    Ok(http
        .get(format!("{}/api/auth/me", system.base))
        .bearer_auth(token)
        .send()
        .await?
        .status())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_refresh_alike_and_an_old_token_ends_the_session() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let (http, access, first) = sign_in(&system, &helen.email).await?;
    assert!(!first.is_empty());

    let one = refresh(&system, &http, &first).await?;
    let two = refresh(&system, &http, &first).await?;
    assert_eq!(one.status(), StatusCode::OK);
    assert_eq!(two.status(), StatusCode::OK);
    let second = cookie(&one, "lintel_refresh");
    assert_ne!(second, first);
    assert_eq!(
        cookie(&two, "lintel_refresh"),
        second,
        "both tabs hold the same successor"
    );
    let third = refresh(&system, &http, &second).await?;
    assert_eq!(third.status(), StatusCode::OK);

    let stolen = refresh(&system, &http, &first).await?;
    assert_eq!(stolen.status(), StatusCode::UNAUTHORIZED);
    let after = refresh(&system, &http, &cookie(&third, "lintel_refresh")).await?;
    assert_eq!(
        after.status(),
        StatusCode::UNAUTHORIZED,
        "the whole session is over"
    );
    lintel_testkit::wait_for(
        "the access token is refused too",
        std::time::Duration::from_secs(10),
        async || Ok((me(&system, &http, &access).await? == StatusCode::UNAUTHORIZED).then_some(())),
    )
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_out_ends_the_session_at_once_and_needs_only_the_cookie() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let (http, access, token) = sign_in(&system, &helen.email).await?;
    assert_eq!(me(&system, &http, &access).await?, StatusCode::OK);
    let reply = http
        .post(format!("{}/api/auth/logout", system.base))
        .header("cookie", format!("lintel_refresh={token}"))
        .header("origin", &system.base)
        .send()
        .await?;
    assert_eq!(reply.status(), StatusCode::NO_CONTENT);
    lintel_testkit::wait_for(
        "the access token is refused",
        std::time::Duration::from_secs(10),
        async || Ok((me(&system, &http, &access).await? == StatusCode::UNAUTHORIZED).then_some(())),
    )
    .await?;
    let refused = refresh(&system, &http, &token).await?;
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
    // The other session of the same person goes on.
    assert_eq!(helen.get("/api/auth/me").await?.status, StatusCode::OK);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_from_another_site_is_refused() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let (http, _, token) = sign_in(&system, &helen.email).await?;
    for origin in ["https://evil.example", "null"] {
        let reply = http
            .post(format!("{}/api/auth/refresh", system.base))
            .header("cookie", format!("lintel_refresh={token}"))
            .header("origin", origin)
            .send()
            .await?;
        assert_eq!(reply.status(), StatusCode::FORBIDDEN, "{origin}");
    }
    Ok(())
}
