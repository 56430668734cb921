//! Sending the verification mail again.

use std::time::Duration;

use anyhow::Context as _;
use lintel_proto::identity::v1::{
    EmailVerificationRequested, ResendVerificationRequest, ResendVerificationResponse,
};
use lintel_testkit::wait_for;
use tonic::metadata::MetadataMap;

use crate::{
    answers::refused_for,
    harness::{Options, Stack, landlord},
};

const PATIENCE: Duration = Duration::from_secs(10);

async fn ask(
    stack: &Stack,
    email: &str,
    request_id: &str,
) -> anyhow::Result<(MetadataMap, ResendVerificationResponse)> {
    let request = ResendVerificationRequest {
        email: email.to_owned(),
        request_id: request_id.to_owned(),
    };
    let answer = stack.account.clone().resend_verification(request).await?;
    let (mut metadata, message, _) = answer.into_parts();
    metadata.remove("date");
    Ok((metadata, message))
}

async fn mails(stack: &Stack) -> anyhow::Result<usize> {
    Ok(stack.events::<EmailVerificationRequested>().await?.len())
}

/// Waits until all earlier requests are done: they are worked on in order, so once the marker's mail is there, so are all before
/// it.
async fn settle(stack: &Stack, marker: &str) -> anyhow::Result<()> {
    let user = stack
        .sign_up(landlord(marker))
        .await?
        .user
        .context("a user")?;
    ask(stack, marker, "").await?;
    wait_for("the marker's mail", PATIENCE, async || {
        Ok((stack.mails(user.user_id).await?.len() == 2).then_some(()))
    })
    .await
}

#[tokio::test]
async fn known_unknown_verified_and_malformed_addresses_are_answered_alike() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let waiting = stack.sign_up(landlord("waiting@example.com")).await?;
    let waiting = waiting.user.context("a user")?.user_id;
    let verified = stack.verified("verified@example.com").await?;

    let known = ask(&stack, "Waiting@example.com", "").await?;
    for other in [
        "nobody@example.com",
        "verified@example.com",
        "no address",
        "",
    ] {
        let answer = ask(&stack, other, "").await?;
        assert_eq!(format!("{answer:?}"), format!("{known:?}"), "{other}");
    }
    settle(&stack, "marker@example.com").await?;
    assert_eq!(stack.mails(waiting).await?.len(), 2);
    assert_eq!(stack.mails(verified).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_repeat_with_the_same_request_id_sends_one_mail() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.sign_up(landlord("ada@example.com")).await?;
    for _ in 0..3 {
        ask(&stack, "ada@example.com", "one-press-of-the-button").await?;
    }
    settle(&stack, "marker@example.com").await?;
    assert_eq!(mails(&stack).await?, 2 + 2);
    Ok(())
}

#[tokio::test]
async fn a_request_id_that_is_none_is_refused_for_known_and_unknown_alike() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.sign_up(landlord("ada@example.com")).await?;
    for email in ["ada@example.com", "nobody@example.com"] {
        let request = ResendVerificationRequest {
            email: email.to_owned(),
            request_id: "short".to_owned(),
        };
        let answer = stack.account.clone().resend_verification(request).await;
        refused_for(answer, "REQUEST_ID_INVALID")?;
    }
    Ok(())
}

#[tokio::test]
async fn nobodys_inbox_is_flooded() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.sign_up(landlord("ada@example.com")).await?;
    let user = user.user.context("a user")?.user_id;
    for _ in 0..20 {
        ask(&stack, "ada@example.com", "").await?;
    }
    settle(&stack, "marker@example.com").await?;
    assert_eq!(stack.mails(user).await?.len(), 6);

    stack.wait(chrono::Duration::minutes(61));
    ask(&stack, "ada@example.com", "").await?;
    wait_for("a mail in the next hour", PATIENCE, async || {
        Ok((stack.mails(user).await?.len() == 7).then_some(()))
    })
    .await
}

#[tokio::test]
async fn without_a_mail_transport_the_code_that_was_shown_stays_good() -> anyhow::Result<()> {
    let stack = Stack::with(Options {
        mail: false,
        ..Options::default()
    })
    .await?;
    let answer = stack.sign_up(landlord("ada@example.com")).await?;
    ask(&stack, "ada@example.com", "one-press-of-the-button").await?;
    wait_for("the wish to be worked on", PATIENCE, async || {
        let done = stack.number("SELECT count(*) FROM request_ids").await?;
        Ok((done == 1).then_some(()))
    })
    .await?;
    stack
        .verify_code(&answer.verification_code.context("a code")?)
        .await?;
    Ok(())
}
