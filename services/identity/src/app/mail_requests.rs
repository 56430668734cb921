//! Mails that anybody can cause with an address, without learning whether it has an account: the verification mail again, a link
//! for a forgotten password, the notice about wrong passwords.
//!
//! A call is answered before anything is looked up, so that neither the answer nor its time shows anything about the address
//! (docs/reference/promises.md T11). The work follows in the background. A crash can lose such a mail; the person asks for it again.

use std::{sync::Arc, time::Duration};

use lintel_core::{Clock, EmailAddress, Error, RequestKey};
use lintel_db::{Db, SOON, Scope, in_time, once};
use lintel_proto::identity::v1::AccountMailKind;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span};

use super::{notices::Notices, passwords::Passwords, verification::Verification};
use crate::{
    domain::{client::Client, security_event::SecurityKind, token::Purpose},
    error::cause,
    store::{email_token, security_event, user},
};

/// Requests that may wait; further ones are refused, for any address.
const QUEUE: usize = 256;
/// Attempts for one request while the database cannot be reached.
const TRIES: u32 = 4;
/// Mails of one purpose to one account within an hour, so that nobody's inbox is flooded. The verification mail of sign-up counts.
pub(super) const fn mails_per_hour(purpose: Purpose) -> u32 {
    match purpose {
        Purpose::Verification => 6,
        Purpose::PasswordReset | Purpose::EmailChange => 3,
    }
}

/// The reason for a mail.
#[derive(Debug)]
enum MailReason {
    /// A mail with a link.
    Link {
        purpose: Purpose,
        email: EmailAddress,
        key: Option<RequestKey>,
    },
    /// Sign-in is paused after too many wrong passwords.
    Paused { email_key: String, client: Client },
}

impl MailReason {
    const fn name(&self) -> &'static str {
        match self {
            Self::Link { purpose, .. } => purpose.as_str(),
            Self::Paused { .. } => "sign-in-paused",
        }
    }
}

/// A mail to send if the address has an account.
#[derive(Debug)]
struct MailRequest {
    reason: MailReason,
    span: Span,
}

/// Takes requests for mails.
#[derive(Debug, Clone)]
pub struct MailRequests(mpsc::Sender<MailRequest>);

/// Sends the mails that were requested.
#[derive(Debug)]
pub struct MailWorker {
    db: Db,
    clock: Arc<dyn Clock>,
    verification: Verification,
    passwords: Passwords,
    notices: Notices,
    requests: mpsc::Receiver<MailRequest>,
}

/// Makes the queue's two ends.
pub fn queue(
    db: Db,
    clock: Arc<dyn Clock>,
    verification: Verification,
    passwords: Passwords,
    notices: Notices,
) -> (MailRequests, MailWorker) {
    let (sender, requests) = mpsc::channel(QUEUE);
    let worker = MailWorker {
        db,
        clock,
        verification,
        passwords,
        notices,
        requests,
    };
    (MailRequests(sender), worker)
}

impl MailRequests {
    /// Takes a request for a mail of `purpose` to `email`. Text that is not an address is accepted too, like an unknown address.
    ///
    /// # Errors
    /// `Unavailable` when too many requests wait or the process is stopping.
    pub fn ask(&self, purpose: Purpose, email: &str, key: Option<RequestKey>) -> Result<(), Error> {
        let place = self.0.try_reserve().map_err(Error::unavailable)?;
        if let Ok(email) = EmailAddress::parse(email) {
            let reason = MailReason::Link {
                purpose,
                email,
                key,
            };
            let span = Span::current();
            place.send(MailRequest { reason, span });
        }
        Ok(())
    }

    /// Tells the owner of an address, if it has an account, that sign-in is paused after wrong passwords from `client`. The notice
    /// is lost when the queue is full, because the answer must not depend on it.
    pub fn tell_of_pause(&self, email_key: String, client: Client) {
        let reason = MailReason::Paused { email_key, client };
        let span = Span::current();
        if self.0.try_send(MailRequest { reason, span }).is_err() {
            tracing::warn!("too many mails wait to be asked for; word of wrong passwords is lost");
        }
    }
}

impl MailWorker {
    /// Works until `stop`, then finishes the requests that were taken.
    pub async fn run(mut self, stop: CancellationToken) {
        loop {
            tokio::select! {
                request = self.requests.recv() => match request {
                    Some(request) => self.grant(&request).await,
                    None => return,
                },
                () = stop.cancelled() => break,
            }
        }
        self.requests.close();
        while let Some(request) = self.requests.recv().await {
            self.grant(&request).await;
        }
    }

    async fn grant(&self, request: &MailRequest) {
        for attempt in 1..=TRIES {
            let sent = in_time(SOON, self.send(&request.reason));
            match sent.instrument(request.span.clone()).await {
                Ok(()) => return,
                Err(Error::Unavailable { .. }) if attempt < TRIES => {
                    tokio::time::sleep(Duration::from_millis(100) * 4_u32.pow(attempt)).await;
                }
                Err(error) => {
                    tracing::warn!(
                        reason = error.reason(),
                        cause = cause(&error),
                        purpose = request.reason.name(),
                        "a mail that was asked for was not sent"
                    );
                    return;
                }
            }
        }
    }

    async fn send(&self, reason: &MailReason) -> Result<(), Error> {
        match reason {
            MailReason::Link {
                purpose,
                email,
                key,
            } => self.send_link(*purpose, email, key.as_ref()).await,
            MailReason::Paused { email_key, client } => self.send_word(email_key, client).await,
        }
    }

    async fn send_word(&self, email_key: &str, client: &Client) -> Result<(), Error> {
        let mut tx = self.db.begin(Scope::none()).await?;
        let Some(id) = user::user_of_email(&mut tx, email_key).await? else {
            return Ok(());
        };
        tx.act_as_user(id).await?;
        let Some(owner) = user::find(&mut tx, id, None).await? else {
            return Ok(());
        };
        let (kind, now) = (AccountMailKind::AccountLocked, self.clock.now());
        let paused = SecurityKind::SignInPaused;
        security_event::append(&mut tx, id, paused, client, now).await?;
        self.notices
            .tell(&mut tx, &owner, kind, now, Some(client))
            .await?;
        tx.commit().await?;
        Ok(())
    }

    async fn send_link(
        &self,
        purpose: Purpose,
        email: &EmailAddress,
        key: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin(Scope::none()).await?;
        once(&mut tx, key, async |tx| {
            // Without a mail transport a new code could not reach anybody, and the code that was shown must stay valid.
            if !self.verification.sends_mail() {
                return Ok(());
            }
            let Some(id) = user::user_of_email(tx, &email.key()).await? else {
                return Ok(());
            };
            tx.act_as_user(id).await?;
            user::lock(tx, id).await?;
            let Some(user) = user::find(tx, id, None).await? else {
                return Ok(());
            };
            let hour = self.clock.now() - chrono::Duration::hours(1);
            let sent = email_token::count_since(tx, id, purpose, hour).await?;
            if sent >= i64::from(mails_per_hour(purpose)) {
                return Ok(());
            }
            match purpose {
                Purpose::Verification if user.verified_at.is_some() => {}
                Purpose::Verification => {
                    self.verification
                        .issue(tx, id, &user.name, &user.email)
                        .await?;
                }
                Purpose::PasswordReset => self.passwords.issue(tx, &user).await?,
                // Only signed-in callers can ask for this one.
                Purpose::EmailChange => {}
            }
            Ok(())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }
}
