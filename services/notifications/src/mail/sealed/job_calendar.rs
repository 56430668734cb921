//! The calendar file of a contractor's job, made of what its mail says. The job's page offers the same entry.

use chrono::{DateTime, Utc};
use icalendar::{Calendar, Component as _, Event, EventLike as _, EventStatus, Property};
use lintel_proto::{convert::instant, maintenance::v1::MaintenanceMail};
use lintel_sealing::LinkToken;
use sha2::{Digest as _, Sha256};

use crate::domain::{CalendarFile, CalendarMethod, ContentsError, MaintenanceNotice};

/// The file that goes with a mail; `None` for a mail without one, and where no time is agreed.
pub(super) fn of(
    notice: MaintenanceNotice,
    mail: &MaintenanceMail,
) -> Result<Option<CalendarFile>, ContentsError> {
    let Some(method) = notice.calendar() else {
        return Ok(None);
    };
    let start = mail.start_time.as_ref().and_then(instant);
    let end = mail.end_time.as_ref().and_then(instant);
    let Some((start, end)) = start.zip(end) else {
        return Ok(None);
    };
    let token = LinkToken::parse(&mail.token).ok_or(ContentsError::Token)?;
    let text = written(mail, method, &uid(&token), (start, end));
    CalendarFile::read(text.as_bytes(), method.as_str())
}

fn written(
    mail: &MaintenanceMail,
    method: CalendarMethod,
    uid: &str,
    (start, end): (DateTime<Utc>, DateTime<Utc>),
) -> String {
    let status = match method {
        CalendarMethod::Cancel => EventStatus::Cancelled,
        CalendarMethod::Request | CalendarMethod::Publish => EventStatus::Confirmed,
    };
    let address = clean(&mail.property_address);
    let room = mail.room_number.as_deref().map(clean);
    let mut event = Event::with_uid(uid);
    event
        .sequence(u32::try_from(mail.calendar_sequence).unwrap_or_default())
        .timestamp(start)
        .starts(start)
        .ends(end)
        .status(status)
        .summary(&format!("{}: {address}", clean(&mail.title)))
        .location(&match room {
            Some(room) => format!("Room {room}, {address}"),
            None => address.clone(),
        });
    let mut calendar = Calendar::empty();
    for (key, value) in [
        ("VERSION", "2.0"),
        ("PRODID", "-//Lintel//Jobs//EN"),
        ("CALSCALE", "GREGORIAN"),
        ("METHOD", method.as_str()),
    ] {
        calendar.append_property(Property::new(key, value));
    }
    calendar.push(event.done());
    calendar.to_string()
}

/// Names the entry as the page does: by the hash of the hash of its token, from which nobody gets back to it.
fn uid(token: &LinkToken) -> String {
    let hash = Sha256::digest(token.hash());
    let hex = hash.iter().take(16).map(|byte| format!("{byte:02x}"));
    format!("{}@lintel", hex.collect::<String>())
}

/// A value without what could end its line.
fn clean(text: &str) -> String {
    let ends_a_line = |one: char| one.is_control() || matches!(one, '\u{2028}' | '\u{2029}');
    let kept = text
        .chars()
        .map(|one| if ends_a_line(one) { ' ' } else { one });
    kept.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use lintel_proto::convert::timestamp;

    use super::*;

    fn mail() -> MaintenanceMail {
        let at = |text: &str| text.parse().ok().map(timestamp);
        MaintenanceMail {
            title: "No hot water\r\nX: 1".to_owned(),
            property_address: "212 Ashmead Road, Bristol, BS6 7QD".to_owned(),
            room_number: Some("3".to_owned()),
            token: LinkToken::derived([7; 32]).expose().to_string(),
            start_time: at("2026-07-03T08:30:00Z"),
            end_time: at("2026-07-03T10:30:00Z"),
            calendar_sequence: 2,
            ..MaintenanceMail::default()
        }
    }

    #[test]
    fn an_agreed_time_goes_into_the_calendar_and_leaves_it_again() {
        for (notice, method, status) in [
            (MaintenanceNotice::JobAgreed, "PUBLISH", "CONFIRMED"),
            (MaintenanceNotice::JobMoved, "PUBLISH", "CONFIRMED"),
            (MaintenanceNotice::JobCalledOff, "CANCEL", "CANCELLED"),
        ] {
            let file = of(notice, &mail()).ok().flatten();
            let text = file.map(|file| file.text.replace("\r\n ", ""));
            let text = text.unwrap_or_default();
            for line in [
                format!("METHOD:{method}"),
                format!("STATUS:{status}"),
                "SEQUENCE:2".to_owned(),
                "DTSTART:20260703T083000Z".to_owned(),
                "LOCATION:Room 3\\, 212 Ashmead Road\\, Bristol\\, BS6 7QD".to_owned(),
            ] {
                assert!(text.lines().any(|one| one == line), "{line} in {text}");
            }
            assert!(!text.lines().any(|line| line.starts_with("X:")));
        }
    }

    #[test]
    fn no_file_goes_without_a_time_or_with_an_offer() {
        assert_eq!(of(MaintenanceNotice::JobOffered, &mail()), Ok(None));
        let timeless = MaintenanceMail {
            start_time: None,
            ..mail()
        };
        assert_eq!(of(MaintenanceNotice::JobCalledOff, &timeless), Ok(None));
    }
}
