//! The table itself.

use super::{Audience, Fact, NotificationKind as Kind, Row, Setting, Ways};
use crate::domain::Subject;

const MEMBER: &str = "you are a member of this portfolio";
const OWNER: &str = "you own this portfolio";
const ACCOUNT: &str = "it concerns your Lintel account";
const APPLICANT: &str = "you applied for a home with this address";
const VIEWER: &str = "a viewing was booked with this address";
const HOST: &str = "you show this home";
const SIGNER: &str = "you were asked to sign with this address";
const TENANT: &str = "you rent this home";
const GUARANTOR: &str = "you are the guarantor of this tenant";
const CONTRACTOR: &str = "the landlord has you among their contractors";
const AT_HOME: &str = "you live there and it concerns your home";

const MAIL: Ways = Ways {
    in_app: false,
    mail: true,
    push: false,
    sms: false,
};
const IN_APP: Ways = Ways {
    in_app: true,
    mail: false,
    push: false,
    sms: false,
};
/// In Lintel, by mail and in browsers.
const USUAL: Ways = Ways {
    in_app: true,
    mail: true,
    push: true,
    sms: false,
};
/// By every way: it will not wait until somebody reads their mails.
const URGENT: Ways = Ways {
    in_app: true,
    mail: true,
    push: true,
    sms: true,
};

/// A mail with a link that only its reader may use: nothing of it is kept behind the bell.
const fn link(kind: Kind, tells: &'static str, reason: &'static str) -> Row {
    Row {
        kind,
        audience: Audience::Address,
        ways: MAIL,
        setting: None,
        subject: None,
        tells,
        reason,
    }
}

const fn security(tells: &'static str) -> Row {
    Row {
        kind: Kind::Security,
        audience: Audience::Account,
        ways: USUAL,
        setting: None,
        subject: None,
        tells,
        reason: ACCOUNT,
    }
}

/// To whoever has the address, who is owed it.
const fn owed(kind: Kind, ways: Ways, tells: &'static str, reason: &'static str) -> Row {
    Row {
        kind,
        audience: Audience::Address,
        ways,
        setting: None,
        subject: Some(match kind {
            Kind::Viewing => Subject::Viewing,
            Kind::Maintenance => Subject::Maintenance,
            _ => Subject::Application,
        }),
        tells,
        reason,
    }
}

const fn to_members(kind: Kind, ways: Ways, setting: Setting, tells: &'static str) -> Row {
    Row {
        kind,
        audience: Audience::Members,
        ways,
        setting: Some(setting),
        subject: match kind {
            Kind::Application | Kind::Reference | Kind::Document => Some(Subject::Application),
            Kind::Maintenance => Some(Subject::Maintenance),
            _ => None,
        },
        tells,
        reason: MEMBER,
    }
}

/// To a tenant or guarantor, about a tenancy.
const fn of_tenancy(kind: Kind, tells: &'static str, reason: &'static str) -> Row {
    Row {
        subject: Some(Subject::Tenancy),
        ..owed(kind, USUAL, tells, reason)
    }
}

/// To the members, about a tenancy.
const fn of_tenancy_to_members(kind: Kind, setting: Setting, tells: &'static str) -> Row {
    Row {
        subject: Some(Subject::Tenancy),
        ..to_members(kind, USUAL, setting, tells)
    }
}

const fn to_host(tells: &'static str, ways: Ways) -> Row {
    Row {
        kind: Kind::Viewing,
        audience: Audience::Member,
        ways,
        setting: Some(Setting::Email),
        subject: Some(Subject::Viewing),
        tells,
        reason: HOST,
    }
}

const fn to_owners(kind: Kind, ways: Ways, tells: &'static str) -> Row {
    Row {
        kind,
        audience: Audience::Owners,
        ways,
        setting: Some(Setting::Email),
        subject: None,
        tells,
        reason: OWNER,
    }
}

/// The row of `fact`.
#[rustfmt::skip]
pub(super) const fn row(fact: Fact) -> Row {
    match fact {
        Fact::EmailVerification => link(Kind::Security, "the link and the code that prove a sign-in address", "somebody made a Lintel account with this address"),
        Fact::PasswordReset => link(Kind::Security, "the link that sets a new password", "somebody asked for it with this address"),
        Fact::PasswordChanged => security("the password was changed"),
        Fact::Invitation => link(Kind::Member, "the link that makes its reader a member", "somebody invited this address"),
        Fact::NewDevice => security("a sign-in from a device not seen before"),
        Fact::AccountLocked => security("sign-in is locked for a while after wrong passwords"),
        Fact::TwoFactorEnabled => security("the second factor is on"),
        Fact::TwoFactorDisabled => security("the second factor is off"),
        Fact::EmailChange => link(Kind::Security, "the link that makes an address the sign-in address", "somebody wants to sign in with this address"),
        Fact::EmailChanging => security("another sign-in address was asked for"),
        Fact::EmailChanged => security("the sign-in address was changed"),
        Fact::AccountDeleted => link(Kind::Security, "the account is deleted", ACCOUNT),

        Fact::TenancyInvite => owed(Kind::Application, USUAL, "the link to apply", "a landlord gave this address"),
        Fact::TenancyDraft => owed(Kind::Application, MAIL, "the link to a half-filled application", "this address was entered in an application"),
        Fact::ApplicationReceived => owed(Kind::Application, USUAL, "an application was received, and what happens next", APPLICANT),
        Fact::GuarantorRequest => owed(Kind::Reference, USUAL, "somebody names a guarantor", "somebody gave this address as that of their guarantor"),
        Fact::EmployerRequest => owed(Kind::Reference, USUAL, "somebody names an employer", "somebody gave this address as that of their employer"),
        Fact::ApplicationSubmitted => to_members(Kind::Application, USUAL, Setting::Email, "somebody has applied"),
        Fact::ReferenceGiven => to_members(Kind::Reference, USUAL, Setting::Email, "a reference was given"),
        Fact::ReferenceDeclined => to_members(Kind::Reference, USUAL, Setting::Email, "a reference was declined"),
        Fact::DocumentAdded => to_members(Kind::Document, USUAL, Setting::Email, "a document was added"),
        Fact::ApplicationWithdrawn => to_members(Kind::Application, USUAL, Setting::Email, "an application was withdrawn"),
        Fact::DocumentsRequired => owed(Kind::Document, USUAL, "documents are needed", APPLICANT),
        Fact::DocumentRejected => owed(Kind::Document, USUAL, "a document was refused", APPLICANT),
        Fact::StatusChanged => owed(Kind::Application, USUAL, "an application has another status", APPLICANT),
        Fact::StatusLink => owed(Kind::Application, MAIL, "a new private link to an application", APPLICANT),
        Fact::ReferenceClosed => owed(Kind::Reference, USUAL, "nobody needs a guarantor's or an employer's answer any more", "you were asked for a reference with this address"),
        Fact::RefereeDeclined => owed(Kind::Reference, USUAL, "the guarantor or the employer of an applicant declined", APPLICANT),
        Fact::AlreadyApplied => owed(Kind::Application, MAIL, "an application for the same home is there already, and its private link", APPLICANT),
        Fact::ApplicationApproved => owed(Kind::Application, USUAL, "an application is approved", APPLICANT),
        Fact::ApplicationRejected => owed(Kind::Application, USUAL, "an application is rejected", APPLICANT),

        Fact::AgreementToSign => owed(Kind::Document, USUAL, "an agreement waits for a signature", SIGNER),
        Fact::AgreementReminder => owed(Kind::Document, USUAL, "an agreement still waits for a signature", SIGNER),
        Fact::AgreementToCountersign => to_members(Kind::Document, USUAL, Setting::Email, "all others have signed an agreement"),
        Fact::AgreementSigned => owed(Kind::Document, USUAL, "all have signed, with the document and the hash of its evidence", SIGNER),
        Fact::AgreementCompleted => to_members(Kind::Document, USUAL, Setting::Email, "all have signed an agreement"),
        Fact::AgreementDeclined => to_members(Kind::Document, USUAL, Setting::Email, "somebody does not want to sign an agreement"),
        Fact::AgreementVoided => owed(Kind::Document, USUAL, "an agreement is not to be signed any more", SIGNER),
        Fact::GuaranteeEnded => owed(Kind::Document, USUAL, "a guarantee ends, when and why", SIGNER),
        Fact::PortalInvitation => Row { ways: MAIL, ..of_tenancy(Kind::Document, "an invitation to see a home in the portal", TENANT) },
        Fact::MovedIn => of_tenancy(Kind::Document, "a tenancy has begun, and where rent and documents are", TENANT),
        Fact::TenancyDocumentGiven => of_tenancy(Kind::Document, "a document of a tenancy", TENANT),
        Fact::RentDue => Row { setting: Some(Setting::RentReminders), ..of_tenancy(Kind::Rent, "rent is due in three days", TENANT) },
        Fact::RentReceived => of_tenancy(Kind::Rent, "a payment was received", TENANT),
        Fact::RentReminder => of_tenancy(Kind::Rent, "what the landlord wrote about rent that is owed", TENANT),
        Fact::TenantGaveNotice => of_tenancy_to_members(Kind::Document, Setting::Email, "a tenant has given notice, and the last day"),
        Fact::NoticeReceived => of_tenancy(Kind::Document, "a notice was given, by whom, and the last day", TENANT),
        Fact::PetAsked => of_tenancy_to_members(Kind::Document, Setting::Email, "a tenant asks for a pet, and by when it is to be answered"),
        Fact::TenantWrote => of_tenancy_to_members(Kind::Document, Setting::Email, "what a tenant writes that is no repair"),
        Fact::TenantContactChanged => of_tenancy_to_members(Kind::Document, Setting::Email, "a tenant has another telephone number or address for letters"),
        Fact::DepositAnswered => of_tenancy_to_members(Kind::Document, Setting::Email, "a tenant agrees, or does not agree, with what was given back of the deposit"),
        Fact::TenancyChanged => of_tenancy(Kind::Rent, "something of a tenancy was changed or taken back", TENANT),
        Fact::RentLate => of_tenancy(Kind::Rent, "rent is late: the first reminder", TENANT),
        Fact::RentArrears => of_tenancy(Kind::Rent, "rent is late for 7 or 14 days", TENANT),
        Fact::RentArrearsGuarantor => of_tenancy(Kind::Rent, "a tenant's rent is late for 14 days", GUARANTOR),
        Fact::RentArrearsMembers => of_tenancy_to_members(Kind::Rent, Setting::RentReminders, "the rent of a tenancy is 1, 7, 14 or 21 days late, or what ground 8 names is owed; on a working day of the home's nation, from the day after the one on which a standing order of the due day is paid"),
        Fact::DepositProtectionDue => of_tenancy_to_members(Kind::Document, Setting::Email, "a deposit is to be protected, or the tenants are to be told of it, within 7 days, or that is late; by the clock of the home's nation"),
        Fact::RightToRentDue => of_tenancy_to_members(Kind::Document, Setting::Email, "a right to rent is to be checked again within 28 days"),
        Fact::WrittenStatementDue => of_tenancy_to_members(Kind::Document, Setting::Email, "a written statement of terms is to be given within 7 days, or that is late for 30 days at most; by the rule of the home's nation"),
        Fact::PetAnswerDue => of_tenancy_to_members(Kind::Document, Setting::Email, "a tenant's request for a pet is to be answered within 7 days, or that is late"),
        Fact::HoldingDepositAgreementDue => to_members(Kind::Application, USUAL, Setting::Email, "there is to be an agreement with an applicant whose holding deposit was taken, within 3 days, or that is late"),
        Fact::HoldingDepositReturnDue => to_members(Kind::Application, USUAL, Setting::Email, "a holding deposit is to be paid back within 3 days, or that is late"),

        Fact::ViewingBooked => owed(Kind::Viewing, USUAL, "a viewing is booked", VIEWER),
        Fact::ViewingMoved => owed(Kind::Viewing, URGENT, "a viewing has another time", VIEWER),
        Fact::ViewingConfirmed => owed(Kind::Viewing, USUAL, "a viewing is confirmed", VIEWER),
        Fact::ViewingCancelled => owed(Kind::Viewing, URGENT, "a viewing is cancelled", VIEWER),
        Fact::ViewingReminder => owed(Kind::Viewing, URGENT, "a viewing is tomorrow", VIEWER),
        Fact::ViewingAnswered => to_host("what the viewer answered", URGENT),
        Fact::ViewingHostCalendar => to_host("a viewing was booked, moved or cancelled", USUAL),
        Fact::ViewingTenantNotice => owed(Kind::Viewing, USUAL, "viewers come to the home", AT_HOME),
        Fact::ViewingTenantNoticeMoved => owed(Kind::Viewing, URGENT, "viewers come at another time", AT_HOME),
        Fact::ViewingTenantNoticeCancelled => owed(Kind::Viewing, URGENT, "viewers do not come", AT_HOME),

        Fact::MaintenanceReported => to_members(Kind::Maintenance, URGENT, Setting::MaintenanceAlerts, "a repair was reported"),
        Fact::MaintenanceAssigned => Row { audience: Audience::Member, ..to_members(Kind::Maintenance, URGENT, Setting::Email, "a member is responsible for a repair") },
        Fact::MaintenanceReceived => owed(Kind::Maintenance, USUAL, "a report was received, and what to do at once", AT_HOME),
        Fact::MaintenanceStatusChanged => owed(Kind::Maintenance, USUAL, "a repair has another status", AT_HOME),
        Fact::MaintenanceCommentedToTenant => owed(Kind::Maintenance, USUAL, "the landlord commented", AT_HOME),
        Fact::MaintenanceCommentedToMembers => to_members(Kind::Maintenance, USUAL, Setting::MaintenanceAlerts, "the tenant commented"),
        Fact::MaintenanceVisit => owed(Kind::Maintenance, URGENT, "somebody comes to repair", AT_HOME),
        Fact::MaintenanceVisitMoved => owed(Kind::Maintenance, URGENT, "they come at another time", AT_HOME),
        Fact::MaintenanceVisitCancelled => owed(Kind::Maintenance, URGENT, "they do not come", AT_HOME),
        Fact::MaintenanceReopened => to_members(Kind::Maintenance, USUAL, Setting::MaintenanceAlerts, "the tenant says that it is not fixed"),
        Fact::MaintenanceConfirmed => to_members(Kind::Maintenance, USUAL, Setting::MaintenanceAlerts, "the tenant says that it is fixed"),
        Fact::MaintenanceOverdue => to_members(Kind::Maintenance, USUAL, Setting::MaintenanceAlerts, "a repair is late"),
        Fact::MaintenanceWithdrawn => to_members(Kind::Maintenance, USUAL, Setting::MaintenanceAlerts, "the tenant called a repair off"),
        Fact::MaintenanceJobOffered => owed(Kind::Maintenance, USUAL, "a contractor is asked to do a job", CONTRACTOR),
        Fact::MaintenanceJobAgreed => owed(Kind::Maintenance, USUAL, "the time of a job is agreed", CONTRACTOR),
        Fact::MaintenanceJobTimeRefused => owed(Kind::Maintenance, USUAL, "the time that the contractor proposes does not suit", CONTRACTOR),
        Fact::MaintenanceJobMoved => owed(Kind::Maintenance, URGENT, "a job is at another time", CONTRACTOR),
        Fact::MaintenanceJobCalledOff => owed(Kind::Maintenance, URGENT, "a job is called off", CONTRACTOR),
        Fact::MaintenanceJobAnswered => to_members(Kind::Maintenance, URGENT, Setting::MaintenanceAlerts, "a contractor takes a job, cannot, proposes a time or is done"),

        Fact::CertificateExpiring => to_members(Kind::Certificate, USUAL, Setting::CertificateExpiry, "a certificate expires in 30, 14 or 7 days"),
        Fact::CertificateExpired => to_members(Kind::Certificate, URGENT, Setting::CertificateExpiry, "a certificate has expired"),
        Fact::InspectionDue => to_members(Kind::Inspection, USUAL, Setting::InspectionReminders, "an inspection is due, as many days before as its property says"),
        Fact::InspectionOverdue => to_members(Kind::Inspection, USUAL, Setting::InspectionReminders, "an inspection was not done on its day"),
        Fact::WatchedListing => Row { audience: Audience::Account, reason: "you watch this home or saved a search that finds it", ..to_members(Kind::Listing, USUAL, Setting::Email, "a watched listing changed, or a saved search found one") },
        Fact::MemberJoined => to_owners(Kind::Member, IN_APP, "somebody joined the organisation"),
        Fact::MemberLeft => to_owners(Kind::Member, IN_APP, "somebody left the organisation"),
        Fact::DeliveryFailed => Row { ways: Ways { push: true, ..IN_APP }, ..to_members(Kind::Delivery, IN_APP, Setting::Email, "a message did not reach the person it was for") },
        Fact::MailsHeld => to_members(Kind::Delivery, IN_APP, Setting::Email, "emails to somebody without an account wait, because that person has had as many as there are in a day"),
        Fact::PhoneCode => Row { ways: Ways { sms: true, mail: false, ..MAIL }, ..security("the code that shows whose a phone is") },
        Fact::BackupFailed => to_owners(Kind::Backup, USUAL, "a backup of the organisation's data could not be made"),
    }
}
