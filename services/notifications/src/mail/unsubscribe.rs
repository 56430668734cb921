//! Links that stop mails from the mail itself (RFC 8058): whose, and which setting, sealed, so that nobody can make one or read whose
//! it is. They never run out; the first byte says under which key, so that another can follow.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use lintel_core::{Error, UserId};
use lintel_sealing::SealingKey;

use super::SealedBox;
use crate::domain::Setting;

/// The version of the key.
const VERSION: u8 = 1;
/// The purpose of that version's derived key.
const USAGE: &str = "unsubscribe 1";
/// The context that a token is bound to.
const CONTEXT: &[u8] = b"unsubscribe";

/// Makes and reads the tokens of such links.
#[derive(Debug, Clone)]
pub struct UnsubscribeLinks(SealingKey);

impl UnsubscribeLinks {
    /// Tokens that the holder of `sealed_box` makes and reads.
    #[must_use]
    pub fn new(sealed_box: &SealedBox) -> Self {
        Self(sealed_box.derive(USAGE))
    }

    /// The token that switches `setting` of `user` off.
    ///
    /// # Errors
    /// [`Error::Internal`] if it cannot be sealed.
    pub fn token(&self, user: UserId, setting: Setting) -> Result<String, Error> {
        let mut plain = user.get().to_be_bytes().to_vec();
        plain.extend_from_slice(setting.as_str().as_bytes());
        let sealed = self.0.seal(&plain, CONTEXT).map_err(Error::internal)?;
        let mut token = vec![VERSION];
        token.extend(sealed);
        Ok(URL_SAFE_NO_PAD.encode(token))
    }

    /// Returns the setting that a token switches off; `None` for one that this service did not make.
    #[must_use]
    pub fn open(&self, token: &str) -> Option<(UserId, Setting)> {
        let bytes = URL_SAFE_NO_PAD.decode(token.trim()).ok()?;
        let (version, sealed) = bytes.split_first()?;
        if *version != VERSION {
            return None;
        }
        let plain = self.0.open(sealed, CONTEXT).ok()?;
        let (user, setting) = plain.split_first_chunk::<8>()?;
        let setting = Setting::parse(std::str::from_utf8(setting).ok()?)?;
        Some((UserId::new(i64::from_be_bytes(*user)), setting))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_our_own_and_for_one_setting_of_one_account() -> Result<(), Error> {
        let links = UnsubscribeLinks::new(&SealedBox::new(&[1; 32]));
        for setting in Setting::ALL {
            let token = links.token(UserId::new(7), *setting)?;
            assert_eq!(links.open(&token), Some((UserId::new(7), *setting)));
            let other = UnsubscribeLinks::new(&SealedBox::new(&[2; 32]));
            assert_eq!(other.open(&token), None);
            assert!(token.len() < 100, "it fits on a line of a header");
        }
        let token = links.token(UserId::new(7), Setting::Email)?;
        assert!(!token.contains('='));
        for bad in ["", "x", "AQ", &token[1..], &format!("{token}AAAA")] {
            assert_eq!(links.open(bad), None, "{bad}");
        }
        let mut altered = URL_SAFE_NO_PAD.decode(&token).unwrap_or_default();
        altered[0] = 2;
        assert_eq!(links.open(&URL_SAFE_NO_PAD.encode(&altered)), None);
        Ok(())
    }
}
