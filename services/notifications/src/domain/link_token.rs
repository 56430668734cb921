//! Tokens of the links in mails.

use zeroize::Zeroizing;

use super::contents_error::ContentsError;

/// The token of a mailed link: URL-safe base64. Secret.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken(Zeroizing<String>);

impl LinkToken {
    /// Takes what fits into a link.
    ///
    /// # Errors
    /// [`ContentsError::Token`].
    pub fn parse(token: &str) -> Result<Self, ContentsError> {
        let is_token = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if (16..=256).contains(&token.len()) && token.chars().all(is_token) {
            Ok(Self(Zeroizing::new(token.to_owned())))
        } else {
            Err(ContentsError::Token)
        }
    }

    /// The token itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for LinkToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinkToken")
    }
}
