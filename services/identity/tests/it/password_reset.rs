//! Resetting a forgotten password by a mailed link.

use std::time::Duration;

use anyhow::Context as _;
use futures::future::join_all;
use lintel_proto::identity::v1::{
    AccountMailKind, CreateApiKeyRequest, LoginRequest, LoginResponse, RefreshSessionRequest,
    RequestPasswordResetRequest, ResetPasswordRequest, SessionEnded,
};
use lintel_testkit::wait_for;
use tonic::Status;

use crate::{
    answers::refused_for,
    harness::{Options, PASSWORD, Stack, landlord},
};

const PATIENCE: Duration = Duration::from_secs(10);
const NEW: &str = "battery staple 9";
const EMAIL: &str = "ada@example.com";

async fn ask(stack: &Stack, email: &str) -> anyhow::Result<String> {
    let request = RequestPasswordResetRequest {
        email: email.to_owned(),
        request_id: String::new(),
    };
    let answer = stack
        .password
        .clone()
        .request_password_reset(request)
        .await?;
    let (mut metadata, message, _) = answer.into_parts();
    metadata.remove("date");
    Ok(format!("{metadata:?} {message:?}"))
}

pub async fn reset(
    stack: &Stack,
    token: &str,
    password: &str,
    request_id: &str,
) -> Result<(), Status> {
    let request = ResetPasswordRequest {
        token: token.to_owned(),
        new_password: password.to_owned(),
        request_id: request_id.to_owned(),
        device_token: String::new(),
    };
    stack.password.clone().reset_password(request).await?;
    Ok(())
}

/// The tokens of the links that were mailed to `user`, once there are `count` of them.
async fn links(stack: &Stack, user: i64, count: usize) -> anyhow::Result<Vec<String>> {
    let kind = AccountMailKind::PasswordReset;
    wait_for("the links", PATIENCE, async || {
        let mails = stack.account_mails(user, kind).await?;
        let tokens: Vec<_> = mails.into_iter().map(|mail| mail.token).collect();
        Ok((tokens.len() == count).then_some(tokens))
    })
    .await
}

pub async fn link(stack: &Stack, user: i64) -> anyhow::Result<String> {
    link_for(stack, EMAIL, user).await
}

/// The first link that is mailed to `user` at this address.
pub async fn link_for(stack: &Stack, email: &str, user: i64) -> anyhow::Result<String> {
    ask(stack, email).await?;
    links(stack, user, 1).await?.pop().context("a link")
}

async fn refreshes(stack: &Stack, session: &LoginResponse) -> bool {
    let tokens = session.tokens.clone().unwrap_or_default();
    let request = RefreshSessionRequest {
        refresh_token: tokens.refresh_token,
        background: false,
    };
    stack.session.clone().refresh_session(request).await.is_ok()
}

#[tokio::test]
async fn a_link_sets_the_password_once_ends_every_session_and_tells_the_owner() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let (laptop, phone) = (
        stack.login(EMAIL, PASSWORD).await?,
        stack.login(EMAIL, PASSWORD).await?,
    );
    let token = link(&stack, user).await?;
    let mail = stack
        .account_mails(user, AccountMailKind::PasswordReset)
        .await?;
    assert_eq!(
        (
            mail[0].recipient_name.as_str(),
            mail[0].recipient_email.as_str()
        ),
        ("Ada Lovelace", EMAIL)
    );

    reset(&stack, &token, NEW, "").await?;
    refused_for(stack.login(EMAIL, PASSWORD).await, "CREDENTIALS_WRONG")?;
    stack.login(EMAIL, NEW).await?;
    assert!(!refreshes(&stack, &laptop).await && !refreshes(&stack, &phone).await);
    assert_eq!(stack.events::<SessionEnded>().await?.len(), 2);
    let told = stack
        .account_mails(user, AccountMailKind::PasswordChanged)
        .await?;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (told[0].recipient_email.as_str(), told[0].token.as_str()),
        (EMAIL, "")
    );
    assert!(told[0].occur_time.is_some());

    refused_for(
        reset(&stack, &token, "another word 1", "").await,
        "LINK_INVALID",
    )?;
    stack.login(EMAIL, NEW).await?;
    Ok(())
}

#[tokio::test]
async fn a_link_works_for_an_hour_and_using_one_spends_the_others() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let first = link(&stack, user).await?;
    stack.wait(chrono::Duration::minutes(30));
    ask(&stack, EMAIL).await?;
    let second = links(&stack, user, 2).await?.pop().context("a link")?;
    stack.wait(chrono::Duration::minutes(30));
    refused_for(reset(&stack, &first, NEW, "").await, "LINK_INVALID")?;
    ask(&stack, EMAIL).await?;
    let third = links(&stack, user, 3).await?.pop().context("a link")?;
    reset(&stack, &second, NEW, "").await?;
    refused_for(reset(&stack, &third, NEW, "").await, "LINK_INVALID")?;
    Ok(())
}

#[tokio::test]
async fn of_several_uses_at_once_one_counts() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let token = link(&stack, user).await?;
    stack.warm_up().await?;
    let words: Vec<_> = (0..6)
        .map(|number| format!("word number {number}"))
        .collect();
    let answers = join_all(words.iter().map(|word| reset(&stack, &token, word, ""))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    let winner = answers.iter().position(Result::is_ok).context("a winner")?;
    stack.login(EMAIL, &words[winner]).await?;
    Ok(())
}

#[tokio::test]
async fn a_repeat_with_the_same_request_id_succeeds_again_and_changes_nothing() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let token = link(&stack, user).await?;
    reset(&stack, &token, NEW, "one-press-of-the-button").await?;
    let session = stack.login(EMAIL, NEW).await?;
    reset(&stack, &token, NEW, "one-press-of-the-button").await?;
    assert!(refreshes(&stack, &session).await);
    let told = stack
        .account_mails(user, AccountMailKind::PasswordChanged)
        .await?;
    assert_eq!(told.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_password_that_breaks_a_rule_is_named_and_spends_nothing() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let token = link(&stack, user).await?;
    for (password, reason) in [
        ("x7tv9", "PASSWORD_TOO_SHORT"),
        ("Password1", "PASSWORD_TOO_COMMON"),
        ("x".repeat(129).as_str(), "PASSWORD_INVALID"),
    ] {
        refused_for(reset(&stack, &token, password, "").await, reason)?;
    }
    // An invalid link is refused before the password is checked.
    refused_for(reset(&stack, "no link", "x", "").await, "LINK_INVALID")?;
    reset(&stack, &token, NEW, "").await?;
    Ok(())
}

#[tokio::test]
async fn a_reset_lifts_a_lock_and_verifies_the_address() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack
        .sign_up(landlord(EMAIL))
        .await?
        .user
        .context("a user")?;
    let token = link(&stack, user.user_id).await?;
    while stack
        .login(EMAIL, "a wrong guess 1")
        .await
        .is_err_and(|refused| refused.code() != tonic::Code::ResourceExhausted)
    {}
    refused_for(stack.login(EMAIL, PASSWORD).await, "ACCOUNT_LOCKED")?;
    reset(&stack, &token, NEW, "").await?;
    stack.login(EMAIL, NEW).await?;
    Ok(())
}

#[tokio::test]
async fn a_reset_lets_an_address_and_devices_in_that_failed_a_hundred_times() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let device = stack.login(EMAIL, PASSWORD).await?.device_token;
    let from_device = async |password: &str| {
        let request = LoginRequest {
            email: EMAIL.to_owned(),
            password: password.to_owned(),
            user_agent: String::new(),
            device_token: device.clone(),
        };
        stack.session.clone().login(request).await
    };
    refused_for(
        stack.login(EMAIL, "a wrong guess 1").await,
        "CREDENTIALS_WRONG",
    )?;
    stack
        .execute("UPDATE login_tries SET failures = 100")
        .await?;
    stack
        .execute("UPDATE devices SET failed_logins = 100")
        .await?;
    refused_for(
        stack.login(EMAIL, PASSWORD).await,
        "PASSWORD_RESET_REQUIRED",
    )?;
    refused_for(from_device(PASSWORD).await, "PASSWORD_RESET_REQUIRED")?;
    let token = link(&stack, user).await?;
    reset(&stack, &token, NEW, "").await?;
    stack.login(EMAIL, NEW).await?;
    from_device(NEW).await?;
    Ok(())
}

#[tokio::test]
async fn a_link_for_one_purpose_is_none_for_another() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack
        .sign_up(landlord(EMAIL))
        .await?
        .user
        .context("a user")?;
    let verification = stack.mail(user.user_id).await?.token;
    refused_for(reset(&stack, &verification, NEW, "").await, "LINK_INVALID")?;
    let token = link(&stack, user.user_id).await?;
    refused_for(stack.verify_link(&token).await, "LINK_INVALID")?;
    Ok(())
}

#[tokio::test]
async fn known_and_unknown_addresses_are_answered_alike_within_a_mail_limit() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let known = ask(&stack, EMAIL).await?;
    for other in ["nobody@example.com", "no address", ""] {
        assert_eq!(ask(&stack, other).await?, known, "{other}");
    }
    for _ in 0..10 {
        ask(&stack, EMAIL).await?;
    }
    // Requests are worked on in order: once the marker's mail is there, all before it are done.
    let marker = stack.verified("marker@example.com").await?;
    ask(&stack, "marker@example.com").await?;
    links(&stack, marker, 1).await?;
    assert_eq!(links(&stack, user, 3).await?.len(), 3);
    Ok(())
}

#[tokio::test]
async fn nothing_that_is_stored_opens_an_account() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let token = link(&stack, user).await?;
    let stored = stack
        .dump(&["email_tokens", "outbox", "request_ids", "users"])
        .await?;
    assert!(!stored.contains(&token));
    Ok(())
}

#[tokio::test]
async fn without_a_mail_transport_no_link_is_made() -> anyhow::Result<()> {
    let stack = Stack::with(Options {
        mail: false,
        ..Options::default()
    })
    .await?;
    let answer = stack.sign_up(landlord(EMAIL)).await?;
    stack
        .verify_code(&answer.verification_code.context("a code")?)
        .await?;
    let request = RequestPasswordResetRequest {
        email: EMAIL.to_owned(),
        request_id: "one-press-of-the-button".to_owned(),
    };
    stack
        .password
        .clone()
        .request_password_reset(request)
        .await?;
    wait_for("the wish to be worked on", PATIENCE, async || {
        let done = stack.number("SELECT count(*) FROM request_ids").await?;
        Ok((done == 1).then_some(()))
    })
    .await?;
    assert_eq!(
        stack
            .number("SELECT count(*) FROM email_tokens WHERE purpose = 'password-reset'")
            .await?,
        0
    );
    Ok(())
}

#[tokio::test]
async fn api_keys_that_the_account_made_are_revoked_and_others_stay() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    stack.verified("bob@example.com").await?;
    for email in [EMAIL, "bob@example.com"] {
        let session = stack.login(email, PASSWORD).await?;
        let key = CreateApiKeyRequest {
            display_name: format!("Books of {email}"),
            scopes: vec!["portfolio.read".to_owned()],
            ..Default::default()
        };
        let access = session.tokens.unwrap_or_default().access_token;
        let key = crate::harness::bearing(key, &access)?;
        stack.api_key.clone().create_api_key(key).await?;
    }
    // One of them was used just now.
    stack
        .execute(
            "INSERT INTO api_key_sessions (session_id, api_key_id, organisation_id, user_id, created_at)
             SELECT gen_random_uuid(), api_key_id, organisation_id, created_by, now() FROM api_keys",
        )
        .await?;
    let before = stack.events::<SessionEnded>().await?.len();
    let token = link(&stack, user).await?;
    reset(&stack, &token, NEW, "").await?;
    let left = "SELECT count(*) FROM api_keys WHERE name <> 'Books of bob@example.com'";
    assert_eq!(stack.number(left).await?, 0);
    assert_eq!(stack.number("SELECT count(*) FROM api_keys").await?, 1);
    // The session of the person and the session of the key.
    assert_eq!(stack.events::<SessionEnded>().await?.len(), before + 2);
    Ok(())
}
