//! The name under which each event travels.

use prost::Message;

use crate::{identity, listings, maintenance, notifications, portfolio, tenancy, viewings};

/// An event that a service publishes for others.
pub trait PublicEvent: Message {
    /// `<package>.<aggregate>.<event>.v<major>`; the subject is `lintel.evt.` before it.
    const TYPE: &'static str;
}

macro_rules! public_events {
    ($($message:ty => $name:literal),+ $(,)?) => {
        $(impl PublicEvent for $message {
            const TYPE: &'static str = $name;
        })+

        /// Every type that this program knows. Another one was published by a newer program.
        pub const EVENT_TYPES: &[&str] = &[$($name),+];
    };
}

public_events! {
    identity::v1::UserRegistered => "identity.user.registered.v1",
    identity::v1::EmailVerified => "identity.user.email-verified.v1",
    identity::v1::EmailVerificationRequested => "identity.email-token.verification-requested.v1",
    identity::v1::AccountMailRequested => "identity.account-mail.requested.v1",
    identity::v1::UserDeleted => "identity.user.deleted.v1",
    identity::v1::OrganisationDeleted => "identity.organisation.deleted.v1",
    identity::v1::AccountChanged => "identity.user.changed.v1",
    identity::v1::OrganisationChanged => "identity.organisation.changed.v1",
    identity::v1::OrganisationRenamed => "identity.organisation.renamed.v1",
    identity::v1::MembershipChanged => "identity.membership.changed.v1",
    identity::v1::MembershipEnded => "identity.membership.ended.v1",
    identity::v1::InvitationChanged => "identity.invitation.changed.v1",
    identity::v1::InvitationEnded => "identity.invitation.ended.v1",
    identity::v1::SessionEnded => "identity.session.ended.v1",
    identity::v1::SessionsRevoked => "identity.sessions.revoked.v1",
    portfolio::v1::PropertyChanged => "portfolio.property.changed.v1",
    portfolio::v1::PropertyDeleted => "portfolio.property.deleted.v1",
    portfolio::v1::CertificateChanged => "portfolio.certificate.changed.v1",
    portfolio::v1::CertificateDeleted => "portfolio.certificate.deleted.v1",
    portfolio::v1::InspectionChanged => "portfolio.inspection.changed.v1",
    portfolio::v1::CertificateExpiring => "portfolio.reminder.certificate-expiring.v1",
    portfolio::v1::CertificateExpired => "portfolio.reminder.certificate-expired.v1",
    portfolio::v1::InspectionDue => "portfolio.reminder.inspection-due.v1",
    portfolio::v1::InspectionOverdue => "portfolio.reminder.inspection-overdue.v1",
    portfolio::v1::PropertyImportChanged => "portfolio.property-import.changed.v1",
    portfolio::v1::PropertySold => "portfolio.sold-property.added.v1",
    tenancy::v1::TenancyStarted => "tenancy.tenancy.started.v1",
    tenancy::v1::TenancyEnded => "tenancy.tenancy.ended.v1",
    tenancy::v1::TenancyChanged => "tenancy.tenancy.changed.v1",
    tenancy::v1::ApplicationChanged => "tenancy.application.changed.v1",
    tenancy::v1::InviteChanged => "tenancy.invite.changed.v1",
    tenancy::v1::TenantImportChanged => "tenancy.tenant-import.changed.v1",
    tenancy::v1::TenancyMailRequested => "tenancy.tenancy-mail.requested.v1",
    tenancy::v1::TenantChanged => "tenancy.tenant.changed.v1",
    tenancy::v1::TenantDeleted => "tenancy.tenant.deleted.v1",
    tenancy::v1::AgreementIssued => "tenancy.agreement.issued.v1",
    tenancy::v1::AgreementSigned => "tenancy.agreement.signed.v1",
    tenancy::v1::GuaranteeChanged => "tenancy.guarantee.changed.v1",
    tenancy::v1::RentDue => "tenancy.ledger.rent-due.v1",
    tenancy::v1::RentReceived => "tenancy.ledger.rent-received.v1",
    tenancy::v1::ArrearsChanged => "tenancy.ledger.arrears-changed.v1",
    tenancy::v1::BankStatementChanged => "tenancy.bank-statement.changed.v1",
    viewings::v1::ViewingChanged => "viewings.viewing.changed.v1",
    viewings::v1::ViewingMailRequested => "viewings.viewing-mail.requested.v1",
    maintenance::v1::MaintenanceRequestChanged => "maintenance.maintenance-request.changed.v1",
    maintenance::v1::ContractorChanged => "maintenance.contractor.changed.v1",
    maintenance::v1::MaintenanceMailRequested => "maintenance.maintenance-mail.requested.v1",
    listings::v1::ListingImportChanged => "listings.listing-import.changed.v1",
    listings::v1::WatchedListingChanged => "listings.watched-listing.changed.v1",
    notifications::v1::DeliveryFailed => "notifications.delivery.failed.v1",
    notifications::v1::NotificationsChanged => "notifications.inbox.changed.v1",
}
