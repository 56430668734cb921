//! The words of reminders and of what else this service tells by itself.

use super::words::{Words, about, pounds};
use crate::domain::{ContentsError, Fact, ListingChange, NewsFacts};

/// The path of the link.
///
/// # Errors
/// [`ContentsError::Subject`] where what it leads to is missing.
pub fn path(fact: Fact, facts: &NewsFacts) -> Result<String, ContentsError> {
    let id = facts.id;
    let needed = || (id > 0).then_some(id).ok_or(ContentsError::Subject);
    Ok(match fact {
        Fact::WatchedListing => format!("/property-search/{}", needed()?),
        Fact::MemberJoined | Fact::MemberLeft => "/settings/members".to_owned(),
        Fact::BackupFailed => "/settings/security".to_owned(),
        _ => format!("/portfolio/{}", needed()?),
    })
}

/// The words for `fact`.
#[must_use]
pub fn words(fact: Fact, facts: &NewsFacts) -> Words {
    match fact {
        Fact::WatchedListing => listing(facts),
        Fact::MemberJoined | Fact::MemberLeft => member(fact, facts),
        Fact::BackupFailed => backup(),
        Fact::InspectionDue | Fact::InspectionOverdue => inspection(fact, facts),
        _ => certificate(fact, facts),
    }
}

fn certificate(fact: Fact, facts: &NewsFacts) -> Words {
    let name = match facts.what.as_deref() {
        Some(kind @ ("Gas Safety" | "Smoke & CO Alarm" | "PAT")) => format!("{kind} certificate"),
        Some("Legionella") => "Legionella risk assessment".to_owned(),
        Some("Other") | None => "certificate".to_owned(),
        Some(kind) => kind.to_owned(),
    };
    let (home, day) = (home(facts), day(facts));
    if fact == Fact::CertificateExpired {
        return Words {
            subject: about("A certificate has expired", facts.home.as_deref()),
            title: "A certificate has expired",
            preview: "Have it renewed.",
            paragraphs: vec![
                format!("The {name} of {home} was valid until {day}."),
                "Have it renewed, and add the new one in Lintel: the reminders stop then."
                    .to_owned(),
            ],
            ..to_members("Open property")
        };
    }
    Words {
        subject: about("A certificate expires soon", facts.home.as_deref()),
        title: "A certificate expires soon",
        preview: "Have it renewed in time.",
        paragraphs: vec![
            format!("The {name} of {home} is valid until {day}."),
            "Have it renewed in time, and add the new one in Lintel: the reminders stop then."
                .to_owned(),
        ],
        ..to_members("Open property")
    }
}

fn inspection(fact: Fact, facts: &NewsFacts) -> Words {
    let (home, day) = (home(facts), day(facts));
    let time = facts
        .time
        .map_or_else(String::new, |time| format!(" at {}", time.format("%H:%M")));
    if fact == Fact::InspectionOverdue {
        return Words {
            subject: about("An inspection was not done", facts.home.as_deref()),
            title: "An inspection was not done",
            preview: "Do it, or move it to another day.",
            paragraphs: vec![
                format!(
                    "The inspection of {home} was planned for {day}{time} and is not marked as done."
                ),
                "Do it, or move it to another day.".to_owned(),
            ],
            ..to_members("Open property")
        };
    }
    Words {
        subject: about("An inspection is due", facts.home.as_deref()),
        title: "An inspection is due",
        preview: "When it is planned.",
        paragraphs: vec![
            format!("An inspection of {home} is planned for {day}{time}."),
            "Tell whoever lives there at least 24 hours before.".to_owned(),
        ],
        ..to_members("Open property")
    }
}

fn listing(facts: &NewsFacts) -> Words {
    let name = facts.what.as_deref();
    let titled = name.map_or_else(|| "A home".to_owned(), |title| format!("“{title}”"));
    let price = |money| pounds(money);
    let now = facts.price.map_or_else(
        || "Its price is given on application.".to_owned(),
        |money| format!("It costs {} now.", price(money)),
    );
    let (title, preview, paragraph) = match facts.change {
        Some(ListingChange::Price) => (
            "A watched home has another price",
            "The price before and now.",
            facts.earlier_price.map_or_else(
                || format!("{titled} has another price. {now}"),
                |earlier| {
                    format!(
                        "{titled} has another price. {now} It was {} before.",
                        price(earlier)
                    )
                },
            ),
        ),
        Some(ListingChange::Withdrawn) => (
            "A watched home is no longer for sale",
            "It was taken off.",
            format!("{titled} is no longer for sale."),
        ),
        Some(ListingChange::Back) => (
            "A watched home is for sale again",
            "It is back.",
            format!("{titled} is for sale again. {now}"),
        ),
        Some(ListingChange::NewMatch) | None => (
            "A new home for your search",
            "A saved search has found it.",
            format!("{titled} is what a saved search of yours looks for. {now}"),
        ),
    };
    Words {
        subject: about(title, name),
        title,
        preview,
        paragraphs: vec![paragraph],
        ..to_members("Open home")
    }
}

fn member(fact: Fact, facts: &NewsFacts) -> Words {
    let who = facts.what.as_deref().unwrap_or("Somebody");
    let (title, what) = if fact == Fact::MemberJoined {
        (
            "A new member",
            format!("{who} has joined your organisation."),
        )
    } else {
        (
            "A member has left",
            format!("{who} is no longer a member of your organisation."),
        )
    };
    Words {
        subject: title.to_owned(),
        title,
        preview: "See who belongs to your organisation.",
        paragraphs: vec![what],
        ..to_members("Open members")
    }
}

fn backup() -> Words {
    Words {
        subject: "A backup could not be made".to_owned(),
        title: "A backup could not be made",
        preview: "It is tried again by itself.",
        paragraphs: vec![
            "The backup of your organisation’s data could not be made within a day.".to_owned(),
            "It is tried again tonight. You can also begin one now in Settings, under Security."
                .to_owned(),
        ],
        ..to_members("Open security settings")
    }
}

/// Returns the words that all of them share.
fn to_members(action: &'static str) -> Words {
    Words {
        subject: String::new(),
        title: "",
        preview: "",
        paragraphs: Vec::new(),
        items: Vec::new(),
        quote: None,
        action,
        after: "You need to sign in to see it.".to_owned(),
        reason: String::new(),
    }
}

fn home(facts: &NewsFacts) -> &str {
    facts.home.as_deref().unwrap_or("one of your homes")
}

/// "20 November 2026".
fn day(facts: &NewsFacts) -> String {
    facts.day.map_or_else(
        || "a day that is not known".to_owned(),
        |day| day.format("%-d %B %Y").to_string(),
    )
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveDate, NaiveTime};
    use lintel_core::Money;

    use super::*;
    use crate::mail::words::assert_reads_well;

    const OURS: [Fact; 8] = [
        Fact::CertificateExpiring,
        Fact::CertificateExpired,
        Fact::InspectionDue,
        Fact::InspectionOverdue,
        Fact::WatchedListing,
        Fact::MemberJoined,
        Fact::MemberLeft,
        Fact::BackupFailed,
    ];

    fn of(what: &str) -> NewsFacts {
        NewsFacts {
            id: 7,
            home: Some("Garden Flat".to_owned()),
            what: Some(what.to_owned()),
            day: NaiveDate::from_ymd_opt(2026, 11, 20),
            ..NewsFacts::default()
        }
    }

    #[test]
    fn a_mail_without_any_name_still_reads_well() {
        for fact in OURS {
            assert_reads_well(&words(fact, &NewsFacts::default()), fact.as_str());
        }
    }

    #[test]
    fn a_certificate_is_called_what_it_is_and_its_day_is_exact() {
        for (kind, name) in [
            ("Gas Safety", "Gas Safety certificate"),
            ("EICR", "EICR"),
            ("HMO Licence", "HMO Licence"),
            ("Legionella", "Legionella risk assessment"),
            ("Other", "certificate"),
        ] {
            let said = words(Fact::CertificateExpiring, &of(kind));
            assert_eq!(
                said.paragraphs.first().map(String::as_str),
                Some(
                    format!("The {name} of Garden Flat is valid until 20 November 2026.").as_str()
                )
            );
        }
        let said = words(Fact::CertificateExpired, &of("EPC"));
        assert_eq!(said.subject, "A certificate has expired: Garden Flat");
    }

    #[test]
    fn an_inspection_says_its_time() {
        let facts = NewsFacts {
            time: NaiveTime::from_hms_opt(10, 30, 0),
            ..of("")
        };
        let said = words(Fact::InspectionDue, &facts);
        assert_eq!(
            said.paragraphs.first().map(String::as_str),
            Some("An inspection of Garden Flat is planned for 20 November 2026 at 10:30.")
        );
    }

    #[test]
    fn a_price_that_changed_is_told_with_the_one_before() {
        let facts = NewsFacts {
            change: Some(ListingChange::Price),
            price: Some(Money::gbp(24_000_000)),
            earlier_price: Some(Money::gbp(25_000_000)),
            ..of("2 bedroom flat")
        };
        let said = words(Fact::WatchedListing, &facts);
        assert_eq!(
            said.subject,
            "A watched home has another price: 2 bedroom flat"
        );
        assert_eq!(
            said.paragraphs.first().map(String::as_str),
            Some(
                "“2 bedroom flat” has another price. It costs £240,000 now. It was £250,000 before."
            )
        );
    }

    #[test]
    fn each_leads_to_what_it_speaks_of() {
        for (fact, expected) in [
            (Fact::CertificateExpiring, "/portfolio/7"),
            (Fact::InspectionOverdue, "/portfolio/7"),
            (Fact::WatchedListing, "/property-search/7"),
            (Fact::MemberJoined, "/settings/members"),
        ] {
            assert_eq!(path(fact, &of("x")).as_deref(), Ok(expected));
        }
        let nowhere = path(Fact::InspectionDue, &NewsFacts::default());
        assert_eq!(nowhere, Err(ContentsError::Subject));
    }
}
