//! An account, what it makes, what happens to it, and whether what it made still works.

use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use lintel_auth::Audience;
use lintel_proto::{
    access::v1::Grade,
    identity::v1::{
        AcceptInvitationRequest, AccountMailKind, BeginExportRequest, ChangeMemberGradeRequest,
        ChangePasswordRequest, ConfirmEmailChangeRequest, ConfirmSecondFactorRequest,
        CreateApiKeyRequest, CreateInvitationRequest, DeleteAccountRequest,
        DisableSecondFactorRequest, EnrolSecondFactorRequest, ExchangeApiKeyRequest,
        ListEndedSessionsRequest, LoginRequest, LoginResponse, ReadAccountDataRequest,
        RemoveMemberRequest, RequestEmailChangeRequest, RequestPasswordResetRequest,
        ResetPasswordRequest, RevokeInvitationRequest, SwitchOrganisationRequest,
        VerifyLoginRequest, VerifyLoginResponse,
    },
};
use lintel_testkit::wait_for;
use tonic::{Request, Status};

use super::{Act, Thing};
use crate::{
    answers::reason,
    harness::{PASSWORD, SERVICE_KEY, Stack, bearing, landlord},
    organisations::{organisation_of, token_of},
    password_reset::reset,
    second_factor::code,
    session_calls::{logout, refresh},
};

const NEW_PASSWORD: &str = "battery staple 9";
const PATIENCE: Duration = Duration::from_secs(10);

/// An account to which something happens.
pub(super) struct World<'a> {
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
    /// The codes that were not used.
    recovery: Vec<String>,
}

impl<'a> World<'a> {
    pub(super) async fn new(
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

    async fn sign_in_from(&mut self, device: &str) -> anyhow::Result<Option<LoginResponse>> {
        let request = LoginRequest {
            email: self.email.clone(),
            password: self.password.to_owned(),
            user_agent: String::new(),
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
    pub(super) async fn make(&mut self, thing: Thing) -> anyhow::Result<String> {
        match thing {
            Thing::ActingSession => {}
            Thing::SessionBeside => self.beside = self.sign_in().await?.context("no session")?,
            Thing::SessionElsewhere => self.elsewhere = self.session_elsewhere().await?,
            Thing::ActingDevice => return Ok(self.here.device_token.clone()),
            Thing::OtherDevice => {
                return Ok(self.sign_in().await?.context("no session")?.device_token);
            }
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
            Thing::Invitation => {
                self.invite().await?;
                return self.mailed(AccountMailKind::Invitation, 0).await;
            }
            Thing::ApiKey => return self.api_key().await,
            Thing::Export => {
                let request = bearing(BeginExportRequest::default(), token_of(&self.here))?;
                let begun = self.stack.privacy.clone().begin_export(request).await?;
                return Ok(begun.into_inner().export_token);
            }
            Thing::KeptAnswer => {
                let id = self.invite().await?;
                self.revoke(&self.here, &id).await??;
                return Ok(id);
            }
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

    /// The id of an invitation.
    async fn invite(&self) -> anyhow::Result<String> {
        let request = CreateInvitationRequest {
            email: format!("guest-of-{}", self.email),
            grade: Grade::Owner.into(),
            request_id: String::new(),
        };
        let request = bearing(request, token_of(&self.here))?;
        let mut client = self.stack.invitation.clone();
        let answer = client.create_invitation(request).await?.into_inner();
        let invitation = answer.invitation.context("an invitation")?;
        Ok(invitation.invitation_id.to_string())
    }

    /// Takes an invitation back; a repeat gets the first answer.
    async fn revoke(
        &self,
        session: &LoginResponse,
        invitation: &str,
    ) -> anyhow::Result<Result<(), Status>> {
        let request = RevokeInvitationRequest {
            invitation_id: invitation.parse()?,
            request_id: "taken-back-once".to_owned(),
        };
        let request = bearing(request, token_of(session))?;
        let mut client = self.stack.invitation.clone();
        Ok(client.revoke_invitation(request).await.map(|_| ()))
    }

    /// Does what the column says.
    pub(super) async fn act(&mut self, act: Act) -> anyhow::Result<()> {
        match act {
            Act::SignOut => logout(self.stack, token_of(&self.here), "").await?,
            Act::ChangePassword => self.change_password().await?,
            Act::ResetPassword => {
                let token = self.reset_link().await?;
                self.reset(&token).await?;
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

    async fn reset(&mut self, token: &str) -> anyhow::Result<()> {
        let request = ResetPasswordRequest {
            token: token.to_owned(),
            new_password: NEW_PASSWORD.to_owned(),
            device_token: self.here.device_token.clone(),
            ..Default::default()
        };
        self.stack.password.clone().reset_password(request).await?;
        self.password = NEW_PASSWORD;
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

    /// Returns whether a thing still works.
    pub(super) async fn lives(&mut self, thing: Thing, made: &str) -> anyhow::Result<bool> {
        let invalid = "LINK_INVALID";
        match thing {
            Thing::ActingSession => self.session_lives(&self.here).await,
            Thing::SessionBeside => self.session_lives(&self.beside).await,
            Thing::SessionElsewhere => self.session_lives(&self.elsewhere).await,
            Thing::ActingDevice | Thing::OtherDevice => {
                let session = self.sign_in_from(made).await?;
                Ok(session.is_some_and(|session| session.device_token == made))
            }
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
            Thing::KeptAnswer => match self.sign_in().await? {
                // Elsewhere there is no such invitation, and a lower grade takes none back.
                Some(session) => {
                    let refusals = ["INVITATION_NOT_FOUND", "NOT_ALLOWED"];
                    works_unless(self.revoke(&session, made).await?, &refusals)
                }
                None => Ok(false),
            },
            Thing::Export => {
                let request = ReadAccountDataRequest {
                    export_token: made.to_owned(),
                    page_token: String::new(),
                };
                let request = bearing(request, token_of(&self.here))?;
                let answer = self.stack.privacy.clone().read_account_data(request).await;
                works(answer, "SESSION_ENDED")
            }
        }
    }

    /// Returns whether a session can be refreshed. What its tokens open at the gateways ends with it, and not before.
    async fn session_lives(&self, session: &LoginResponse) -> anyhow::Result<bool> {
        let token = session.tokens.clone().unwrap_or_default().refresh_token;
        let lives = works(refresh(self.stack, &token).await, "SESSION_ENDED")?;
        ensure!(lives != self.has_ended(token_of(session)).await?);
        Ok(lives)
    }

    /// Returns whether gateways hear that the session of an access token has ended.
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

/// Returns whether an answer is one; a refusal has to be for `reason_of_end`.
fn works<T>(answer: Result<T, Status>, reason_of_end: &str) -> anyhow::Result<bool> {
    works_unless(answer, &[reason_of_end])
}

/// Returns whether an answer is one; a refusal has to be for one of `reasons_of_end`.
fn works_unless<T>(answer: Result<T, Status>, reasons_of_end: &[&str]) -> anyhow::Result<bool> {
    match answer {
        Ok(_) => Ok(true),
        Err(status) if reasons_of_end.contains(&reason(&status).as_str()) => Ok(false),
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
