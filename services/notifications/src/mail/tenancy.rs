//! The words of mails about applications and tenancies.

mod agreement;
mod from_tenant;
mod guarantee;
mod invite;
mod referees;
mod rent;

use chrono::{DateTime, Utc};
use url::form_urlencoded;

use super::{
    compose::london_time,
    words::{self, Words, begun, pounds},
};
use crate::domain::{ContentsError, LinkToken, Recipient, TenancyFacts, TenancyNotice};

/// The path and query of the link; `None` where the mail has none.
///
/// # Errors
/// [`ContentsError`] where what it is made of is missing.
pub fn path(notice: TenancyNotice, facts: &TenancyFacts) -> Result<Option<String>, ContentsError> {
    let token = || facts.link_token().map(LinkToken::as_str);
    Ok(Some(match notice {
        TenancyNotice::Invite => {
            let room = facts.room.map(|room| format!("&roomId={room}"));
            let (property, room) = (facts.property, room.unwrap_or_default());
            format!(
                "/tenant-signup?propertyId={property}{room}&invite={}",
                token()?
            )
        }
        TenancyNotice::Draft => {
            let draft = facts.draft_token.as_ref().ok_or(ContentsError::Token)?;
            format!(
                "/tenant-signup?invite={}&draft={}",
                token()?,
                draft.as_str()
            )
        }
        TenancyNotice::GuarantorRequest => format!("/guarantor-verify/{}", token()?),
        TenancyNotice::EmployerRequest => format!("/employer-verify/{}", token()?),
        TenancyNotice::ApplicationReceived
        | TenancyNotice::DocumentsRequired
        | TenancyNotice::DocumentRejected
        | TenancyNotice::StatusChanged
        | TenancyNotice::StatusLink
        | TenancyNotice::RefereeDeclined
        | TenancyNotice::AlreadyApplied
        | TenancyNotice::Approved
        | TenancyNotice::Rejected => format!("/tenant-status?token={}", token()?),
        TenancyNotice::ApplicationSubmitted
        | TenancyNotice::ReferenceGiven
        | TenancyNotice::ReferenceDeclined
        | TenancyNotice::DocumentAdded
        | TenancyNotice::ApplicationWithdrawn
        | TenancyNotice::HoldingDepositAgreementDue
        | TenancyNotice::HoldingDepositReturnDue => {
            format!("/landlord-applications/{}", facts.application()?)
        }
        TenancyNotice::AgreementToSign
        | TenancyNotice::AgreementReminder
        | TenancyNotice::AgreementSigned => format!("/agreement?token={}", token()?),
        TenancyNotice::AgreementToCountersign
        | TenancyNotice::AgreementCompleted
        | TenancyNotice::AgreementDeclined => {
            format!("/landlord-applications/{}/agreement", facts.application()?)
        }
        TenancyNotice::PortalInvitation => format!("/portal-invitation?token={}", token()?),
        TenancyNotice::MovedIn
        | TenancyNotice::TenancyDocumentGiven
        | TenancyNotice::RentDue
        | TenancyNotice::RentReceived
        | TenancyNotice::RentLate
        | TenancyNotice::TenancyChanged
        | TenancyNotice::RentReminder
        | TenancyNotice::NoticeReceived
        | TenancyNotice::RentArrears => "/tenant-dashboard".to_owned(),
        TenancyNotice::RentArrearsMembers
        | TenancyNotice::DepositProtectionDue
        | TenancyNotice::RightToRentDue
        | TenancyNotice::WrittenStatementDue
        | TenancyNotice::TenantGaveNotice
        | TenancyNotice::PetAsked
        | TenancyNotice::TenantWrote
        | TenancyNotice::TenantContactChanged
        | TenancyNotice::DepositAnswered
        | TenancyNotice::PetAnswerDue => format!("/tenants/{}", facts.tenant()?),
        // What they were asked for is over, and a guarantor has no page.
        TenancyNotice::ReferenceClosed
        | TenancyNotice::AgreementVoided
        | TenancyNotice::GuaranteeEnded
        | TenancyNotice::RentArrearsGuarantor => return Ok(None),
    }))
}

/// What the link says behind its hash, which browsers keep to themselves: the address that was invited, for a sign-up with it.
#[must_use]
pub fn behind_hash(notice: TenancyNotice, to: &Recipient) -> String {
    if notice != TenancyNotice::PortalInvitation {
        return String::new();
    }
    let mut query = form_urlencoded::Serializer::for_suffix("#".to_owned(), 1);
    query.append_pair("email", to.address());
    query.finish()
}

/// The words for `notice`.
#[must_use]
pub fn words(notice: TenancyNotice, facts: &TenancyFacts) -> Words {
    match notice {
        TenancyNotice::Invite => invite::words(facts),
        TenancyNotice::Draft => draft(facts),
        TenancyNotice::GuarantorRequest => guarantor(facts),
        TenancyNotice::EmployerRequest => employer(facts),
        TenancyNotice::ApplicationReceived => received(facts),
        TenancyNotice::DocumentsRequired => documents_required(facts),
        TenancyNotice::DocumentRejected => document_rejected(facts),
        TenancyNotice::StatusChanged => status_changed(facts),
        TenancyNotice::StatusLink => status_link(facts),
        TenancyNotice::AlreadyApplied => already_applied(facts),
        TenancyNotice::ReferenceClosed => referees::closed(facts),
        TenancyNotice::RefereeDeclined => referees::declined(facts),
        TenancyNotice::Approved => approved(facts),
        TenancyNotice::Rejected => rejected(facts),
        TenancyNotice::ApplicationSubmitted
        | TenancyNotice::ReferenceGiven
        | TenancyNotice::ReferenceDeclined
        | TenancyNotice::DocumentAdded
        | TenancyNotice::ApplicationWithdrawn => to_the_landlord(notice, facts),
        TenancyNotice::AgreementToSign
        | TenancyNotice::AgreementReminder
        | TenancyNotice::AgreementToCountersign
        | TenancyNotice::AgreementSigned
        | TenancyNotice::AgreementCompleted
        | TenancyNotice::AgreementDeclined
        | TenancyNotice::GuaranteeEnded
        | TenancyNotice::AgreementVoided => agreement::words(notice, facts),
        TenancyNotice::PortalInvitation
        | TenancyNotice::MovedIn
        | TenancyNotice::TenancyDocumentGiven
        | TenancyNotice::RentDue
        | TenancyNotice::RentReceived
        | TenancyNotice::RentLate
        | TenancyNotice::RentArrears
        | TenancyNotice::RentArrearsGuarantor
        | TenancyNotice::RentArrearsMembers
        | TenancyNotice::DepositProtectionDue
        | TenancyNotice::RightToRentDue
        | TenancyNotice::WrittenStatementDue
        | TenancyNotice::PetAnswerDue
        | TenancyNotice::HoldingDepositAgreementDue
        | TenancyNotice::TenancyChanged
        | TenancyNotice::RentReminder
        | TenancyNotice::HoldingDepositReturnDue => rent::words(notice, facts),
        TenancyNotice::TenantGaveNotice
        | TenancyNotice::NoticeReceived
        | TenancyNotice::PetAsked
        | TenancyNotice::TenantWrote
        | TenancyNotice::TenantContactChanged
        | TenancyNotice::DepositAnswered => from_tenant::words(notice, facts),
    }
}

fn draft(facts: &TenancyFacts) -> Words {
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

fn guarantor(facts: &TenancyFacts) -> Words {
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

fn employer(facts: &TenancyFacts) -> Words {
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

fn received(facts: &TenancyFacts) -> Words {
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

fn documents_required(facts: &TenancyFacts) -> Words {
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

fn document_rejected(facts: &TenancyFacts) -> Words {
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

fn status_changed(facts: &TenancyFacts) -> Words {
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

fn status_link(facts: &TenancyFacts) -> Words {
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

fn already_applied(facts: &TenancyFacts) -> Words {
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

fn approved(facts: &TenancyFacts) -> Words {
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

fn rejected(facts: &TenancyFacts) -> Words {
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

/// What every mail to an applicant shares.
fn to_the_applicant(action: &'static str) -> Words {
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

fn to_the_landlord(notice: TenancyNotice, facts: &TenancyFacts) -> Words {
    let who = facts.applicant.as_deref().unwrap_or("An applicant");
    let home = facts.home.as_deref().unwrap_or("one of your homes");
    let kind = facts.subject.as_deref().unwrap_or("referee").to_lowercase();
    let (title, preview, what) = match notice {
        TenancyNotice::ReferenceGiven => (
            "A reference is in",
            "Read it on the application’s page.",
            format!("The {kind} of {who} has given the reference for {home}."),
        ),
        TenancyNotice::ReferenceDeclined => (
            "A reference was declined",
            "You may want to ask for another one.",
            format!("The {kind} of {who} has declined to give the reference for {home}."),
        ),
        TenancyNotice::DocumentAdded => (
            "A document was added",
            "Check it on the application’s page.",
            facts.subject.as_ref().map_or_else(
                || format!("{who} has added a document to the application for {home}."),
                |document| {
                    format!("{who} has added a document to the application for {home}: {document}.")
                },
            ),
        ),
        TenancyNotice::ApplicationWithdrawn => (
            "An application was withdrawn",
            "The home is open to others.",
            format!("{who} has withdrawn the application for {home}."),
        ),
        _ => (
            "You have a new application",
            "See who applies and for what.",
            format!("{who} has applied for {home}."),
        ),
    };
    Words {
        subject: words::about(title, facts.home.as_deref()),
        title,
        preview,
        paragraphs: vec![what],
        items: Vec::new(),
        quote: quote("The reason:", facts).filter(|_| notice == TenancyNotice::ReferenceDeclined),
        action: "Open application",
        after: "You need to sign in to see it.".to_owned(),
        reason: String::new(),
    }
}

fn quote(says: &'static str, facts: &TenancyFacts) -> Option<(&'static str, String)> {
    facts.note.clone().map(|note| (says, note))
}

fn landlord(facts: &TenancyFacts) -> String {
    words::landlord(facts.organisation.as_deref())
}

fn address(facts: &TenancyFacts) -> String {
    words::home(facts.address.as_deref())
}

fn applicant(facts: &TenancyFacts) -> String {
    let applicant = facts.applicant.clone();
    applicant.unwrap_or_else(|| "Someone".to_owned())
}

fn only_for_this(landlord: &str) -> String {
    format!(
        "What you enter goes to {landlord}, who uses it to decide about this application and for nothing else."
    )
}

fn asked_for_you(who: &str) -> String {
    let who = if who == "Someone" { "this person" } else { who };
    format!(
        "It was {who} who gave your address. Don’t know them? Open the form and decline, or ignore this email."
    )
}

fn link_ends(expires: Option<DateTime<Utc>>, more: &str) -> String {
    expires.map_or_else(
        || more.to_owned(),
        |end| format!("The link expires on {} (UK time). {more}", london_time(end)),
    )
}

#[cfg(test)]
mod tests {
    use lintel_rules::Nation;

    use super::*;
    use crate::domain::OfferFacts;

    fn nameless() -> TenancyFacts {
        TenancyFacts {
            token: None,
            draft_token: None,
            property: 0,
            room: None,
            application: 0,
            organisation: None,
            home: None,
            address: None,
            applicant: None,
            subject: None,
            note: None,
            documents: Vec::new(),
            rent: None,
            expires: None,
            tenant: 0,
            tenant_name: None,
            amount: None,
            day: None,
            balance: None,
            days: 0,
            is_ground_8: false,
            nation: Nation::England,
            evidence_hash: None,
            payments: Vec::new(),
            guarantee_limit: None,
            tenant_email: None,
            offer: OfferFacts::default(),
        }
    }

    #[test]
    fn a_mail_without_any_name_still_reads_well() {
        for notice in TenancyNotice::ALL {
            let words = words(*notice, &nameless());
            words::assert_reads_well(&words, notice.as_str());
        }
    }

    /// uk-nations 3.
    #[test]
    fn mails_about_arrears_name_advice_of_the_tenants_nation() {
        for (nation, adviser) in [
            (Nation::England, "Shelter, about housing"),
            (Nation::Wales, "Shelter Cymru"),
            (Nation::Scotland, "Citizens Advice Scotland"),
            (Nation::NorthernIreland, "Housing Rights"),
        ] {
            for notice in [
                TenancyNotice::RentArrears,
                TenancyNotice::RentArrearsGuarantor,
            ] {
                let facts = TenancyFacts {
                    nation,
                    ..nameless()
                };
                let named = words(notice, &facts).items;
                let is_named = named.iter().any(|line| line.starts_with(adviser));
                assert!(is_named, "{nation:?} {notice:?}: {named:?}");
            }
        }
    }

    #[test]
    fn no_mail_goes_without_its_link() {
        for notice in TenancyNotice::ALL {
            let path = path(*notice, &nameless());
            match notice {
                TenancyNotice::ReferenceClosed
                | TenancyNotice::AgreementVoided
                | TenancyNotice::GuaranteeEnded
                | TenancyNotice::RentArrearsGuarantor => {
                    assert_eq!(path, Ok(None), "{notice:?}");
                }
                // Their reader signs in.
                TenancyNotice::MovedIn
                | TenancyNotice::TenancyDocumentGiven
                | TenancyNotice::RentDue
                | TenancyNotice::RentReceived
                | TenancyNotice::RentReminder
                | TenancyNotice::NoticeReceived
                | TenancyNotice::TenancyChanged
                | TenancyNotice::RentLate
                | TenancyNotice::RentArrears => {
                    assert_eq!(path, Ok(Some("/tenant-dashboard".to_owned())), "{notice:?}");
                }
                _ => assert!(path.is_err(), "{notice:?}"),
            }
        }
    }
}
