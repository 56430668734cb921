//! Opening what other services sealed to this one (X25519 anonymous sealed boxes).

use crypto_box::SecretKey;
use lintel_proto::identity::v1;
use prost::Message as _;
use zeroize::Zeroizing;

use crate::domain::{Contents, ContentsError, Template, VerificationMail};

/// Why a sealed mail could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnsealError {
    /// It was sealed to another key, or altered. Giving back the right key mends the first.
    #[error("the sealed mail does not open with our key")]
    Key,
    /// It opened, and is no mail.
    #[error("the sealed mail holds no mail: {0}")]
    Contents(#[from] ContentsError),
}

/// The secret half of the sealing pair.
#[derive(Debug, Clone)]
pub struct SealedBox(SecretKey);

impl SealedBox {
    /// With the X25519 secret key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        Self(SecretKey::from_bytes(*key))
    }

    /// What the mail of `template` says.
    ///
    /// # Errors
    /// [`UnsealError`].
    pub fn open(&self, template: Template, sealed: &[u8]) -> Result<Contents, UnsealError> {
        let plain = Zeroizing::new(self.0.unseal(sealed).map_err(|_| UnsealError::Key)?);
        match template {
            Template::EmailVerification => {
                let mail = v1::VerificationMail::decode(plain.as_slice())
                    .map_err(|_| ContentsError::Encoding)?;
                Ok(Contents::EmailVerification(VerificationMail::try_new(
                    &mail.recipient_name,
                    &mail.recipient_email,
                    &mail.token,
                    &mail.code,
                )?))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crypto_box::aead::OsRng;

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
