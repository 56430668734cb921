//! Signing out, and what tokens are good for afterwards.

use anyhow::{Context as _, ensure};
use chrono::Duration;
use lintel_auth::Audience;
use lintel_core::Clock as _;
use lintel_proto::identity::v1::{GetCurrentUserRequest, ListEndedSessionsRequest, SessionTokens};
use tonic::{Code, Request};

use crate::{
    answers::{reason, refused, refused_for},
    harness::{PASSWORD, SERVICE_KEY, Stack, bearing},
    session_calls::{EMAIL, begin, ended, logout, refresh},
};

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
