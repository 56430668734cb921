//! Verifying an address.

use anyhow::Context as _;
use chrono::Duration;
use futures::future::join_all;
use lintel_proto::identity::v1::{
    EmailVerified, ResendVerificationRequest, VerifyEmailByCodeRequest,
};
use lintel_testkit::wait_for;
use tonic::Code;

use crate::{
    answers::{reason, refused_for},
    harness::{PASSWORD, Stack, landlord},
};

const LINK_INVALID: &str = "The verification link may be expired or invalid.";

async fn new_account(stack: &Stack) -> anyhow::Result<i64> {
    let answer = stack.sign_up(landlord("ada@example.com")).await?;
    Ok(answer.user.context("a user")?.user_id)
}

/// Asks for the mail again and waits for it.
async fn resend(stack: &Stack, user: i64) -> anyhow::Result<()> {
    let before = stack.mails(user).await?.len();
    let request = ResendVerificationRequest {
        email: "ada@example.com".to_owned(),
        request_id: String::new(),
    };
    stack.account.clone().resend_verification(request).await?;
    wait_for(
        "another mail",
        std::time::Duration::from_secs(10),
        async || Ok((stack.mails(user).await?.len() > before).then_some(())),
    )
    .await
}

#[tokio::test]
async fn a_link_verifies_and_succeeds_again_until_it_expires() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = new_account(&stack).await?;
    let mail = stack.mail(user).await?;
    stack.verify_link(&mail.token).await?;
    let expected = [EmailVerified {
        user_id: user,
        version: 2,
    }];
    assert_eq!(stack.events::<EmailVerified>().await?, expected);

    stack.wait(Duration::hours(24) - Duration::seconds(1));
    stack.verify_link(&mail.token).await?;
    assert_eq!(stack.events::<EmailVerified>().await?, expected);
    stack.wait(Duration::seconds(1));
    refused_for(stack.verify_link(&mail.token).await, "LINK_INVALID")?;
    Ok(())
}

#[tokio::test]
async fn unknown_spent_and_expired_answer_alike() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = new_account(&stack).await?;
    let mail = stack.mail(user).await?;
    stack.wait(Duration::hours(24));
    let unknown = "A".repeat(43);
    let answers = [
        stack.verify_link(&mail.token).await,
        stack.verify_link(&unknown).await,
        stack.verify_link("").await,
        stack.verify_link("no token at all").await,
        // Each works for one purpose and one call only.
        stack.verify_link(&mail.code).await,
        stack.verify_code(&mail.token).await,
        stack.verify_code(&mail.code).await,
        stack.verify_code("0000-0000").await,
        stack.verify_code("").await,
        stack.verify_code("U").await,
    ];
    for answer in answers {
        let status = refused_for(answer, "LINK_INVALID")?;
        assert_eq!(
            (status.code(), status.message()),
            (Code::NotFound, LINK_INVALID)
        );
    }
    assert!(stack.events::<EmailVerified>().await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_code_works_once_however_it_is_typed() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = new_account(&stack).await?;
    let code = stack.mail(user).await?.code;
    let typed = format!(" {} ", code.to_lowercase().replace('-', " "))
        .replace('0', "o")
        .replace('1', "l");
    stack.verify_code(&typed).await?;
    refused_for(stack.verify_code(&code).await, "LINK_INVALID")?;
    stack.login("ada@example.com", PASSWORD).await?;
    Ok(())
}

#[tokio::test]
async fn the_code_of_a_mail_whose_link_was_followed_is_spent() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = new_account(&stack).await?;
    let mail = stack.mail(user).await?;
    stack.verify_link(&mail.token).await?;
    refused_for(stack.verify_code(&mail.code).await, "LINK_INVALID")?;
    Ok(())
}

#[tokio::test]
async fn a_repeat_with_the_same_request_id_succeeds_as_the_first_did() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = new_account(&stack).await?;
    let request = VerifyEmailByCodeRequest {
        code: stack.mail(user).await?.code,
        request_id: "one-press-of-the-button".to_owned(),
    };
    for _ in 0..2 {
        stack
            .account
            .clone()
            .verify_email_by_code(request.clone())
            .await?;
    }
    assert_eq!(stack.events::<EmailVerified>().await?.len(), 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_uses_of_a_link_at_once_verify_once() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.warm_up().await?;
    let user = new_account(&stack).await?;
    let token = stack.mail(user).await?.token;
    for answer in join_all((0..50).map(|_| stack.verify_link(&token))).await {
        answer?;
    }
    assert_eq!(stack.events::<EmailVerified>().await?.len(), 1);
    assert_eq!(stack.number("SELECT version FROM users").await?, 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_uses_of_a_code_at_once_succeed_once() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.warm_up().await?;
    let user = new_account(&stack).await?;
    let code = stack.mail(user).await?.code;
    let answers = join_all((0..50).map(|_| stack.verify_code(&code))).await;
    let refusals: Vec<_> = answers
        .iter()
        .filter_map(|a| a.as_ref().err().map(reason))
        .collect();
    assert_eq!(refusals, ["LINK_INVALID"; 49]);
    assert_eq!(stack.events::<EmailVerified>().await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_new_mail_retires_the_older_code_and_leaves_the_older_link() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = new_account(&stack).await?;
    let first = stack.mail(user).await?;
    resend(&stack, user).await?;
    refused_for(stack.verify_code(&first.code).await, "LINK_INVALID")?;
    assert_eq!(
        stack
            .number("SELECT count(*) FROM email_tokens WHERE code_hash IS NOT NULL")
            .await?,
        1
    );

    stack.verify_link(&first.token).await?;
    // Once one mail has verified the account, the code of the other is retired; its link still succeeds.
    let second = stack.mail(user).await?;
    refused_for(stack.verify_code(&second.code).await, "LINK_INVALID")?;
    stack.verify_link(&second.token).await?;
    assert_eq!(stack.events::<EmailVerified>().await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn the_database_holds_nothing_that_verifies() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = new_account(&stack).await?;
    let mail = stack.mail(user).await?;
    let tables = ["users", "email_tokens", "outbox", "request_ids", "sessions"];
    let everything = stack.dump(&tables).await?;
    for secret in [mail.token.as_str(), &mail.code, &mail.code.replace('-', "")] {
        assert!(
            !everything.contains(secret),
            "{secret} stands in the database"
        );
    }
    Ok(())
}
