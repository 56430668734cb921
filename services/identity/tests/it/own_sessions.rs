//! A person's sessions: listing them, ending them from elsewhere, and notes of their use.

use anyhow::Context as _;
use chrono::Duration;
use lintel_core::Clock as _;
use lintel_proto::{
    convert::timestamp,
    identity::v1::{
        EndOtherSessionsRequest, EndSessionRequest, ListSessionsRequest, LoginRequest,
        NoteSessionUseRequest, Session, SessionEnded, SessionTokens, SessionUse,
    },
};
use tonic::{Code, Request, Status};

use crate::{
    answers::{refused, refused_for},
    harness::{PASSWORD, SERVICE_KEY, Stack, bearing},
    session_calls::{EMAIL, refresh, renew},
};

const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36";

async fn login(
    stack: &Stack,
    email: &str,
    user_agent: &str,
    address: &str,
) -> anyhow::Result<SessionTokens> {
    let mut request = Request::new(LoginRequest {
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        user_agent: user_agent.to_owned(),
        device_token: String::new(),
    });
    request
        .metadata_mut()
        .insert("x-lintel-client-address", address.parse()?);
    let answer = stack.session.clone().login(request).await?.into_inner();
    answer.tokens.context("tokens")
}

async fn list(stack: &Stack, tokens: &SessionTokens) -> anyhow::Result<Vec<Session>> {
    let request = bearing(ListSessionsRequest {}, &tokens.access_token)?;
    let answer = stack.session.clone().list_sessions(request).await?;
    Ok(answer.into_inner().sessions)
}

async fn end(
    stack: &Stack,
    tokens: &SessionTokens,
    session: &str,
) -> anyhow::Result<Result<(), Status>> {
    let request = EndSessionRequest {
        session_id: session.to_owned(),
        request_id: String::new(),
    };
    let request = bearing(request, &tokens.access_token)?;
    Ok(stack.session.clone().end_session(request).await.map(|_| ()))
}

async fn end_others(
    stack: &Stack,
    tokens: &SessionTokens,
    key: &str,
) -> anyhow::Result<Vec<String>> {
    let request = EndOtherSessionsRequest {
        request_id: key.to_owned(),
    };
    let request = bearing(request, &tokens.access_token)?;
    let answer = stack.session.clone().end_other_sessions(request).await?;
    Ok(answer.into_inner().session_ids)
}

async fn note(stack: &Stack, session: &str, after: Duration, key: &str) -> Result<(), Status> {
    let mut request = Request::new(NoteSessionUseRequest {
        uses: vec![SessionUse {
            session_id: session.to_owned(),
            use_time: Some(timestamp(stack.clock.now() + after)),
        }],
    });
    let key = key.parse().map_err(|_| Status::internal("no header"))?;
    request.metadata_mut().insert("x-lintel-service-key", key);
    stack.session.clone().note_session_use(request).await?;
    Ok(())
}

#[tokio::test]
async fn sessions_are_listed_with_device_and_address_the_last_used_first() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    stack.verified("bob@example.com").await?;
    login(&stack, "bob@example.com", "curl/8", "192.0.2.9").await?;
    let first = login(&stack, EMAIL, CHROME, "192.0.2.1").await?;
    stack.wait(Duration::minutes(1));
    let second = login(&stack, EMAIL, "curl/8.5.0", "::ffff:198.51.100.7").await?;
    let shown = |sessions: &[Session]| -> Vec<(String, String, bool)> {
        let shown = sessions
            .iter()
            .map(|one| (one.device.clone(), one.address.clone(), one.current));
        shown.collect()
    };
    let chrome = |current| {
        (
            "Chrome on Windows".to_owned(),
            "192.0.2.1".to_owned(),
            current,
        )
    };
    let curl = |current| ("curl".to_owned(), "198.51.100.7".to_owned(), current);
    assert_eq!(
        shown(&list(&stack, &second).await?),
        [curl(true), chrome(false)]
    );
    stack.wait(Duration::minutes(1));
    let first = refresh(&stack, &first.refresh_token).await?;
    assert_eq!(
        shown(&list(&stack, &first).await?),
        [chrome(true), curl(false)]
    );
    // A session that was idle too long is not listed, even if no request has ended it.
    stack.wait(Duration::minutes(29) + Duration::seconds(1));
    let first = refresh(&stack, &first.refresh_token).await?;
    assert_eq!(list(&stack, &first).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_session_is_ended_from_elsewhere_once_and_everybody_is_told() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    let here = login(&stack, EMAIL, CHROME, "192.0.2.1").await?;
    let there = login(&stack, EMAIL, "curl/8", "192.0.2.2").await?;
    let sessions = list(&stack, &here).await?;
    let other = sessions.iter().find(|one| !one.current).context("other")?;
    end(&stack, &here, &other.session_id).await??;
    end(&stack, &here, &other.session_id).await??;
    let told = stack.events::<SessionEnded>().await?;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].session_id, other.session_id);
    refused_for(refresh(&stack, &there.refresh_token).await, "SESSION_ENDED")?;
    refresh(&stack, &here.refresh_token).await?;
    assert_eq!(list(&stack, &here).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn somebody_elses_session_and_one_that_never_was_answer_alike() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    stack.verified("bob@example.com").await?;
    let bob = login(&stack, "bob@example.com", "curl/8", "192.0.2.9").await?;
    let ada = login(&stack, EMAIL, CHROME, "192.0.2.1").await?;
    let his = list(&stack, &bob)
        .await?
        .pop()
        .context("a session")?
        .session_id;
    let mut answers = Vec::new();
    for id in [
        his.as_str(),
        "00000000-0000-7000-8000-000000000000",
        "x",
        "",
    ] {
        let status = refused_for(end(&stack, &ada, id).await?, "SESSION_NOT_FOUND")?;
        answers.push((status.code(), status.message().to_owned()));
    }
    answers.dedup();
    assert_eq!(answers, [(Code::NotFound, "Session not found.".to_owned())]);
    refresh(&stack, &bob.refresh_token).await?;
    Ok(())
}

#[tokio::test]
async fn all_others_are_ended_and_a_repeat_ends_no_later_one() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    stack.verified("bob@example.com").await?;
    let bob = login(&stack, "bob@example.com", "curl/8", "192.0.2.9").await?;
    let mut others = Vec::new();
    for _ in 0..3 {
        others.push(login(&stack, EMAIL, "curl/8", "192.0.2.2").await?);
    }
    let here = login(&stack, EMAIL, CHROME, "192.0.2.1").await?;
    let ended = end_others(&stack, &here, "one-press-of-the-button").await?;
    assert_eq!(ended.len(), 3);
    assert_eq!(stack.events::<SessionEnded>().await?.len(), 3);
    for other in &others {
        refused_for(refresh(&stack, &other.refresh_token).await, "SESSION_ENDED")?;
    }
    let later = login(&stack, EMAIL, "curl/8", "192.0.2.2").await?;
    assert_eq!(
        end_others(&stack, &here, "one-press-of-the-button").await?,
        ended
    );
    for stays in [&later, &here, &bob] {
        refresh(&stack, &stays.refresh_token).await?;
    }
    Ok(())
}

#[tokio::test]
async fn reported_use_keeps_a_session_alive_but_not_a_past_or_future_one() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    let tokens = login(&stack, EMAIL, CHROME, "192.0.2.1").await?;
    let id = list(&stack, &tokens)
        .await?
        .pop()
        .context("a session")?
        .session_id;
    stack.wait(Duration::minutes(25));
    let then = stack.clock.now();
    note(&stack, &id, Duration::zero(), SERVICE_KEY).await?;
    note(&stack, &id, Duration::minutes(-9), SERVICE_KEY).await?;
    stack.wait(Duration::minutes(5));
    let tokens = renew(&stack, &tokens.refresh_token, true).await?;
    let last = list(&stack, &tokens)
        .await?
        .pop()
        .and_then(|one| one.last_use_time);
    assert_eq!(last, Some(timestamp(then)));
    note(&stack, &id, Duration::hours(5), SERVICE_KEY).await?;
    let last = list(&stack, &tokens)
        .await?
        .pop()
        .and_then(|one| one.last_use_time);
    assert_eq!(last, Some(timestamp(stack.clock.now())));
    stack.wait(Duration::minutes(30));
    let tokens = refresh(&stack, &tokens.refresh_token).await?;
    stack.wait(Duration::minutes(32));
    refused_for(
        refresh(&stack, &tokens.refresh_token).await,
        "SESSION_ENDED",
    )?;
    // Only our own programs may report uses.
    let status = refused(note(&stack, &id, Duration::zero(), "guessed").await)?;
    assert_eq!(status.code(), Code::PermissionDenied);
    Ok(())
}
