//! Sends a mail to the server and interprets the reply.

use std::time::Duration;

use lettre::{
    AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    transport::smtp::{Error, PoolConfig},
};
use lintel_runtime::ConfigError;
use secrecy::{ExposeSecret as _, SecretString};

use crate::domain::{Cause, Outcome};

/// Replies about our own login (RFC 4954). They are "permanent" for this attempt, but an operator can correct them, and no
/// recipient has refused anything.
const ABOUT_OUR_LOGIN: [u16; 4] = [530, 534, 535, 538];

/// The connection to the mail server.
#[derive(Debug, Clone)]
pub struct Transport {
    smtp: AsyncSmtpTransport<Tokio1Executor>,
    timeout: Duration,
}

impl Transport {
    /// To the server at `url` (`smtp://` or `smtps://`) over at most `connections` connections; an attempt takes at most
    /// `timeout`.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable.
    pub fn try_new(
        url: &SecretString,
        connections: u32,
        timeout: Duration,
    ) -> Result<Self, ConfigError> {
        // Not the library's own words: they could repeat the address with its password.
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose_secret())
            .map_err(|_| {
                ConfigError::new(
                    "LINTEL_SMTP_URL",
                    "set an address such as smtp://user:password@mail.example:587?tls=required or smtps://mail.example",
                )
            })?;
        let pool = PoolConfig::new().max_size(connections);
        Ok(Self {
            smtp: builder.timeout(Some(timeout)).pool_config(pool).build(),
            timeout,
        })
    }

    /// Hands `message` over.
    pub async fn send(&self, message: Message) -> Outcome {
        // The library's limit is for each exchange; a server that answers each of them slowly must not outlast the lease.
        match tokio::time::timeout(self.timeout, self.smtp.send(message)).await {
            Ok(Ok(_)) => Outcome::Sent,
            Ok(Err(error)) => meaning(&error),
            Err(_) => Outcome::Failed(Cause::Timeout),
        }
    }
}

/// Transient or permanent as the library says; any failure without a reply may succeed later.
fn meaning(error: &Error) -> Outcome {
    if let Some(code) = error.status() {
        let code = u16::from(code);
        let refused = error.is_permanent() && !ABOUT_OUR_LOGIN.contains(&code);
        return if refused && nobody_there(code, error) {
            Outcome::Refused(Cause::Mailbox(code))
        } else if refused {
            Outcome::Refused(Cause::Reply(code))
        } else {
            Outcome::Failed(Cause::Reply(code))
        };
    }
    Outcome::Failed(if error.is_timeout() {
        Cause::Timeout
    } else if error.is_tls() {
        Cause::Tls
    } else if error.is_response() || error.is_client() {
        Cause::Protocol
    } else {
        Cause::Connection
    })
}

/// Returns whether a refusal is about the address (RFC 5321, section 4.2.3), and not about the sender or the text: servers say the latter
/// with the same codes and the class 5.7 of RFC 3463.
fn nobody_there(code: u16, error: &Error) -> bool {
    matches!(code, 550 | 551 | 553) && !error.to_string().contains("5.7.")
}
