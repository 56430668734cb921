//! Recovery codes: each signs its owner in once without the authenticator app.

use rand::{Rng as _, rngs::OsRng};
use zeroize::Zeroizing;

use super::{code, secrets::Secrets};

/// The number of codes.
pub const RECOVERY_CODES: usize = 10;
const LENGTH: usize = 10;

/// Fifty random bits, shown as `XXXXX-XXXXX`. Secret until it is used.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode(Zeroizing<String>);

impl RecoveryCode {
    /// A new code from the system's generator.
    #[must_use]
    pub fn generate() -> Self {
        let code = (0..LENGTH)
            .map(|_| char::from(code::ALPHABET[OsRng.gen_range(0..code::ALPHABET.len())]))
            .collect();
        Self(Zeroizing::new(code))
    }

    /// Reads a code as typed.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        code::read(text, LENGTH).map(Self)
    }

    /// The code as people read it.
    #[must_use]
    pub fn expose(&self) -> Zeroizing<String> {
        let (first, last) = self.0.split_at(LENGTH / 2);
        Zeroizing::new(format!("{first}-{last}"))
    }

    /// The hash that is stored: an HMAC under a key outside the database.
    #[must_use]
    pub fn hash(&self, secrets: &Secrets) -> [u8; 32] {
        secrets.recovery_hash(self.0.as_bytes())
    }
}

impl std::fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecoveryCode")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_shown_in_two_groups_and_read_back_however_it_is_typed() {
        let code = RecoveryCode::generate();
        let shown = code.expose();
        assert_eq!((shown.len(), shown.as_bytes()[5]), (11, b'-'));
        for typed in [
            shown.to_string(),
            shown.to_lowercase(),
            shown.replace('-', " "),
        ] {
            assert_eq!(RecoveryCode::parse(&typed), Some(code.clone()), "{typed}");
        }
        for bad in ["", "123456", "ABCDE-FGHJ", "ABCDE-FGHJU"] {
            assert_eq!(RecoveryCode::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn it_is_stored_under_a_key_of_its_own() {
        let secrets = Secrets::derive(&[1; 32]);
        let code = RecoveryCode::generate();
        assert_ne!(code.hash(&secrets), secrets.code_hash(code.0.as_bytes()));
    }
}
