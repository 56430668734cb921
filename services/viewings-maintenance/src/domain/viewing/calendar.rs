//! The calendar files of viewings.

use icalendar::EventStatus;

use super::{Viewing, ViewingStatus};
use crate::domain::calendar::{self, Entry};

/// The method by which a calendar takes a file (RFC 5546).
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

    /// Returns the method of a mail about the viewing as it is now.
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

/// Calendar entry fields other than the times.
#[derive(Debug, Clone)]
pub struct CalendarEntry<'a> {
    /// The method.
    pub method: CalendarMethod,
    /// The title.
    pub summary: String,
    /// More about it; may be empty.
    pub description: String,
    /// The page where it is changed; `None` where there is none.
    pub link: Option<String>,
    /// The host's name; may be empty.
    pub organiser_name: &'a str,
    /// The address that the installation's mails come from.
    pub organiser_email: &'a str,
}

/// The calendar file of a viewing. Times are UTC: a TZID would need a VTIMEZONE.
#[must_use]
pub fn calendar(viewing: &Viewing, entry: &CalendarEntry<'_>) -> Vec<u8> {
    let status = match viewing.status {
        ViewingStatus::Scheduled => EventStatus::Tentative,
        ViewingStatus::Cancelled => EventStatus::Cancelled,
        ViewingStatus::Confirmed | ViewingStatus::Completed | ViewingStatus::MoveInStarted => {
            EventStatus::Confirmed
        }
    };
    calendar::file(&Entry {
        uid: format!("{}@lintel", viewing.calendar_uid),
        sequence: viewing.sequence,
        written_at: viewing.updated_at,
        starts_at: viewing.at.instant,
        ends_at: viewing.ends_at(),
        status,
        method: entry.method.as_str(),
        product: "-//Lintel//Viewings//EN",
        summary: &entry.summary,
        location: &location(viewing),
        description: &entry.description,
        link: entry.link.as_deref(),
        organiser_name: entry.organiser_name,
        organiser_email: entry.organiser_email,
    })
}

fn location(viewing: &Viewing) -> String {
    let home = &viewing.home;
    match &home.room {
        Some(room) => format!("Room {room}, {}", home.full_address()),
        None => home.full_address(),
    }
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
