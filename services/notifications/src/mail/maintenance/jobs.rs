//! The words of mails about jobs: to the contractor, and to the members what the contractor answered.

use super::phrases::{title, visit};
use crate::{
    domain::{MaintenanceFacts, MaintenanceNotice},
    mail::words::{self, Words, begun, landlord, london_time, short_time, slot},
};

/// To the contractor, who has a private page.
pub(super) fn to_the_contractor(notice: MaintenanceNotice, facts: &MaintenanceFacts) -> Words {
    let what = title(facts);
    let home = words::home(facts.address.as_deref());
    let asks = begun(&landlord(facts.organisation.as_deref()));
    let (heading, preview, paragraphs, lead) = match notice {
        MaintenanceNotice::JobAgreed => (
            "The time is agreed",
            "When and where to come.",
            vec![format!(
                "{asks} has agreed to {} for “{what}” at {home}.",
                visit(facts)
            )],
            "The landlord wrote:",
        ),
        MaintenanceNotice::JobTimeRefused => (
            "Please propose another time",
            "The time does not suit.",
            vec![
                format!("The time that you proposed for “{what}” at {home} does not suit."),
                "Open the job to propose another one, or to say that you can’t do it.".to_owned(),
            ],
            "The landlord wrote:",
        ),
        MaintenanceNotice::JobMoved => (
            "Your job has moved",
            "The earlier time no longer holds.",
            vec![
                format!("“{what}” at {home} is now on {}.", visit(facts)),
                "If the time doesn’t suit you, open the job and propose another one.".to_owned(),
            ],
            "The landlord wrote:",
        ),
        MaintenanceNotice::JobCalledOff => (
            "Your job is called off",
            "Nobody expects you.",
            vec![format!(
                "{asks} has called off “{what}” at {home}. Nobody expects you there."
            )],
            "The landlord wrote:",
        ),
        _ => (
            "A job for you",
            "What, where and when. Please answer.",
            vec![
                format!("{asks} asks you to do “{what}” at {home}."),
                "Open the job to see the photos and whom to ring, and to accept, propose a time or say that you can’t do it. You don’t \
                 need an account."
                    .to_owned(),
            ],
            "What was reported:",
        ),
    };
    let subject = match (notice, facts.start) {
        (MaintenanceNotice::JobMoved, Some(start)) => {
            format!("Your job has moved to {}: {what}", short_time(start))
        }
        _ => format!("{heading}: {what}"),
    };
    Words {
        subject,
        title: heading,
        preview,
        paragraphs,
        items: items(notice, facts),
        quote: facts.text.clone().map(|text| (lead, text)),
        action: "Open the job",
        after: "Whoever has this link can answer for you. Please keep it to yourself.".to_owned(),
        reason: String::new(),
    }
}

fn items(notice: MaintenanceNotice, facts: &MaintenanceFacts) -> Vec<String> {
    let mut items = Vec::new();
    if let (Some(start), Some(end)) = (facts.start, facts.end) {
        items.push(format!("When: {}", slot(start, end)));
    } else if notice == MaintenanceNotice::JobOffered {
        items.push("When: please propose a time".to_owned());
    }
    items.extend(facts.address.iter().map(|home| format!("Where: {home}")));
    items.extend(facts.room.iter().map(|room| format!("Room: {room}")));
    if notice == MaintenanceNotice::JobOffered {
        items.extend(facts.priority.iter().map(|how| format!("Priority: {how}")));
        items.extend(
            facts
                .cost_limit
                .iter()
                .map(|limit| format!("Up to £{limit} without asking first")),
        );
        items.extend(
            facts
                .due
                .map(|due| format!("Please answer by {} (UK time)", london_time(due))),
        );
    }
    items
}

/// To the members: the contractor takes the job, cannot, proposes a time, is done or comes again.
pub(super) fn answered(facts: &MaintenanceFacts) -> Words {
    let home = facts.home.as_deref().unwrap_or("one of your homes");
    let what = title(facts);
    let who = facts.contractor.as_deref().unwrap_or("The contractor");
    let time = visit(facts);
    let (heading, preview, said) = match facts.status.as_deref() {
        Some("accepted") => (
            "A job is accepted",
            "The visit is booked.",
            format!(
                "{who} will come to {home} on {time}: “{what}”. Anybody who lives there has notice of it."
            ),
        ),
        Some("declined") => (
            "A job is declined",
            "Ask somebody else.",
            format!("{who} can’t do “{what}” at {home}."),
        ),
        Some("proposed") => (
            "Another time is proposed",
            "Say whether it suits.",
            format!("{who} proposes {time} for “{what}” at {home}."),
        ),
        Some("again") => (
            "The contractor comes again",
            "The job is not finished.",
            match facts.start {
                Some(_) => format!(
                    "{who} has not finished “{what}” at {home}, and proposes to come again on {time}."
                ),
                None => format!(
                    "{who} has not finished “{what}” at {home}, and will propose a time to come again."
                ),
            },
        ),
        _ => (
            "A job is done",
            "See what was done, and complete it.",
            format!(
                "{who} says that “{what}” at {home} is done. Complete the request when you agree."
            ),
        ),
    };
    Words {
        subject: format!("{heading}: {what}, {home}"),
        title: heading,
        preview,
        paragraphs: vec![said],
        items: Vec::new(),
        quote: facts
            .text
            .clone()
            .map(|text| ("The contractor wrote:", text)),
        action: "Open request",
        after: "You need to sign in to see it.".to_owned(),
        reason: String::new(),
    }
}
