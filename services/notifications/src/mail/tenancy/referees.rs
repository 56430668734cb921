//! The words of mails about those who answer for an applicant.

use super::{
    application::to_the_applicant,
    phrases::{address, applicant, asked_for_you, landlord, link_ends, only_for_this},
};
use crate::{
    domain::TenancyFacts,
    mail::words::{Words, pounds},
};

pub(super) fn guarantor(facts: &TenancyFacts) -> Words {
    let (who, home, landlord) = (applicant(facts), address(facts), landlord(facts));
    let rent = facts.rent.map_or_else(String::new, |rent| {
        format!(" The rent is {} a month.", pounds(rent))
    });
    Words {
        subject: facts.applicant.as_ref().map_or_else(
            || "You have been named as a guarantor".to_owned(),
            |who| format!("{who} has named you as guarantor"),
        ),
        title: "Will you be a guarantor?",
        preview: "Read what it means, then agree or decline.",
        paragraphs: vec![
            format!(
                "{who} has applied to {landlord} to rent {home}, and has named you as guarantor.{rent}"
            ),
            "A guarantor pays what the tenant owes if the tenant does not. Please read the form before you agree. You are free to decline."
                .to_owned(),
            only_for_this(&landlord),
        ],
        items: Vec::new(),
        quote: None,
        action: "Open the form",
        after: link_ends(facts.expires, "It is meant for you alone."),
        reason: asked_for_you(&who),
    }
}

pub(super) fn employer(facts: &TenancyFacts) -> Words {
    let (who, home, landlord) = (applicant(facts), address(facts), landlord(facts));
    Words {
        subject: facts.applicant.as_ref().map_or_else(
            || "You are asked for an employer’s reference".to_owned(),
            |who| format!("{who} has asked you for an employer’s reference"),
        ),
        title: "An employer’s reference",
        preview: "A short form about the job and the salary.",
        paragraphs: vec![
            format!(
                "{who} has applied to {landlord} to rent {home}, and has named you as employer."
            ),
            "Please confirm the job, since when, and the salary. It takes a few minutes. You are free to decline.".to_owned(),
            only_for_this(&landlord),
        ],
        items: Vec::new(),
        quote: None,
        action: "Open the form",
        after: link_ends(facts.expires, "It is meant for you alone."),
        reason: asked_for_you(&who),
    }
}

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
