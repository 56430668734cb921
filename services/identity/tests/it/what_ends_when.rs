//! The table of `docs/what-ends-when.md`, cell by cell: each makes what its row names, does what its column names, and tries
//! whether what was made still works.

use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use lintel_auth::Audience;
use lintel_proto::{
    access::v1::Grade,
    identity::v1::{
        AcceptInvitationRequest, AccountMailKind, ChangeMemberGradeRequest, ChangePasswordRequest,
        ConfirmEmailChangeRequest, ConfirmSecondFactorRequest, CreateApiKeyRequest,
        CreateInvitationRequest, DeleteAccountRequest, DisableSecondFactorRequest,
        EnrolSecondFactorRequest, ExchangeApiKeyRequest, ListEndedSessionsRequest, LoginRequest,
        LoginResponse, RemoveMemberRequest, RequestEmailChangeRequest, RequestPasswordResetRequest,
        SwitchOrganisationRequest, VerifyLoginRequest, VerifyLoginResponse,
    },
};
use lintel_testkit::wait_for;
use tonic::{Request, Status};

use crate::{
    answers::reason,
    harness::{PASSWORD, SERVICE_KEY, Stack, bearing, landlord},
    organisations::{organisation_of, token_of},
    password_reset::reset,
    second_factor::code,
    session_calls::{logout, refresh},
};

const TABLE: &str = include_str!("../../../../docs/what-ends-when.md");
const NEW_PASSWORD: &str = "battery staple 9";
const PATIENCE: Duration = Duration::from_secs(10);

/// The columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    SignOut,
    ChangePassword,
    ResetPassword,
    FactorOn,
    FactorOff,
    ChangeAddress,
    Removed,
    Demoted,
    Left,
    Closed,
    Deleted,
}

const ACTS: [(&str, Act); 11] = [
    ("signs out", Act::SignOut),
    ("changes the password", Act::ChangePassword),
    ("resets the password", Act::ResetPassword),
    ("turns the second factor on", Act::FactorOn),
    ("turns the second factor off", Act::FactorOff),
    ("changes the address", Act::ChangeAddress),
    ("is removed", Act::Removed),
    ("is demoted", Act::Demoted),
    ("leaves", Act::Left),
    ("an organisation closes", Act::Closed),
    ("deletes the account", Act::Deleted),
];

/// The rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thing {
    ActingSession,
    SessionBeside,
    SessionElsewhere,
    WaitingSignIn,
    ResetLink,
    AddressLink,
    VerificationLink,
    VerificationCode,
    WaitingApp,
    RecoveryCode,
    KnownDevice,
    Invitation,
    ApiKey,
    ApiKeyToken,
}

const THINGS: [(&str, Thing); 14] = [
    ("the session that does it", Thing::ActingSession),
    ("another session in the organisation", Thing::SessionBeside),
    (
        "another session in another organisation",
        Thing::SessionElsewhere,
    ),
    ("a sign-in that waits for its code", Thing::WaitingSignIn),
    ("a link that resets the password", Thing::ResetLink),
    ("a link that changes the address", Thing::AddressLink),
    ("a verification link that was used", Thing::VerificationLink),
    (
        "a verification code that was not used",
        Thing::VerificationCode,
    ),
    (
        "an authenticator app that waits for its first code",
        Thing::WaitingApp,
    ),
    ("a recovery code", Thing::RecoveryCode),
    ("a known device", Thing::KnownDevice),
    ("an invitation that was sent", Thing::Invitation),
    ("an API key", Thing::ApiKey),
    ("a token of an API key", Thing::ApiKeyToken),
];

/// The cells of the document, without the borders: the headings, then a row for each thing.
fn rows() -> Vec<Vec<&'static str>> {
    let lines = TABLE
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("|--"));
    lines
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn the_document_names_what_is_tried_here_and_says_why_something_stays() -> anyhow::Result<()> {
    let rows = rows();
    let acts: Vec<_> = ACTS.iter().map(|(name, _)| *name).collect();
    assert_eq!(rows[0][1..], acts);
    let things: Vec<_> = rows[1..].iter().map(|row| row[0]).collect();
    assert_eq!(things, THINGS.map(|(name, _)| name));
    for cell in rows[1..].iter().flat_map(|row| &row[1..]) {
        let reason = cell
            .strip_prefix("stays (")
            .and_then(|it| it.strip_suffix(')'));
        let said = match reason {
            Some(number) => TABLE
                .lines()
                .any(|line| line.starts_with(&format!("{number}. "))),
            None => ["ends", "–"].contains(cell),
        };
        ensure!(said, "{cell:?} says nothing, or not why");
    }
    Ok(())
}

/// Tries every cell of the column of `act`, each with an account of its own.
async fn try_column(act: Act) -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let bob = stack.signed_in("bob@example.com").await?;
    let column = 1 + ACTS
        .iter()
        .position(|(_, one)| *one == act)
        .context("no column")?;
    let mut wrong = Vec::new();
    for (row, (name, thing)) in rows()[1..].iter().zip(THINGS) {
        let said = row[column];
        if said == "–" {
            continue;
        }
        let lives = async {
            let mut world = World::new(&stack, &bob, act, thing).await?;
            let made = world.make(thing).await?;
            world.act(act).await?;
            world.lives(thing, &made).await
        };
        let lives = lives.await.with_context(|| format!("{name}, {act:?}"))?;
        if lives != said.starts_with("stays") {
            wrong.push(format!("{name}: {said}, but lives is {lives}"));
        }
    }
    ensure!(wrong.is_empty(), "{act:?}: {wrong:#?}");
    Ok(())
}

#[tokio::test]
async fn signing_out() -> anyhow::Result<()> {
    try_column(Act::SignOut).await
}

#[tokio::test]
async fn changing_the_password() -> anyhow::Result<()> {
    try_column(Act::ChangePassword).await
}

#[tokio::test]
async fn resetting_the_password() -> anyhow::Result<()> {
    try_column(Act::ResetPassword).await
}

#[tokio::test]
async fn turning_the_second_factor_on() -> anyhow::Result<()> {
    try_column(Act::FactorOn).await
}

#[tokio::test]
async fn turning_the_second_factor_off() -> anyhow::Result<()> {
    try_column(Act::FactorOff).await
}

#[tokio::test]
async fn changing_the_address() -> anyhow::Result<()> {
    try_column(Act::ChangeAddress).await
}

#[tokio::test]
async fn being_removed() -> anyhow::Result<()> {
    try_column(Act::Removed).await
}

#[tokio::test]
async fn being_demoted() -> anyhow::Result<()> {
    try_column(Act::Demoted).await
}

#[tokio::test]
async fn leaving() -> anyhow::Result<()> {
    try_column(Act::Left).await
}

#[tokio::test]
async fn an_organisation_that_closes() -> anyhow::Result<()> {
    try_column(Act::Closed).await
}

#[tokio::test]
async fn deleting_the_account() -> anyhow::Result<()> {
    try_column(Act::Deleted).await
}

/// An account to which something happens.
struct World<'a> {
    stack: &'a Stack,
    /// The other Owner, in the organisation that both own.
    bob: &'a LoginResponse,
    user: i64,
    email: String,
    password: &'static str,
    /// The session that does things.
    here: LoginResponse,
    beside: LoginResponse,
    elsewhere: LoginResponse,
    /// Where [`Self::here`] does not act.
    other_organisation: i64,
    /// Those that were not used.
    recovery: Vec<String>,
}

impl<'a> World<'a> {
    async fn new(
        stack: &'a Stack,
        bob: &'a LoginResponse,
        act: Act,
        thing: Thing,
    ) -> anyhow::Result<Self> {
        let email = format!("ada-{thing:?}@example.com").to_lowercase();
        let answer = stack.sign_up(landlord(&email)).await?;
        let user = answer.user.context("a user")?.user_id;
        let mut world = Self {
            stack,
            bob,
            user,
            email,
            password: PASSWORD,
            here: LoginResponse::default(),
            beside: LoginResponse::default(),
            elsewhere: LoginResponse::default(),
            other_organisation: 0,
            recovery: Vec::new(),
        };
        if thing == Thing::VerificationCode {
            return Ok(world);
        }
        stack.verify_link(&stack.mail(user).await?.token).await?;
        let home = world.sign_in().await?.context("no session")?;
        // Sessions begin in the organisation that was joined first.
        let (shared, closes) = (organisation_of(bob)?, act == Act::Closed);
        let since = if closes { "2099-01-01" } else { "2000-01-01" };
        stack
            .execute(&format!(
                "INSERT INTO memberships (organisation_id, user_id, grade, created_at)
                 VALUES ({shared}, {user}, 'Owner', '{since}')"
            ))
            .await?;
        if act == Act::FactorOff || [Thing::WaitingSignIn, Thing::RecoveryCode].contains(&thing) {
            world.turn_factor_on(&home).await?;
        }
        world.here = world.sign_in().await?.context("no session")?;
        world.other_organisation = if closes {
            shared
        } else {
            organisation_of(&home)?
        };
        ensure!(organisation_of(&world.here)? != world.other_organisation);
        Ok(world)
    }

    /// A new session, with a recovery code where the second factor is on; none where password or address open nothing.
    async fn sign_in(&mut self) -> anyhow::Result<Option<LoginResponse>> {
        self.sign_in_from("").await
    }

    /// As [`Self::sign_in`], from a device that may be known.
    async fn sign_in_from(&mut self, device: &str) -> anyhow::Result<Option<LoginResponse>> {
        let request = LoginRequest {
            email: self.email.clone(),
            password: self.password.to_owned(),
            user_agent: "test/1".to_owned(),
            device_token: device.to_owned(),
        };
        let answer = match self.stack.session.clone().login(request).await {
            Err(status) if reason(&status) == "CREDENTIALS_WRONG" => return Ok(None),
            answer => answer?.into_inner(),
        };
        if answer.tokens.is_some() {
            return Ok(Some(answer));
        }
        let code = self.recovery.pop().context("no recovery code left")?;
        let begun = self.answer(&answer.challenge, &code, device).await?;
        Ok(Some(LoginResponse {
            tokens: begun.tokens,
            user: begun.user,
            device_token: begun.device_token,
            ..LoginResponse::default()
        }))
    }

    async fn answer(
        &self,
        challenge: &str,
        code: &str,
        device: &str,
    ) -> Result<VerifyLoginResponse, Status> {
        let request = VerifyLoginRequest {
            challenge: challenge.to_owned(),
            code: code.to_owned(),
            device_token: device.to_owned(),
            ..Default::default()
        };
        let answer = self.stack.session.clone().verify_login(request).await?;
        Ok(answer.into_inner())
    }

    /// The secret of an app that waits for its first code.
    async fn enrol(&self, session: &LoginResponse) -> anyhow::Result<String> {
        let request = EnrolSecondFactorRequest {
            password: self.password.to_owned(),
        };
        let request = bearing(request, token_of(session))?;
        let answer = self
            .stack
            .factors
            .clone()
            .enrol_second_factor(request)
            .await?;
        Ok(answer.into_inner().secret)
    }

    /// The recovery codes.
    async fn confirm(
        &self,
        session: &LoginResponse,
        secret: &str,
    ) -> anyhow::Result<Result<Vec<String>, Status>> {
        let request = ConfirmSecondFactorRequest {
            code: code(self.stack, secret)?,
        };
        let request = bearing(request, token_of(session))?;
        let answer = self
            .stack
            .factors
            .clone()
            .confirm_second_factor(request)
            .await;
        Ok(answer.map(|answer| answer.into_inner().recovery_codes))
    }

    async fn turn_factor_on(&mut self, session: &LoginResponse) -> anyhow::Result<()> {
        let secret = self.enrol(session).await?;
        self.recovery = self.confirm(session, &secret).await??;
        Ok(())
    }

    /// The newest mail of a kind about the account once there are more than `before`.
    async fn mailed(&self, kind: AccountMailKind, before: usize) -> anyhow::Result<String> {
        wait_for("the mail", PATIENCE, async || {
            let mut mails = self.stack.account_mails(self.user, kind).await?;
            Ok((mails.len() > before).then(|| mails.pop().unwrap_or_default().token))
        })
        .await
    }

    async fn reset_link(&self) -> anyhow::Result<String> {
        let kind = AccountMailKind::PasswordReset;
        let before = self.stack.account_mails(self.user, kind).await?.len();
        let request = RequestPasswordResetRequest {
            email: self.email.clone(),
            request_id: String::new(),
        };
        let mut client = self.stack.password.clone();
        client.request_password_reset(request).await?;
        self.mailed(kind, before).await
    }

    async fn address_link(&self, email: &str) -> anyhow::Result<String> {
        let request = RequestEmailChangeRequest {
            email: email.to_owned(),
            password: self.password.to_owned(),
            request_id: String::new(),
        };
        let request = bearing(request, token_of(&self.here))?;
        let mut client = self.stack.email.clone();
        client.request_email_change(request).await?;
        self.mailed(AccountMailKind::EmailChange, 0).await
    }

    async fn follow_address_link(&self, token: &str) -> Result<(), Status> {
        let request = ConfirmEmailChangeRequest {
            token: token.to_owned(),
            request_id: String::new(),
        };
        let mut client = self.stack.email.clone();
        client.confirm_email_change(request).await?;
        Ok(())
    }

    async fn exchange(&self, key: &str) -> anyhow::Result<Result<String, Status>> {
        let request = ExchangeApiKeyRequest {
            key: key.to_owned(),
        };
        let answer = self
            .stack
            .api_key
            .clone()
            .exchange_api_key(ours(request)?)
            .await;
        Ok(answer.map(|answer| answer.into_inner().access_token))
    }

    async fn api_key(&self) -> anyhow::Result<String> {
        let request = CreateApiKeyRequest {
            display_name: "Bookkeeping".to_owned(),
            scopes: vec!["portfolio.read".to_owned()],
            ..Default::default()
        };
        let request = bearing(request, token_of(&self.here))?;
        let answer = self.stack.api_key.clone().create_api_key(request).await?;
        Ok(answer.into_inner().key)
    }

    /// Makes a thing; what it is tried with, where the account's sessions are not that.
    async fn make(&mut self, thing: Thing) -> anyhow::Result<String> {
        match thing {
            Thing::ActingSession => {}
            Thing::SessionBeside => self.beside = self.sign_in().await?.context("no session")?,
            Thing::SessionElsewhere => self.elsewhere = self.session_elsewhere().await?,
            Thing::WaitingSignIn => {
                return Ok(self
                    .stack
                    .login(&self.email, self.password)
                    .await?
                    .challenge);
            }
            Thing::ResetLink => return self.reset_link().await,
            Thing::AddressLink => {
                return self.address_link(&format!("new-{}", self.email)).await;
            }
            Thing::VerificationLink => return Ok(self.stack.mail(self.user).await?.token),
            Thing::VerificationCode => return Ok(self.stack.mail(self.user).await?.code),
            Thing::WaitingApp => return self.enrol(&self.here).await,
            Thing::RecoveryCode => return self.recovery.pop().context("no recovery code"),
            Thing::KnownDevice => {
                let session = self.sign_in().await?.context("no session")?;
                return Ok(session.device_token);
            }
            Thing::Invitation => return self.invitation().await,
            Thing::ApiKey => return self.api_key().await,
            Thing::ApiKeyToken => return Ok(self.exchange(&self.api_key().await?).await??),
        }
        Ok(String::new())
    }

    /// A session that went to the other organisation so long ago that no token of it names this one.
    async fn session_elsewhere(&mut self) -> anyhow::Result<LoginResponse> {
        let session = self.sign_in().await?.context("no session")?;
        let request = SwitchOrganisationRequest {
            organisation_id: self.other_organisation,
        };
        let request = bearing(request, token_of(&session))?;
        let mut client = self.stack.organisation.clone();
        client.switch_organisation(request).await?;
        self.stack
            .execute("UPDATE sessions SET switched_at = switched_at - interval '17 minutes'")
            .await?;
        Ok(session)
    }

    async fn invitation(&self) -> anyhow::Result<String> {
        let request = CreateInvitationRequest {
            email: format!("guest-of-{}", self.email),
            grade: Grade::Owner.into(),
            request_id: String::new(),
        };
        let request = bearing(request, token_of(&self.here))?;
        self.stack
            .invitation
            .clone()
            .create_invitation(request)
            .await?;
        self.mailed(AccountMailKind::Invitation, 0).await
    }

    /// Does what the column says.
    async fn act(&mut self, act: Act) -> anyhow::Result<()> {
        match act {
            Act::SignOut => logout(self.stack, token_of(&self.here), "").await?,
            Act::ChangePassword => self.change_password().await?,
            Act::ResetPassword => {
                let token = self.reset_link().await?;
                reset(self.stack, &token, NEW_PASSWORD, "").await?;
                self.password = NEW_PASSWORD;
            }
            Act::FactorOn => {
                let here = self.here.clone();
                self.turn_factor_on(&here).await?;
            }
            Act::FactorOff => self.turn_factor_off().await?,
            Act::ChangeAddress => {
                let email = format!("moved-{}", self.email);
                let token = self.address_link(&email).await?;
                self.follow_address_link(&token).await?;
                self.email = email;
            }
            Act::Removed => self.remove(self.bob).await?,
            Act::Left => self.remove(&self.here).await?,
            Act::Demoted => {
                let request = ChangeMemberGradeRequest {
                    user_id: self.user,
                    grade: Grade::Manager.into(),
                    ..Default::default()
                };
                let request = bearing(request, token_of(self.bob))?;
                let mut client = self.stack.organisation.clone();
                client.change_member_grade(request).await?;
            }
            Act::Closed | Act::Deleted => {
                let request = DeleteAccountRequest {
                    password: self.password.to_owned(),
                    code: self.recovery.pop().unwrap_or_default(),
                    request_id: String::new(),
                };
                let request = bearing(request, token_of(&self.here))?;
                self.stack.privacy.clone().delete_account(request).await?;
            }
        }
        Ok(())
    }

    async fn change_password(&mut self) -> anyhow::Result<()> {
        let request = ChangePasswordRequest {
            current_password: self.password.to_owned(),
            new_password: NEW_PASSWORD.to_owned(),
            ..Default::default()
        };
        let request = bearing(request, token_of(&self.here))?;
        self.stack.password.clone().change_password(request).await?;
        self.password = NEW_PASSWORD;
        Ok(())
    }

    async fn turn_factor_off(&mut self) -> anyhow::Result<()> {
        let request = DisableSecondFactorRequest {
            password: self.password.to_owned(),
            code: self.recovery.pop().context("no recovery code left")?,
        };
        let request = bearing(request, token_of(&self.here))?;
        let mut client = self.stack.factors.clone();
        client.disable_second_factor(request).await?;
        Ok(())
    }

    async fn remove(&self, by: &LoginResponse) -> anyhow::Result<()> {
        let request = RemoveMemberRequest {
            user_id: self.user,
            request_id: String::new(),
        };
        let request = bearing(request, token_of(by))?;
        let mut client = self.stack.organisation.clone();
        client.remove_member(request).await?;
        Ok(())
    }

    /// Whether a thing still works.
    async fn lives(&mut self, thing: Thing, made: &str) -> anyhow::Result<bool> {
        let invalid = "LINK_INVALID";
        match thing {
            Thing::ActingSession => self.session_lives(&self.here).await,
            Thing::SessionBeside => self.session_lives(&self.beside).await,
            Thing::SessionElsewhere => self.session_lives(&self.elsewhere).await,
            Thing::WaitingSignIn => {
                let code = self.recovery.pop().unwrap_or_default();
                works(self.answer(made, &code, "").await, "CHALLENGE_ENDED")
            }
            Thing::ResetLink => works(reset(self.stack, made, "another word 1", "").await, invalid),
            Thing::AddressLink => works(self.follow_address_link(made).await, invalid),
            Thing::VerificationLink => works(self.stack.verify_link(made).await, invalid),
            Thing::VerificationCode => works(self.stack.verify_code(made).await, invalid),
            Thing::WaitingApp => match self.sign_in().await? {
                Some(session) => works(self.confirm(&session, made).await?, "NOT_ENROLLED"),
                None => Ok(false),
            },
            Thing::RecoveryCode => {
                self.recovery = vec![made.to_owned()];
                // It works if it was what the session took.
                Ok(self.sign_in().await?.is_some() && self.recovery.is_empty())
            }
            Thing::KnownDevice => {
                let session = self.sign_in_from(made).await?;
                Ok(session.is_some_and(|session| session.device_token == made))
            }
            Thing::Invitation => {
                let request = AcceptInvitationRequest {
                    token: made.to_owned(),
                    name: "Guest".to_owned(),
                    password: PASSWORD.to_owned(),
                    ..Default::default()
                };
                let mut client = self.stack.invitation.clone();
                works(client.accept_invitation(request).await, invalid)
            }
            Thing::ApiKey => works(self.exchange(made).await?, "API_KEY_UNKNOWN"),
            Thing::ApiKeyToken => Ok(!self.has_ended(made).await?),
        }
    }

    /// Whether a session can be refreshed. What its tokens open at the gateways ends with it, and not before.
    async fn session_lives(&self, session: &LoginResponse) -> anyhow::Result<bool> {
        let token = session.tokens.clone().unwrap_or_default().refresh_token;
        let lives = works(refresh(self.stack, &token).await, "SESSION_ENDED")?;
        ensure!(lives != self.has_ended(token_of(session)).await?);
        Ok(lives)
    }

    /// Whether gateways hear that the session of an access token has ended.
    async fn has_ended(&self, access: &str) -> anyhow::Result<bool> {
        let verified = self
            .stack
            .verifier
            .verify_signature(access, Audience::Lintel)?;
        let session = verified.principal.session.to_string();
        let request = ours(ListEndedSessionsRequest { since_time: None })?;
        let reply = self
            .stack
            .session
            .clone()
            .list_ended_sessions(request)
            .await?;
        let mut ended = reply.into_inner().sessions.into_iter();
        Ok(ended.any(|one| one.session_id == session))
    }
}

/// Whether an answer is one; a refusal has to be for `reason_of_end`.
fn works<T>(answer: Result<T, Status>, reason_of_end: &str) -> anyhow::Result<bool> {
    match answer {
        Ok(_) => Ok(true),
        Err(status) if reason(&status) == reason_of_end => Ok(false),
        Err(status) => bail!("{status:?}"),
    }
}

/// A call of one of our own processes.
fn ours<T>(request: T) -> anyhow::Result<Request<T>> {
    let mut request = Request::new(request);
    let key = SERVICE_KEY.parse()?;
    request.metadata_mut().insert("x-lintel-service-key", key);
    Ok(request)
}
