//! The words of mails about maintenance.

mod jobs;
mod phrases;

use self::phrases::{title, visit};
use super::words::{self, Words, begun, landlord, london_time};
use crate::domain::{ContentsError, MaintenanceFacts, MaintenanceNotice};

/// The path of the link.
///
/// # Errors
/// [`ContentsError::Request`] where the request is missing.
pub fn path(notice: MaintenanceNotice, facts: &MaintenanceFacts) -> Result<String, ContentsError> {
    if facts.request < 1 {
        return Err(ContentsError::Request);
    }
    if notice.is_for_the_contractor() {
        let token = facts.token.as_ref().ok_or(ContentsError::Token)?;
        return Ok(format!("/job/{}", token.as_str()));
    }
    let start = if notice.is_for_members() {
        "/maintenance"
    } else {
        "/tenant-dashboard/requests"
    };
    Ok(format!("{start}/{}", facts.request))
}

/// The words for `notice`.
#[must_use]
pub fn words(notice: MaintenanceNotice, facts: &MaintenanceFacts) -> Words {
    if notice == MaintenanceNotice::JobAnswered {
        jobs::answered(facts)
    } else if notice.is_for_members() {
        to_members(notice, facts)
    } else if notice.is_for_the_contractor() {
        jobs::to_the_contractor(notice, facts)
    } else {
        to_the_tenant(notice, facts)
    }
}

fn to_members(notice: MaintenanceNotice, facts: &MaintenanceFacts) -> Words {
    let home = facts.home.as_deref().unwrap_or("one of your homes");
    let title = title(facts);
    let who = facts
        .author
        .as_deref()
        .unwrap_or("Somebody who lives there");
    let priority = facts
        .priority
        .as_ref()
        .map_or_else(String::new, |priority| format!(" Priority: {priority}."));
    let (heading, preview, what, lead) = match notice {
        MaintenanceNotice::Assigned => (
            "A request is yours",
            "You are responsible for it now.",
            format!("You are responsible for “{title}” at {home} now.{priority}"),
            "What was reported:",
        ),
        MaintenanceNotice::CommentedToMembers => (
            "A new comment",
            "Read it and answer.",
            format!("{who} has commented on “{title}” at {home}."),
            "The comment:",
        ),
        MaintenanceNotice::Reopened => (
            "Not fixed yet",
            "The request is open again.",
            format!("{who} says that “{title}” at {home} is not fixed. The request is open again."),
            "They wrote:",
        ),
        MaintenanceNotice::Confirmed => (
            "Fixed",
            "The tenant has confirmed it.",
            format!("{who} says that “{title}” at {home} is fixed."),
            "They wrote:",
        ),
        MaintenanceNotice::Withdrawn => (
            "A request is cancelled",
            "The tenant no longer needs it.",
            format!("{who} has cancelled “{title}” at {home}. Nothing is left to be done."),
            "They wrote:",
        ),
        MaintenanceNotice::Overdue => (
            "A repair is late",
            "Its target is over.",
            facts.due.map_or_else(
                || format!("“{title}” at {home} is late.{priority}"),
                |due| {
                    format!(
                        "“{title}” at {home} was to be done by {}.{priority}",
                        london_time(due)
                    )
                },
            ),
            "What was reported:",
        ),
        _ => (
            "A new maintenance request",
            "See what is to be done.",
            format!("{who} has reported “{title}” at {home}.{priority}"),
            "What was reported:",
        ),
    };
    let mut paragraphs = vec![what];
    paragraphs.extend(facts.advice.clone());
    Words {
        subject: format!("{heading}: {title}, {home}"),
        title: heading,
        preview,
        paragraphs,
        items: Vec::new(),
        quote: facts.text.clone().map(|text| (lead, text)),
        action: "Open request",
        after: "You need to sign in to see it.".to_owned(),
        reason: String::new(),
    }
}

fn to_the_tenant(notice: MaintenanceNotice, facts: &MaintenanceFacts) -> Words {
    let title = title(facts);
    let home = words::home(facts.address.as_deref());
    let landlord = landlord(facts.organisation.as_deref());
    let contractor = facts.contractor.as_deref().unwrap_or("somebody");
    let (heading, preview, paragraphs, quote) = match notice {
        MaintenanceNotice::Received => {
            // What to do in an emergency comes before everything else.
            let mut paragraphs: Vec<_> = facts.advice.iter().cloned().collect();
            paragraphs.push(format!("{} has your report: “{title}” at {home}.", begun(&landlord)));
            paragraphs.push("You get an email when something happens, and you can add photos and comments.".to_owned());
            let preview = if facts.advice.is_some() {
                "Please read at once what to do now."
            } else {
                "What happens next."
            };
            ("Your report was received", preview, paragraphs, None)
        }
        MaintenanceNotice::CommentedToTenant => (
            "A new comment",
            "Read it and answer.",
            vec![format!("{} has commented on “{title}”.", begun(&landlord))],
            facts.text.clone().map(|text| ("The comment:", text)),
        ),
        MaintenanceNotice::Visit => (
            "A visit to your home",
            "Your written notice of it.",
            vec![
                format!("{} gives you notice that {contractor} will come to {home} on {}: “{title}”.", begun(&landlord), visit(facts)),
                "You do not have to be in. If the time does not suit you, please say so in a comment.".to_owned(),
            ],
            facts.text.clone().map(|text| ("What to know:", text)),
        ),
        MaintenanceNotice::VisitMoved => (
            "A visit has another time",
            "The earlier time no longer holds.",
            vec![format!("{} will now come to {home} on {}: “{title}”.", begun(contractor), visit(facts))],
            facts.text.clone().map(|text| ("What to know:", text)),
        ),
        MaintenanceNotice::VisitCancelled => (
            "A visit is cancelled",
            "Nobody will come.",
            vec![format!("Nobody will come to {home} on {}: “{title}”.", visit(facts))],
            None,
        ),
        _ => {
            let status = facts.status.as_deref().unwrap_or("a new one");
            let mut paragraphs = vec![format!("The status of “{title}” at {home} is {status} now.")];
            if status == "Completed" {
                paragraphs.push("Please say whether it is fixed. If it is not, open it again there.".to_owned());
            }
            ("Your request has a new status", "See how far it is.", paragraphs, facts.text.clone().map(|text| ("What was written:", text)))
        }
    };
    Words {
        subject: format!("{heading}: {title}"),
        title: heading,
        preview,
        paragraphs,
        items: Vec::new(),
        quote,
        action: "Open request",
        after: "You need an account with this address to see it.".to_owned(),
        reason: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::LinkToken;

    fn nameless() -> MaintenanceFacts {
        MaintenanceFacts {
            request: 0,
            organisation: None,
            home: None,
            address: None,
            title: None,
            text: None,
            priority: None,
            status: None,
            advice: None,
            author: None,
            start: None,
            end: None,
            contractor: None,
            due: None,
            token: None,
            room: None,
            cost_limit: None,
            calendar: None,
        }
    }

    #[test]
    fn a_mail_without_any_name_still_reads_well() {
        for notice in MaintenanceNotice::ALL {
            let said = super::words(*notice, &nameless());
            words::assert_reads_well(&said, notice.as_str());
        }
    }

    #[test]
    fn a_contractors_mail_leads_to_the_private_page() {
        let facts = MaintenanceFacts {
            request: 7,
            ..nameless()
        };
        for notice in MaintenanceNotice::ALL {
            let refused = path(*notice, &facts) == Err(ContentsError::Token);
            assert_eq!(refused, notice.is_for_the_contractor(), "{notice:?}");
        }
        let token = LinkToken::parse("0123456789abcdefghijklmn").ok();
        let facts = MaintenanceFacts { token, ..facts };
        let leads = path(MaintenanceNotice::JobOffered, &facts);
        assert_eq!(leads.as_deref(), Ok("/job/0123456789abcdefghijklmn"));
    }

    #[test]
    fn every_answer_of_a_contractor_has_words_of_its_own() {
        let said = ["accepted", "declined", "proposed", "again", "done"].map(|status| {
            let facts = MaintenanceFacts {
                status: Some(status.to_owned()),
                ..nameless()
            };
            super::words(MaintenanceNotice::JobAnswered, &facts).title
        });
        let titles: std::collections::HashSet<_> = said.into_iter().collect();
        assert_eq!(titles.len(), 5);
    }

    #[test]
    fn what_to_do_in_an_emergency_comes_first() {
        let facts = MaintenanceFacts {
            advice: Some("Leave the house and call 0800 111 999.".to_owned()),
            ..nameless()
        };
        let said = super::words(MaintenanceNotice::Received, &facts);
        let first = said.paragraphs.first().map(String::as_str);
        assert_eq!(first, Some("Leave the house and call 0800 111 999."));
        assert_eq!(said.preview, "Please read at once what to do now.");
    }

    #[test]
    fn no_mail_goes_without_its_request() {
        for notice in MaintenanceNotice::ALL {
            assert_eq!(path(*notice, &nameless()), Err(ContentsError::Request));
        }
    }
}
