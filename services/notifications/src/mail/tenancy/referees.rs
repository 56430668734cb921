//! The words of mails about those who answer for an applicant.

use super::{address, applicant, to_the_applicant};
use crate::{domain::TenancyFacts, mail::words::Words};

/// To whoever was asked: nobody needs the answer any more. Why is the landlord's and the applicant's matter.
pub(super) fn closed(facts: &TenancyFacts) -> Words {
    let (who, home) = (applicant(facts), address(facts));
    let as_what = match facts.subject.as_deref() {
        Some("guarantor") => "as guarantor",
        Some("employer") => "as employer",
        _ => "to answer",
    };
    Words {
        subject: "Your answer is no longer needed".to_owned(),
        title: "Your answer is no longer needed",
        preview: "There is nothing that you need to do.",
        paragraphs: vec![format!(
            "{who} had named you {as_what} for an application to rent {home}. Your answer is no longer needed, and the form that we \
                 sent you is closed."
        )],
        items: Vec::new(),
        quote: None,
        action: "",
        after: "There is nothing that you need to do. Thank you for your time.".to_owned(),
        reason: "Don’t know what this is about? Then ignore it.".to_owned(),
    }
}

/// To the applicant: the guarantor or the employer does not want to. Why was written for the landlord.
pub(super) fn declined(facts: &TenancyFacts) -> Words {
    let kind = facts.subject.as_deref().unwrap_or("referee");
    Words {
        subject: format!("Your {kind} has declined"),
        title: "A reference was declined",
        preview: "You can name somebody else.",
        paragraphs: vec![
            format!(
                "Your {kind} has declined to answer for your application for {}.",
                address(facts)
            ),
            "You can name somebody else on your application’s page, or ask the landlord to go on without.".to_owned(),
        ],
        ..to_the_applicant("Name somebody else")
    }
}
