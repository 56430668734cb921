//! The second step of signing in.

use std::sync::Arc;

use lintel_core::{Clock, Error};
use lintel_db::{Db, Scope};
use lintel_telemetry::metrics;
use opentelemetry::KeyValue;

use super::{
    begin_session::{Begun, SessionBeginner},
    codes, tries,
};
use crate::{
    domain::{client::Client, secrets::Secrets, token::LinkToken},
    error::{challenge_ended, code_wrong},
    store::{login_challenge, user},
};

/// The number of tries of a challenge.
const TRIES: i32 = 5;

/// A challenge and its answer.
#[derive(Debug)]
pub struct CodeCommand {
    /// The challenge, as the first step returned it.
    pub challenge: String,
    /// The text as typed.
    pub code: String,
    /// The client that sends it.
    pub client: Client,
    /// The token of a device that has signed in before.
    pub device: Option<LinkToken>,
}

/// Judges codes.
#[derive(Debug, Clone)]
pub struct LoginCode {
    /// Where challenges are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Opens the secrets of apps.
    pub secrets: Secrets,
    /// Begins sessions.
    pub beginner: SessionBeginner,
}

impl LoginCode {
    /// Starts the session that the challenge stands for.
    ///
    /// # Errors
    /// `CODE_WRONG`, `CHALLENGE_ENDED`, `ACCOUNT_LOCKED`, `PASSWORD_RESET_REQUIRED`; the store's errors.
    pub async fn verify(&self, command: CodeCommand) -> Result<Begun, Error> {
        let answer = self.judge(command).await;
        let outcome = answer.as_ref().map_or_else(Error::reason, |_| "OK");
        metrics::SIGN_INS.add(1, &[KeyValue::new("lintel.outcome", outcome)]);
        answer
    }

    async fn judge(&self, command: CodeCommand) -> Result<Begun, Error> {
        let hash = LinkToken::parse(&command.challenge)
            .ok_or_else(challenge_ended)?
            .hash();
        let mut tx = self.db.begin(Scope::none()).await?;
        let user = login_challenge::user_of_challenge(&mut tx, &hash)
            .await?
            .ok_or_else(challenge_ended)?;
        tx.act_as_user(user).await?;
        // The account is locked first in every transaction, so that tries of one account take turns.
        let account = user::lock_credentials(&mut tx, user)
            .await?
            .ok_or_else(challenge_ended)?;
        let now = self.clock.now();
        let factor = codes::lock(&mut tx, user)
            .await?
            .ok_or_else(challenge_ended)?;
        tries::allow(factor.failures, now)?;
        let after_wrong_passwords = login_challenge::count_try(&mut tx, user, &hash, TRIES, now)
            .await?
            .ok_or_else(challenge_ended)?;
        if !codes::take(&mut tx, &self.secrets, user, &factor, &command.code, now).await? {
            tx.commit().await?;
            return Err(code_wrong());
        }
        login_challenge::delete_all(&mut tx, user).await?;
        let begun = self
            .beginner
            .begin(
                &mut tx,
                user,
                &account,
                after_wrong_passwords || factor.failures.count > 0,
                &command.client,
                command.device,
            )
            .await?;
        tx.commit().await?;
        Ok(begun)
    }
}
