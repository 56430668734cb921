//! The words of mails about applications and tenancies.

use crate::domain::{ContentsError, TenancyFacts, TenancyNotice};

/// What one mail says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// The subject.
    pub subject: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What a mail client shows beside the subject.
    pub preview: &'static str,
    /// What is said before the link.
    pub before: Vec<String>,
    /// What the button says.
    pub action: &'static str,
    /// Where it leads.
    pub path: String,
    /// What is said after the link.
    pub after: Vec<String>,
    /// Why the recipient gets it, and what happens to their data.
    pub reason: &'static str,
}

const TO_APPLICANT: &str = "You get this because you applied for a home by Lintel. Keep the link to yourself: whoever has it \
     sees your application.";
const TO_LANDLORD: &str = "You get this because you are a member of the organisation that lets this home. Settings, under \
     Notifications, switches such emails off.";
const TO_REFEREE: &str = "You get this because the applicant named you. What you enter is used for this application alone, and \
     is erased with it. If you do not know the applicant, decline by the link or ignore this email.";

/// The words for `notice`.
///
/// # Errors
/// [`ContentsError::Token`] for a mail whose link lacks its token.
pub fn words(notice: TenancyNotice, facts: &TenancyFacts) -> Result<Words, ContentsError> {
    match notice {
        TenancyNotice::Invite | TenancyNotice::Draft => applying(notice, facts),
        TenancyNotice::GuarantorRequest | TenancyNotice::EmployerRequest => referee(notice, facts),
        TenancyNotice::ApplicationReceived
        | TenancyNotice::DocumentsRequired
        | TenancyNotice::DocumentRejected
        | TenancyNotice::StatusChanged
        | TenancyNotice::Approved
        | TenancyNotice::Rejected => applicant(notice, facts),
        TenancyNotice::ApplicationSubmitted
        | TenancyNotice::ReferenceGiven
        | TenancyNotice::ReferenceDeclined
        | TenancyNotice::DocumentAdded
        | TenancyNotice::ApplicationWithdrawn => Ok(landlord(notice, facts)),
    }
}

fn applying(notice: TenancyNotice, facts: &TenancyFacts) -> Result<Words, ContentsError> {
    let token = facts.link_token()?.as_str();
    let who = facts.organisation.as_deref().unwrap_or("A landlord");
    let rent = facts
        .rent
        .map_or_else(String::new, |rent| format!(" The rent is £{rent} a month."));
    if notice == TenancyNotice::Draft {
        let draft = facts.draft_token.as_ref().ok_or(ContentsError::Token)?;
        return Ok(Words {
            subject: "Go on with your application",
            title: "Your half-filled application",
            preview: "The link opens what you have filled in so far.",
            before: vec!["Here is the link to what you have filled in so far. It is kept for 30 days after your last change.".to_owned()],
            action: "Go on",
            path: format!("/tenant-signup?invite={token}&draft={}", draft.as_str()),
            after: Vec::new(),
            reason: "You get this because you asked for it on the form. Keep the link to yourself: whoever has it sees what you entered.",
        });
    }
    let room = facts
        .room
        .map_or_else(String::new, |room| format!("&roomId={room}"));
    Ok(Words {
        subject: "You are invited to apply for a home",
        title: "Apply for a home",
        preview: "It takes about 10 minutes.",
        before: vec![format!(
            "{who} invites you to apply for {}.{rent} It takes about 10 minutes, and you can stop and go on later.",
            facts.address()
        )],
        action: "Apply",
        path: format!(
            "/tenant-signup?propertyId={}{room}&invite={token}",
            facts.property
        ),
        after: Vec::new(),
        reason: "You get this because the landlord entered your address. If you do not know them, ignore this email.",
    })
}

fn referee(notice: TenancyNotice, facts: &TenancyFacts) -> Result<Words, ContentsError> {
    let token = facts.link_token()?.as_str();
    let (name, address) = (facts.applicant(), facts.address());
    let rent = facts
        .rent
        .map_or_else(String::new, |rent| format!(", at £{rent} a month"));
    let guarantor = notice == TenancyNotice::GuarantorRequest;
    Ok(Words {
        subject: if guarantor {
            "You are asked to be a guarantor"
        } else {
            "You are asked to confirm an employment"
        },
        title: if guarantor {
            "Will you be a guarantor?"
        } else {
            "Will you confirm an employment?"
        },
        preview: "The form takes about five minutes.",
        before: vec![if guarantor {
            format!(
                "{name} has applied for {address}{rent}, and named you as guarantor. A guarantor pays the rent if the tenant does not. \
                 Please read the form, and sign it only if you agree."
            )
        } else {
            format!(
                "{name} has applied for {address}{rent}, and named you as employer. Please confirm the employment on the form and sign it."
            )
        }],
        action: "Open the form",
        path: format!(
            "/{}-verify/{token}",
            if guarantor { "guarantor" } else { "employer" }
        ),
        after: vec!["The link works once and for 14 days. You can also decline there.".to_owned()],
        reason: TO_REFEREE,
    })
}

fn applicant(notice: TenancyNotice, facts: &TenancyFacts) -> Result<Words, ContentsError> {
    let token = facts.link_token()?.as_str();
    let address = facts.address();
    let said = facts
        .note
        .as_ref()
        .map(|note| format!("The landlord writes: {note}"));
    let status = facts.subject.as_deref().unwrap_or("another one");
    let (subject, title, preview, before): (_, _, _, Vec<String>) = match notice {
        TenancyNotice::ApplicationReceived => (
            "We have your application",
            "Your application is in",
            "What happens next.",
            vec![format!(
                "Your application for {address} is with the landlord. Your guarantor and your employer get a form by email; \
                     then the landlord decides. You can see how it stands at any time, add documents or withdraw it:"
            )],
        ),
        TenancyNotice::DocumentsRequired => (
            "Documents are needed for your application",
            "Documents are needed",
            "Add them by the link.",
            vec![if facts.documents.is_empty() {
                format!("The landlord needs documents for your application for {address}.")
            } else {
                format!(
                    "For your application for {address} the landlord needs: {}.",
                    facts.documents.join(", ")
                )
            }],
        ),
        TenancyNotice::DocumentRejected => (
            "A document was not accepted",
            "A document was not accepted",
            "Add another one by the link.",
            vec![format!(
                "The landlord could not accept a document of your application for {address} ({status}). Please add another one."
            )],
        ),
        TenancyNotice::Approved => (
            "Your application is approved",
            "Your application is approved",
            "The home is reserved for you.",
            vec![format!(
                "Good news: your application for {address} is approved, and the home is reserved for you. The landlord will be in touch about what comes next."
            )],
        ),
        TenancyNotice::Rejected => (
            "Your application was not successful",
            "Your application was not successful",
            "The landlord has decided.",
            vec![format!(
                "The landlord has decided not to go on with your application for {address}."
            )],
        ),
        _ => (
            "News about your application",
            "News about your application",
            "It has another status.",
            vec![format!(
                "Your application for {address} now has the status {status}."
            )],
        ),
    };
    let mut before = before;
    before.extend(said);
    Ok(Words {
        subject,
        title,
        preview,
        before,
        action: "See your application",
        path: format!("/tenant-status?token={token}"),
        after: Vec::new(),
        reason: TO_APPLICANT,
    })
}

fn landlord(notice: TenancyNotice, facts: &TenancyFacts) -> Words {
    let name = facts.applicant();
    let home = facts.home.as_deref().unwrap_or_else(|| facts.address());
    let kind = facts.subject.as_deref().unwrap_or("referee");
    let (subject, title, said) = match notice {
        TenancyNotice::ApplicationSubmitted => (
            "A new application",
            "A new application",
            format!("{name} has applied for {home}."),
        ),
        TenancyNotice::ReferenceGiven => (
            "A reference was given",
            "A reference was given",
            format!("The {kind} of {name} has given a reference for {home}."),
        ),
        TenancyNotice::ReferenceDeclined => (
            "A reference was declined",
            "A reference was declined",
            format!("The {kind} of {name} does not want to give a reference for {home}."),
        ),
        TenancyNotice::DocumentAdded => (
            "A document was added",
            "A document was added",
            format!("{name} has added a document to the application for {home}."),
        ),
        _ => (
            "An application was withdrawn",
            "An application was withdrawn",
            format!("{name} has withdrawn the application for {home}."),
        ),
    };
    let mut before = vec![said];
    before.extend(
        facts
            .note
            .as_ref()
            .map(|note| format!("They write: {note}")),
    );
    Words {
        subject,
        title,
        preview: "Open the application to see it.",
        before,
        action: "Open the application",
        path: format!("/landlord-applications/{}", facts.application),
        after: Vec::new(),
        reason: TO_LANDLORD,
    }
}
