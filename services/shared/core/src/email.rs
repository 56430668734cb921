//! Mail addresses.

/// The longest address that mail can carry (RFC 5321 with erratum 1690), in characters.
const LONGEST: usize = 254;
const LONGEST_LOCAL_PART: usize = 64;

/// Why a text is not an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum EmailError {
    /// The text is empty.
    #[error("Email is required.")]
    Missing,
    /// It does not have the form of an address.
    #[error("Enter a valid email address.")]
    Malformed,
}

/// A valid mail address: stored as typed, compared without case (docs/reference/http.md).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Reads an address; white space around it is dropped.
    ///
    /// # Errors
    /// [`EmailError`], whose text a person reads.
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(EmailError::Missing);
        }
        let (local, domain) = text.rsplit_once('@').ok_or(EmailError::Malformed)?;
        if text.len() > LONGEST || !is_local_part(local) || !is_domain(domain) {
            return Err(EmailError::Malformed);
        }
        Ok(Self(text.to_owned()))
    }

    /// The address as typed.
    #[must_use]
    pub fn as_typed(&self) -> &str {
        &self.0
    }

    /// The key under which all spellings of one address are the same.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

fn is_local_part(text: &str) -> bool {
    let atom = |atom: &str| {
        !atom.is_empty()
            && atom
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b))
    };
    text.len() <= LONGEST_LOCAL_PART && text.split('.').all(atom)
}

fn is_domain(text: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let mut labels = text.rsplit('.');
    let top = labels.next().unwrap_or_default();
    label(top) && top.bytes().any(|b| b.is_ascii_alphabetic()) && {
        let mut rest = labels.peekable();
        rest.peek().is_some() && rest.all(label)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ordinary_addresses_are_taken_and_kept_as_typed() {
        for good in [
            "ada@example.com",
            "Ada.Lovelace+flat-2@Mail.Example.co.uk",
            "o'neill@example.ie",
            "x@y.zz",
            "user@xn--bcher-kva.example",
        ] {
            let email = EmailAddress::parse(&format!("  {good} "));
            assert_eq!(email.as_ref().map(EmailAddress::as_typed), Ok(good));
            assert_eq!(email.map(|e| e.key()), Ok(good.to_lowercase()));
        }
    }

    #[test]
    fn what_no_mail_server_would_take_is_refused() {
        let long = format!("{}@example.com", "a".repeat(65));
        let longer = format!("a@{}.com", "b.".repeat(130));
        for bad in [
            "ada",
            "ada@",
            "@example.com",
            "ada@localhost",
            "ada@example..com",
            "ada@-example.com",
            "ada@example.123",
            "a b@example.com",
            "ada@exam ple.com",
            ".ada@example.com",
            "ada.@example.com",
            "a..b@example.com",
            "ada@example.com\r\nBcc: x@y.zz",
            "ada\0@example.com",
            "ada@example.com,bob@example.com",
            "Ada <ada@example.com>",
            "a@b@c.com",
            "ädä@example.com",
            &long,
            &longer,
        ] {
            assert_eq!(
                EmailAddress::parse(bad),
                Err(EmailError::Malformed),
                "{bad:?}"
            );
        }
        assert_eq!(EmailAddress::parse("  "), Err(EmailError::Missing));
    }

    proptest! {
        #[test]
        fn no_address_can_break_out_of_a_mail_header(text in ".{0,80}") {
            if let Ok(email) = EmailAddress::parse(&text) {
                let typed = email.as_typed();
                prop_assert!(typed.bytes().all(|b| b.is_ascii_graphic()));
                prop_assert!(!typed.contains([',', '<', '>', '"', ';', ':']));
            }
        }
    }
}
