//! The words of mails to applicants.

use super::phrases::{address, landlord, link_ends, quote};
use crate::{
    domain::TenancyFacts,
    mail::words::{Words, begun},
};

pub(super) fn draft(facts: &TenancyFacts) -> Words {
    Words {
        subject: "Finish your application".to_owned(),
        title: "Carry on where you left off",
        preview: "Your answers are saved.",
        paragraphs: vec![format!(
            "Your application for {} is saved, but not sent yet. Open it on any device and carry on.",
            address(facts)
        )],
        items: Vec::new(),
        quote: None,
        action: "Continue application",
        after: link_ends(
            facts.expires,
            "It shows what you have entered so far, so please keep it to yourself.",
        ),
        reason: "Wasn’t you? Ignore this email. Nothing is sent unless someone finishes the form, and what was entered is deleted after 30 days."
            .to_owned(),
    }
}

pub(super) fn received(facts: &TenancyFacts) -> Words {
    Words {
        subject: "Your application was received".to_owned(),
        title: "Your application was received",
        preview: "What happens next, and where to follow it.",
        paragraphs: vec![
            format!(
                "{} has your application for {}.",
                begun(&landlord(facts)),
                address(facts)
            ),
            "What happens next: your guarantor and your employer each get an email with a form. Your application is then checked, \
             and you get an email whenever something changes or is needed."
                .to_owned(),
        ],
        ..to_the_applicant("See your application")
    }
}

pub(super) fn documents_required(facts: &TenancyFacts) -> Words {
    let what = if facts.documents.is_empty() {
        "needs more documents"
    } else {
        "needs these documents"
    };
    Words {
        subject: "Documents are needed for your application".to_owned(),
        title: "Documents are needed",
        preview: "Add them on your application’s page.",
        paragraphs: vec![format!(
            "{} {what} for your application for {}.",
            begun(&landlord(facts)),
            address(facts)
        )],
        items: facts.documents.clone(),
        quote: quote("The landlord wrote:", facts),
        ..to_the_applicant("Add documents")
    }
}

pub(super) fn document_rejected(facts: &TenancyFacts) -> Words {
    let document = facts.subject.as_deref().unwrap_or("A document");
    Words {
        subject: "A document was not accepted".to_owned(),
        title: "A document was not accepted",
        preview: "Please add another one.",
        paragraphs: vec![
            format!(
                "A document for your application for {} was not accepted: {document}.",
                address(facts)
            ),
            "Please add another one on your application’s page.".to_owned(),
        ],
        quote: quote("The reason:", facts),
        ..to_the_applicant("Add a document")
    }
}

pub(super) fn status_changed(facts: &TenancyFacts) -> Words {
    let mut paragraphs = vec![facts.subject.as_ref().map_or_else(
        || format!("Your application for {} has a new status.", address(facts)),
        |status| {
            format!(
                "Your application for {} has a new status: {status}.",
                address(facts)
            )
        },
    )];
    paragraphs.push("There is nothing that you need to do.".to_owned());
    Words {
        subject: "Your application has a new status".to_owned(),
        title: "Your application has a new status",
        preview: "See how far it is.",
        paragraphs,
        quote: quote("The landlord wrote:", facts),
        ..to_the_applicant("See your application")
    }
}

pub(super) fn status_link(facts: &TenancyFacts) -> Words {
    Words {
        subject: "Your new link to your application".to_owned(),
        title: "Your new link to your application",
        preview: "The link in earlier emails has stopped working.",
        paragraphs: vec![
            format!(
                "Here is a new private link to your application for {}.",
                address(facts)
            ),
            "The link in earlier emails has stopped working. Keep this one to yourself: whoever has it sees your application."
                .to_owned(),
        ],
        ..to_the_applicant("See your application")
    }
}

pub(super) fn already_applied(facts: &TenancyFacts) -> Words {
    Words {
        subject: "You have applied for this home already".to_owned(),
        title: "You have applied for this home already",
        preview: "Your first application stands as it was.",
        paragraphs: vec![
            format!(
                "Another application for {} came in with your email address. You had applied for this home already, so nothing was added.",
                address(facts)
            ),
            "Your first application stands as it was. Here is your private link to it.".to_owned(),
        ],
        ..to_the_applicant("See your application")
    }
}

pub(super) fn approved(facts: &TenancyFacts) -> Words {
    Words {
        subject: "Your application is approved".to_owned(),
        title: "Your application is approved",
        preview: "Congratulations.",
        paragraphs: vec![format!(
            "Congratulations. {} has approved your application for {} and will be in touch about moving in.",
            begun(&landlord(facts)),
            address(facts)
        )],
        quote: quote("The landlord wrote:", facts),
        ..to_the_applicant("See your application")
    }
}

pub(super) fn rejected(facts: &TenancyFacts) -> Words {
    Words {
        subject: "Your application was not successful".to_owned(),
        title: "Your application was not successful",
        preview: "What was decided about your application.",
        paragraphs: vec![format!(
            "We are sorry. {} has decided against your application for {}.",
            begun(&landlord(facts)),
            address(facts)
        )],
        quote: quote("The reason:", facts),
        ..to_the_applicant("See your application")
    }
}

/// Returns the words that all mails to an applicant share.
pub(super) fn to_the_applicant(action: &'static str) -> Words {
    Words {
        subject: String::new(),
        title: "",
        preview: "",
        paragraphs: Vec::new(),
        items: Vec::new(),
        quote: None,
        action,
        after: "Whoever has this link can see your application. Please keep it to yourself."
            .to_owned(),
        reason: "Wasn’t you? Then ignore it.".to_owned(),
    }
}
