//! The code of a mail, short enough to be typed: eight characters of Crockford's base32, shown as `XXXX-XXXX`.

use rand::{Rng as _, rngs::OsRng};
use zeroize::Zeroizing;

use super::secrets::Secrets;

pub(super) const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 8;

/// Forty random bits. Secret until it is used.
#[derive(Clone, PartialEq, Eq)]
pub struct VerificationCode(Zeroizing<String>);

impl VerificationCode {
    /// A new code from the system's generator.
    #[must_use]
    pub fn generate() -> Self {
        let code = (0..LENGTH)
            .map(|_| char::from(ALPHABET[OsRng.gen_range(0..ALPHABET.len())]))
            .collect();
        Self(Zeroizing::new(code))
    }

    /// Reads a code as typed: case, spaces and dashes do not matter, and letters that look like digits are read as digits (O as 0,
    /// I and L as 1).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        read(text, LENGTH).map(Self)
    }

    /// The code as people read it: `XXXX-XXXX`.
    #[must_use]
    pub fn expose(&self) -> Zeroizing<String> {
        let (first, last) = self.0.split_at(LENGTH / 2);
        Zeroizing::new(format!("{first}-{last}"))
    }

    /// The hash that is stored: an HMAC under a key outside the database, because all values of forty bits could be tried.
    #[must_use]
    pub fn hash(&self, secrets: &Secrets) -> [u8; 32] {
        secrets.code_hash(self.0.as_bytes())
    }
}

/// Reads `length` characters of the alphabet; case, spaces and dashes do not matter, and letters that look like digits are read as
/// digits.
pub(super) fn read(text: &str, length: usize) -> Option<Zeroizing<String>> {
    let mut code = Zeroizing::new(String::with_capacity(length));
    for c in text.chars().filter(|c| !c.is_whitespace() && !is_dash(*c)) {
        let c = match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            c => c,
        };
        if code.len() == length || !u8::try_from(c).is_ok_and(|b| ALPHABET.contains(&b)) {
            return None;
        }
        code.push(c);
    }
    (code.len() == length).then_some(code)
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

impl std::fmt::Debug for VerificationCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("VerificationCode")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_shown_in_two_groups_and_read_back() {
        for _ in 0..200 {
            let code = VerificationCode::generate();
            let shown = code.expose();
            assert_eq!(shown.len(), 9);
            assert_eq!(shown.as_bytes()[4], b'-');
            assert_eq!(VerificationCode::parse(&shown), Some(code));
        }
    }

    #[test]
    fn however_it_was_typed_it_is_the_same_code() {
        let code = VerificationCode::parse("0A1B-CD2E");
        assert!(code.is_some());
        for typed in ["0a1bcd2e", " oAiB cd2E ", "OALB–CD2E", "0 A 1 B - C D 2 E"] {
            assert_eq!(VerificationCode::parse(typed), code, "{typed}");
        }
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for bad in [
            "",
            "0A1B-CD2",
            "0A1B-CD2EF",
            "0A1B-CD2U",
            "0A1B_CD2E",
            "0A1B-CD2É",
            "ÿA1B-CD2E",
        ] {
            assert_eq!(VerificationCode::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_same_code_under_another_key_is_stored_as_something_else() {
        let code = VerificationCode::generate();
        let [a, b] = [1, 2].map(|n| code.hash(&Secrets::derive(&[n; 32])));
        assert_ne!(a, b);
    }
}
