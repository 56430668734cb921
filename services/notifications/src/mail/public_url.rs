//! The address that links in mails start with.

use lintel_runtime::ConfigError;

/// `LINTEL_PUBLIC_URL`, checked to be safe in a mail, where it appears in HTML and alone on a line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Takes `http://` or `https://`, a host, perhaps a port and a path; no slash at its end.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable.
    pub fn try_new(url: &str) -> Result<Self, ConfigError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/[]%".contains(c);
        let rest = url
            .strip_prefix("https://")
            .or_else(|| url.strip_prefix("http://"));
        match rest {
            Some(host) if !host.is_empty() && !host.starts_with('/') && host.chars().all(plain) => {
                Ok(Self(url.trim_end_matches('/').to_owned()))
            }
            _ => Err(ConfigError::new(
                "LINTEL_PUBLIC_URL",
                "set the address that people type, for example https://lintel.example",
            )),
        }
    }

    /// The address of a path, with the path's own slash.
    #[must_use]
    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_web_address_is_taken() {
        for good in [
            "http://127.0.0.1:8080",
            "https://lintel.example",
            "https://x.example/lintel",
        ] {
            assert_eq!(
                PublicUrl::try_new(good).map(|url| url.join("/a")).ok(),
                Some(format!("{good}/a"))
            );
        }
        for bad in [
            "",
            "lintel.example",
            "https://",
            "https:///x",
            "javascript:alert(1)",
            "https://x\">",
            "https://x y",
            "https://x?a=b",
        ] {
            assert!(PublicUrl::try_new(bad).is_err(), "{bad}");
        }
    }
}
