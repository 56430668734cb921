//! Changing a known password, and a password that has to be changed.

use anyhow::Context as _;
use chrono::Duration;
use futures::future::join_all;
use lintel_auth::Audience;
use lintel_proto::identity::v1::{
    AccountMailKind, ChangePasswordRequest, GetCurrentUserRequest, GetUserSettingsRequest,
    LoginResponse, SessionEnded,
};
use tonic::{Code, Status};

use crate::{
    answers::{fields, reason, refused, refused_for},
    harness::{PASSWORD, Stack, bearing},
    session_calls::{EMAIL, refresh},
};

const NEW: &str = "battery staple 9";

async fn change_as(
    stack: &Stack,
    session: &LoginResponse,
    [current, new, confirm, key]: [&str; 4],
) -> anyhow::Result<Result<usize, Status>> {
    let request = ChangePasswordRequest {
        current_password: current.to_owned(),
        new_password: new.to_owned(),
        confirm_password: confirm.to_owned(),
        request_id: key.to_owned(),
    };
    let request = bearing(request, &access(session)?)?;
    let answer = stack.password.clone().change_password(request).await;
    Ok(answer.map(|answer| answer.into_inner().ended_session_ids.len()))
}

async fn change(
    stack: &Stack,
    session: &LoginResponse,
    current: &str,
    new: &str,
) -> anyhow::Result<Result<usize, Status>> {
    change_as(stack, session, [current, new, "", ""]).await
}

fn access(session: &LoginResponse) -> anyhow::Result<String> {
    let tokens = session.tokens.clone().context("tokens")?;
    Ok(tokens.access_token)
}

async fn refreshes(stack: &Stack, session: &LoginResponse) -> bool {
    let token = session.tokens.clone().unwrap_or_default().refresh_token;
    refresh(stack, &token).await.is_ok()
}

#[tokio::test]
async fn t18_a_change_ends_every_other_session_and_tells_the_owner() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let (here, there) = (
        stack.login(EMAIL, PASSWORD).await?,
        stack.login(EMAIL, PASSWORD).await?,
    );
    assert_eq!(change(&stack, &here, PASSWORD, NEW).await??, 1);
    assert!(refreshes(&stack, &here).await && !refreshes(&stack, &there).await);
    assert_eq!(stack.events::<SessionEnded>().await?.len(), 1);
    refused_for(stack.login(EMAIL, PASSWORD).await, "CREDENTIALS_WRONG")?;
    stack.login(EMAIL, NEW).await?;
    let told = stack
        .account_mails(user, AccountMailKind::PasswordChanged)
        .await?;
    assert_eq!(told.len(), 1);
    assert!(told[0].occur_time.is_some() && told[0].recipient_email == EMAIL);
    Ok(())
}

#[tokio::test]
async fn each_fault_has_its_text_and_changes_nothing() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    let here = stack.login(EMAIL, PASSWORD).await?;
    let long = "x".repeat(129);
    for (given, reason, field, text) in [
        (
            [PASSWORD, "x7tv9", "", ""],
            "PASSWORD_TOO_SHORT",
            "new_password",
            "Password must be at least 6 characters long.",
        ),
        (
            [PASSWORD, "Password1", "", ""],
            "PASSWORD_TOO_COMMON",
            "new_password",
            "Choose a password that is harder to guess.",
        ),
        (
            [PASSWORD, &long, "", ""],
            "PASSWORD_INVALID",
            "new_password",
            "Password must be at most 128 characters long.",
        ),
        (
            [PASSWORD, NEW, "battery staple 8", ""],
            "PASSWORD_MISMATCH",
            "confirm_password",
            "Passwords do not match. Please try again.",
        ),
        (
            [PASSWORD, PASSWORD, "", ""],
            "PASSWORD_UNCHANGED",
            "new_password",
            "Choose a password other than the one you have.",
        ),
        (
            ["a wrong guess 1", NEW, "", ""],
            "PASSWORD_WRONG",
            "current_password",
            "This is not your password.",
        ),
        (
            ["", NEW, "", ""],
            "PASSWORD_WRONG",
            "current_password",
            "This is not your password.",
        ),
    ] {
        let status = refused_for(change_as(&stack, &here, given).await?, reason)?;
        assert_eq!(fields(&status), [(field.to_owned(), text.to_owned())]);
    }
    stack.login(EMAIL, PASSWORD).await?;
    Ok(())
}

#[tokio::test]
async fn a_thief_of_a_session_does_not_guess_the_password_for_ever() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    let here = stack.login(EMAIL, PASSWORD).await?;
    for _ in 0..5 {
        let guessed = change(&stack, &here, "a wrong guess 1", NEW).await?;
        refused_for(guessed, "PASSWORD_WRONG")?;
    }
    refused_for(
        change(&stack, &here, PASSWORD, NEW).await?,
        "ACCOUNT_LOCKED",
    )?;
    // The owner is not locked out elsewhere.
    let elsewhere = stack.login(EMAIL, PASSWORD).await?;
    let guessed = change(&stack, &elsewhere, "a wrong guess 1", NEW).await?;
    refused_for(guessed, "PASSWORD_WRONG")?;
    stack.wait(Duration::seconds(32));
    change(&stack, &here, PASSWORD, NEW).await??;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn t12_thirty_guesses_at_once_in_a_stolen_session_are_five() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.warm_up().await?;
    stack.verified(EMAIL).await?;
    let here = stack.login(EMAIL, PASSWORD).await?;
    let guesses = (0..30).map(|_| change(&stack, &here, "a wrong guess 1", NEW));
    let mut judged = 0;
    for answer in join_all(guesses).await {
        let status = refused(answer?)?;
        match reason(&status).as_str() {
            "PASSWORD_WRONG" => judged += 1,
            other => assert_eq!(other, "ACCOUNT_LOCKED"),
        }
    }
    assert_eq!(judged, 5);
    Ok(())
}

#[tokio::test]
async fn a_repeat_with_the_same_request_id_succeeds_again() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let here = stack.login(EMAIL, PASSWORD).await?;
    let press = [PASSWORD, NEW, NEW, "one-press-of-the-button"];
    change_as(&stack, &here, press).await??;
    change_as(&stack, &here, press).await??;
    let told = stack
        .account_mails(user, AccountMailKind::PasswordChanged)
        .await?;
    assert_eq!(told.len(), 1);
    let stored = stack.dump(&["request_ids", "outbox", "users"]).await?;
    assert!(!stored.contains(NEW));
    Ok(())
}

#[tokio::test]
async fn after_ninety_days_nothing_else_is_open_before_the_password_is_changed()
-> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    stack.wait(Duration::days(91));
    // Nothing is asked of users who have not turned this on.
    assert!(!stack.login(EMAIL, PASSWORD).await?.password_change_required);
    stack
        .execute(
            "INSERT INTO user_settings (user_id, password_change_required, updated_at)
             SELECT user_id, true, now() FROM users",
        )
        .await?;
    let session = stack.login(EMAIL, PASSWORD).await?;
    assert!(session.password_change_required);
    let settings = bearing(GetUserSettingsRequest {}, &access(&session)?)?;
    let status = refused_for(
        stack.settings.clone().get_user_settings(settings).await,
        "PASSWORD_CHANGE_REQUIRED",
    )?;
    assert_eq!(status.code(), Code::PermissionDenied);
    let read = session.tokens.clone().context("tokens")?.read_token;
    assert!(stack.verifier.verify(&read, Audience::Read).is_err());
    let me = bearing(GetCurrentUserRequest {}, &access(&session)?)?;
    stack.account.clone().get_current_user(me).await?;
    // A refresh does not lift the duty.
    let token = session.tokens.clone().context("tokens")?.refresh_token;
    let tokens = refresh(&stack, &token).await?;
    let settings = bearing(GetUserSettingsRequest {}, &tokens.access_token)?;
    refused(stack.settings.clone().get_user_settings(settings).await)?;

    change(&stack, &session, PASSWORD, NEW).await??;
    let tokens = refresh(&stack, &tokens.refresh_token).await?;
    let settings = bearing(GetUserSettingsRequest {}, &tokens.access_token)?;
    stack.settings.clone().get_user_settings(settings).await?;
    assert!(!stack.login(EMAIL, NEW).await?.password_change_required);
    Ok(())
}
