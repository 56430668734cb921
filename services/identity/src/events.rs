//! What happened here, as public events. Names and addresses travel only sealed.

use chrono::{DateTime, Utc};
use crypto_box::PublicKey;
use lintel_core::{EmailTokenId, Error, OrganisationId, SessionId, UserId};
use lintel_db::outbox::NewEvent;
use lintel_proto::{PublicEvent, access, common::v1::Sealed, convert::timestamp, identity::v1};
use prost::Message as _;
use rand::rngs::OsRng;
use zeroize::Zeroizing;

use crate::domain::{code::VerificationCode, token::LinkToken, user::User};

/// Seals what a mail needs, so that only notifications reads it.
#[derive(Debug, Clone)]
pub struct MailSealer(PublicKey);

impl MailSealer {
    /// A sealer to the holder of `public_key` (X25519).
    pub fn new(public_key: [u8; 32]) -> Self {
        Self(PublicKey::from_bytes(public_key))
    }

    /// Seals a verification mail.
    pub fn verification(
        &self,
        name: &str,
        email: &str,
        token: &LinkToken,
        code: &VerificationCode,
    ) -> Result<Sealed, Error> {
        let mail = v1::VerificationMail {
            recipient_name: name.to_owned(),
            recipient_email: email.to_owned(),
            token: token.expose().to_string(),
            code: code.expose().to_string(),
        };
        let plain = Zeroizing::new(mail.encode_to_vec());
        let ciphertext = self
            .0
            .seal(&mut OsRng, &plain)
            .map_err(|_| Error::internal("a mail could not be sealed"))?;
        Ok(Sealed { ciphertext })
    }
}

/// Somebody made an account.
pub fn user_registered(user: &User) -> NewEvent {
    let organisation = user
        .organisation
        .as_ref()
        .map(|organisation| organisation.id);
    let message = v1::UserRegistered {
        user_id: user.id.get(),
        role: access::v1::Role::from(user.role).into(),
        organisation_id: organisation.map(OrganisationId::get).unwrap_or_default(),
        version: user.version,
    };
    event(&message, "user", user.id, user.version)
}

/// An account proved its address.
pub fn email_verified(user: UserId, version: i64) -> NewEvent {
    let message = v1::EmailVerified {
        user_id: user.get(),
        version,
    };
    event(&message, "user", user, version)
}

/// A verification mail is to be sent.
pub fn verification_requested(
    user: UserId,
    token: EmailTokenId,
    expires_at: DateTime<Utc>,
    mail: Sealed,
) -> NewEvent {
    let message = v1::EmailVerificationRequested {
        user_id: user.get(),
        email_token_id: token.get(),
        expire_time: Some(timestamp(expires_at)),
        mail: Some(mail),
    };
    event(&message, "email-token", token, 1)
}

/// A session ended before its time.
pub fn session_ended(session: SessionId, user: UserId, at: DateTime<Utc>) -> NewEvent {
    let message = v1::SessionEnded {
        session_id: session.to_string(),
        user_id: user.get(),
        end_time: Some(timestamp(at)),
    };
    event(&message, "session", session, 1)
}

fn event<M: PublicEvent>(
    message: &M,
    aggregate_type: &'static str,
    aggregate_id: impl std::fmt::Display,
    aggregate_version: i64,
) -> NewEvent {
    NewEvent {
        event_type: M::TYPE,
        aggregate_type,
        aggregate_id: aggregate_id.to_string(),
        aggregate_version,
        // Accounts and sessions belong to people, not to the organisation that they act for.
        organisation: None,
        payload: message.encode_to_vec(),
    }
}
