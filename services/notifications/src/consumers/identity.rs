//! Handles identity's events: a requested mail becomes a delivery.

use std::sync::Arc;

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::UserId;
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    convert::instant,
    identity::v1::{AccountMailKind, AccountMailRequested, EmailVerificationRequested},
};
use prost::Message as _;
use tokio::sync::Notify;

use super::{
    contacts,
    sender::{Asked, Sender},
};
use crate::{
    domain::{MailAllowance, Template},
    mail::SealedBox,
};

/// What a request needs at least.
const INCOMPLETE: HandlerError = HandlerError::Permanent("it lacks the mail or its end");

/// Records deliveries, and keeps how accounts are reached. All other events of identity are ignored.
#[derive(Debug)]
pub struct IdentityEvents {
    sender: Option<Sender>,
}

impl IdentityEvents {
    /// `domain`, the sender's, is used in message ids; nobody gets more mails than `allowance`; `wake` starts the mail job.
    #[must_use]
    pub fn new(
        domain: String,
        sealed_box: SealedBox,
        allowance: MailAllowance,
        wake: Arc<Notify>,
    ) -> Self {
        Self {
            sender: Some(Sender::new(domain, sealed_box, allowance, wake)),
        }
    }

    /// For an installation without mails: requests are skipped, so that switching mails on later does not send outdated mails.
    #[must_use]
    pub const fn without_mail() -> Self {
        Self { sender: None }
    }

    async fn verification(
        sender: &Sender,
        tx: &mut Tx,
        event: &Event,
    ) -> Result<Handled, HandlerError> {
        let request = EmailVerificationRequested::decode(event.payload.clone())
            .map_err(|_| HandlerError::Permanent("it is no EmailVerificationRequested"))?;
        let key = format!("email-verification:token/{}", request.email_token_id);
        let asked = Asked {
            template: Template::EmailVerification,
            key,
            organisation: None,
            mail: request.mail.ok_or(INCOMPLETE)?,
            not_after: request
                .expire_time
                .as_ref()
                .and_then(instant)
                .ok_or(INCOMPLETE)?,
        };
        record(sender, tx, event, UserId::new(request.user_id), asked).await
    }

    async fn account_mail(
        sender: &Sender,
        tx: &mut Tx,
        event: &Event,
    ) -> Result<Handled, HandlerError> {
        let request = AccountMailRequested::decode(event.payload.clone())
            .map_err(|_| HandlerError::Permanent("it is no AccountMailRequested"))?;
        let template = match request.kind() {
            AccountMailKind::PasswordReset => Template::PasswordReset,
            AccountMailKind::PasswordChanged => Template::PasswordChanged,
            AccountMailKind::Invitation => Template::Invitation,
            AccountMailKind::NewDevice => Template::NewDevice,
            AccountMailKind::AccountLocked => Template::AccountLocked,
            AccountMailKind::TwoFactorEnabled => Template::TwoFactorEnabled,
            AccountMailKind::TwoFactorDisabled => Template::TwoFactorDisabled,
            AccountMailKind::EmailChange => Template::EmailChange,
            AccountMailKind::EmailChanging => Template::EmailChanging,
            AccountMailKind::EmailChanged => Template::EmailChanged,
            AccountMailKind::AccountDeleted => Template::AccountDeleted,
            // A kind that only a newer version of this program can send.
            AccountMailKind::Unspecified => return Err(HandlerError::UnknownType),
        };
        let asked = Asked {
            template,
            key: format!("account-mail:{}", request.account_mail_id),
            organisation: None,
            mail: request.mail.ok_or(INCOMPLETE)?,
            not_after: request
                .expire_time
                .as_ref()
                .and_then(instant)
                .ok_or(INCOMPLETE)?,
        };
        record(sender, tx, event, UserId::new(request.user_id), asked).await
    }
}

async fn record(
    sender: &Sender,
    tx: &mut Tx,
    event: &Event,
    user: UserId,
    asked: Asked,
) -> Result<Handled, HandlerError> {
    if !sender.to_account(tx, user, asked).await? {
        tracing::info!(event = %event.id, "this mail was asked for before");
    }
    Ok(Handled::Done)
}

impl Handler for IdentityEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        if contacts::handle(tx, event, self.sender.as_ref()).await? {
            return Ok(Handled::Done);
        }
        match (&self.sender, event.event_type.as_str()) {
            (Some(sender), EmailVerificationRequested::TYPE) => {
                Self::verification(sender, tx, event).await
            }
            (Some(sender), AccountMailRequested::TYPE) => {
                Self::account_mail(sender, tx, event).await
            }
            (_, known) if EVENT_TYPES.contains(&known) => Ok(Handled::Ignored),
            // It may be a mail that only a newer version can send: if it were skipped, it would never be sent.
            _ => Err(HandlerError::UnknownType),
        }
    }

    fn committed(&self) {
        if let Some(sender) = &self.sender {
            sender.wake();
        }
    }
}
