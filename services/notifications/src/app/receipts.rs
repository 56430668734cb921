//! Reports of the mail relay and the text message gateway about messages that they took.

use hmac::{Hmac, Mac as _};
use lintel_core::Error;
use lintel_db::Db;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use sha2::Sha256;
use uuid::Uuid;

use super::Failures;
use crate::{
    domain::DeliveryState,
    mail::{ReportedState, read_report},
    store::{delivery_log, text},
};

/// Reports of others, signed with the secret that the operator gave both sides.
#[derive(Debug, Clone)]
pub struct Receipts {
    db: Db,
    secret: Option<SecretString>,
    failures: Failures,
}

/// The gateway's receipt.
#[derive(Deserialize)]
struct SmsReceipt {
    reference: String,
    state: SmsState,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum SmsState {
    Delivered,
    Failed,
}

impl Receipts {
    /// Receipts kept in `db`. Without a `secret` every report is refused; `failures` says what follows when a mail came back.
    #[must_use]
    pub const fn new(db: Db, secret: Option<SecretString>, failures: Failures) -> Self {
        Self {
            db,
            secret,
            failures,
        }
    }

    /// Takes a mail that came back or was complained about, as the relay received it. One that is about no mail of ours is taken and
    /// changes nothing, and so does a repeat.
    ///
    /// # Errors
    /// `RECEIPT_REFUSED`, `RECEIPT_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.report_mail", skip_all)]
    pub async fn mail(&self, message: &[u8], signature: &str) -> Result<(), Error> {
        self.check(message, signature)?;
        let report = read_report(message).map_err(|_| {
            Error::field(
                "RECEIPT_INVALID",
                "message",
                "Send the whole report as it was received: a delivery status notification (RFC 3464) or a complaint (RFC 5965) of at \
                 most 1 MB, with the returned mail or its headers.",
            )
        })?;
        let mut tx = self.db.begin_worker().await?;
        let Some(mail) = delivery_log::by_message_id(&mut tx, &report.message_id).await? else {
            tracing::info!("a report is about no mail of this installation");
            return Ok(());
        };
        let state = match report.became {
            // Whoever complains has read it.
            ReportedState::Delivered | ReportedState::Complained => DeliveryState::Delivered,
            ReportedState::Bounced(_) => DeliveryState::Bounced,
            ReportedState::Unsure => return Ok(()),
        };
        delivery_log::receipt(&mut tx, mail.id, state).await?;
        tracing::info!(delivery = %mail.id, state = state.as_str(), "a mail was reported on");
        if let Some(reason) = report.became.stops() {
            self.failures.came_back(&mut tx, &mail, reason).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Takes the gateway's receipt of a text message. One that is about no message of ours is taken and changes nothing, and so does a
    /// repeat.
    ///
    /// # Errors
    /// `RECEIPT_REFUSED`, `RECEIPT_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.report_sms", skip_all)]
    pub async fn sms(&self, body: &[u8], signature: &str) -> Result<(), Error> {
        self.check(body, signature)?;
        let receipt: SmsReceipt = serde_json::from_slice(body).map_err(|_| {
            Error::field(
                "RECEIPT_INVALID",
                "body",
                "Send {\"reference\": …, \"state\": \"delivered\"} or \"failed\", with the reference of the message.",
            )
        })?;
        let Ok(id) = Uuid::parse_str(&receipt.reference) else {
            return Ok(());
        };
        let state = match receipt.state {
            SmsState::Delivered => DeliveryState::Delivered,
            SmsState::Failed => DeliveryState::Bounced,
        };
        let mut tx = self.db.begin_worker().await?;
        text::receipt(&mut tx, id, state).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Checks whether the hexadecimal HMAC-SHA256 of `body` is `signature`.
    fn check(&self, body: &[u8], signature: &str) -> Result<(), Error> {
        const REFUSED: Error = Error::Unauthenticated {
            reason: "RECEIPT_REFUSED",
            message: "The report is not signed with the secret that both sides have.",
        };
        let (Some(secret), Ok(signature)) = (&self.secret, hex::decode(signature.trim())) else {
            return Err(REFUSED);
        };
        let secret = secret.expose_secret().as_bytes();
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).map_err(Error::internal)?;
        mac.update(body);
        mac.verify_slice(&signature).map_err(|_| REFUSED)
    }
}
