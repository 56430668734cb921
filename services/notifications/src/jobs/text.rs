//! Sending news to phones.

use std::time::Duration;

use lintel_core::{Clock as _, SystemClock};
use lintel_db::{A_ROUND, Db, SOON, StoreError, in_time};
use rand::Rng as _;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::outgoing::{self, Judged, Outgoing};
use crate::{
    app::{
        texts::{self, AfterText, Texts},
        wants_text,
    },
    clients::sms_gateway::{SmsGateway, SmsOutcome},
    domain::{DeliveryState, Fact, RetrySchedule, SmsCountries, short_text},
    mail::{PublicUrl, SealedBox},
    store::text::DueText,
};

const WAY: &str = "sms";
/// How often what waits is discarded where nothing is sent.
const DISCARD_EVERY: Duration = Duration::from_secs(60);

/// Sends text messages.
#[derive(Debug, Clone)]
pub struct TextJob {
    /// The queue.
    pub texts: Texts,
    /// To the gateway.
    pub gateway: SmsGateway,
    /// The countries that messages go to.
    pub countries: SmsCountries,
    /// Opens what waits.
    pub sealed_box: SealedBox,
    /// What links start with.
    pub public_url: PublicUrl,
}

impl Outgoing for TextJob {
    const WAY: &'static str = WAY;
    type Due = DueText;

    async fn claim(&self, at_most: i64) -> Result<Vec<DueText>, StoreError> {
        self.texts.claim(at_most).await
    }

    async fn deliver(&self, due: DueText) {
        let after = self.attempt(&due).await;
        let jitter = rand::thread_rng().gen_range(RetrySchedule::JITTER);
        match in_time(SOON, self.texts.settle(&due, after, jitter)).await {
            Ok(true) => {}
            Ok(false) => tracing::warn!(text = %due.id, "the lease is not ours any more"),
            Err(error) => {
                tracing::warn!(%error, text = %due.id, "what became of a text message could not be noted; its lease runs out and it is sent again");
            }
        }
    }

    async fn waiting(&self) -> Result<(u64, Duration), StoreError> {
        self.texts.waiting().await
    }
}

impl TextJob {
    /// Runs until `stop`, then finishes the messages in flight.
    ///
    /// # Errors
    /// None; the type is what the lifecycle runs.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        outgoing::run(&self, &stop).await;
        Ok(())
    }

    async fn attempt(&self, due: &DueText) -> AfterText {
        // A fact that only a newer version of this program knows waits for it.
        let Some(fact) = Fact::parse(&due.fact) else {
            return AfterText::Later(None);
        };
        let contact = due.contact.as_deref();
        match outgoing::judge(&self.sealed_box, fact, contact, wants_text) {
            Judged::Now => {}
            Judged::Unwanted => return AfterText::Over(DeliveryState::Expired),
            Judged::Quiet(delay) => return AfterText::Quiet(delay),
        }
        match in_time(SOON, self.texts.allowed(due, SystemClock.now())).await {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!(text = %due.id, "the organisation has used up its text messages of the day");
                outgoing::record(WAY, Duration::ZERO, "capped", 0);
                return AfterText::Over(DeliveryState::Refused);
            }
            Err(error) => {
                tracing::warn!(%error, "it is not known whether a text message may go; it is tried again");
                return AfterText::Later(None);
            }
        }
        let Ok((number, said)) = texts::open(&self.sealed_box, due) else {
            tracing::error!(text = %due.id, "a text message does not open with our key");
            return AfterText::Over(DeliveryState::Refused);
        };
        // The operator may have taken a country off since.
        if !self.countries.has(&number) {
            return AfterText::Over(DeliveryState::Refused);
        }
        let link = if said.url.is_empty() {
            String::new()
        } else {
            self.public_url.join(&said.url)
        };
        let began = Instant::now();
        let text = short_text(&said.title, &link);
        let outcome = self.gateway.send(&number, &text, due.id).await;
        let (word, status, after) = match outcome {
            SmsOutcome::Taken => ("sent", 0, AfterText::Over(DeliveryState::Sent)),
            SmsOutcome::Refused(status) => {
                ("refused", status, AfterText::Over(DeliveryState::Refused))
            }
            SmsOutcome::Later(asked, status) => ("failed", status, AfterText::Later(asked)),
        };
        outgoing::record(WAY, began.elapsed(), word, status);
        tracing::info!(text = %due.id, outcome = word, status, attempt = due.attempt, "text message");
        after
    }
}

/// Discards what waits until `stop`, where the installation sends no text messages: it must not all be sent on the day when it does.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn discard_texts(db: Db, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        if let Err(error) = in_time(A_ROUND, Texts::discard(&db)).await {
            tracing::warn!(%error, "text messages that are not sent could not be discarded; it is tried again in a minute");
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(DISCARD_EVERY) => {}
        }
    }
}
