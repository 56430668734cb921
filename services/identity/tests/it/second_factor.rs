//! The second factor: setting it up, signing in with it, losing the app, turning it off.

use anyhow::Context as _;
use chrono::Duration;
use futures::future::join_all;
use lintel_core::Clock as _;
use lintel_identity::HashingConfig;
use lintel_proto::identity::v1::{
    AccountMailKind, ChangePasswordRequest, ConfirmSecondFactorRequest, DeleteAccountRequest,
    DisableSecondFactorRequest, EnrolSecondFactorRequest, EnrolSecondFactorResponse,
    GetSecondFactorRequest, GetSecondFactorResponse, GetUserSettingsRequest, LoginRequest,
    RenewRecoveryCodesRequest, RequestPasswordResetRequest, ResetPasswordRequest,
    VerifyLoginRequest, VerifyLoginResponse,
};
use lintel_testkit::wait_for;
use tonic::Status;
use totp_rs::{Algorithm, Secret, TOTP};

use crate::{
    answers::{reason, refused, refused_for},
    harness::{Options, PASSWORD, Stack, bearing},
    session_calls::EMAIL,
};

const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

/// An account with an authenticator app.
struct Owner {
    stack: Stack,
    user: i64,
    access: String,
    secret: String,
    recovery: Vec<String>,
}

impl Owner {
    async fn new() -> anyhow::Result<Self> {
        Self::with(Options::default()).await
    }

    async fn with(options: Options) -> anyhow::Result<Self> {
        let stack = Stack::with(options).await?;
        let user = stack.verified(EMAIL).await?;
        let session = stack.login(EMAIL, PASSWORD).await?;
        let access = session.tokens.context("tokens")?.access_token;
        let secret = enrol(&stack, &access).await??.secret;
        let code = code(&stack, &secret)?;
        let recovery = confirm(&stack, &access, &code).await??;
        // Wait, so that the next code is a new one.
        stack.wait(Duration::seconds(60));
        Ok(Self {
            stack,
            user,
            access,
            secret,
            recovery,
        })
    }

    fn code(&self) -> anyhow::Result<String> {
        code(&self.stack, &self.secret)
    }

    /// Guesses passwords at sign-in, as a stranger who knows the address, until sign-in is locked.
    async fn lock_by_strangers(&self) -> anyhow::Result<()> {
        let guess = || self.stack.login(EMAIL, "a wrong guess 1");
        for _ in 0..5 {
            refused_for(guess().await, "CREDENTIALS_WRONG")?;
        }
        refused_for(guess().await, "ACCOUNT_LOCKED")?;
        Ok(())
    }

    async fn challenge(&self) -> anyhow::Result<String> {
        let answer = self.stack.login(EMAIL, PASSWORD).await?;
        anyhow::ensure!(answer.tokens.is_none() && answer.user.is_none());
        anyhow::ensure!(answer.device_token.is_empty());
        Ok(answer.challenge)
    }

    async fn verify(&self, challenge: &str, code: &str) -> Result<VerifyLoginResponse, Status> {
        let request = VerifyLoginRequest {
            challenge: challenge.to_owned(),
            code: code.to_owned(),
            user_agent: "test/1".to_owned(),
            device_token: String::new(),
        };
        let answer = self.stack.session.clone().verify_login(request).await?;
        Ok(answer.into_inner())
    }

    async fn state(&self) -> anyhow::Result<GetSecondFactorResponse> {
        let request = bearing(GetSecondFactorRequest {}, &self.access)?;
        let answer = self
            .stack
            .factors
            .clone()
            .get_second_factor(request)
            .await?;
        Ok(answer.into_inner())
    }

    async fn disable(&self, password: &str, code: &str) -> anyhow::Result<Result<(), Status>> {
        let request = DisableSecondFactorRequest {
            password: password.to_owned(),
            code: code.to_owned(),
        };
        let request = bearing(request, &self.access)?;
        let answer = self
            .stack
            .factors
            .clone()
            .disable_second_factor(request)
            .await;
        Ok(answer.map(|_| ()))
    }
}

async fn enrol(
    stack: &Stack,
    access: &str,
) -> anyhow::Result<Result<EnrolSecondFactorResponse, Status>> {
    let request = EnrolSecondFactorRequest {
        password: PASSWORD.to_owned(),
    };
    let request = bearing(request, access)?;
    let answer = stack.factors.clone().enrol_second_factor(request).await;
    Ok(answer.map(tonic::Response::into_inner))
}

async fn confirm(
    stack: &Stack,
    access: &str,
    code: &str,
) -> anyhow::Result<Result<Vec<String>, Status>> {
    let request = ConfirmSecondFactorRequest {
        code: code.to_owned(),
    };
    let request = bearing(request, access)?;
    let answer = stack.factors.clone().confirm_second_factor(request).await;
    Ok(answer.map(|answer| answer.into_inner().recovery_codes))
}

/// The code that an app with `secret` shows now.
pub fn code(stack: &Stack, secret: &str) -> anyhow::Result<String> {
    let bytes = Secret::Encoded(secret.to_owned())
        .to_bytes()
        .map_err(|_| anyhow::anyhow!("no secret"))?;
    let app = TOTP::new(Algorithm::SHA1, 6, 1, 30, bytes, None, String::new())?;
    Ok(app.generate(u64::try_from(stack.clock.now().timestamp())?))
}

#[tokio::test]
async fn an_app_is_enrolled_confirmed_and_then_asked_for_at_every_sign_in() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let user = stack.verified(EMAIL).await?;
    let session = stack.login(EMAIL, PASSWORD).await?;
    let access = session.tokens.context("tokens")?.access_token;
    refused_for(confirm(&stack, &access, "123456").await?, "NOT_ENROLLED")?;
    let forgotten = enrol(&stack, &access).await??;
    let given = enrol(&stack, &access).await??;
    assert_ne!(given.secret, forgotten.secret);
    assert!(given.uri.contains(&given.secret) && given.qr_code_svg.contains("<svg"));
    // No code is asked for before the first one was confirmed.
    assert!(stack.login(EMAIL, PASSWORD).await?.challenge.is_empty());
    let old = code(&stack, &forgotten.secret)?;
    refused_for(confirm(&stack, &access, &old).await?, "CODE_WRONG")?;
    let first = code(&stack, &given.secret)?;
    let recovery = confirm(&stack, &access, &first).await??;
    assert_eq!(recovery.len(), 10);
    assert!(
        recovery
            .iter()
            .all(|code| code.len() == 11 && code.as_bytes()[5] == b'-')
    );
    refused_for(confirm(&stack, &access, &first).await?, "SECOND_FACTOR_ON")?;
    refused_for(enrol(&stack, &access).await?, "SECOND_FACTOR_ON")?;
    assert!(!stack.login(EMAIL, PASSWORD).await?.challenge.is_empty());
    let told = stack
        .account_mails(user, AccountMailKind::TwoFactorEnabled)
        .await?;
    assert_eq!(told.len(), 1);
    let request = bearing(GetUserSettingsRequest {}, &access)?;
    let settings = stack.settings.clone().get_user_settings(request).await?;
    assert!(
        settings
            .into_inner()
            .settings
            .is_some_and(|one| one.two_factor_auth)
    );
    let stored = stack
        .dump(&[
            "second_factors",
            "recovery_codes",
            "outbox",
            "login_challenges",
        ])
        .await?;
    for secret in recovery.iter().chain([&given.secret]) {
        assert!(!stored.contains(secret.as_str()));
        assert!(!stored.contains(&secret.replace('-', "")));
    }
    Ok(())
}

#[tokio::test]
async fn an_enrolment_waits_an_hour_for_its_first_code() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    let session = stack.login(EMAIL, PASSWORD).await?;
    let tokens = session.tokens.context("tokens")?;
    let given = enrol(&stack, &tokens.access_token).await??;
    let mut tokens = tokens;
    for _ in 0..3 {
        stack.wait(Duration::minutes(21));
        tokens = crate::session_calls::refresh(&stack, &tokens.refresh_token).await?;
    }
    let late = code(&stack, &given.secret)?;
    refused_for(
        confirm(&stack, &tokens.access_token, &late).await?,
        "NOT_ENROLLED",
    )?;
    Ok(())
}

#[tokio::test]
async fn t20_a_code_counts_once_and_begins_one_session() -> anyhow::Result<()> {
    let owner = Owner::new().await?;
    let challenge = owner.challenge().await?;
    let code = owner.code()?;
    let begun = owner.verify(&challenge, &code).await?;
    assert!(begun.tokens.is_some() && begun.user.is_some());
    assert_eq!(begun.device_token.len(), 43);
    refused_for(owner.verify(&challenge, &code).await, "CHALLENGE_ENDED")?;
    let challenge = owner.challenge().await?;
    refused_for(owner.verify(&challenge, &code).await, "CODE_WRONG")?;
    owner.stack.wait(Duration::seconds(30));
    owner.verify(&challenge, &owner.code()?).await?;
    Ok(())
}

#[tokio::test]
async fn of_one_code_tried_at_once_for_two_challenges_one_counts() -> anyhow::Result<()> {
    let owner = Owner::new().await?;
    owner.stack.warm_up().await?;
    let (one, other) = (owner.challenge().await?, owner.challenge().await?);
    let code = owner.code()?;
    let (a, b) =
        futures::future::join(owner.verify(&one, &code), owner.verify(&other, &code)).await;
    assert_eq!(usize::from(a.is_ok()) + usize::from(b.is_ok()), 1);
    Ok(())
}

#[tokio::test]
async fn a_recovery_code_lets_its_owner_in_once_however_it_is_typed() -> anyhow::Result<()> {
    let owner = Owner::new().await?;
    let typed = owner.recovery[3].to_lowercase().replace('-', " ");
    let challenge = owner.challenge().await?;
    owner.verify(&challenge, &typed).await?;
    assert_eq!(owner.state().await?.recovery_codes_left, 9);
    let challenge = owner.challenge().await?;
    refused_for(owner.verify(&challenge, &typed).await, "CODE_WRONG")?;
    Ok(())
}

#[tokio::test]
async fn a_challenge_takes_five_tries_within_five_minutes() -> anyhow::Result<()> {
    let owner = Owner::new().await?;
    let challenge = owner.challenge().await?;
    owner.stack.wait(Duration::minutes(5));
    refused_for(
        owner.verify(&challenge, &owner.code()?).await,
        "CHALLENGE_ENDED",
    )?;
    refused_for(owner.verify("made up", "123456").await, "CHALLENGE_ENDED")?;
    let challenge = owner.challenge().await?;
    for _ in 0..5 {
        refused_for(owner.verify(&challenge, "no code").await, "CODE_WRONG")?;
    }
    // The fifth failure also locks codes for the account; after the lock, the challenge has ended.
    refused_for(
        owner.verify(&challenge, &owner.code()?).await,
        "ACCOUNT_LOCKED",
    )?;
    owner.stack.wait(Duration::seconds(33));
    refused_for(
        owner.verify(&challenge, &owner.code()?).await,
        "CHALLENGE_ENDED",
    )?;
    Ok(())
}

#[tokio::test]
async fn whoever_has_the_password_does_not_try_codes_by_beginning_anew() -> anyhow::Result<()> {
    let owner = Owner::new().await?;
    let mut tried = 0;
    let locked = loop {
        let answer = owner.stack.login(EMAIL, PASSWORD).await;
        let challenge = match answer {
            Ok(answer) => answer.challenge,
            Err(status) => break status,
        };
        refused(owner.verify(&challenge, "no code").await)?;
        tried += 1;
        anyhow::ensure!(tried < 10, "no delay");
    };
    refused_for::<()>(Err(locked), "ACCOUNT_LOCKED")?;
    assert_eq!(tried, 5);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn t20_a_right_password_does_not_reset_the_count_of_wrong_codes() -> anyhow::Result<()> {
    let owner = Owner::with(Options {
        hashing: HashingConfig {
            threads: 1,
            queue: 64,
        },
        ..Options::default()
    })
    .await?;
    let stack = &owner.stack;
    stack.warm_up().await?;
    let challenges = [
        owner.challenge().await?,
        owner.challenge().await?,
        owner.challenge().await?,
        owner.challenge().await?,
    ];
    let counted = async |addresses: i64, tries: i64| {
        wait_for("the tries are counted", PATIENCE, async || {
            let sum = "SELECT coalesce(sum(failures), 0)::bigint FROM login_tries";
            let rows = "SELECT count(*) FROM login_tries WHERE failures > 0";
            let both = stack.number(sum).await? >= tries && stack.number(rows).await? >= addresses;
            Ok(both.then_some(()))
        })
        .await
    };
    let mut judged = 0;
    for (challenge, round) in challenges.iter().zip(1..) {
        // Sign-ins for unknown addresses keep the only thread busy, so that the sign-in behind them is counted long before it is
        // judged.
        let strangers: Vec<_> = (0..12).map(|n| format!("u{n}@example.com")).collect();
        let crowd = strangers
            .iter()
            .map(|email| stack.login(email, "no horse 7"));
        let attack = async {
            counted(12, 12 * round).await?;
            let sign_in = async { anyhow::Ok(stack.login(EMAIL, PASSWORD).await) };
            let codes = async {
                counted(13, 12 * round + 1).await?;
                let mut judged = 0;
                for _ in 0..3 {
                    let status = refused(owner.verify(challenge, "no code").await)?;
                    judged += usize::from(reason(&status) == "CODE_WRONG");
                }
                anyhow::Ok(judged)
            };
            futures::try_join!(sign_in, codes)
        };
        let (_, attack) = futures::join!(join_all(crowd), attack);
        let (sign_in, wrong) = attack?;
        judged += wrong;
        if let Err(status) = sign_in {
            assert_eq!(reason(&status), "ACCOUNT_LOCKED");
        }
    }
    assert_eq!(judged, 5, "codes judged before the lock");
    let code = owner.code()?;
    refused_for(owner.verify(&challenges[3], &code).await, "ACCOUNT_LOCKED")?;
    Ok(())
}

#[tokio::test]
async fn t20_only_a_right_code_resets_the_count_of_wrong_codes() -> anyhow::Result<()> {
    let owner = Owner::new().await?;
    let passwords = [PASSWORD, "battery staple 9"];
    for turn in 0..5 {
        let (current, new) = (passwords[turn % 2], passwords[(turn + 1) % 2]);
        refused_for(owner.disable(current, "000000").await?, "CODE_WRONG")?;
        let request = ChangePasswordRequest {
            current_password: current.to_owned(),
            new_password: new.to_owned(),
            ..Default::default()
        };
        let request = bearing(request, &owner.access)?;
        owner
            .stack
            .password
            .clone()
            .change_password(request)
            .await?;
    }
    let code = owner.code()?;
    refused_for(owner.disable(passwords[1], &code).await?, "ACCOUNT_LOCKED")?;
    owner.stack.wait(Duration::seconds(32));
    let answer = owner.stack.login(EMAIL, passwords[1]).await?;
    owner.verify(&answer.challenge, &owner.code()?).await?;
    for _ in 0..4 {
        refused_for(owner.disable(passwords[1], "000000").await?, "CODE_WRONG")?;
    }
    Ok(())
}

#[tokio::test]
async fn t20_the_first_code_of_an_app_is_not_guessed_in_a_stolen_session() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.verified(EMAIL).await?;
    let session = stack.login(EMAIL, PASSWORD).await?;
    let access = session.tokens.context("tokens")?.access_token;
    let given = enrol(&stack, &access).await??;
    for _ in 0..5 {
        refused_for(confirm(&stack, &access, "no code").await?, "CODE_WRONG")?;
    }
    let right = code(&stack, &given.secret)?;
    refused_for(confirm(&stack, &access, &right).await?, "ACCOUNT_LOCKED")?;
    stack.wait(Duration::seconds(32));
    let right = code(&stack, &given.secret)?;
    confirm(&stack, &access, &right).await??;
    Ok(())
}

#[tokio::test]
async fn t12_strangers_lock_no_known_device_second_factor_or_open_session() -> anyhow::Result<()> {
    let owner = Owner::new().await?;
    let stack = &owner.stack;
    let challenge = owner.challenge().await?;
    let known = owner.verify(&challenge, &owner.code()?).await?.device_token;
    stack.wait(Duration::seconds(60));

    owner.lock_by_strangers().await?;
    let request = LoginRequest {
        email: EMAIL.to_owned(),
        password: PASSWORD.to_owned(),
        device_token: known,
        ..Default::default()
    };
    let answer = stack.session.clone().login(request).await?.into_inner();
    // The right password resets the count. The strangers go on before the code comes, until sign-in from unknown devices needs a
    // reset.
    owner.lock_by_strangers().await?;
    stack
        .execute("UPDATE login_tries SET failures = 100")
        .await?;
    refused_for(
        stack.login(EMAIL, PASSWORD).await,
        "PASSWORD_RESET_REQUIRED",
    )?;
    owner.verify(&answer.challenge, &owner.code()?).await?;
    stack.wait(Duration::seconds(60));

    let request = ChangePasswordRequest {
        current_password: PASSWORD.to_owned(),
        new_password: "battery staple 9".to_owned(),
        ..Default::default()
    };
    let request = bearing(request, &owner.access)?;
    stack.password.clone().change_password(request).await?;
    owner.lock_by_strangers().await?;
    let request = DeleteAccountRequest {
        password: "battery staple 9".to_owned(),
        code: owner.code()?,
        ..Default::default()
    };
    let request = bearing(request, &owner.access)?;
    stack.privacy.clone().delete_account(request).await?;
    Ok(())
}

#[tokio::test]
async fn t20_a_password_reset_keeps_the_second_factor_and_ends_challenges() -> anyhow::Result<()> {
    let owner = Owner::new().await?;
    let waiting = owner.challenge().await?;
    for _ in 0..4 {
        refused_for(owner.verify(&waiting, "no code").await, "CODE_WRONG")?;
    }
    let request = RequestPasswordResetRequest {
        email: EMAIL.to_owned(),
        request_id: String::new(),
    };
    let stack = &owner.stack;
    stack
        .password
        .clone()
        .request_password_reset(request)
        .await?;
    let kind = AccountMailKind::PasswordReset;
    let token = wait_for("the link", PATIENCE, async || {
        let mut mails = stack.account_mails(owner.user, kind).await?;
        Ok(mails.pop().map(|mail| mail.token))
    })
    .await?;
    let request = ResetPasswordRequest {
        token,
        new_password: "battery staple 9".to_owned(),
        ..Default::default()
    };
    stack.password.clone().reset_password(request).await?;
    refused_for(
        owner.verify(&waiting, &owner.code()?).await,
        "CHALLENGE_ENDED",
    )?;
    let answer = stack.login(EMAIL, "battery staple 9").await?;
    assert!(answer.tokens.is_none());
    // The reset has cleared the count of wrong codes.
    for _ in 0..4 {
        refused_for(
            owner.verify(&answer.challenge, "no code").await,
            "CODE_WRONG",
        )?;
    }
    owner.verify(&answer.challenge, &owner.code()?).await?;
    Ok(())
}

#[tokio::test]
async fn turning_it_off_asks_for_password_and_code_and_tells_the_owner() -> anyhow::Result<()> {
    let owner = Owner::new().await?;
    let code = owner.code()?;
    refused_for(
        owner.disable("a wrong guess 1", &code).await?,
        "PASSWORD_WRONG",
    )?;
    refused_for(owner.disable(PASSWORD, "000000").await?, "CODE_WRONG")?;
    assert!(owner.state().await?.enabled);
    owner.disable(PASSWORD, &code).await??;
    let state = owner.state().await?;
    assert!(!state.enabled && state.since_time.is_none() && state.recovery_codes_left == 0);
    refused_for(owner.disable(PASSWORD, &code).await?, "SECOND_FACTOR_OFF")?;
    assert!(owner.stack.login(EMAIL, PASSWORD).await?.tokens.is_some());
    let kind = AccountMailKind::TwoFactorDisabled;
    assert_eq!(owner.stack.account_mails(owner.user, kind).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn new_recovery_codes_void_the_old_ones() -> anyhow::Result<()> {
    let owner = Owner::new().await?;
    let request = RenewRecoveryCodesRequest {
        password: PASSWORD.to_owned(),
        code: owner.recovery[0].clone(),
    };
    let request = bearing(request, &owner.access)?;
    let answer = owner
        .stack
        .factors
        .clone()
        .renew_recovery_codes(request)
        .await?;
    let fresh = answer.into_inner().recovery_codes;
    assert_eq!(owner.state().await?.recovery_codes_left, 10);
    let challenge = owner.challenge().await?;
    refused_for(
        owner.verify(&challenge, &owner.recovery[1]).await,
        "CODE_WRONG",
    )?;
    owner.verify(&challenge, &fresh[1]).await?;
    Ok(())
}

#[tokio::test]
async fn deleting_the_account_asks_for_a_code_as_well() -> anyhow::Result<()> {
    let owner = Owner::new().await?;
    let delete = async |code: &str| {
        let request = DeleteAccountRequest {
            password: PASSWORD.to_owned(),
            code: code.to_owned(),
            ..Default::default()
        };
        let request = bearing(request, &owner.access)?;
        let answer = owner.stack.privacy.clone().delete_account(request).await;
        anyhow::Ok(answer)
    };
    let failures = "SELECT sum(failed_codes)::bigint FROM second_factors";
    refused_for(delete("").await?, "CODE_WRONG")?;
    assert_eq!(owner.stack.number(failures).await?, 0, "nothing was tried");
    refused_for(delete("000000").await?, "CODE_WRONG")?;
    assert_eq!(owner.stack.number(failures).await?, 1);
    delete(&owner.code()?).await??;
    assert_eq!(
        owner
            .stack
            .number("SELECT count(*) FROM recovery_codes")
            .await?,
        0
    );
    Ok(())
}
