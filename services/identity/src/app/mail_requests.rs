//! Mails that anybody may cause by an address (the verification mail again, a link for a forgotten password, word of wrong
//! passwords), without telling whether an account exists.
//!
//! A call is answered before anything is looked up, so that neither the answer nor the time it takes says anything about
//! the address (security-reliability.md T11); the work follows in the background. What a crash loses here is a mail that a
//! person asks for once more.

use std::{sync::Arc, time::Duration};

use lintel_core::{Clock, Error, RequestKey};
use lintel_db::{Db, Scope, once};
use lintel_proto::identity::v1::AccountMailKind;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span};

use super::{notices::Notices, passwords::Passwords, verification::Verification};
use crate::{
    domain::{client::Client, email::EmailAddress, security_event::SecurityKind, token::Purpose},
    error::cause,
    store::{email_tokens, security_events, users},
};

/// Requests that wait to be worked on; more are refused, whatever their address.
const QUEUE: usize = 256;
/// Tries of one request while the database is away.
const TRIES: u32 = 4;
/// Mails of a purpose to one account within an hour: nobody's inbox is flooded from here. The verification mail of sign-up is
/// among them.
pub(super) const fn mails_per_hour(purpose: Purpose) -> u32 {
    match purpose {
        Purpose::Verification => 6,
        Purpose::PasswordReset | Purpose::EmailChange => 3,
    }
}

/// What somebody wants, or did.
#[derive(Debug)]
enum What {
    /// A mail with a link.
    Link {
        purpose: Purpose,
        email: EmailAddress,
        key: Option<RequestKey>,
    },
    /// So many wrong passwords that sign-in is paused.
    Paused { email_key: String, client: Client },
}

impl What {
    const fn name(&self) -> &'static str {
        match self {
            Self::Link { purpose, .. } => purpose.as_str(),
            Self::Paused { .. } => "sign-in-paused",
        }
    }
}

/// A mail to send, if there is an account.
#[derive(Debug)]
struct Wish {
    what: What,
    span: Span,
}

/// Takes wishes.
#[derive(Debug, Clone)]
pub struct MailRequests(mpsc::Sender<Wish>);

/// Works on them.
#[derive(Debug)]
pub struct MailWorker {
    db: Db,
    clock: Arc<dyn Clock>,
    verification: Verification,
    passwords: Passwords,
    notices: Notices,
    wishes: mpsc::Receiver<Wish>,
}

/// The two ends of the queue.
pub fn queue(
    db: Db,
    clock: Arc<dyn Clock>,
    verification: Verification,
    passwords: Passwords,
    notices: Notices,
) -> (MailRequests, MailWorker) {
    let (sender, wishes) = mpsc::channel(QUEUE);
    let worker = MailWorker {
        db,
        clock,
        verification,
        passwords,
        notices,
        wishes,
    };
    (MailRequests(sender), worker)
}

impl MailRequests {
    /// Takes the wish for a mail of `purpose` to `email`. What is no address is taken as well: it is an unknown one.
    ///
    /// # Errors
    /// `Unavailable` when too many are waiting or the process is about to stop.
    pub fn ask(&self, purpose: Purpose, email: &str, key: Option<RequestKey>) -> Result<(), Error> {
        let place = self.0.try_reserve().map_err(Error::unavailable)?;
        if let Ok(email) = EmailAddress::parse(email) {
            let what = What::Link {
                purpose,
                email,
                key,
            };
            let span = Span::current();
            place.send(Wish { what, span });
        }
        Ok(())
    }

    /// Tells whoever has an address, if anybody has, that sign-in is paused after wrong passwords from `client`. Word that finds
    /// no place is lost: the answer must not depend on it.
    pub fn tell_of_pause(&self, email_key: String, client: Client) {
        let what = What::Paused { email_key, client };
        let span = Span::current();
        if self.0.try_send(Wish { what, span }).is_err() {
            tracing::warn!("too many mails wait to be asked for; word of wrong passwords is lost");
        }
    }
}

impl MailWorker {
    /// Works until `stop`, then finishes what was taken.
    pub async fn run(mut self, stop: CancellationToken) {
        loop {
            tokio::select! {
                wish = self.wishes.recv() => match wish {
                    Some(wish) => self.grant(&wish).await,
                    None => return,
                },
                () = stop.cancelled() => break,
            }
        }
        self.wishes.close();
        while let Some(wish) = self.wishes.recv().await {
            self.grant(&wish).await;
        }
    }

    async fn grant(&self, wish: &Wish) {
        for attempt in 1..=TRIES {
            match self.send(&wish.what).instrument(wish.span.clone()).await {
                Ok(()) => return,
                Err(Error::Unavailable { .. }) if attempt < TRIES => {
                    tokio::time::sleep(Duration::from_millis(100) * 4_u32.pow(attempt)).await;
                }
                Err(error) => {
                    tracing::warn!(
                        reason = error.reason(),
                        cause = cause(&error),
                        purpose = wish.what.name(),
                        "a mail that was asked for was not sent"
                    );
                    return;
                }
            }
        }
    }

    async fn send(&self, what: &What) -> Result<(), Error> {
        match what {
            What::Link {
                purpose,
                email,
                key,
            } => self.send_link(*purpose, email, key.as_ref()).await,
            What::Paused { email_key, client } => self.send_word(email_key, client).await,
        }
    }

    async fn send_word(&self, email_key: &str, client: &Client) -> Result<(), Error> {
        let mut tx = self.db.begin(Scope::none()).await?;
        let Some(id) = users::user_of_email(&mut tx, email_key).await? else {
            return Ok(());
        };
        tx.act_as_user(id).await?;
        let Some(owner) = users::find(&mut tx, id, None).await? else {
            return Ok(());
        };
        let (kind, now) = (AccountMailKind::AccountLocked, self.clock.now());
        let paused = SecurityKind::SignInPaused;
        security_events::append(&mut tx, id, paused, client, now).await?;
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
            // Without a transport no new code could reach anybody, and the one that was shown must stay good.
            if !self.verification.sends_mail() {
                return Ok(());
            }
            let Some(id) = users::user_of_email(tx, &email.key()).await? else {
                return Ok(());
            };
            tx.act_as_user(id).await?;
            users::lock(tx, id).await?;
            let Some(user) = users::find(tx, id, None).await? else {
                return Ok(());
            };
            let hour = self.clock.now() - chrono::Duration::hours(1);
            let sent = email_tokens::count_since(tx, id, purpose, hour).await?;
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
                // Strangers cannot ask for it.
                Purpose::EmailChange => {}
            }
            Ok(())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }
}
