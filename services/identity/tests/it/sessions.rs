//! Staying signed in and signing out.

use anyhow::{Context as _, ensure};
use chrono::Duration;
use lintel_auth::Audience;
use lintel_core::Clock as _;
use lintel_proto::identity::v1::{
    GetCurrentUserRequest, ListEndedSessionsRequest, LogoutRequest, RefreshSessionRequest,
    SessionEnded, SessionTokens,
};
use tonic::{Code, Request, Status};

use crate::harness::{PASSWORD, SERVICE_KEY, Stack, bearing, reason, refused, refused_for};

const EMAIL: &str = "ada@example.com";

async fn begin(stack: &Stack) -> anyhow::Result<SessionTokens> {
    stack.signed_in(EMAIL).await?.tokens.context("tokens")
}

async fn refresh(stack: &Stack, token: &str) -> Result<SessionTokens, Status> {
    let request = RefreshSessionRequest {
        refresh_token: token.to_owned(),
    };
    let answer = stack.session.clone().refresh_session(request).await?;
    answer
        .into_inner()
        .tokens
        .ok_or_else(|| Status::unknown("no tokens"))
}

async fn logout(stack: &Stack, access: &str, refresh: &str) -> Result<(), Status> {
    let request = LogoutRequest {
        access_token: access.to_owned(),
        refresh_token: refresh.to_owned(),
    };
    stack.session.clone().logout(request).await?;
    Ok(())
}

async fn ended(stack: &Stack) -> anyhow::Result<usize> {
    Ok(stack.events::<SessionEnded>().await?.len())
}

#[tokio::test]
async fn a_refresh_gives_new_tokens_of_the_same_session() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let first = begin(&stack).await?;
    stack.wait(Duration::minutes(14));
    let second = refresh(&stack, &first.refresh_token).await?;
    assert_ne!(first.refresh_token, second.refresh_token);
    assert_eq!(first.session_expire_time, second.session_expire_time);
    let [a, b] =
        [&first, &second].map(|t| stack.verifier.verify(&t.access_token, Audience::Lintel));
    let (a, b) = (a?, b?);
    assert_eq!(a.principal, b.principal);
    assert_eq!(b.expires_at - a.expires_at, Duration::minutes(14));
    refresh(&stack, &second.refresh_token).await?;
    assert_eq!(ended(&stack).await?, 0);
    Ok(())
}

#[tokio::test]
async fn two_tabs_that_refresh_at_once_get_the_same_successor() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let first = begin(&stack).await?;
    let calls = (0..8).map(|_| refresh(&stack, &first.refresh_token));
    let mut answers = Vec::new();
    for answer in futures::future::join_all(calls).await {
        answers.push(answer?.refresh_token);
    }
    assert!(
        answers.windows(2).all(|pair| pair[0] == pair[1]),
        "{answers:?}"
    );
    assert_ne!(answers[0], first.refresh_token);

    // A lost reply: the same again within ten seconds.
    stack.wait(Duration::seconds(10));
    assert_eq!(
        refresh(&stack, &first.refresh_token).await?.refresh_token,
        answers[0]
    );
    refresh(&stack, &answers[0]).await?;
    assert_eq!(ended(&stack).await?, 0);
    Ok(())
}

#[tokio::test]
async fn the_previous_token_after_ten_seconds_ends_the_session() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let first = begin(&stack).await?;
    let second = refresh(&stack, &first.refresh_token).await?;
    stack.wait(Duration::milliseconds(10_001));
    let status = refused_for(refresh(&stack, &first.refresh_token).await, "SESSION_ENDED")?;
    assert_eq!(status.code(), Code::Unauthenticated);
    assert_eq!(ended(&stack).await?, 1);
    refused_for(
        refresh(&stack, &second.refresh_token).await,
        "SESSION_ENDED",
    )?;
    refused_for(refresh(&stack, &first.refresh_token).await, "SESSION_ENDED")?;
    assert_eq!(ended(&stack).await?, 1);
    Ok(())
}

#[tokio::test]
async fn a_token_older_than_the_previous_ends_the_session_at_once() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let first = begin(&stack).await?;
    let second = refresh(&stack, &first.refresh_token).await?;
    let third = refresh(&stack, &second.refresh_token).await?;
    refused_for(refresh(&stack, &first.refresh_token).await, "SESSION_ENDED")?;
    refused_for(refresh(&stack, &third.refresh_token).await, "SESSION_ENDED")?;
    let principal = stack
        .verifier
        .verify(&third.access_token, Audience::Lintel)?
        .principal;
    let events = stack.events::<SessionEnded>().await?;
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].session_id, principal.session.to_string());
    assert_eq!(events[0].user_id, principal.user.get());
    Ok(())
}

#[tokio::test]
async fn a_made_up_token_ends_nothing() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let first = begin(&stack).await?;
    let mut altered = first.refresh_token.clone().into_bytes();
    let middle = altered.len() / 2;
    altered[middle] = if altered[middle] == b'A' { b'B' } else { b'A' };
    let altered = String::from_utf8(altered)?;
    for token in [
        altered.as_str(),
        "",
        "x",
        &"A".repeat(86),
        &first.access_token,
    ] {
        refused_for(refresh(&stack, token).await, "SESSION_ENDED")?;
        logout(&stack, token.get(1..).unwrap_or_default(), token).await?;
    }
    assert_eq!(ended(&stack).await?, 0);
    refresh(&stack, &first.refresh_token).await?;
    Ok(())
}

#[tokio::test]
async fn a_session_lives_twelve_hours_and_its_tokens_no_longer() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let mut tokens = begin(&stack).await?;
    let end = stack.clock.now() + Duration::hours(12);
    for _ in 0..23 {
        stack.wait(Duration::minutes(30));
        tokens = refresh(&stack, &tokens.refresh_token).await?;
    }
    stack.wait(Duration::minutes(20));
    tokens = refresh(&stack, &tokens.refresh_token).await?;
    for (token, audience) in [
        (&tokens.access_token, Audience::Lintel),
        (&tokens.read_token, Audience::Read),
    ] {
        assert_eq!(
            stack
                .verifier
                .verify(token, audience)?
                .expires_at
                .timestamp(),
            end.timestamp()
        );
    }
    stack.wait(Duration::minutes(10));
    refused_for(
        refresh(&stack, &tokens.refresh_token).await,
        "SESSION_ENDED",
    )?;
    Ok(())
}

#[tokio::test]
async fn an_idle_session_ends_after_the_timeout_and_the_life_of_an_access_token()
-> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let tokens = begin(&stack).await?;
    stack.wait(Duration::minutes(45));
    let tokens = refresh(&stack, &tokens.refresh_token).await?;
    stack.wait(Duration::minutes(45) + Duration::seconds(1));
    refused_for(
        refresh(&stack, &tokens.refresh_token).await,
        "SESSION_ENDED",
    )?;
    assert_eq!(ended(&stack).await?, 1);
    Ok(())
}

#[tokio::test]
async fn the_timeout_that_a_user_saved_counts() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let tokens = begin(&stack).await?;
    stack
        .execute(
            "INSERT INTO user_settings (user_id, session_timeout, updated_at)
             SELECT user_id, 120, now() FROM users",
        )
        .await?;
    stack.wait(Duration::minutes(135));
    let tokens = refresh(&stack, &tokens.refresh_token).await?;
    stack.wait(Duration::minutes(136));
    refused_for(
        refresh(&stack, &tokens.refresh_token).await,
        "SESSION_ENDED",
    )?;
    Ok(())
}

#[tokio::test]
async fn signing_out_by_either_token_ends_the_session_once() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let tokens = begin(&stack).await?;
    let current = bearing(GetCurrentUserRequest {}, &tokens.access_token)?;
    stack.account.clone().get_current_user(current).await?;

    logout(&stack, "", &tokens.refresh_token).await?;
    let current = bearing(GetCurrentUserRequest {}, &tokens.access_token)?;
    let answer = stack.account.clone().get_current_user(current).await;
    refused_for(answer, "SESSION_ENDED")?;
    refused_for(
        refresh(&stack, &tokens.refresh_token).await,
        "SESSION_ENDED",
    )?;
    logout(&stack, &tokens.access_token, &tokens.refresh_token).await?;
    assert_eq!(ended(&stack).await?, 1);

    let [other, third] = [
        stack.login(EMAIL, PASSWORD).await?,
        stack.login(EMAIL, PASSWORD).await?,
    ]
    .map(|answer| answer.tokens.unwrap_or_default());
    logout(&stack, &other.access_token, "").await?;
    assert_eq!(ended(&stack).await?, 2);
    refused_for(refresh(&stack, &other.refresh_token).await, "SESSION_ENDED")?;
    refresh(&stack, &third.refresh_token).await?;
    Ok(())
}

#[tokio::test]
async fn an_expired_access_token_still_signs_out_and_an_altered_one_does_not() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let tokens = begin(&stack).await?;
    stack.wait(Duration::hours(2));
    let mut altered = tokens.access_token.clone();
    let last = altered.pop().context("a token")?;
    // The last character carries two unused bits, so the one before it is altered as well.
    altered.pop();
    altered.push(if tokens.access_token.ends_with(&format!("A{last}")) {
        'B'
    } else {
        'A'
    });
    altered.push(last);
    logout(&stack, &altered, "").await?;
    logout(&stack, &tokens.read_token, "").await?;
    assert_eq!(ended(&stack).await?, 0);
    logout(&stack, &tokens.access_token, "").await?;
    assert_eq!(ended(&stack).await?, 1);
    Ok(())
}

#[tokio::test]
async fn the_caller_reads_their_own_account() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let answer = stack.signed_in(EMAIL).await?;
    let tokens = answer.tokens.context("tokens")?;
    let request = bearing(GetCurrentUserRequest {}, &tokens.access_token)?;
    let user = stack
        .account
        .clone()
        .get_current_user(request)
        .await?
        .into_inner()
        .user;
    assert_eq!(user, answer.user);

    let nobody = stack
        .account
        .clone()
        .get_current_user(GetCurrentUserRequest {})
        .await;
    assert_eq!(refused(nobody)?.code(), Code::Unauthenticated);
    let read = bearing(GetCurrentUserRequest {}, &tokens.read_token)?;
    let answer = stack.account.clone().get_current_user(read).await;
    assert_eq!(refused(answer)?.code(), Code::Unauthenticated);
    stack.wait(Duration::minutes(16));
    let expired = bearing(GetCurrentUserRequest {}, &tokens.access_token)?;
    refused_for(
        stack.account.clone().get_current_user(expired).await,
        "TOKEN_EXPIRED",
    )?;
    Ok(())
}

fn internal(
    since: Option<prost_types::Timestamp>,
) -> anyhow::Result<Request<ListEndedSessionsRequest>> {
    let mut request = Request::new(ListEndedSessionsRequest { since_time: since });
    let metadata = request.metadata_mut();
    metadata.insert("x-lintel-service-key", SERVICE_KEY.parse()?);
    Ok(request)
}

#[tokio::test]
async fn our_own_processes_learn_which_sessions_ended_and_nobody_else_does() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let first = begin(&stack).await?;
    let second = stack
        .login(EMAIL, PASSWORD)
        .await?
        .tokens
        .context("tokens")?;
    logout(&stack, "", &first.refresh_token).await?;
    let between = lintel_proto::convert::timestamp(stack.clock.now());
    stack.wait(Duration::seconds(5));
    logout(&stack, "", &second.refresh_token).await?;

    let mut client = stack.session.clone();
    let ids = |answer: tonic::Response<lintel_proto::identity::v1::ListEndedSessionsResponse>| {
        let sessions = answer.into_inner().sessions;
        sessions
            .into_iter()
            .map(|session| session.session_id)
            .collect::<Vec<_>>()
    };
    let session_of = |tokens: &SessionTokens| {
        stack
            .verifier
            .verify_signature(&tokens.access_token, Audience::Lintel)
            .map(|verified| verified.principal.session.to_string())
    };
    let (a, b) = (session_of(&first)?, session_of(&second)?);
    let all = ids(client.list_ended_sessions(internal(None)?).await?);
    assert_eq!(all, [b.clone(), a]);
    let later = ids(client.list_ended_sessions(internal(Some(between))?).await?);
    assert_eq!(later, [b]);
    stack.wait(Duration::minutes(16));
    assert!(ids(client.list_ended_sessions(internal(None)?).await?).is_empty());

    let anybody = client
        .list_ended_sessions(ListEndedSessionsRequest::default())
        .await;
    let status = refused(anybody)?;
    ensure!(
        matches!(
            status.code(),
            Code::PermissionDenied | Code::Unauthenticated
        ),
        "{status:?} {}",
        reason(&status)
    );
    Ok(())
}
