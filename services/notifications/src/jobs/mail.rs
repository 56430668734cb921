//! Sending what is due: claim under a lease, send outside any transaction, settle under the same lease.
//!
//! Any number of processes may run this job: a claim skips rows that another one is claiming, and a lease that ran out makes a
//! delivery claimable again, so that a mail is sent even if its process died. SMTP cannot tell whether a mail without a reply was
//! accepted; such a mail is sent again with the same `Message-ID`. While the server is away, the [`Breaker`] lets one mail at a
//! time try.

use std::{collections::HashMap, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures::FutureExt as _;
use lintel_core::Error;
use lintel_db::{SOON, in_time};
use lintel_telemetry::trace;
use rand::Rng as _;
use tokio::{
    sync::Notify,
    task::JoinSet,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span, field::Empty};

use super::figures::record_attempt;
use crate::{
    app::{Deliveries, Settled},
    clients::SignedCopies,
    domain::{
        AttachedFile, Breaker, Cause, Contents, Due, Ending, News, Outcome, RetrySchedule,
        TenancyNotice,
    },
    mail::{ComposeError, Composed, Composer, SealedBox, Transport, UnsealError},
};

/// The pause between attempts to record a result while the database is away.
const SETTLE_PAUSE: Duration = Duration::from_millis(250);

/// Attempts after which a mail goes without the files that it was to bring.
const PATIENT_ATTEMPTS: u32 = 4;

/// How fast the job works.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Mails at the same time.
    pub at_once: usize,
    /// How often due mails are looked for when nothing wakes the job.
    pub poll: Duration,
    /// How often one mail is tried while the server is away.
    pub while_down_every: Duration,
}

/// Sends mails.
#[derive(Debug, Clone)]
pub struct MailJob {
    deliveries: Deliveries,
    sealed_box: Arc<SealedBox>,
    composer: Arc<Composer>,
    transport: Transport,
    copies: SignedCopies,
    wake: Arc<Notify>,
    pace: Pace,
}

impl MailJob {
    /// A job over `deliveries` at `pace`; it looks for due ones whenever `wake` is notified, too.
    #[must_use]
    pub fn new(
        deliveries: Deliveries,
        sealed_box: SealedBox,
        composer: Composer,
        (transport, copies): (Transport, SignedCopies),
        wake: Arc<Notify>,
        pace: Pace,
    ) -> Self {
        Self {
            deliveries,
            sealed_box: Arc::new(sealed_box),
            composer: Arc::new(composer),
            transport,
            copies,
            wake,
            pace,
        }
    }

    /// Runs until `stop`, then finishes the mails in flight.
    ///
    /// # Errors
    /// None; the type is what the lifecycle runs.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        let mut in_flight = JoinSet::new();
        let mut breaker = Breaker::new(self.pace.while_down_every, now());
        while !stop.is_cancelled() {
            let room = breaker.room(self.pace.at_once, now());
            let free = room.saturating_sub(in_flight.len());
            let claimed = if free == 0 {
                0
            } else {
                self.claim(free, &mut in_flight).await
            };
            // A full batch means that more may be waiting: the job continues as soon as there is room, or the server may be tried
            // again.
            let (full, pause) = (claimed == free, breaker.pause(now()));
            tokio::select! {
                () = stop.cancelled() => {}
                Some(ended) = in_flight.join_next() => learn(&mut breaker, ended.ok()),
                () = self.wake.notified(), if !full => {}
                () = sleep(pause.unwrap_or(self.pace.poll)), if !full || pause.is_some() => {}
            }
        }
        while in_flight.join_next().await.is_some() {}
        Ok(())
    }

    /// Claims due mails and begins to send them. Returns how many.
    async fn claim(&self, free: usize, in_flight: &mut JoinSet<Outcome>) -> usize {
        let due = match in_time(SOON, self.deliveries.claim(free)).await {
            Ok(due) => due,
            Err(error) => {
                tracing::warn!(%error, "due mails could not be claimed; it goes on by itself");
                return 0;
            }
        };
        let claimed = due.len();
        for due in due {
            let span = attempt_span(&due);
            let job = self.clone();
            in_flight.spawn(async move { job.deliver(&due).await }.instrument(span));
        }
        claimed
    }

    /// Makes one attempt, with its trace and metrics. Returns how it ended.
    async fn deliver(&self, due: &Due) -> Outcome {
        let began = Instant::now();
        let outcome = AssertUnwindSafe(self.attempt(due))
            .catch_unwind()
            .await
            .unwrap_or_else(|_| {
                tracing::error!("sending a mail panicked");
                Outcome::Failed(Cause::Panic)
            });
        record_attempt(began.elapsed(), outcome);
        let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let cause = outcome.cause().map(tracing::field::display);
        match self.settle(due, outcome, began).await {
            Ok(Settled::Ended(Ending::Sent)) => tracing::info!(duration_ms, "mail sent"),
            Ok(Settled::Ended(ending)) => {
                tracing::warn!(
                    duration_ms,
                    cause,
                    state = ending.state(),
                    "a mail was given up"
                );
            }
            Ok(Settled::Again(delay)) => {
                let delay_ms = u64::try_from(delay.as_millis()).unwrap_or(u64::MAX);
                tracing::warn!(
                    duration_ms,
                    cause,
                    delay_ms,
                    "a mail was not taken; it is tried again"
                );
            }
            Ok(Settled::LeaseLost) => {
                tracing::warn!(
                    duration_ms,
                    cause,
                    "the lease is not ours any more; what another sender notes counts"
                );
            }
            Err(error) => {
                tracing::error!(%error, "what became of a mail could not be noted; its lease runs out and it is sent again");
            }
        }
        outcome
    }

    async fn attempt(&self, due: &Due) -> Outcome {
        let contents = match self.sealed_box.open(due.template, &due.sealed) {
            Ok(contents) => contents,
            Err(error @ UnsealError::Key) => {
                tracing::error!(%error, "LINTEL_MAIL_SEALING_SECRET_KEY_FILE does not fit what was sealed");
                return Outcome::Failed(Cause::Unsealing);
            }
            Err(error @ UnsealError::Contents(_)) => {
                tracing::error!(%error, "a mail cannot be made");
                return Outcome::Refused(Cause::Contents);
            }
        };
        let landlord = self.deliveries.landlord(due, &self.sealed_box);
        let landlord = match in_time(SOON, landlord).await {
            Ok(landlord) => landlord,
            Err(error) => {
                tracing::warn!(%error, "it is not known in whose name a mail goes; it is tried again");
                return Outcome::Failed(Cause::Database);
            }
        };
        let copies = match self.copies(due, &contents).await {
            Ok(copies) => copies,
            Err(error) => {
                tracing::warn!(%error, "a signed document could not be fetched; its mail is tried again");
                return Outcome::Failed(Cause::Database);
            }
        };
        let said = (landlord.as_ref(), copies.as_slice());
        match self.composer.compose(due, &contents, said) {
            Ok(mail) => {
                self.hand_over(due, contents.recipient().address(), mail)
                    .await
            }
            Err(error) => {
                let kind = match &error {
                    ComposeError::Contents(_) => "contents",
                    ComposeError::Template(_) => "template",
                    ComposeError::Message(_)
                    | ComposeError::Kind(_)
                    | ComposeError::Unsubscribe(_) => "message",
                };
                tracing::error!(kind, %error, "a mail cannot be made");
                Outcome::Refused(Cause::Contents)
            }
        }
    }

    /// Returns the files that a mail brings. A mail that has waited for them for some attempts goes without: its link leads to them.
    async fn copies(&self, due: &Due, contents: &Contents) -> Result<Vec<AttachedFile>, Error> {
        let Contents::Tenancy { notice, facts, .. } = contents else {
            return Ok(Vec::new());
        };
        match (notice, &facts.token) {
            (TenancyNotice::AgreementSigned, Some(token)) => {
                match self.copies.of(token.as_str()).await {
                    Err(_) if due.attempt >= PATIENT_ATTEMPTS => Ok(Vec::new()),
                    fetched => fetched,
                }
            }
            _ => Ok(Vec::new()),
        }
    }

    async fn hand_over(&self, due: &Due, recipient: &str, mail: Composed) -> Outcome {
        let may_go = self.deliveries.may_go(due, recipient, &mail.subject);
        match in_time(SOON, may_go).await {
            Ok(true) => self.transport.send(mail.message).await,
            Ok(false) => Outcome::Stopped,
            Err(error) => {
                tracing::warn!(%error, "it is not known whether a mail may go; it is tried again");
                Outcome::Failed(Cause::Database)
            }
        }
    }

    /// Notes the outcome, as long as the lease lasts: a database that restarts meanwhile must not make a sent mail look
    /// unsent.
    async fn settle(&self, due: &Due, outcome: Outcome, began: Instant) -> Result<Settled, Error> {
        loop {
            match in_time(SOON, self.deliveries.settle(due, outcome)).await {
                Err(error @ (Error::Unavailable { .. } | Error::Aborted { .. }))
                    if began.elapsed() < self.deliveries.lease() =>
                {
                    tracing::warn!(%error, "what became of a mail cannot be noted yet");
                    sleep(SETTLE_PAUSE).await;
                }
                settled => return settled,
            }
        }
    }
}

/// What the attempt says about the server; nothing when its task broke.
fn learn(breaker: &mut Breaker, outcome: Option<Outcome>) {
    let jitter = rand::thread_rng().gen_range(RetrySchedule::JITTER);
    let news = outcome.and_then(|outcome| breaker.note(outcome, now(), jitter));
    match news {
        Some(News::Up) => tracing::info!("the mail server takes mails"),
        Some(News::Down) => {
            tracing::warn!(
                "the mail server is away; until it is back, one mail at a time is tried"
            );
        }
        None => {}
    }
}

fn now() -> std::time::Instant {
    Instant::now().into_std()
}

/// The first attempt continues the trace in which the mail was requested; later ones have traces of their own that link to it.
fn attempt_span(due: &Due) -> Span {
    let span = tracing::info_span!(
        parent: None,
        "job.send_mail",
        otel.kind = "client",
        delivery = %due.id,
        template = due.template.as_str(),
        attempt = due.attempt,
        trace_id = Empty,
    );
    let asked: HashMap<_, _> = due
        .traceparent
        .iter()
        .map(|value| ("traceparent".to_owned(), value.clone()))
        .collect();
    if due.attempt == 1 {
        trace::continue_from(&span, &asked);
    } else {
        trace::link_to(&span, &asked);
    }
    span
}
