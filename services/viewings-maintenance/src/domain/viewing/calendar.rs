//! Calendar files (RFC 5545): what Google, Apple and Outlook update and cancel rather than keep twice, by the UID and a growing SEQUENCE.

use std::fmt::Write as _;

use chrono::{DateTime, Utc};
use icalendar::{Calendar, Component as _, Event, EventLike as _, EventStatus, Property};

use super::{Viewing, ViewingStatus};

/// What a calendar is to do with a file (RFC 5546).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalendarMethod {
    /// Add or change the entry.
    Request,
    /// Take the entry away.
    Cancel,
    /// Keep the entry, without an answer.
    Publish,
}

impl CalendarMethod {
    /// Its spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Request => "REQUEST",
            Self::Cancel => "CANCEL",
            Self::Publish => "PUBLISH",
        }
    }

    /// What a mail about the viewing as it is now asks for.
    #[must_use]
    pub fn of_mail(viewing: &Viewing) -> Self {
        if viewing.status == ViewingStatus::Cancelled {
            Self::Cancel
        } else {
            Self::Request
        }
    }

    /// Returns the method of a mail to the viewer: to keep the entry, as an answer to a request would reach nobody, or to take it away.
    #[must_use]
    pub fn to_viewer(viewing: &Viewing) -> Self {
        match Self::of_mail(viewing) {
            Self::Request => Self::Publish,
            method => method,
        }
    }
}

/// What an entry says besides the viewing's own time.
#[derive(Debug, Clone)]
pub struct CalendarEntry<'a> {
    /// What the calendar is to do.
    pub method: CalendarMethod,
    /// The title.
    pub summary: String,
    /// More about it; may be empty.
    pub description: String,
    /// The page where it is changed; `None` where there is none.
    pub link: Option<String>,
    /// Who shows the home; may be empty.
    pub organiser_name: &'a str,
    /// The address that the installation's mails come from.
    pub organiser_email: &'a str,
}

/// The calendar file of a viewing. Times are UTC: a TZID would need a VTIMEZONE.
#[must_use]
pub fn calendar(viewing: &Viewing, entry: &CalendarEntry<'_>) -> Vec<u8> {
    let mut event = Event::with_uid(&format!("{}@lintel", viewing.calendar_uid));
    let status = match viewing.status {
        ViewingStatus::Scheduled => EventStatus::Tentative,
        ViewingStatus::Cancelled => EventStatus::Cancelled,
        ViewingStatus::Confirmed | ViewingStatus::Completed | ViewingStatus::MoveInStarted => {
            EventStatus::Confirmed
        }
    };
    event
        .sequence(u32::try_from(viewing.sequence).unwrap_or_default())
        .timestamp(whole_second(viewing.updated_at))
        .starts(viewing.at.instant)
        .ends(viewing.ends_at())
        .status(status)
        .summary(&clean(&entry.summary))
        .location(&clean(&location(viewing)));
    if !entry.description.is_empty() {
        event.description(&clean(&entry.description));
    }
    event.append_property(person(
        "ORGANIZER",
        entry.organiser_name,
        entry.organiser_email,
    ));
    if let Some(link) = &entry.link {
        event.url(link);
    }
    let mut calendar = Calendar::empty();
    for (key, value) in [
        ("VERSION", "2.0"),
        ("PRODID", "-//Lintel//Viewings//EN"),
        ("CALSCALE", "GREGORIAN"),
        ("METHOD", entry.method.as_str()),
    ] {
        calendar.append_property(Property::new(key, value));
    }
    calendar.push(event.done());
    calendar.to_string().into_bytes()
}

fn location(viewing: &Viewing) -> String {
    let home = &viewing.home;
    match &home.room {
        Some(room) => format!("Room {room}, {}", home.full_address()),
        None => home.full_address(),
    }
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

/// A value without what could end its line: the crate leaves a bare CR in texts (libraries.md section 3).
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
    use proptest::prelude::*;

    use super::{super::example, *};

    fn entry(summary: &str, organiser: &'static str) -> CalendarEntry<'static> {
        CalendarEntry {
            method: CalendarMethod::Request,
            summary: summary.to_owned(),
            description: String::new(),
            link: Some("https://lintel.example/viewings/a".to_owned()),
            organiser_name: organiser,
            organiser_email: "no-reply@example.com",
        }
    }

    /// The lines of a file, with those that were folded put together again.
    fn lines(file: &[u8]) -> Vec<String> {
        let text = String::from_utf8_lossy(file).replace("\r\n ", "");
        text.split("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn a_file_says_when_and_where_in_utc_and_how_often_it_changed() {
        let mut viewing = example();
        viewing.sequence = 3;
        viewing.home.room = Some("2b".to_owned());
        let file = lines(&calendar(&viewing, &entry("Viewing", "Acme, Lettings")));
        for line in [
            "METHOD:REQUEST",
            "UID:00000000-0000-0000-0000-000000000000@lintel",
            "SEQUENCE:3",
            "DTSTAMP:20261125T100000Z",
            "DTSTART:20261201T140000Z",
            "DTEND:20261201T143000Z",
            "STATUS:TENTATIVE",
            "LOCATION:Room 2b\\, 1 Mill Lane\\, York\\, YO1 7HZ",
            "ORGANIZER;CN=\"Acme, Lettings\":mailto:no-reply@example.com",
            "URL:https://lintel.example/viewings/a",
        ] {
            assert!(file.iter().any(|one| one == line), "{line} in {file:?}");
        }
        viewing.status = ViewingStatus::Confirmed;
        let file = lines(&calendar(
            &viewing,
            &entry("The \"Old\" Mill", "The \"Inn\""),
        ));
        for line in [
            "STATUS:CONFIRMED",
            "SUMMARY:The \"Old\" Mill",
            "ORGANIZER;CN=The Inn:mailto:no-reply@example.com",
        ] {
            assert!(file.iter().any(|one| one == line), "{line} in {file:?}");
        }
        let publish = CalendarMethod::to_viewer(&viewing);
        assert_eq!(publish, CalendarMethod::Publish);
        viewing.status = ViewingStatus::Cancelled;
        assert_eq!(CalendarMethod::of_mail(&viewing), CalendarMethod::Cancel);
        assert_eq!(CalendarMethod::to_viewer(&viewing), CalendarMethod::Cancel);
        let file = lines(&calendar(&viewing, &entry("Viewing", "")));
        assert!(file.iter().any(|one| one == "STATUS:CANCELLED"));
    }

    #[test]
    fn an_address_cannot_leave_its_place() {
        assert_eq!(in_address("o'neil@example.com"), "o%27neil@example.com");
        assert_eq!(in_address("a\r\nX:1@b.c"), "a%0D%0AX%3A1@b.c");
    }

    proptest! {
        #[test]
        fn no_text_makes_a_line_of_its_own(name in any::<String>(), summary in any::<String>(), email in any::<String>()) {
            let mut viewing = example();
            viewing.home.address.clone_from(&summary);
            if let Some(viewer) = &mut viewing.viewer {
                viewer.name = name;
                viewer.email = email;
            }
            let file = calendar(&viewing, &entry(&summary, "Acme"));
            let known = [
                "BEGIN:", "VERSION:", "PRODID:", "CALSCALE:", "METHOD:", "UID:", "SEQUENCE:", "DTSTAMP:", "DTSTART:", "DTEND:",
                "STATUS:", "SUMMARY:", "LOCATION:", "ORGANIZER", "URL:", "END:",
            ];
            let text = String::from_utf8(file.clone());
            prop_assert!(text.is_ok());
            let lines = lines(&file);
            prop_assert_eq!(lines.len(), 19);
            for line in lines.iter().filter(|line| !line.is_empty()) {
                prop_assert!(known.iter().any(|start| line.starts_with(start)), "{}", line);
                prop_assert!(!line.chars().any(char::is_control), "{}", line);
                let is_parameter = line.starts_with("ORGANIZER");
                prop_assert!(!is_parameter || line.matches('"').count() % 2 == 0, "{}", line);
            }
        }
    }
}
