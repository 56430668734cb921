//! Sending the verification mail again, without telling whether an account exists.
//!
//! A call is answered before anything is looked up, so that neither the answer nor the time it takes says anything about
//! the address (security-reliability.md T11); the work follows in the background. What a crash loses here is a mail that a
//! person asks for once more.

use std::{sync::Arc, time::Duration};

use lintel_core::{Clock, Error, RequestKey};
use lintel_db::{Db, Scope, once};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span};

use super::verification::Verification;
use crate::{
    domain::{email::EmailAddress, token::Purpose},
    error::cause,
    store::{email_tokens, users},
};

/// Requests that wait to be worked on; more are refused, whatever their address.
const QUEUE: usize = 256;
/// Tries of one request while the database is away.
const TRIES: u32 = 4;
/// Mails to one account within an hour, the one of sign-up among them: nobody's inbox is flooded from here.
const MAILS_PER_HOUR: i64 = 6;

/// A wish to get the mail again.
#[derive(Debug)]
struct Wish {
    email: EmailAddress,
    key: Option<RequestKey>,
    span: Span,
}

/// Takes wishes.
#[derive(Debug, Clone)]
pub struct Resend(mpsc::Sender<Wish>);

/// Works on them.
#[derive(Debug)]
pub struct ResendWorker {
    db: Db,
    clock: Arc<dyn Clock>,
    verification: Verification,
    wishes: mpsc::Receiver<Wish>,
}

/// The two ends of the queue.
pub fn queue(db: Db, clock: Arc<dyn Clock>, verification: Verification) -> (Resend, ResendWorker) {
    let (sender, wishes) = mpsc::channel(QUEUE);
    let worker = ResendWorker {
        db,
        clock,
        verification,
        wishes,
    };
    (Resend(sender), worker)
}

impl Resend {
    /// Takes the wish for `email`. What is no address is taken as well: it is an unknown one.
    ///
    /// # Errors
    /// `Unavailable` when too many are waiting or the process is about to stop.
    pub fn ask(&self, email: &str, key: Option<RequestKey>) -> Result<(), Error> {
        let place = self.0.try_reserve().map_err(Error::unavailable)?;
        if let Ok(email) = EmailAddress::parse(email) {
            place.send(Wish {
                email,
                key,
                span: Span::current(),
            });
        }
        Ok(())
    }
}

impl ResendWorker {
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
            match self.send_again(wish).instrument(wish.span.clone()).await {
                Ok(()) => return,
                Err(Error::Unavailable { .. }) if attempt < TRIES => {
                    tokio::time::sleep(Duration::from_millis(100) * 4_u32.pow(attempt)).await;
                }
                Err(error) => {
                    tracing::warn!(
                        reason = error.reason(),
                        cause = cause(&error),
                        "a verification mail was not sent again"
                    );
                    return;
                }
            }
        }
    }

    async fn send_again(&self, wish: &Wish) -> Result<(), Error> {
        let mut tx = self.db.begin(Scope::none()).await?;
        once(&mut tx, wish.key.as_ref(), async |tx| {
            // Without a transport no new code could reach anybody, and the one that was shown must stay good.
            if !self.verification.sends_mail() {
                return Ok(());
            }
            let Some(id) = users::user_of_email(tx, &wish.email.key()).await? else {
                return Ok(());
            };
            tx.act_as_user(id).await?;
            users::lock(tx, id).await?;
            let Some(user) = users::find(tx, id, None).await? else {
                return Ok(());
            };
            let hour = self.clock.now() - chrono::Duration::hours(1);
            let sent = email_tokens::count_since(tx, id, Purpose::Verification, hour).await?;
            if user.verified_at.is_none() && sent < MAILS_PER_HOUR {
                self.verification
                    .issue(tx, id, &user.name, &user.email)
                    .await?;
            }
            Ok(())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }
}
