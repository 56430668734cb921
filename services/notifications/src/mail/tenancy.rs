//! The words of mails about applications and tenancies.

mod agreement;
mod application;
mod from_tenant;
mod guarantee;
mod invite;
mod phrases;
mod referees;
mod rent;

use url::form_urlencoded;

use self::phrases::quote;
use super::words::{self, Words};
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

/// Returns the fragment of the link, which browsers keep to themselves: the address that was invited, for a sign-up with it.
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
        TenancyNotice::Draft => application::draft(facts),
        TenancyNotice::GuarantorRequest => referees::guarantor(facts),
        TenancyNotice::EmployerRequest => referees::employer(facts),
        TenancyNotice::ApplicationReceived => application::received(facts),
        TenancyNotice::DocumentsRequired => application::documents_required(facts),
        TenancyNotice::DocumentRejected => application::document_rejected(facts),
        TenancyNotice::StatusChanged => application::status_changed(facts),
        TenancyNotice::StatusLink => application::status_link(facts),
        TenancyNotice::AlreadyApplied => application::already_applied(facts),
        TenancyNotice::ReferenceClosed => referees::closed(facts),
        TenancyNotice::RefereeDeclined => referees::declined(facts),
        TenancyNotice::Approved => application::approved(facts),
        TenancyNotice::Rejected => application::rejected(facts),
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

    /// docs/reference/uk-nations.md 3.
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
