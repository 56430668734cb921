//! The guards of accounts hold whichever replica of the gateway is asked, and tell nothing of who has an account (T11,
//! T12, T31).

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context as _, ensure};
use futures::future::join_all;
use lintel_system_tests::{
    System, Visitor,
    client::{PASSWORD, Reply},
    system::Replicas,
};
use lintel_testkit::wait_for;
use reqwest::{StatusCode, header::HeaderMap};
use serde_json::{Value, json};

const TWO_GATEWAYS: Replicas = Replicas(&[("gateway", 2)]);
/// The tests' own address is a proxy of ours, so that strangers can come from anywhere.
const PROXY: (&str, &str) = ("LINTEL_GATEWAY__TRUSTED_PROXIES", r#"["127.0.0.1/32"]"#);
/// The tries that every guard allows to one address.
const LIMIT: usize = 3;

const TIMEOUT: Duration = Duration::from_secs(20);
/// The beginning of the link in a mail for a forgotten password.
const RESET: &str = "/reset-password?token=";

/// A POST at one of the gateways by somebody at `address`.
async fn post(
    visitor: &Visitor,
    base: &str,
    path: &str,
    body: &Value,
    address: &str,
) -> anyhow::Result<Reply> {
    let from = [("x-forwarded-for", address)];
    visitor.at(base).post_with(path, body, &from).await
}

/// Posts like [`post`], again while there is too much to do: what is turned away for that is counted for nobody (T13).
async fn judged_once(
    visitor: &Visitor,
    base: &str,
    path: &str,
    body: &Value,
    address: &str,
) -> anyhow::Result<Reply> {
    wait_for("an answer", TIMEOUT, async || {
        let reply = post(visitor, base, path, body, address).await?;
        Ok((reply.status != StatusCode::SERVICE_UNAVAILABLE).then_some(reply))
    })
    .await
}

fn header(headers: &HeaderMap, name: &str) -> String {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_guards_accounts_holds_across_two_gateways() -> anyhow::Result<()> {
    let system = System::start_replicas(
        TWO_GATEWAYS,
        &[
            PROXY,
            ("LINTEL_LIMIT_LOGIN_PER_MINUTE", "3"),
            ("LINTEL_LIMIT_SIGNUP_PER_HOUR", "3"),
            ("LINTEL_LIMIT_CODE_PER_HOUR", "3"),
            ("LINTEL_LIMIT_LINK_PER_HOUR", "3"),
            ("LINTEL_LIMIT_RESEND_PER_HOUR", "3"),
            ("LINTEL_LIMIT_FORGOT_PER_HOUR", "3"),
            ("LINTEL_LIMIT_KEY_PER_HOUR", "3"),
        ],
    )
    .await?;
    let stranger = system.visitor()?;
    let nobody = json!({"email": "nobody@example.com"});
    let guarded = [
        (
            "/api/auth/login",
            json!({"email": "nobody@example.com", "password": "wrong horse 7"}),
        ),
        (
            "/api/auth/signup",
            json!({"name": "Helen", "email": "helen@example.com", "password": PASSWORD, "role": "Landlord"}),
        ),
        ("/api/auth/verify-manual", json!({"code": "0000-0000"})),
        ("/api/auth/verify-email", json!({"token": "made up"})),
        ("/api/auth/resend-verification", nobody.clone()),
        ("/api/auth/forgot-password", nobody),
    ];
    for (path, body) in guarded {
        for turn in 0..2 * LIMIT {
            // Each gateway by itself has seen no more than its share.
            let base = &system.bases[turn % 2];
            let reply = post(&stranger, base, path, &body, "198.51.100.7").await?;
            is_refused_from_the_limit_on(&reply, turn).with_context(|| path.to_owned())?;
        }
        let elsewhere = post(&stranger, &system.base, path, &body, "198.51.100.8").await?;
        ensure!(elsewhere.status != 429, "{path}: {elsewhere:?}");
    }

    let http = reqwest::Client::new();
    for turn in 0..2 * LIMIT {
        let request = http
            .get(format!("{}/api/properties", system.bases[turn % 2]))
            .header("x-forwarded-for", "198.51.100.7")
            .bearer_auth(format!("lk_made-up-{turn}"));
        let reply = request.send().await?;
        let reply = Reply {
            status: reply.status(),
            headers: reply.headers().clone(),
            body: reply.json().await?,
        };
        is_refused_from_the_limit_on(&reply, turn).context("wrong API keys")?;
    }
    Ok(())
}

fn is_refused_from_the_limit_on(reply: &Reply, turn: usize) -> anyhow::Result<()> {
    let refused = reply.status == StatusCode::TOO_MANY_REQUESTS;
    ensure!(refused == (turn >= LIMIT), "call {turn}: {reply:?}");
    if refused {
        let wait = header(&reply.headers, "retry-after");
        ensure!(wait.parse::<u32>()? > 0, "{reply:?}");
        ensure!(header(&reply.headers, "ratelimit-limit") == LIMIT.to_string());
        ensure!(header(&reply.headers, "ratelimit-remaining") == "0");
        ensure!(header(&reply.headers, "ratelimit-reset") == wait);
    }
    Ok(())
}

/// Returns everything of a reply that may not depend on whether an account exists. It leaves out what names the request
/// itself, and what the calls before it changed: how many are left, and the wait, which a second that begins between
/// two tries changes.
fn tells(reply: &Reply) -> (StatusCode, Value, BTreeMap<String, String>) {
    let mut body = reply.body.clone();
    if let Some(body) = body.as_object_mut() {
        body.remove("traceId");
    }
    let own = [
        "date",
        "ratelimit-remaining",
        "ratelimit-reset",
        "retry-after",
        "traceparent",
    ];
    let headers = reply
        .headers
        .iter()
        .map(|(name, value)| (name.to_string(), format!("{value:?}")))
        .filter(|(name, _)| !own.contains(&name.as_str()) && !name.contains("request-id"))
        .collect();
    (reply.status, body, headers)
}

#[tokio::test(flavor = "multi_thread")]
async fn t11_t12_t31_known_and_unknown_addresses_are_locked_alike() -> anyhow::Result<()> {
    let system = System::start_replicas(TWO_GATEWAYS, &[PROXY]).await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let stranger = system.visitor()?;
    let guess = |email: &str| json!({"email": email, "password": "wrong horse 7"});
    let (known, unknown) = (guess(&helen.email), guess("nobody@example.com"));

    // T11: one after the other, at both gateways, beyond the fifth.
    let mut seen = Vec::new();
    for turn in 0..8 {
        let base = &system.bases[turn % 2];
        let address = format!("198.51.100.{turn}");
        let path = "/api/auth/login";
        let of_known = judged_once(&stranger, base, path, &known, &address).await?;
        let of_unknown = judged_once(&stranger, base, path, &unknown, &address).await?;
        assert_eq!(tells(&of_known), tells(&of_unknown), "try {turn}");
        let wait = |reply: &Reply| header(&reply.headers, "retry-after").parse::<i64>().ok();
        let (one, other) = (wait(&of_known), wait(&of_unknown));
        assert_eq!(one.is_some(), other.is_some());
        ensure!((one.unwrap_or(0) - other.unwrap_or(0)).abs() <= 1);
        seen.push(of_known.status.as_u16());
    }
    assert_eq!(seen, [401, 401, 401, 401, 401, 429, 429, 429]);

    // T12: fifty addresses, both gateways, many at once: hardly any of it is judged.
    let strangers: Vec<String> = (0..50).map(|host| format!("203.0.113.{host}")).collect();
    let mut judged = seen.iter().filter(|status| **status == 401).count();
    for round in 0..6 {
        let tries = strangers.iter().map(|address| {
            let base = &system.bases[round % 2];
            post(&stranger, base, "/api/auth/login", &known, address)
        });
        for reply in join_all(tries).await {
            match reply?.status.as_u16() {
                // A try without an answer in time may have been judged; one that was turned away at once was not (T13).
                401 | 504 => judged += 1,
                429 | 503 => {}
                status => anyhow::bail!("a wrong password is answered {status}"),
            }
        }
    }
    ensure!(judged <= 20, "{judged} of 308 wrong passwords were judged");
    println!("T12: 308 wrong passwords from 58 addresses at 2 gateways, {judged} judged");
    // Helen's own device is let in all the while, and she is told.
    wait_for("her own device is let in", TIMEOUT, async || {
        Ok((helen.log_in().await?.status == StatusCode::OK).then_some(()))
    })
    .await?;
    wait_for("word of the lock", TIMEOUT, async || {
        let told = mails_to(&system, &helen.email, RESET);
        Ok((told.all > 1).then_some(()))
    })
    .await?;

    // T31: three links an hour are sent, however many requests come from however many addresses.
    let forgot = json!({"email": helen.email});
    let asked = strangers.iter().chain(&strangers).enumerate();
    let asked = asked.map(|(turn, address)| {
        let base = &system.bases[turn % 2];
        post(
            &stranger,
            base,
            "/api/auth/forgot-password",
            &forgot,
            address,
        )
    });
    let mut accepted = 0;
    for reply in join_all(asked).await {
        match reply?.status {
            StatusCode::ACCEPTED => accepted += 1,
            StatusCode::SERVICE_UNAVAILABLE => {}
            status => anyhow::bail!("a forgotten password is answered {status}"),
        }
    }
    ensure!(accepted > 10, "only {accepted} of 100 were taken");
    // Wishes are granted in their order: when the last one's mail is there, all before it are done.
    let other = system.visitor()?;
    other.sign_up("Landlord").await?;
    other
        .post("/api/auth/forgot-password", &json!({"email": other.email}))
        .await?;
    wait_for("the last wish's mail", TIMEOUT, async || {
        let told = mails_to(&system, &other.email, RESET);
        Ok((told.with_link == 1).then_some(()))
    })
    .await?;
    let sent = wait_for("what was sent", TIMEOUT, async || {
        let told = mails_to(&system, &helen.email, RESET);
        Ok((told.with_link >= 3).then_some(told.with_link))
    })
    .await?;
    assert_eq!(sent, 3, "of {accepted} that were asked for");
    Ok(())
}

/// Mails to an address, and how many of them hold a link.
struct Told {
    all: usize,
    with_link: usize,
}

fn mails_to(system: &System, email: &str, link: &str) -> Told {
    let mails = system.mails.mails();
    let to: Vec<_> = mails
        .iter()
        .filter(|mail| mail.to.iter().any(|to| to == email))
        .collect();
    Told {
        all: to.len(),
        with_link: to.iter().filter(|mail| mail.text().contains(link)).count(),
    }
}
