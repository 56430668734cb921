//! Devices that an account knows: mails about new ones, and their own count of tries (T12).

use anyhow::Context as _;
use chrono::Duration;
use lintel_proto::identity::v1::{
    AccountMailKind, ChangePasswordRequest, LoginRequest, LoginResponse, ResetPasswordRequest,
};
use lintel_testkit::wait_for;
use tonic::{Request, Status};

use crate::{
    answers::refused_for,
    harness::{PASSWORD, Stack, bearing},
    password_reset::link,
    session_calls::EMAIL,
};

const MOMENT: std::time::Duration = std::time::Duration::from_secs(10);
const NEW: &str = "battery staple 9";
const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36";

async fn login(stack: &Stack, password: &str, device: &str) -> Result<LoginResponse, Status> {
    let mut request = Request::new(LoginRequest {
        email: EMAIL.to_owned(),
        password: password.to_owned(),
        user_agent: CHROME.to_owned(),
        device_token: device.to_owned(),
    });
    let address = "192.0.2.1"
        .parse()
        .map_err(|_| Status::internal("no header"))?;
    request
        .metadata_mut()
        .insert("x-lintel-client-address", address);
    Ok(stack.session.clone().login(request).await?.into_inner())
}

#[tokio::test]
async fn only_a_sign_in_from_a_new_device_is_mailed() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let told = async || stack.account_mails(user, AccountMailKind::NewDevice).await;
    let first = login(&stack, PASSWORD, "").await?;
    let again = login(&stack, PASSWORD, &first.device_token).await?;
    assert_eq!(again.device_token, first.device_token);
    assert_eq!(told().await?.len(), 0);
    let other = login(&stack, PASSWORD, "").await?;
    assert_ne!(other.device_token, first.device_token);
    let mails = told().await?;
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (mails[0].device.as_str(), mails[0].address.as_str()),
        ("Chrome on Windows", "192.0.2.1")
    );
    assert!(mails[0].occur_time.is_some() && mails[0].recipient_email == EMAIL);
    // An invented token counts as a new device, which gets a token of ours.
    let forged = "A".repeat(43);
    assert_ne!(login(&stack, PASSWORD, &forged).await?.device_token, forged);
    assert_eq!(told().await?.len(), 2);
    assert!(
        !stack
            .dump(&["devices"])
            .await?
            .contains(&first.device_token)
    );
    Ok(())
}

#[tokio::test]
async fn an_account_that_declines_the_mails_gets_none() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    login(&stack, PASSWORD, "").await?;
    stack
        .execute(
            "INSERT INTO user_settings (user_id, login_notifications, updated_at)
             SELECT user_id, false, now() FROM users",
        )
        .await?;
    login(&stack, PASSWORD, "").await?;
    let told = stack
        .account_mails(user, AccountMailKind::NewDevice)
        .await?;
    assert!(told.is_empty());
    Ok(())
}

#[tokio::test]
async fn t12_an_owner_signs_in_from_a_known_device_though_strangers_lock_it() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let known = login(&stack, PASSWORD, "").await?.device_token;
    for _ in 0..5 {
        refused_for(
            login(&stack, "a wrong guess 1", "").await,
            "CREDENTIALS_WRONG",
        )?;
    }
    for _ in 0..3 {
        refused_for(login(&stack, PASSWORD, "").await, "ACCOUNT_LOCKED")?;
    }
    // The mail follows after the answer: otherwise the answer would take longer for an address with an account (T11).
    let told = wait_for("word of the pause", MOMENT, async || {
        let told = stack
            .account_mails(user, AccountMailKind::AccountLocked)
            .await?;
        Ok((!told.is_empty()).then_some(told))
    })
    .await?;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].address, "192.0.2.1");
    login(&stack, PASSWORD, &known).await?;

    // Guesses from the known device are counted for it and lock it.
    for _ in 0..5 {
        refused_for(
            login(&stack, "a wrong guess 1", &known).await,
            "CREDENTIALS_WRONG",
        )?;
    }
    refused_for(login(&stack, PASSWORD, &known).await, "ACCOUNT_LOCKED")?;
    stack.wait(Duration::seconds(32));
    login(&stack, PASSWORD, &known).await?;
    Ok(())
}

/// Signs in from two devices, the owner's and a thief's.
async fn two_devices(stack: &Stack) -> anyhow::Result<(LoginResponse, String)> {
    let owner = login(stack, PASSWORD, "").await?;
    let thief = login(stack, PASSWORD, "").await?;
    Ok((owner, thief.device_token))
}

async fn reset(stack: &Stack, user: i64, device: &str) -> anyhow::Result<()> {
    let request = ResetPasswordRequest {
        token: link(stack, user).await?,
        new_password: NEW.to_owned(),
        device_token: device.to_owned(),
        ..Default::default()
    };
    stack.password.clone().reset_password(request).await?;
    Ok(())
}

/// Requires that `owner` is still known and `thief` is not: it has no tries of its own, and its next sign-in is mailed.
async fn only_the_owner_is_known(
    stack: &Stack,
    user: i64,
    owner: &str,
    thief: &str,
) -> anyhow::Result<()> {
    let told = async || stack.account_mails(user, AccountMailKind::NewDevice).await;
    let before = told().await?.len();
    for _ in 0..5 {
        refused_for(
            login(stack, "a wrong guess 1", "").await,
            "CREDENTIALS_WRONG",
        )?;
    }
    refused_for(login(stack, NEW, thief).await, "ACCOUNT_LOCKED")?;
    assert_eq!(login(stack, NEW, owner).await?.device_token, owner);
    assert_eq!(told().await?.len(), before);
    assert_ne!(login(stack, NEW, thief).await?.device_token, thief);
    assert_eq!(told().await?.len(), before + 1);
    Ok(())
}

#[tokio::test]
async fn t12_a_password_change_forgets_every_device_but_its_own() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let (owner, thief) = two_devices(&stack).await?;
    let request = ChangePasswordRequest {
        current_password: PASSWORD.to_owned(),
        new_password: NEW.to_owned(),
        ..Default::default()
    };
    let request = bearing(request, &owner.tokens.context("tokens")?.access_token)?;
    stack.password.clone().change_password(request).await?;
    only_the_owner_is_known(&stack, user, &owner.device_token, &thief).await
}

#[tokio::test]
async fn t12_a_reset_forgets_every_device_but_the_one_that_follows_the_link() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let (owner, thief) = two_devices(&stack).await?;
    reset(&stack, user, &owner.device_token).await?;
    only_the_owner_is_known(&stack, user, &owner.device_token, &thief).await
}

#[tokio::test]
async fn t12_after_a_reset_from_an_unknown_device_the_next_sign_in_is_told() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let told = async || stack.account_mails(user, AccountMailKind::NewDevice).await;
    let thief = login(&stack, PASSWORD, "").await?.device_token;
    reset(&stack, user, "").await?;
    assert_eq!(told().await?.len(), 0);
    assert_ne!(login(&stack, NEW, &thief).await?.device_token, thief);
    assert_eq!(told().await?.len(), 1);
    Ok(())
}
