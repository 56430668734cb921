//! Sending news to browsers.

use std::time::Duration;

use lintel_core::{Clock as _, SystemClock};
use lintel_db::{SOON, StoreError, in_time};
use rand::Rng as _;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::outgoing::{self, Judged, Outgoing};
use crate::{
    app::{
        browsers,
        pushes::{self, AfterPush, Pushes},
        wants_push,
    },
    domain::{Fact, RetrySchedule},
    mail::SealedBox,
    push::{PushMessage, PushOutcome, PushSender},
    store::push::DuePush,
};

const WAY: &str = "push";
/// The longest title on a lock screen, in characters; the payload stays far below what a message may say.
const LONGEST_TITLE: usize = 200;

/// Sends pushes.
#[derive(Debug, Clone)]
pub struct PushJob {
    /// The queue.
    pub pushes: Pushes,
    /// To the push services.
    pub sender: PushSender,
    /// Opens what waits.
    pub sealed_box: SealedBox,
}

impl Outgoing for PushJob {
    const WAY: &'static str = WAY;
    type Due = DuePush;

    async fn claim(&self, at_most: i64) -> Result<Vec<DuePush>, StoreError> {
        self.pushes.claim(at_most).await
    }

    async fn deliver(&self, due: DuePush) {
        let after = self.attempt(&due).await;
        let jitter = rand::thread_rng().gen_range(RetrySchedule::JITTER);
        match in_time(SOON, self.pushes.settle(&due, after, jitter)).await {
            Ok(true) => {}
            Ok(false) => tracing::warn!(push = due.id, "the lease is not ours any more"),
            Err(error) => {
                tracing::warn!(%error, push = due.id, "what became of a push could not be noted; its lease runs out and it is sent again");
            }
        }
    }

    async fn waiting(&self) -> Result<(u64, Duration), StoreError> {
        self.pushes.waiting().await
    }
}

impl PushJob {
    /// Runs until `stop`, then finishes the pushes in flight.
    ///
    /// # Errors
    /// None; the type is what the lifecycle runs.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        outgoing::run(&self, &stop).await;
        Ok(())
    }

    async fn attempt(&self, due: &DuePush) -> AfterPush {
        // A fact that only a newer version of this program knows waits for it.
        let Some(fact) = Fact::parse(&due.fact) else {
            return AfterPush::Later(None);
        };
        let contact = due.contact.as_deref();
        match outgoing::judge(&self.sealed_box, fact, contact, wants_push) {
            Judged::Now => {}
            Judged::Unwanted => return AfterPush::Over,
            Judged::Quiet(delay) => return AfterPush::Quiet(delay),
        }
        let (digest, sealed) = (&due.endpoint_digest, &due.subscription_sealed);
        let browser = browsers::open(&self.sealed_box, digest, sealed, self.sender.hosts());
        let (Ok(browser), Ok(said)) = (browser, pushes::open(&self.sealed_box, due)) else {
            tracing::error!(push = due.id, "a push does not open with our key");
            return AfterPush::Over;
        };
        let Some(browser) = browser else {
            return AfterPush::Gone;
        };
        let topic = topic(&due.key);
        let title: String = said.title.chars().take(LONGEST_TITLE).collect();
        let payload = json!({"title": title, "url": said.url, "tag": topic});
        let left = (due.not_after - SystemClock.now()).to_std();
        let message = PushMessage {
            payload: payload.to_string().into_bytes(),
            ttl: left.unwrap_or(Duration::ZERO),
            urgent: !fact.waits_in_quiet_hours(),
            topic,
        };
        let began = Instant::now();
        let outcome = self.sender.send(&browser, &message).await;
        let (word, status, after) = match outcome {
            PushOutcome::Taken => ("sent", 0, AfterPush::Over),
            PushOutcome::Gone => ("gone", 410, AfterPush::Gone),
            PushOutcome::Refused(status) => ("refused", status, AfterPush::Over),
            PushOutcome::Later(asked, status) => ("failed", status, AfterPush::Later(asked)),
        };
        outgoing::record(WAY, began.elapsed(), word, status);
        tracing::info!(
            push = due.id,
            outcome = word,
            status,
            attempt = due.attempt,
            "push"
        );
        after
    }
}

/// What makes a later message of the same key take the place of an earlier one, without saying what it is about: 32 characters.
fn topic(key: &str) -> String {
    hex::encode(
        Sha256::digest(key)
            .iter()
            .take(16)
            .copied()
            .collect::<Vec<u8>>(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_short_and_one_for_a_key() {
        assert_eq!(topic("a").len(), 32);
        assert_eq!(topic("a"), topic("a"));
        assert_ne!(topic("a"), topic("b"));
    }
}
