//! Changing the sign-in address.

use anyhow::Context as _;
use chrono::Duration;
use futures::future::join;
use lintel_proto::identity::v1::{
    AccountMailKind, ChangePasswordRequest, ConfirmEmailChangeRequest, RequestEmailChangeRequest,
};
use tonic::Status;

use crate::{
    answers::refused_for,
    harness::{Options, PASSWORD, Stack, bearing, landlord},
    password_reset::{link as reset_link, reset},
    session_calls::EMAIL,
};

const NEW: &str = "Countess@example.org";

async fn ask(
    stack: &Stack,
    access: &str,
    email: &str,
    password: &str,
) -> anyhow::Result<Result<(), Status>> {
    let request = RequestEmailChangeRequest {
        email: email.to_owned(),
        password: password.to_owned(),
        request_id: String::new(),
    };
    let request = bearing(request, access)?;
    let answer = stack.email.clone().request_email_change(request).await;
    Ok(answer.map(|_| ()))
}

async fn confirm(stack: &Stack, token: &str, key: &str) -> Result<(), Status> {
    let request = ConfirmEmailChangeRequest {
        token: token.to_owned(),
        request_id: key.to_owned(),
    };
    stack.email.clone().confirm_email_change(request).await?;
    Ok(())
}

async fn change_password(stack: &Stack, access: &str) -> anyhow::Result<Result<(), Status>> {
    let request = ChangePasswordRequest {
        current_password: PASSWORD.to_owned(),
        new_password: "battery staple 9".to_owned(),
        ..Default::default()
    };
    let request = bearing(request, access)?;
    let answer = stack.password.clone().change_password(request).await;
    Ok(answer.map(|_| ()))
}

async fn signed_in(stack: &Stack) -> anyhow::Result<(i64, String)> {
    let user = stack.verified(EMAIL).await?;
    let session = stack.login(EMAIL, PASSWORD).await?;
    Ok((user, session.tokens.context("tokens")?.access_token))
}

async fn link(stack: &Stack, user: i64) -> anyhow::Result<String> {
    let mut mails = stack
        .account_mails(user, AccountMailKind::EmailChange)
        .await?;
    let mail = mails.pop().context("a mail")?;
    assert_eq!(mail.recipient_email, NEW);
    Ok(mail.token)
}

#[tokio::test]
async fn the_address_until_now_counts_until_the_link_is_followed_once() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let (user, access) = signed_in(&stack).await?;
    ask(&stack, &access, NEW, PASSWORD).await??;
    stack.login(EMAIL, PASSWORD).await?;
    refused_for(stack.login(NEW, PASSWORD).await, "CREDENTIALS_WRONG")?;
    let told = stack
        .account_mails(user, AccountMailKind::EmailChanging)
        .await?;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].recipient_email, EMAIL);
    let token = link(&stack, user).await?;
    assert!(
        !stack
            .dump(&["email_tokens", "outbox"])
            .await?
            .contains(&token)
    );
    refused_for(stack.verify_link(&token).await, "LINK_INVALID")?;

    confirm(&stack, &token, "one-press-of-the-button").await?;
    confirm(&stack, &token, "one-press-of-the-button").await?;
    refused_for(confirm(&stack, &token, "").await, "LINK_INVALID")?;
    let told = stack
        .account_mails(user, AccountMailKind::EmailChanged)
        .await?;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (told[0].recipient_email.as_str(), told[0].token.as_str()),
        (EMAIL, "")
    );
    stack.login("countess@EXAMPLE.org", PASSWORD).await?;
    refused_for(stack.login(EMAIL, PASSWORD).await, "CREDENTIALS_WRONG")?;
    // The old address is free again.
    stack.sign_up(landlord(EMAIL)).await?;
    Ok(())
}

#[tokio::test]
async fn t15_a_reset_or_change_of_the_password_ends_a_stolen_link() -> anyhow::Result<()> {
    for by_mail in [true, false] {
        let stack = Stack::new().await?;
        let (user, access) = signed_in(&stack).await?;
        ask(&stack, &access, NEW, PASSWORD).await??;
        let token = link(&stack, user).await?;
        if by_mail {
            let reset_token = reset_link(&stack, user).await?;
            reset(&stack, &reset_token, "battery staple 9", "").await?;
        } else {
            change_password(&stack, &access).await??;
        }
        refused_for(confirm(&stack, &token, "").await, "LINK_INVALID")?;
        stack.login(EMAIL, "battery staple 9").await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_link_requested_during_a_password_change_does_not_work() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let (user, access) = signed_in(&stack).await?;
    stack.warm_up().await?;
    let (asked, changed) = join(
        ask(&stack, &access, NEW, PASSWORD),
        change_password(&stack, &access),
    )
    .await;
    // Either may come first; both are right.
    drop(asked?);
    changed??;
    let open = format!(
        "SELECT count(*) FROM email_tokens
         WHERE user_id = {user} AND purpose = 'email-change' AND used_at IS NULL"
    );
    assert_eq!(stack.number(&open).await?, 0);
    Ok(())
}

#[tokio::test]
async fn what_is_no_address_a_wrong_password_and_the_own_address_are_refused() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let (user, access) = signed_in(&stack).await?;
    refused_for(
        ask(&stack, &access, "no address", PASSWORD).await?,
        "EMAIL_INVALID",
    )?;
    refused_for(
        ask(&stack, &access, "ADA@example.com", PASSWORD).await?,
        "EMAIL_INVALID",
    )?;
    refused_for(
        ask(&stack, &access, NEW, "a wrong guess 1").await?,
        "PASSWORD_WRONG",
    )?;
    let told = stack
        .account_mails(user, AccountMailKind::EmailChanging)
        .await?;
    assert!(told.is_empty());
    Ok(())
}

#[tokio::test]
async fn t11_a_taken_address_is_answered_alike_and_gets_no_link() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let (user, access) = signed_in(&stack).await?;
    stack.verified(NEW).await?;
    ask(&stack, &access, NEW, PASSWORD).await??;
    let sent = stack
        .account_mails(user, AccountMailKind::EmailChange)
        .await?;
    assert!(sent.is_empty());
    Ok(())
}

#[tokio::test]
async fn who_takes_the_address_first_has_it() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let (user, access) = signed_in(&stack).await?;
    ask(&stack, &access, NEW, PASSWORD).await??;
    let token = link(&stack, user).await?;
    stack.sign_up(landlord(NEW)).await?;
    refused_for(confirm(&stack, &token, "").await, "EMAIL_IN_USE")?;
    stack.login(EMAIL, PASSWORD).await?;
    Ok(())
}

#[tokio::test]
async fn a_link_works_for_a_day_and_three_are_sent_within_an_hour() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let (user, access) = signed_in(&stack).await?;
    for _ in 0..3 {
        ask(&stack, &access, NEW, PASSWORD).await??;
    }
    refused_for(ask(&stack, &access, NEW, PASSWORD).await?, "RATE_LIMITED")?;
    let token = link(&stack, user).await?;
    stack.wait(Duration::hours(24));
    refused_for(confirm(&stack, &token, "").await, "LINK_INVALID")?;
    Ok(())
}

#[tokio::test]
async fn where_no_mail_is_sent_the_address_stays() -> anyhow::Result<()> {
    let stack = Stack::with(Options {
        mail: false,
        ..Options::default()
    })
    .await?;
    let answer = stack.sign_up(landlord(EMAIL)).await?;
    stack
        .verify_code(&answer.verification_code.context("a code")?)
        .await?;
    let session = stack.login(EMAIL, PASSWORD).await?;
    let access = session.tokens.context("tokens")?.access_token;
    refused_for(ask(&stack, &access, NEW, PASSWORD).await?, "MAIL_OFF")?;
    Ok(())
}
