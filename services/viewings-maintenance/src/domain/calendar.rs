//! Calendar files (RFC 5545): what Google, Apple and Outlook update and cancel rather than keep twice, by the UID and a growing SEQUENCE.

use std::fmt::Write as _;

use chrono::{DateTime, Utc};
use icalendar::{Calendar, Component as _, Event, EventLike as _, EventStatus, Property};

/// The one entry of a file.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// Names the entry for ever.
    pub uid: String,
    /// Grows with every change of the time.
    pub sequence: i32,
    /// When it was written.
    pub written_at: DateTime<Utc>,
    /// When it begins.
    pub starts_at: DateTime<Utc>,
    /// When it ends.
    pub ends_at: DateTime<Utc>,
    /// The status.
    pub status: EventStatus,
    /// The method by which a calendar takes the file (RFC 5546).
    pub method: &'a str,
    /// The program that wrote it.
    pub product: &'a str,
    /// The title.
    pub summary: &'a str,
    /// Where it is.
    pub location: &'a str,
    /// More about it; may be empty.
    pub description: &'a str,
    /// The page where it is changed.
    pub link: Option<&'a str>,
    /// The organiser's name; may be empty.
    pub organiser_name: &'a str,
    /// The address that the installation's mails come from.
    pub organiser_email: &'a str,
}

/// The calendar file of an entry. Times are UTC: a TZID would need a VTIMEZONE.
#[must_use]
pub fn file(entry: &Entry<'_>) -> Vec<u8> {
    let mut event = Event::with_uid(&entry.uid);
    event
        .sequence(u32::try_from(entry.sequence).unwrap_or_default())
        .timestamp(whole_second(entry.written_at))
        .starts(entry.starts_at)
        .ends(entry.ends_at)
        .status(entry.status)
        .summary(&clean(entry.summary))
        .location(&clean(entry.location));
    if !entry.description.is_empty() {
        event.description(&clean(entry.description));
    }
    event.append_property(person(
        "ORGANIZER",
        entry.organiser_name,
        entry.organiser_email,
    ));
    if let Some(link) = entry.link {
        event.url(link);
    }
    let mut calendar = Calendar::empty();
    for (key, value) in [
        ("VERSION", "2.0"),
        ("PRODID", entry.product),
        ("CALSCALE", "GREGORIAN"),
        ("METHOD", entry.method),
    ] {
        calendar.append_property(Property::new(key, value));
    }
    calendar.push(event.done());
    calendar.to_string().into_bytes()
}

fn person(key: &str, name: &str, email: &str) -> Property {
    let mut person = Property::new(key, format!("mailto:{}", in_address(email)));
    // A parameter cannot hold a quotation mark (RFC 5545, 3.2).
    let name = clean(name).replace('"', "");
    if !name.is_empty() {
        person.add_parameter("CN", &name);
    }
    person.done()
}

/// A value without what could end its line: the crate leaves a bare CR in texts.
fn clean(text: &str) -> String {
    let ends_a_line = |one: char| one.is_control() || matches!(one, '\u{2028}' | '\u{2029}');
    let kept = text
        .chars()
        .map(|one| if ends_a_line(one) { ' ' } else { one });
    kept.collect::<String>().trim().to_owned()
}

/// A mail address within a `mailto:`; what has a meaning of its own there is escaped.
fn in_address(email: &str) -> String {
    let mut escaped = String::with_capacity(email.len());
    for byte in email.bytes() {
        if byte.is_ascii_alphanumeric() || b"@.-_+~!$*".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

fn whole_second(at: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp(at.timestamp(), 0).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_cannot_leave_its_place() {
        assert_eq!(in_address("o'neil@example.com"), "o%27neil@example.com");
        assert_eq!(in_address("a\r\nX:1@b.c"), "a%0D%0AX%3A1@b.c");
    }
}
