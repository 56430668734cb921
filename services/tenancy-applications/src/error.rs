//! The failures that several use cases share, each with its reason.

use lintel_core::{ApplicationId, Error};

use crate::domain::ReferenceKind;

/// No such property in the copy of the caller's properties. Somebody else's answers exactly the same.
pub const fn home_not_found() -> Error {
    Error::NotFound {
        reason: "HOME_NOT_FOUND",
        resource: "Property",
    }
}

/// No such application in the caller's organisation, or of the caller's own. Somebody else's answers exactly the same.
pub const fn application_not_found() -> Error {
    Error::NotFound {
        reason: "APPLICATION_NOT_FOUND",
        resource: "Application",
    }
}

/// No such link in the caller's organisation. Somebody else's answers exactly the same.
pub const fn invite_not_found() -> Error {
    Error::NotFound {
        reason: "INVITE_NOT_FOUND",
        resource: "Link",
    }
}

/// No such half-filled form, or one of another browser, or one that was submitted.
pub const fn draft_not_found() -> Error {
    Error::NotFound {
        reason: "DRAFT_NOT_FOUND",
        resource: "Draft",
    }
}

/// A token that is not known, is of another kind, was revoked, is spent or has expired: one text for all, so that nobody learns which.
pub const fn link_invalid() -> Error {
    Error::LinkInvalid {
        message: "This link is invalid or has expired.",
    }
}

/// A private link that a newer one replaced, or whose time is over.
pub const fn link_expired() -> Error {
    Error::LinkEnded {
        reason: "LINK_EXPIRED",
        message: "This link has expired. Please ask whoever sent it for a new one.",
    }
}

/// A private link whose matter is decided, or that was taken back.
pub const fn link_closed() -> Error {
    Error::LinkEnded {
        reason: "LINK_CLOSED",
        message: "This link is closed. There is nothing more to do here.",
    }
}

/// A private link that works once and was used.
pub const fn link_spent() -> Error {
    Error::FailedPrecondition {
        reason: "LINK_SPENT",
        message: "This link was used already. Go on in the browser in which you opened it.",
    }
}

/// An invitation to the portal that was used.
pub const fn invitation_spent() -> Error {
    Error::FailedPrecondition {
        reason: "LINK_SPENT",
        message: "This invitation was used already. Sign in with the account that used it.",
    }
}

/// A tenant whose home is in an account's portal already.
pub const fn portal_confirmed() -> Error {
    Error::FailedPrecondition {
        reason: "PORTAL_CONFIRMED",
        message: "This tenant sees the home in the portal already.",
    }
}

/// A private link whose holder declined.
pub const fn link_declined() -> Error {
    Error::FailedPrecondition {
        reason: "LINK_DECLINED",
        message: "You have declined already, and the landlord knows.",
    }
}

/// A half-filled form that was sent in.
pub const fn draft_submitted() -> Error {
    Error::FailedPrecondition {
        reason: "DRAFT_SUBMITTED",
        message: "This application was sent in already. The email about it has the link to its status.",
    }
}

/// A rejected application, which takes nothing more.
pub const fn application_rejected() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_REJECTED",
        message: "This application was rejected. Change its status first.",
    }
}

/// An identity document, which a private link does not show.
pub const fn document_private() -> Error {
    Error::PermissionDenied {
        reason: "DOCUMENT_PRIVATE",
        message: "Identity documents are not shown by this link. Ask the landlord for a copy, or sign in.",
    }
}

/// A file that the landlord has opened or judged, or sent.
pub const fn document_seen() -> Error {
    Error::FailedPrecondition {
        reason: "DOCUMENT_SEEN",
        message: "The landlord has looked at this document already, so it stays. Add another one beside it.",
    }
}

/// A rejected application, said to its applicant.
pub const fn own_application_rejected() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_REJECTED",
        message: "The landlord has decided against this application. There is nothing more to do here.",
    }
}

/// An application that its applicant has withdrawn.
pub const fn application_withdrawn() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_WITHDRAWN",
        message: "The applicant has withdrawn this application.",
    }
}

/// An application that ended so long ago that no private link to it works.
pub const fn application_long_over() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_LONG_OVER",
        message: "This application ended 14 days ago or earlier, and with it its private links. Write to the applicant yourself; one that was \
                  rejected can be considered anew first.",
    }
}

/// A page token that this list did not make; the text is that of [`lintel_core::PageToken::decode`].
pub fn bad_page_token() -> Error {
    Error::field(
        "PAGE_TOKEN_INVALID",
        "page_token",
        "Use the page token of the previous reply, or none.",
    )
}

/// Another application holds the home or the room; its number is named as the screens show it.
pub fn home_already_approved(first: ApplicationId) -> Error {
    Error::Conflict {
        reason: "HOME_ALREADY_APPROVED",
        message: format!(
            "Application #{:04} has been approved for this home already. Change it first, or approve this one as renting together with it.",
            first.get()
        ),
    }
}

/// No such room in the house, or none where a room must be named, or one where none may be.
pub const fn room_not_found() -> Error {
    Error::NotFound {
        reason: "ROOM_NOT_FOUND",
        resource: "Room",
    }
}

/// A home or a room with a tenancy that has not ended.
pub const fn home_already_let() -> Error {
    Error::FailedPrecondition {
        reason: "HOME_ALREADY_LET",
        message: "This home is let or reserved already. End that tenancy first.",
    }
}

/// No such import in the caller's organisation. Somebody else's answers exactly the same.
pub const fn import_not_found() -> Error {
    Error::NotFound {
        reason: "IMPORT_NOT_FOUND",
        resource: "Import",
    }
}

/// An import with problems.
pub const fn import_has_problems() -> Error {
    Error::FailedPrecondition {
        reason: "IMPORT_HAS_PROBLEMS",
        message: "Mend the problems in the file first, then import it anew.",
    }
}

/// An import that has begun already.
pub const fn import_already_applied() -> Error {
    Error::FailedPrecondition {
        reason: "IMPORT_ALREADY_APPLIED",
        message: "This file has been imported already.",
    }
}

/// An import while another one is going on.
pub const fn import_running() -> Error {
    Error::FailedPrecondition {
        reason: "IMPORT_RUNNING",
        message: "Another file is being imported. Wait until it is done.",
    }
}

/// A file that is too large to import.
pub fn import_too_large() -> Error {
    Error::field(
        "IMPORT_TOO_LARGE",
        "content",
        "Import a file smaller than 10MB.",
    )
}

/// No such tenant in the caller's organisation. Somebody else's answers exactly the same.
pub const fn tenant_not_found() -> Error {
    Error::NotFound {
        reason: "TENANT_NOT_FOUND",
        resource: "Tenant",
    }
}

/// No such tenancy in the caller's organisation. Somebody else's answers exactly the same.
pub const fn tenancy_not_found() -> Error {
    Error::NotFound {
        reason: "TENANCY_NOT_FOUND",
        resource: "Tenancy",
    }
}

/// A tenancy that is over, or a tenant who has left.
pub const fn tenancy_ended() -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_ENDED",
        message: "This tenancy has ended already.",
    }
}

/// A tenancy that has begun, against what only one to come allows.
pub const fn tenancy_active() -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_ACTIVE",
        message: "The tenancy has begun already. End it first.",
    }
}

/// A tenancy that has begun or is over cannot start.
pub const fn tenancy_not_upcoming() -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_NOT_UPCOMING",
        message: "This tenancy has started already.",
    }
}

/// A tenancy whose first day is to come.
pub const fn tenancy_starts_later() -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_STARTS_LATER",
        message: "This tenancy starts on a later day.",
    }
}

/// A tenancy with an agreement, whose tenants move in by its steps.
pub const fn tenancy_has_agreement() -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_HAS_AGREEMENT",
        message: "This tenancy has an agreement. Complete the move-in in its application.",
    }
}

/// An account whose verified address is no tenant's.
pub const fn tenancy_not_linked() -> Error {
    Error::NotFound {
        reason: "TENANCY_NOT_LINKED",
        resource: "Tenancy",
    }
}

/// The last day of the tenancy is known already.
pub const fn notice_given() -> Error {
    Error::FailedPrecondition {
        reason: "NOTICE_GIVEN",
        message: "The last day of this tenancy is known already. Write to your landlord to change it.",
    }
}

/// No such document of the application. Somebody else's answers exactly the same.
pub const fn document_not_found() -> Error {
    Error::NotFound {
        reason: "DOCUMENT_NOT_FOUND",
        resource: "Document",
    }
}

/// No such file, or a ticket that does not read it: one answer for all.
pub const fn file_not_found() -> Error {
    Error::NotFound {
        reason: "FILE_NOT_FOUND",
        resource: "File",
    }
}

/// No such document that the tenant was given. Somebody else's answers exactly the same.
pub const fn tenancy_document_not_found() -> Error {
    Error::NotFound {
        reason: "TENANCY_DOCUMENT_NOT_FOUND",
        resource: "Document",
    }
}

/// No such check of the application, or one without a file. Somebody else's answers exactly the same.
pub const fn right_to_rent_check_not_found() -> Error {
    Error::NotFound {
        reason: "RIGHT_TO_RENT_CHECK_NOT_FOUND",
        resource: "Check",
    }
}

/// Steps that must be over before somebody moves in; they are named as the screens name them.
pub fn move_in_steps_missing(missing: &[&str]) -> Error {
    Error::Conflict {
        reason: "MOVE_IN_STEPS_MISSING",
        message: format!(
            "Before they move in, these steps are missing: {}.",
            missing.join(", ")
        ),
    }
}

/// No agreement of the application.
pub const fn agreement_not_found() -> Error {
    Error::NotFound {
        reason: "AGREEMENT_NOT_FOUND",
        resource: "Agreement",
    }
}

/// No deed of the application's agreement.
pub const fn guarantee_not_found() -> Error {
    Error::NotFound {
        reason: "GUARANTEE_NOT_FOUND",
        resource: "Deed",
    }
}

/// A guarantee that is not in force, or whose end is known.
pub const fn guarantee_closed() -> Error {
    Error::FailedPrecondition {
        reason: "GUARANTEE_CLOSED",
        message: "This guarantee is not in force, or its end is recorded already.",
    }
}

/// An application that nobody approved, or that came to nothing since.
pub const fn application_not_approved() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_NOT_APPROVED",
        message: "Approve the application first.",
    }
}

/// A tenant to whom the landlord wants no mails sent.
pub const fn tenant_mail_off() -> Error {
    Error::FailedPrecondition {
        reason: "TENANT_MAIL_OFF",
        message: "Emails to this tenant are off. Switch them on first.",
    }
}

/// A tenant whose address is not known.
pub const fn tenant_without_email() -> Error {
    Error::FailedPrecondition {
        reason: "TENANT_WITHOUT_EMAIL",
        message: "This tenant has no email address, so nothing can be sent.",
    }
}

/// An agreement that nobody says the landlord of.
pub const fn landlord_not_given() -> Error {
    Error::FailedPrecondition {
        reason: "LANDLORD_NOT_GIVEN",
        message: "Say who the landlord is and where notices reach them first: under Settings, Members, Landlord, or with the \
                  agreement.",
    }
}

/// People whose right to rent must be recorded before an agreement is issued in England.
pub fn right_to_rent_missing(names: &[String]) -> Error {
    Error::Conflict {
        reason: "RIGHT_TO_RENT_MISSING",
        message: format!("Record the right to rent of {} first.", names.join(" and ")),
    }
}

/// An applicant cannot go whose agreement all have signed.
pub const fn signed_by_all() -> Error {
    Error::FailedPrecondition {
        reason: "AGREEMENT_SIGNED",
        message: "Everybody has signed the agreement. First the landlord has to void it.",
    }
}

/// An agreement that all have signed.
pub const fn agreement_signed() -> Error {
    Error::FailedPrecondition {
        reason: "AGREEMENT_SIGNED",
        message: "All have signed an agreement already.",
    }
}

/// A change of what all have signed.
pub const fn terms_signed() -> Error {
    Error::FailedPrecondition {
        reason: "TERMS_SIGNED",
        message: "All have signed an agreement with these dates, rent and deposit. Before they move in, void the agreement first; \
                  afterwards, change the rent from a day on.",
    }
}

/// An agreement that says otherwise than a tenancy that has begun, or whose rent is charged; named is what differs.
pub fn terms_charged(others: &[&str]) -> Error {
    Error::Conflict {
        reason: "TERMS_CHARGED",
        message: format!(
            "This tenancy goes on already with another {}. Issue the agreement with the tenancy's own terms, or change the tenancy first; \
             rent that is charged changes from a day on.",
            others.join(", ")
        ),
    }
}

/// An agreement that a change of the rent which is recorded would contradict from `day` on.
pub fn terms_to_change(day: &str) -> Error {
    Error::Conflict {
        reason: "TERMS_CHARGED",
        message: format!(
            "The rent of this tenancy changes on {day}. Issue the agreement from that day on."
        ),
    }
}

/// Rent that is to begin before those move in whose agreement says its terms.
pub const fn rent_agreed() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_AGREED",
        message: "The agreement says how the rent is paid. It begins with Complete Move-in, or void the agreement first.",
    }
}

/// Rent that is to be charged otherwise than the agreement of a tenancy that has begun says.
pub const fn rent_agreed_otherwise() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_AGREED",
        message: "The agreement says how the rent is paid: set it up with the agreement's rent, rent period, due day and charge for a part \
                  of a period. An agreement that not all have signed can be voided first.",
    }
}

/// An agreement that waits for nobody any more.
pub const fn agreement_closed() -> Error {
    Error::FailedPrecondition {
        reason: "AGREEMENT_CLOSED",
        message: "This agreement is signed, declined or withdrawn. There is nothing more to do.",
    }
}

/// A signer before whom others sign, or who has signed.
pub const fn agreement_not_your_turn() -> Error {
    Error::FailedPrecondition {
        reason: "AGREEMENT_NOT_YOUR_TURN",
        message: "You have signed already, or others sign first.",
    }
}

/// A signature under another document than the one that is to be signed.
pub const fn agreement_changed() -> Error {
    Error::FailedPrecondition {
        reason: "AGREEMENT_CHANGED",
        message: "The agreement is another one by now. Load the page anew and read it again.",
    }
}

/// A signer who was mailed a short while ago.
pub const fn reminded_already() -> Error {
    Error::FailedPrecondition {
        reason: "REMINDED_ALREADY",
        message: "A mail was sent within the last hour. Try again later.",
    }
}

/// A deposit that has not come.
pub const fn deposit_not_recorded() -> Error {
    Error::FailedPrecondition {
        reason: "DEPOSIT_NOT_RECORDED",
        message: "Record first when the deposit came.",
    }
}

/// A deposit that was not given back.
pub const fn deposit_not_returned() -> Error {
    Error::FailedPrecondition {
        reason: "DEPOSIT_NOT_RETURNED",
        message: "The return of the deposit is not recorded, so there is nothing to answer yet.",
    }
}

/// A return of a deposit that is not the one that the tenant has seen.
pub const fn deposit_return_changed() -> Error {
    Error::FailedPrecondition {
        reason: "DEPOSIT_RETURN_CHANGED",
        message: "Your landlord has changed the return meanwhile. Look at it again, then answer.",
    }
}

/// No such request for a pet of that tenant. Somebody else's answers exactly the same.
pub const fn pet_request_not_found() -> Error {
    Error::NotFound {
        reason: "PET_REQUEST_NOT_FOUND",
        resource: "Request for a pet",
    }
}

/// A tenant with as many requests for pets as are kept.
pub const fn too_many_pet_requests() -> Error {
    Error::FailedPrecondition {
        reason: "PET_REQUESTS_FULL",
        message: "50 requests of this tenant are recorded. Remove one first.",
    }
}

/// A tenant without a photo.
pub const fn photo_not_found() -> Error {
    Error::NotFound {
        reason: "PHOTO_NOT_FOUND",
        resource: "Photo",
    }
}

/// An application that somebody still decides on.
pub const fn application_in_progress() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_IN_PROGRESS",
        message: "This application is still being considered. Reject it first, or ask the applicant to withdraw it.",
    }
}

/// A reference that was not asked for.
pub const fn reference_not_found() -> Error {
    Error::NotFound {
        reason: "REFERENCE_NOT_FOUND",
        resource: "Reference",
    }
}

/// A reference of somebody who has moved in.
pub const fn reference_not_needed() -> Error {
    Error::FailedPrecondition {
        reason: "REFERENCE_NOT_NEEDED",
        message: "They have moved in, so nobody needs this reference any more.",
    }
}

/// A reference that the landlord does without.
pub const fn reference_waived() -> Error {
    Error::FailedPrecondition {
        reason: "REFERENCE_NOT_NEEDED",
        message: "The landlord does without this reference, so nobody needs to answer.",
    }
}

/// Another guarantor than the one whom an agreement names.
pub const fn agreement_names_guarantor() -> Error {
    Error::FailedPrecondition {
        reason: "REFERENCE_NOT_NEEDED",
        message: "The tenancy agreement names your guarantor already. Ask the landlord: another one needs another agreement.",
    }
}

/// A reference that was given or declined already.
pub const fn reference_already_given() -> Error {
    Error::FailedPrecondition {
        reason: "REFERENCE_ALREADY_GIVEN",
        message: "This form has been answered already. There is nothing more to do.",
    }
}

/// A link to a form that is not known, was replaced or has expired (specification 2 section 8).
pub const fn reference_link_invalid(kind: ReferenceKind) -> Error {
    Error::LinkInvalid {
        message: match kind {
            ReferenceKind::Guarantor => {
                "This guarantor verification link is invalid or has expired."
            }
            ReferenceKind::Employer => {
                "This employment verification link is invalid or has expired."
            }
        },
    }
}

/// No such entry in the tenant's ledger. Somebody else's answers exactly the same.
pub const fn ledger_entry_not_found() -> Error {
    Error::NotFound {
        reason: "LEDGER_ENTRY_NOT_FOUND",
        resource: "Entry",
    }
}

/// An entry that another one takes back already.
pub const fn entry_already_reversed() -> Error {
    Error::FailedPrecondition {
        reason: "ENTRY_ALREADY_REVERSED",
        message: "This entry has been taken back already.",
    }
}

/// A tenancy whose rent is charged by schedule already.
pub const fn rent_already_charged() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_ALREADY_CHARGED",
        message: "Rent is charged in this tenancy already.",
    }
}

/// A tenancy without a schedule of rent.
pub const fn rent_not_charged() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_NOT_CHARGED",
        message: "No rent is charged in this tenancy yet. Say first how it is due.",
    }
}

/// Another rent for a tenancy whose rent is charged by schedule.
pub const fn rent_change_dated() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_CHANGE_DATED",
        message: "Rent is charged in this tenancy, so it changes from a day on. Record a change of the rent instead.",
    }
}

/// No such change of a rent in the caller's organisation. Somebody else's answers exactly the same.
pub const fn rent_change_not_found() -> Error {
    Error::NotFound {
        reason: "RENT_CHANGE_NOT_FOUND",
        resource: "Rent change",
    }
}

/// An act that was never done, or was taken back already.
pub const fn nothing_to_take_back() -> Error {
    Error::FailedPrecondition {
        reason: "NOTHING_TO_TAKE_BACK",
        message: "There is nothing to take back here any more. Load the page again.",
    }
}

/// An act that cannot be taken back before something else is.
pub const fn take_back_blocked(message: String) -> Error {
    Error::Conflict {
        reason: "TAKE_BACK_BLOCKED",
        message,
    }
}

/// An act that cannot be undone at once, because something has followed.
pub const fn something_followed() -> Error {
    Error::FailedPrecondition {
        reason: "SOMETHING_FOLLOWED",
        message: "Something has followed meanwhile. Take it back with a reason instead.",
    }
}

/// A tenancy in which money was received cannot be taken away.
pub const fn rent_received() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_RECEIVED",
        message: "Money was received in this tenancy. Take the receipts back first.",
    }
}

/// No such bank's file in the caller's organisation. Somebody else's answers exactly the same.
pub const fn bank_statement_not_found() -> Error {
    Error::NotFound {
        reason: "BANK_STATEMENT_NOT_FOUND",
        resource: "File",
    }
}

/// No such line of a bank's file in the caller's organisation. Somebody else's answers exactly the same.
pub const fn bank_line_not_found() -> Error {
    Error::NotFound {
        reason: "BANK_LINE_NOT_FOUND",
        resource: "Line",
    }
}

/// A line that is a receipt or is ignored already.
pub const fn bank_line_decided() -> Error {
    Error::FailedPrecondition {
        reason: "BANK_LINE_DECIDED",
        message: "A line has been decided already. Load the lines again.",
    }
}

/// No such account in the caller's organisation. Somebody else's answers exactly the same.
pub const fn bank_account_not_found() -> Error {
    Error::NotFound {
        reason: "BANK_ACCOUNT_NOT_FOUND",
        resource: "Account",
    }
}

/// No such layout in the caller's organisation. Somebody else's answers exactly the same.
pub const fn bank_layout_not_found() -> Error {
    Error::NotFound {
        reason: "BANK_LAYOUT_NOT_FOUND",
        resource: "Layout",
    }
}
