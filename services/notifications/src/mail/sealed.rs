//! Opening what other services sealed to this one (X25519 anonymous sealed boxes).

mod decoding;
mod job_calendar;
pub(super) mod letters;
mod own;

pub use own::{DigestLine, DigestMail, NewsMail};

use lintel_core::Error;
use lintel_proto::{common::v1::Sealed, convert::instant, identity::v1};
use lintel_runtime::secrets::MasterKeys;
use lintel_sealing::{OpenError, Opener, SealingKey, authenticate};
use prost::Message;

use self::decoding::decode;
use crate::domain::{
    Code, Contents, ContentsError, Device, LinkToken, Notice, Recipient, Template, presentable,
};

/// Why a sealed mail could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnsealError {
    /// It was sealed to another key, or altered. Restoring the right key solves the first.
    #[error("the sealed mail does not open with our key")]
    Key,
    /// It was opened, but is not a mail.
    #[error("the sealed mail holds no mail: {0}")]
    Contents(#[from] ContentsError),
}

/// The secret half of the sealing pair.
#[derive(Debug, Clone)]
pub struct SealedBox(Opener);

impl SealedBox {
    /// With the X25519 secret key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        Self(Opener::new(key))
    }

    /// With the keys of a file: the first is the pair's, and the older ones still open.
    #[must_use]
    pub fn of(keys: &MasterKeys) -> Self {
        Self(Opener::new(keys.first()).with_older(keys.older()))
    }

    /// Opens what others sealed for this service to keep.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn open_message<M: Message + Default>(&self, sealed: &Sealed) -> Result<M, OpenError> {
        self.0.open(sealed)
    }

    /// Seals to this service itself what it keeps until it is sent.
    ///
    /// # Errors
    /// [`Error::Internal`] if the box cannot be made.
    pub fn seal(&self, message: &impl Message) -> Result<Sealed, Error> {
        self.0.sealer().seal(message)
    }

    /// The key for one use of what this service keeps for itself.
    #[must_use]
    pub fn derive(&self, usage: &str) -> SealingKey {
        self.0.derive(usage)
    }

    /// Returns the digest by which an address is found without being readable: HMAC-SHA-256 of it in lower case, under a key of this use.
    #[must_use]
    pub fn address_digest(&self, address: &str) -> [u8; 32] {
        let key = self.0.derive("address digests");
        authenticate(key.expose(), address.trim().to_lowercase().as_bytes())
    }

    /// Returns the digest by which phone numbers are compared without being readable: HMAC-SHA-256 of it in E.164, under a key of this use.
    #[must_use]
    pub fn phone_digest(&self, number: &str) -> [u8; 32] {
        authenticate(self.0.derive("phone digests").expose(), number.as_bytes())
    }

    /// Opens the contents of the mail of `template`.
    ///
    /// # Errors
    /// [`UnsealError`].
    pub fn open(&self, template: Template, sealed: &[u8]) -> Result<Contents, UnsealError> {
        let plain = self.0.open_bytes(sealed).map_err(|_| UnsealError::Key)?;
        Ok(match template {
            Template::EmailVerification => verification(&plain),
            Template::PasswordReset => decode(&plain).and_then(|mail| password_reset(&mail)),
            Template::PasswordChanged => decode(&plain).and_then(|mail| password_changed(&mail)),
            Template::Invitation => decode(&plain).and_then(|mail| invitation(&mail)),
            Template::EmailChange => decode(&plain).and_then(|mail| email_change(&mail)),
            Template::NewDevice => notice(&plain, Notice::NewDevice),
            Template::AccountLocked => notice(&plain, Notice::AccountLocked),
            Template::TwoFactorEnabled => notice(&plain, Notice::TwoFactorEnabled),
            Template::TwoFactorDisabled => notice(&plain, Notice::TwoFactorDisabled),
            Template::EmailChanging => notice(&plain, Notice::EmailChanging),
            Template::EmailChanged => notice(&plain, Notice::EmailChanged),
            Template::AccountDeleted => notice(&plain, Notice::AccountDeleted),
            Template::Tenancy(which) => letters::tenancy(&plain, which),
            Template::Viewing(which) => letters::viewing(&plain, which),
            Template::Maintenance(which) => letters::maintenance(&plain, which),
            Template::News(fact) => own::news(&plain, fact),
            Template::Digest => own::digest(&plain),
        }?)
    }
}

fn verification(plain: &[u8]) -> Result<Contents, ContentsError> {
    let mail: v1::VerificationMail = decode(plain)?;
    Ok(Contents::EmailVerification {
        to: Recipient::new(&mail.recipient_name, &mail.recipient_email),
        token: LinkToken::parse(&mail.token)?,
        code: Code::parse(&mail.code)?,
    })
}

fn password_reset(mail: &v1::AccountMail) -> Result<Contents, ContentsError> {
    Ok(Contents::PasswordReset {
        to: Recipient::new(&mail.recipient_name, &mail.recipient_email),
        token: LinkToken::parse(&mail.token)?,
    })
}

fn email_change(mail: &v1::AccountMail) -> Result<Contents, ContentsError> {
    Ok(Contents::EmailChange {
        to: Recipient::new(&mail.recipient_name, &mail.recipient_email),
        token: LinkToken::parse(&mail.token)?,
    })
}

fn notice(plain: &[u8], notice: Notice) -> Result<Contents, ContentsError> {
    let mail: v1::AccountMail = decode(plain)?;
    let at = mail.occur_time.as_ref().and_then(instant);
    Ok(Contents::Notice {
        to: Recipient::new(&mail.recipient_name, &mail.recipient_email),
        notice,
        at: at.ok_or(ContentsError::Time)?,
        device: Device::new(&mail.device, &mail.address),
    })
}

fn password_changed(mail: &v1::AccountMail) -> Result<Contents, ContentsError> {
    let at = mail.occur_time.as_ref().and_then(instant);
    Ok(Contents::PasswordChanged {
        to: Recipient::new(&mail.recipient_name, &mail.recipient_email),
        at: at.ok_or(ContentsError::Time)?,
    })
}

fn invitation(mail: &v1::AccountMail) -> Result<Contents, ContentsError> {
    Ok(Contents::Invitation {
        to: Recipient::new(&mail.recipient_name, &mail.recipient_email),
        token: LinkToken::parse(&mail.token)?,
        inviter: presentable(&mail.inviter_name),
        organisation: presentable(&mail.organisation_name),
        grade: mail.grade().known().ok_or(ContentsError::Grade)?,
    })
}

#[cfg(test)]
mod tests {
    use crypto_box::{SecretKey, aead::OsRng};

    use super::*;

    fn sealed_to(key: &SecretKey, plain: &[u8]) -> Vec<u8> {
        key.public_key().seal(&mut OsRng, plain).unwrap_or_default()
    }

    #[test]
    fn only_our_key_opens_and_only_a_mail_is_taken() {
        let ours = SecretKey::generate(&mut OsRng);
        let open = |sealed: &[u8]| {
            SealedBox::new(&ours.to_bytes()).open(Template::EmailVerification, sealed)
        };
        let mail = v1::VerificationMail {
            recipient_name: "Ada".to_owned(),
            recipient_email: "ada@example.org".to_owned(),
            token: "0123456789abcdefghijklmnopqrstuvwxyz-_ABCDE".to_owned(),
            code: "7K3M-9QXT".to_owned(),
        }
        .encode_to_vec();
        assert!(open(&sealed_to(&ours, &mail)).is_ok());
        let theirs = SecretKey::generate(&mut OsRng);
        assert_eq!(open(&sealed_to(&theirs, &mail)), Err(UnsealError::Key));
        let mut altered = sealed_to(&ours, &mail);
        if let Some(last) = altered.last_mut() {
            *last ^= 1;
        }
        assert_eq!(open(&altered), Err(UnsealError::Key));
        assert_eq!(open(b""), Err(UnsealError::Key));
        let nonsense = open(&sealed_to(&ours, b"\xff\xff"));
        assert_eq!(nonsense, Err(ContentsError::Encoding.into()));
        assert_eq!(
            open(&sealed_to(&ours, b"")),
            Err(ContentsError::Token.into())
        );
    }
}
