//! Staying signed in.

use chrono::Duration;
use lintel_auth::Audience;
use lintel_core::Clock as _;
use lintel_proto::identity::v1::SessionEnded;
use tonic::Code;

use crate::{
    answers::refused_for,
    harness::Stack,
    session_calls::{begin, ended, logout, refresh, renew},
};

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

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_that_refresh_at_once_get_the_same_successor() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.warm_up().await?;
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

    // After a lost reply: the same token gets the same answer within ten seconds.
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
async fn a_session_that_nobody_uses_ends_after_the_timeout_and_a_minute() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let tokens = begin(&stack).await?;
    stack.wait(Duration::minutes(31));
    let tokens = refresh(&stack, &tokens.refresh_token).await?;
    stack.wait(Duration::minutes(31) + Duration::seconds(1));
    refused_for(
        refresh(&stack, &tokens.refresh_token).await,
        "SESSION_ENDED",
    )?;
    assert_eq!(ended(&stack).await?, 1);
    Ok(())
}

#[tokio::test]
async fn background_calls_do_not_keep_a_session_or_its_tokens_alive() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let tokens = begin(&stack).await?;
    let end = stack.clock.now() + Duration::minutes(31);
    stack.wait(Duration::minutes(20));
    let tokens = renew(&stack, &tokens.refresh_token, true).await?;
    let access = stack
        .verifier
        .verify(&tokens.access_token, Audience::Lintel)?;
    assert_eq!(access.expires_at.timestamp(), end.timestamp());
    stack.wait(Duration::minutes(11) + Duration::seconds(1));
    refused_for(
        renew(&stack, &tokens.refresh_token, true).await,
        "SESSION_ENDED",
    )?;
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
    stack.wait(Duration::minutes(121));
    let tokens = refresh(&stack, &tokens.refresh_token).await?;
    stack.wait(Duration::minutes(122));
    refused_for(
        refresh(&stack, &tokens.refresh_token).await,
        "SESSION_ENDED",
    )?;
    Ok(())
}
