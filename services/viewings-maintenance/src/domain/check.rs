//! Judges one field at a time of what people type into forms, and remembers every one that breaks a rule. A field is named once: one
//! that could not be read is not also reported as missing.

use std::ops::RangeInclusive;

use lintel_core::{EmailAddress, Violations};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 100;
/// The longest phone number, in characters.
pub const LONGEST_PHONE: usize = 30;

/// Notes a field that breaks a rule.
pub fn refuse(found: &mut Violations, field: &str, message: impl Into<String>) {
    if found.iter().all(|violation| violation.field != field) {
        found.add(field, message);
    }
}

/// A text on one line without blanks around it, with so many characters; `message` where it is too short or holds control characters.
pub fn text(
    found: &mut Violations,
    field: &str,
    text: &str,
    characters: &RangeInclusive<usize>,
    message: &str,
) -> Option<String> {
    if text.chars().any(char::is_control) {
        refuse(found, field, message);
        return None;
    }
    measured(found, field, text.trim(), characters, message)
}

/// Checks text that somebody may add or leave empty, on any number of lines.
pub fn note(found: &mut Violations, field: &str, text: &str, most: usize) -> Option<String> {
    const NO_CONTROLS: &str = "Use text without control characters.";
    let text = text.replace("\r\n", "\n");
    if text
        .chars()
        .any(|one| one.is_control() && !matches!(one, '\n' | '\t'))
    {
        refuse(found, field, NO_CONTROLS);
        return None;
    }
    let text = measured(found, field, text.trim(), &(0..=most), NO_CONTROLS)?;
    (!text.is_empty()).then_some(text)
}

/// A mail address, as typed.
pub fn email(found: &mut Violations, field: &str, given: &str, message: &str) -> Option<String> {
    let given = given.trim();
    if EmailAddress::parse(given).is_ok_and(|email| email.as_typed() == given) {
        return Some(given.to_owned());
    }
    refuse(found, field, message);
    None
}

fn measured(
    found: &mut Violations,
    field: &str,
    text: &str,
    characters: &RangeInclusive<usize>,
    message: &str,
) -> Option<String> {
    let length = text.chars().count();
    if length < *characters.start() {
        refuse(found, field, message);
        return None;
    }
    if length > *characters.end() {
        let most = characters.end();
        refuse(found, field, format!("Use {most} characters or fewer."));
        return None;
    }
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_named_once() {
        let mut found = Violations::default();
        refuse(&mut found, "email", "first");
        assert_eq!(email(&mut found, "email", "x", "second"), None);
        let texts: Vec<_> = found.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(texts, ["first"]);
    }

    #[test]
    fn characters_are_counted_without_the_blanks_around_them() {
        let mut found = Violations::default();
        let mut name = |field, given| text(&mut found, field, given, &(2..=100), "short");
        assert_eq!(name("a", "  Bo ").as_deref(), Some("Bo"));
        assert_eq!(name("b", " B "), None);
        assert_eq!(name("c", "B\no"), None);
        assert_eq!(name("d", &"é".repeat(101)), None);
        assert_eq!(
            note(&mut found, "e", " a\r\nb ", 10).as_deref(),
            Some("a\nb")
        );
        assert_eq!(note(&mut found, "f", "  ", 10), None);
        assert_eq!(note(&mut found, "g", "a\u{7}", 10), None);
        let fields: Vec<_> = found.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(fields, ["b", "c", "d", "g"]);
    }
}
