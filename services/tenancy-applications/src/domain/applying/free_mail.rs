//! Domains at which anybody gets an address.

/// The well-known ones in the United Kingdom.
const FREE: &[&str] = &[
    "aol.com",
    "btinternet.com",
    "fastmail.com",
    "gmail.com",
    "gmx.co.uk",
    "gmx.com",
    "googlemail.com",
    "hotmail.co.uk",
    "hotmail.com",
    "icloud.com",
    "live.co.uk",
    "live.com",
    "mac.com",
    "mail.com",
    "me.com",
    "msn.com",
    "ntlworld.com",
    "outlook.com",
    "outlook.co.uk",
    "pm.me",
    "proton.me",
    "protonmail.com",
    "rocketmail.com",
    "sky.com",
    "talktalk.net",
    "tiscali.co.uk",
    "virginmedia.com",
    "yahoo.co.uk",
    "yahoo.com",
    "ymail.com",
    "zoho.com",
];

/// The free domain of an address, in lower case; `None` for any other.
#[must_use]
pub fn domain_of(email: &str) -> Option<&'static str> {
    let (_, domain) = email.trim().rsplit_once('@')?;
    FREE.iter()
        .copied()
        .find(|free| free.eq_ignore_ascii_case(domain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_known_whole_and_in_any_case() {
        assert_eq!(domain_of("Boss@GMail.com"), Some("gmail.com"));
        for other in [
            "boss@example.com",
            "boss@notgmail.com",
            "boss@gmail.com.example.com",
            "",
        ] {
            assert_eq!(domain_of(other), None, "{other}");
        }
    }
}
