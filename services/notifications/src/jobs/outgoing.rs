//! The loop that pushes and text messages share: claim under a lease, send outside any transaction, settle under the same lease.

use std::time::Duration;

use futures::StreamExt as _;
use lintel_core::{Clock as _, SystemClock};
use lintel_db::{SOON, StoreError, in_time};
use lintel_proto::{common::v1::Sealed, identity::v1::AccountContact};
use lintel_telemetry::{metrics, sampling};
use opentelemetry::KeyValue;
use tokio_util::sync::CancellationToken;

use crate::{app::quiet_for, domain::Fact, mail::SealedBox};

/// How often due messages are looked for.
const POLL: Duration = Duration::from_secs(1);
/// How many are claimed at once: with [`AT_ONCE`] of them in flight, even slow answers come before their leases run out.
const BATCH: usize = 32;
const AT_ONCE: usize = 8;

/// A queue of messages, and what sends them.
pub(super) trait Outgoing: Sync {
    /// The way, as metrics and logs call it.
    const WAY: &'static str;
    /// A message that this process has leased.
    type Due: Send;

    /// Takes at most `at_most` due messages for this process.
    fn claim(
        &self,
        at_most: i64,
    ) -> impl Future<Output = Result<Vec<Self::Due>, StoreError>> + Send;

    /// Makes an attempt, and notes what became of it.
    fn deliver(&self, due: Self::Due) -> impl Future<Output = ()> + Send;

    /// How many messages wait, and for how long the most overdue one has been due.
    fn waiting(&self) -> impl Future<Output = Result<(u64, Duration), StoreError>> + Send;
}

/// Sends what is due and samples the queue until `stop`, then finishes what is in flight.
pub(super) async fn run<J: Outgoing>(job: &J, stop: &CancellationToken) {
    tokio::join!(send(job, stop), watch(job, stop));
}

async fn send<J: Outgoing>(job: &J, stop: &CancellationToken) {
    let at_most = i64::try_from(BATCH).unwrap_or(i64::MAX);
    while !stop.is_cancelled() {
        let due = in_time(SOON, job.claim(at_most)).await.unwrap_or_else(|error| {
            tracing::warn!(%error, way = J::WAY, "due messages could not be claimed; it goes on by itself");
            Vec::new()
        });
        let full = due.len() == BATCH;
        futures::stream::iter(due)
            .for_each_concurrent(AT_ONCE, |due| job.deliver(due))
            .await;
        if !full {
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }
}

async fn watch<J: Outgoing>(job: &J, stop: &CancellationToken) {
    sampling::run(stop, || async {
        match in_time(SOON, job.waiting()).await {
            Ok((count, overdue)) => {
                let way = [KeyValue::new("lintel.way", J::WAY)];
                metrics::MESSAGE_QUEUE.record(count, &way);
                metrics::MESSAGE_OLDEST.record(overdue.as_secs_f64(), &way);
            }
            Err(error) => {
                tracing::debug!(%error, way = J::WAY, "how long a queue is, is not known");
            }
        }
    })
    .await;
}

/// Records an attempt: how it ended, and the status of the answer; 0 where there was none.
pub(super) fn record(way: &'static str, took: Duration, outcome: &'static str, status: u16) {
    let mut about = vec![
        KeyValue::new("lintel.way", way),
        KeyValue::new("lintel.outcome", outcome),
    ];
    if outcome != "sent" {
        about.push(KeyValue::new("error.type", status.to_string()));
    }
    metrics::MESSAGE_ATTEMPTS.record(took.as_secs_f64(), &about);
}

/// What is to be done with a message before it is sent.
pub(super) enum Judged {
    /// Send it.
    Now,
    /// Its account does not want it, or is not there any more.
    Unwanted,
    /// The quiet hours end after that time.
    Quiet(Duration),
}

/// Judges by the settings as they are now. `wants` says whether the account wants the fact by this way.
pub(super) fn judge(
    sealed_box: &SealedBox,
    fact: Fact,
    contact: Option<&[u8]>,
    wants: impl Fn(Fact, &AccountContact) -> bool,
) -> Judged {
    let Some(contact) = contact else {
        return Judged::Unwanted;
    };
    let sealed = Sealed {
        ciphertext: contact.to_vec(),
    };
    let Ok(contact) = sealed_box.open_message::<AccountContact>(&sealed) else {
        // Fill asks identity again; by then it may be too late, which is better than telling somebody who does not want it.
        return Judged::Unwanted;
    };
    if !wants(fact, &contact) {
        return Judged::Unwanted;
    }
    let quiet = fact
        .waits_in_quiet_hours()
        .then(|| quiet_for(&contact, SystemClock.now()))
        .flatten();
    quiet.map_or(Judged::Now, Judged::Quiet)
}
