//! The words of mails about viewings.

use super::words::{self, Words, begun, london_time, short_time, slot};
use crate::domain::{Answer, CalendarMethod, ContentsError, ViewingFacts, ViewingNotice};

/// The path and query of the link; `None` for who lives there, who need not do anything on a page.
///
/// # Errors
/// [`ContentsError`] where what it is made of is missing.
pub fn path(notice: ViewingNotice, facts: &ViewingFacts) -> Result<Option<String>, ContentsError> {
    Ok(match notice {
        ViewingNotice::Booked
        | ViewingNotice::Moved
        | ViewingNotice::Confirmed
        | ViewingNotice::Cancelled
        | ViewingNotice::Reminder => Some(format!("/viewings/{}", facts.link_token()?.as_str())),
        ViewingNotice::Answered | ViewingNotice::HostCalendar => {
            Some("/property-viewings".to_owned())
        }
        ViewingNotice::TenantNotice
        | ViewingNotice::TenantNoticeMoved
        | ViewingNotice::TenantNoticeCancelled => None,
    })
}

/// The words for `notice`.
#[must_use]
pub fn words(notice: ViewingNotice, facts: &ViewingFacts) -> Words {
    match notice {
        ViewingNotice::Booked => booked(facts),
        ViewingNotice::Moved => moved(facts),
        ViewingNotice::Confirmed => confirmed(facts),
        ViewingNotice::Cancelled => cancelled(facts),
        ViewingNotice::Reminder => reminder(facts),
        ViewingNotice::Answered => answered(facts),
        ViewingNotice::HostCalendar => host_calendar(facts),
        ViewingNotice::TenantNotice => tenant_notice(facts),
        ViewingNotice::TenantNoticeMoved => tenant_notice_moved(facts),
        ViewingNotice::TenantNoticeCancelled => tenant_notice_cancelled(facts),
    }
}

fn booked(facts: &ViewingFacts) -> Words {
    Words {
        subject: format!("Your viewing on {}", short_time(facts.start)),
        title: "Your viewing is booked",
        preview: "When and where, and how to answer.",
        paragraphs: vec![
            format!("{} will show you {}.", begun(&landlord(facts)), address(facts)),
            "Please confirm that you come. If the time doesn’t suit you, ask for another one or cancel."
                .to_owned(),
        ],
        quote: wrote("The landlord wrote:", facts),
        ..to_the_viewer(facts)
    }
}

fn moved(facts: &ViewingFacts) -> Words {
    let before = facts.earlier.map_or_else(String::new, |earlier| {
        format!(" It was to be on {}.", london_time(earlier))
    });
    Words {
        subject: format!("Your viewing has moved to {}", short_time(facts.start)),
        title: "Your viewing has moved",
        preview: "The new time, and how to answer.",
        paragraphs: vec![
            format!(
                "{} has moved your viewing of {}.{before}",
                begun(&landlord(facts)),
                address(facts)
            ),
            "Please confirm the new time. If it doesn’t suit you, ask for another one or cancel."
                .to_owned(),
        ],
        quote: wrote("The landlord wrote:", facts),
        ..to_the_viewer(facts)
    }
}

fn confirmed(facts: &ViewingFacts) -> Words {
    Words {
        subject: format!("Your viewing on {} is confirmed", short_time(facts.start)),
        title: "Your viewing is confirmed",
        preview: "When and where to come.",
        paragraphs: vec![format!(
            "{} expects you at {}. If you can’t come, please cancel, so that someone else can have the time.",
            begun(&landlord(facts)),
            address(facts)
        )],
        quote: wrote("The landlord wrote:", facts),
        ..to_the_viewer(facts)
    }
}

fn cancelled(facts: &ViewingFacts) -> Words {
    let mut paragraphs = vec![format!(
        "Your viewing of {} with {} will not take place.",
        address(facts),
        landlord(facts)
    )];
    if facts.home_left {
        paragraphs.push("The home is no longer available.".to_owned());
    }
    Words {
        subject: format!("Your viewing on {} is cancelled", short_time(facts.start)),
        title: "Your viewing is cancelled",
        preview: "Nobody will be there to meet you.",
        paragraphs,
        quote: wrote("The reason:", facts),
        ..to_the_viewer(facts)
    }
}

fn reminder(facts: &ViewingFacts) -> Words {
    Words {
        subject: format!("Your viewing is tomorrow: {}", short_time(facts.start)),
        title: "Your viewing is tomorrow",
        preview: "When and where to come.",
        paragraphs: vec![format!(
            "{} will show you {} tomorrow. If you can’t come, please cancel, so that someone else can have the time.",
            begun(&landlord(facts)),
            address(facts)
        )],
        quote: wrote("The landlord wrote:", facts),
        ..to_the_viewer(facts)
    }
}

/// Returns the words that all mails to a viewer share.
fn to_the_viewer(facts: &ViewingFacts) -> Words {
    Words {
        subject: String::new(),
        title: "",
        preview: "",
        paragraphs: Vec::new(),
        items: when_and_where(facts),
        quote: None,
        action: "Open your viewing",
        after: "Whoever has this link can answer for you. Please keep it to yourself.".to_owned(),
        reason: "Wasn’t you? Then ignore it.".to_owned(),
    }
}

fn answered(facts: &ViewingFacts) -> Words {
    let who = facts.viewer.as_deref().unwrap_or("The viewer");
    let home = facts.home.as_deref().unwrap_or("one of your homes");
    let (title, what) = match facts.answer {
        Some(Answer::Confirm) => (
            "A viewing is confirmed",
            format!("{who} will come to see {home}."),
        ),
        Some(Answer::Cancel) => (
            "A viewer has cancelled",
            format!("{who} will not come to see {home}. The time is free again."),
        ),
        Some(Answer::Request) => (
            "A viewer asks for another time",
            facts.requested.map_or_else(
                || format!("{who} would like to see {home} at another time."),
                |wish| {
                    format!(
                        "{who} would like to see {home} on {} (UK time) instead.",
                        london_time(wish)
                    )
                },
            ),
        ),
        None => (
            "A viewer has answered",
            format!("{who} has answered about the viewing of {home}."),
        ),
    };
    Words {
        title,
        preview: "See the viewing and answer it.",
        paragraphs: vec![what],
        quote: wrote("The viewer wrote:", facts),
        ..to_the_host(title, facts)
    }
}

fn host_calendar(facts: &ViewingFacts) -> Words {
    let cancelled = facts
        .calendar
        .as_ref()
        .is_some_and(|file| file.method == CalendarMethod::Cancel);
    let with = facts
        .viewer
        .as_ref()
        .map_or_else(String::new, |who| format!(" to {who}"));
    let home = facts.home.as_deref().unwrap_or("one of your homes");
    let why = if facts.home_left {
        " It has left the portfolio, and the viewer was told."
    } else {
        ""
    };
    let (title, preview, what) = if cancelled {
        (
            "A viewing is cancelled",
            "It leaves your calendar.",
            format!("You no longer show {home}{with}.{why}"),
        )
    } else if let Some(earlier) = facts.earlier {
        (
            "A viewing has moved",
            "Your calendar gets the new time.",
            format!(
                "You show {home}{with} at another time. It was to be on {}.",
                london_time(earlier)
            ),
        )
    } else {
        (
            "You show a home",
            "The viewing for your calendar.",
            format!("You show {home}{with}."),
        )
    };
    let moved = facts.earlier.filter(|_| !cancelled);
    let subject = moved.map(|_| format!("Viewing moved to {}", short_time(facts.start)));
    Words {
        title,
        preview,
        paragraphs: vec![what],
        ..to_the_host(subject.as_deref().unwrap_or(title), facts)
    }
}

/// Returns the words that all mails to a host share.
fn to_the_host(title: &str, facts: &ViewingFacts) -> Words {
    Words {
        subject: words::about(title, facts.home.as_deref()),
        title: "",
        preview: "",
        paragraphs: Vec::new(),
        items: when_and_where(facts),
        quote: None,
        action: "Open viewings",
        after: "You need to sign in to see them.".to_owned(),
        reason: String::new(),
    }
}

fn tenant_notice(facts: &ViewingFacts) -> Words {
    Words {
        subject: format!(
            "Notice of a viewing of your home on {}",
            short_time(facts.start)
        ),
        title: "Notice of a viewing of your home",
        preview: "When somebody comes to see it.",
        paragraphs: vec![
            format!(
                "{} gives you notice of a viewing: somebody who may rent your home will come to see it, shown by {}.",
                begun(&landlord(facts)),
                landlord(facts)
            ),
            format!(
                "You need not be there. If the time doesn’t suit you, please tell {} before.",
                landlord(facts)
            ),
        ],
        ..to_the_tenant(facts)
    }
}

fn tenant_notice_moved(facts: &ViewingFacts) -> Words {
    let before = facts.earlier.map_or_else(String::new, |earlier| {
        format!(" It was to be on {}.", london_time(earlier))
    });
    Words {
        subject: format!(
            "The viewing of your home has moved to {}",
            short_time(facts.start)
        ),
        title: "The viewing of your home has moved",
        preview: "The new time.",
        paragraphs: vec![
            format!(
                "{} gives you notice that the viewing of your home is at another time.{before}",
                begun(&landlord(facts))
            ),
            format!(
                "You need not be there. If the time doesn’t suit you, please tell {} before.",
                landlord(facts)
            ),
        ],
        ..to_the_tenant(facts)
    }
}

fn tenant_notice_cancelled(facts: &ViewingFacts) -> Words {
    Words {
        subject: format!(
            "The viewing of your home on {} is cancelled",
            short_time(facts.start)
        ),
        title: "The viewing of your home is cancelled",
        preview: "Nobody will come.",
        paragraphs: vec![format!(
            "{} will not show your home at this time. Nobody comes.",
            begun(&landlord(facts))
        )],
        ..to_the_tenant(facts)
    }
}

/// Returns the words that all mails to the tenant share.
fn to_the_tenant(facts: &ViewingFacts) -> Words {
    Words {
        subject: String::new(),
        title: "",
        preview: "",
        paragraphs: Vec::new(),
        items: when_and_where(facts),
        quote: None,
        action: "",
        after: format!("Questions? Please ask {}.", landlord(facts)),
        reason: "A landlord tells you in writing before anybody comes.".to_owned(),
    }
}

fn when_and_where(facts: &ViewingFacts) -> Vec<String> {
    let mut items = vec![format!("When: {}", slot(facts.start, facts.end))];
    items.extend(
        facts
            .address
            .iter()
            .map(|address| format!("Where: {address}")),
    );
    items.extend(facts.room.iter().map(|room| format!("Room: {room}")));
    items
}

fn wrote(says: &'static str, facts: &ViewingFacts) -> Option<(&'static str, String)> {
    facts.message.clone().map(|message| (says, message))
}

fn landlord(facts: &ViewingFacts) -> String {
    words::landlord(facts.organisation.as_deref())
}

fn address(facts: &ViewingFacts) -> String {
    words::home(facts.address.as_deref())
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn nameless() -> ViewingFacts {
        ViewingFacts {
            viewing: 0,
            token: None,
            organisation: None,
            home: None,
            address: None,
            room: None,
            viewer: None,
            start: DateTime::UNIX_EPOCH,
            end: DateTime::UNIX_EPOCH,
            earlier: None,
            answer: None,
            requested: None,
            message: None,
            calendar: None,
            home_left: false,
        }
    }

    #[test]
    fn a_mail_without_any_name_still_reads_well() {
        for notice in ViewingNotice::ALL {
            words::assert_reads_well(&words(*notice, &nameless()), notice.as_str());
        }
    }

    #[test]
    fn no_mail_goes_to_a_viewer_without_their_link() {
        for notice in ViewingNotice::ALL {
            let to_viewer = to_the_viewer(&nameless()).action == words(*notice, &nameless()).action;
            assert_eq!(path(*notice, &nameless()).is_err(), to_viewer, "{notice:?}");
        }
    }

    #[test]
    fn a_home_that_left_is_the_reason_why_nobody_comes() {
        let left = ViewingFacts {
            home_left: true,
            ..nameless()
        };
        let said = words(ViewingNotice::Cancelled, &left);
        let last = said.paragraphs.last().map(String::as_str);
        assert_eq!(last, Some("The home is no longer available."));
        let said = words(ViewingNotice::Cancelled, &nameless());
        assert_eq!(said.paragraphs.len(), 1);
    }

    #[test]
    fn whoever_shows_a_home_reads_what_has_changed() {
        let moved = ViewingFacts {
            earlier: Some(nameless().start - chrono::TimeDelta::hours(1)),
            ..nameless()
        };
        let said = words(ViewingNotice::HostCalendar, &moved);
        let expected = format!("Viewing moved to {}", short_time(nameless().start));
        assert!(said.subject.starts_with(&expected), "{}", said.subject);
        assert!(said.paragraphs[0].contains("It was to be on"));
        let booked = words(ViewingNotice::HostCalendar, &nameless());
        assert!(!booked.subject.contains("moved"), "{}", booked.subject);
    }

    #[test]
    fn every_answer_has_words_of_its_own() {
        let titles = Answer::ALL.iter().map(|answer| {
            let facts = ViewingFacts {
                answer: Some(*answer),
                ..nameless()
            };
            words(ViewingNotice::Answered, &facts).title
        });
        let mut titles: Vec<_> = titles.collect();
        titles.dedup();
        assert_eq!(titles.len(), Answer::ALL.len());
    }
}
