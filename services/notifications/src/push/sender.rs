//! Hands messages to push services (RFC 8030).

use std::{sync::Arc, time::Duration};

use lintel_core::{Clock, SystemClock};
use reqwest::{StatusCode, header::RETRY_AFTER};

use super::{PushHosts, PushKey, Subscription, encrypt::encrypt};

/// The longest time that a push service may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest wait that a push service may ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// A message to a browser.
#[derive(Clone)]
pub struct PushMessage {
    /// The payload that its service worker reads.
    pub payload: Vec<u8>,
    /// For how long the push service keeps it while the browser is away.
    pub ttl: Duration,
    /// True when the browser is woken for it at once, whatever its battery.
    pub urgent: bool,
    /// A later message of the same topic takes its place: at most 32 characters of base64url.
    pub topic: String,
}

impl std::fmt::Debug for PushMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushMessage")
    }
}

/// A push service's answer to a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushOutcome {
    /// It took it.
    Taken,
    /// The browser does not exist any more.
    Gone,
    /// It will never take it; its status, or 0 where there was nobody to ask.
    Refused(u16),
    /// It may take it later, after the time that it asked for; its status, or 0 where it did not answer.
    Later(Option<Duration>, u16),
}

/// Sends messages.
#[derive(Clone)]
pub struct PushSender {
    client: reqwest::Client,
    key: PushKey,
    hosts: PushHosts,
    clock: Arc<dyn Clock>,
}

impl std::fmt::Debug for PushSender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushSender")
    }
}

impl PushSender {
    /// Sends as the holder of `key` to `hosts` alone.
    ///
    /// # Errors
    /// TLS that cannot be set up.
    pub fn new(key: PushKey, hosts: PushHosts) -> reqwest::Result<Self> {
        let judge = hosts.clone();
        let judge = Arc::new(move |host: &str, address| judge.judges(host, address));
        let client = lintel_outbound::client(judge, ANSWER_TIMEOUT)
            .timeout(ANSWER_TIMEOUT)
            .build()?;
        Ok(Self {
            client,
            key,
            hosts,
            clock: Arc::new(SystemClock),
        })
    }

    /// The hosts that are allowed; a subscription that was taken when others were is judged again.
    #[must_use]
    pub const fn hosts(&self) -> &PushHosts {
        &self.hosts
    }

    /// Hands `message` over for `browser`. Nothing of the push service's own words is kept: they may name the endpoint.
    pub async fn send(&self, browser: &Subscription, message: &PushMessage) -> PushOutcome {
        let Ok(body) = encrypt(&message.payload, &browser.key, &browser.secret) else {
            return PushOutcome::Refused(0);
        };
        let origin = browser.endpoint.origin();
        let Ok(authorization) = self.key.authorization(&origin, self.clock.now()) else {
            return PushOutcome::Later(None, 0);
        };
        let sent = self
            .client
            .post(browser.endpoint.url().clone())
            .header("Authorization", authorization)
            .header("TTL", message.ttl.as_secs())
            .header("Urgency", if message.urgent { "high" } else { "normal" })
            .header("Topic", &message.topic)
            .header("Content-Encoding", "aes128gcm")
            .header("Content-Type", "application/octet-stream")
            .body(body)
            .send()
            .await;
        match sent {
            Ok(answer) => meaning(&answer),
            Err(_) => PushOutcome::Later(None, 0),
        }
    }
}

fn meaning(answer: &reqwest::Response) -> PushOutcome {
    let status = answer.status();
    match status {
        StatusCode::NOT_FOUND | StatusCode::GONE => PushOutcome::Gone,
        status if status.is_success() => PushOutcome::Taken,
        status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
            let asked = answer.headers().get(RETRY_AFTER);
            let asked = asked.and_then(|value| value.to_str().ok()?.trim().parse().ok());
            let asked = asked.map(|seconds| Duration::from_secs(seconds).min(LONGEST_WAIT));
            PushOutcome::Later(asked, status.as_u16())
        }
        status => PushOutcome::Refused(status.as_u16()),
    }
}
