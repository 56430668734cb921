//! Names of people, organisations and API keys.

const LONGEST: usize = 200;
/// Long enough for a founder's name followed by "'s portfolio".
const LONGEST_OF_ORGANISATION: usize = 220;
const LONGEST_OF_API_KEY: usize = 100;

/// Why a text is not a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The text is empty.
    #[error("Name is required.")]
    Missing,
    /// More characters than this.
    #[error("Name must be at most {0} characters long.")]
    TooLong(usize),
    /// A control character, such as a line break, which could forge a mail header (T30).
    #[error("Name must not contain line breaks or control characters.")]
    Control,
}

/// 1 to 200 characters without control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonName(String);

impl PersonName {
    /// Reads a name; white space around it is dropped.
    ///
    /// # Errors
    /// [`NameError`], whose text a person reads.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        read(text, LONGEST).map(Self)
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name of a new landlord's organisation (docs/reference/decisions.md 1).
    #[must_use]
    pub fn organisation_name(&self) -> String {
        format!("{}'s portfolio", self.0)
    }
}

/// An organisation's name: 1 to 220 characters without control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganisationName(String);

impl OrganisationName {
    /// Reads a name; white space around it is dropped.
    ///
    /// # Errors
    /// [`NameError`], whose text a person reads.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        read(text, LONGEST_OF_ORGANISATION).map(Self)
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An API key's name: 1 to 100 characters without control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKeyName(String);

impl ApiKeyName {
    /// Reads a name; white space around it is dropped.
    ///
    /// # Errors
    /// [`NameError`], whose text a person reads.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        read(text, LONGEST_OF_API_KEY).map(Self)
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn read(text: &str, longest: usize) -> Result<String, NameError> {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if text.contains(is_break) {
        return Err(NameError::Control);
    }
    let text = text.trim();
    match text.chars().count() {
        0 => Err(NameError::Missing),
        length if length <= longest => Ok(text.to_owned()),
        _ => Err(NameError::TooLong(longest)),
    }
}

/// First and last name of a sign-up name: the last word is the last name (docs/reference/decisions.md 2).
#[must_use]
pub fn first_and_last(name: &str) -> (&str, &str) {
    let name = name.trim();
    match name.rsplit_once(char::is_whitespace) {
        Some((first, last)) => (first.trim_end(), last),
        None => (name, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_limited() {
        let name = |text: &str| PersonName::parse(text).map(|name| name.0);
        assert_eq!(name("  Ada Lovelace "), Ok("Ada Lovelace".to_owned()));
        assert_eq!(name(&"é".repeat(200)), Ok("é".repeat(200)));
        assert_eq!(name(&"é".repeat(201)), Err(NameError::TooLong(200)));
        assert_eq!(name(" \u{a0} "), Err(NameError::Missing));
        for bad in [
            "Ada\r\nBcc: x",
            "Ada\n",
            "A\0",
            "A\u{85}B",
            "A\u{2028}B",
            "\tAda",
        ] {
            assert_eq!(name(bad), Err(NameError::Control), "{bad:?}");
        }
    }

    #[test]
    fn the_longest_founder_s_organisation_has_a_name_that_can_be_saved_again() {
        let founder = PersonName::parse(&"é".repeat(200)).map(|name| name.organisation_name());
        let name = founder.and_then(|name| OrganisationName::parse(&name));
        assert_eq!(name.map(|name| name.as_str().chars().count()), Ok(212));
        assert_eq!(
            OrganisationName::parse(&"é".repeat(221)),
            Err(NameError::TooLong(220))
        );
        assert_eq!(OrganisationName::parse("A\nB"), Err(NameError::Control));
    }

    #[test]
    fn the_last_word_is_the_last_name() {
        assert_eq!(
            first_and_last("Ada King Lovelace"),
            ("Ada King", "Lovelace")
        );
        assert_eq!(first_and_last("Ada   Lovelace"), ("Ada", "Lovelace"));
        assert_eq!(first_and_last("Ada"), ("Ada", ""));
    }
}
