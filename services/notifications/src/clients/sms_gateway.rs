//! The gateway for text messages: whatever takes `{to, text, reference}` by POST at the address that the operator named.

use std::{fmt, time::Duration};

use reqwest::{StatusCode, Url, header::RETRY_AFTER, redirect::Policy};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Serialize;
use uuid::Uuid;

/// How long the gateway may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait at most where it asks for it.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// The address of the gateway is none.
#[derive(Debug, thiserror::Error)]
#[error("set an address such as https://user:password@sms.example/send")]
pub struct SmsUrlError;

/// What the gateway made of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmsOutcome {
    /// It took it.
    Taken,
    /// It will never take it.
    Refused(u16),
    /// It may take it later, after the time that it asked for; its status, or 0 where it did not answer.
    Later(Option<Duration>, u16),
}

#[derive(Serialize)]
struct Posted<'a> {
    to: &'a str,
    text: &'a str,
    reference: Uuid,
}

/// Sends text messages.
#[derive(Clone)]
pub struct SmsGateway {
    client: reqwest::Client,
    url: Url,
}

impl fmt::Debug for SmsGateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SmsGateway")
    }
}

impl SmsGateway {
    /// The gateway at `url`, which may hold a name and a password.
    ///
    /// # Errors
    /// [`SmsUrlError`]; TLS that cannot be set up.
    pub fn try_new(url: &SecretString) -> anyhow::Result<Self> {
        let url = Url::parse(url.expose_secret()).map_err(|_| SmsUrlError)?;
        if !matches!(url.scheme(), "https" | "http") || !url.has_host() {
            return Err(SmsUrlError.into());
        }
        let client = reqwest::Client::builder()
            .redirect(Policy::none())
            .timeout(PATIENCE)
            .build()?;
        Ok(Self { client, url })
    }

    /// Hands a message over. A gateway that gets a `reference` twice should send it once.
    pub async fn send(&self, to: &str, text: &str, reference: Uuid) -> SmsOutcome {
        let posted = Posted {
            to,
            text,
            reference,
        };
        let Ok(answer) = self
            .client
            .post(self.url.clone())
            .json(&posted)
            .send()
            .await
        else {
            return SmsOutcome::Later(None, 0);
        };
        let status = answer.status();
        if status.is_success() {
            return SmsOutcome::Taken;
        }
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            let asked = answer.headers().get(RETRY_AFTER);
            let asked = asked.and_then(|value| value.to_str().ok()?.trim().parse().ok());
            let asked = asked.map(|seconds| Duration::from_secs(seconds).min(LONGEST_WAIT));
            return SmsOutcome::Later(asked, status.as_u16());
        }
        SmsOutcome::Refused(status.as_u16())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_web_address_is_taken() {
        for bad in ["", "sms.example", "ftp://sms.example", "mailto:a@b.example"] {
            assert!(
                SmsGateway::try_new(&bad.to_owned().into()).is_err(),
                "{bad}"
            );
        }
    }
}
