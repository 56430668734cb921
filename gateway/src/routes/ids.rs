//! Ids in paths. A text that is not an id is answered like an id that does not exist.

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;

use crate::{Gateway, problem::Problem};

macro_rules! ids {
    ($($(#[doc = $doc:literal])* $name:ident($resource:literal, $missing:literal);)+) => {
        $(
            $(#[doc = $doc])*
            pub(super) struct $name(pub i64);

            impl FromRequestParts<Gateway> for $name {
                type Rejection = Problem;

                async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
                    let id = positive(parts, gateway).await;
                    id.map(Self).ok_or_else(|| missing($resource, $missing))
                }
            }
        )+
    };
}

ids! {
    /// A member's account.
    MemberId("Member", "MEMBER_NOT_FOUND");
    /// An invitation.
    InvitationId("Invitation", "INVITATION_NOT_FOUND");
    /// An API key.
    ApiKeyId("API key", "API_KEY_NOT_FOUND");
    /// A browser that news goes to.
    PushSubscriptionId("Browser", "PUSH_SUBSCRIPTION_NOT_FOUND");
    /// An account that banks' files were read of.
    BankAccountId("Account", "BANK_ACCOUNT_NOT_FOUND");
    /// A layout of banks' files.
    BankLayoutId("Layout", "BANK_LAYOUT_NOT_FOUND");
    /// A property.
    PropertyId("Property", "PROPERTY_NOT_FOUND");
    /// A sold property.
    SoldPropertyId("Sold property", "SOLD_PROPERTY_NOT_FOUND");
    /// An import of properties.
    ImportId("Import", "IMPORT_NOT_FOUND");
    /// A certificate.
    CertificateId("Certificate", "CERTIFICATE_NOT_FOUND");
    /// An inspection.
    InspectionId("Inspection", "INSPECTION_NOT_FOUND");
    /// A tenancy.
    TenancyId("Tenancy", "TENANCY_NOT_FOUND");
    /// A tenant.
    TenantId("Tenant", "TENANT_NOT_FOUND");
    /// A link that invites to apply.
    InviteId("Link", "INVITE_NOT_FOUND");
    /// An application.
    ApplicationId("Application", "APPLICATION_NOT_FOUND");
    /// A viewing.
    ViewingId("Viewing", "VIEWING_NOT_FOUND");
    /// A maintenance request.
    MaintenanceRequestId("Maintenance request", "MAINTENANCE_REQUEST_NOT_FOUND");
    /// A contractor.
    ContractorId("Contractor", "CONTRACTOR_NOT_FOUND");
    /// A home for sale.
    ListingId("Listing", "LISTING_NOT_FOUND");
    /// A kept analysis.
    AnalysisId("Analysis", "ANALYSIS_NOT_FOUND");
    /// A kept search.
    SavedSearchId("Saved search", "SEARCH_NOT_FOUND");
    /// A notification.
    NotificationId("Notification", "NOTIFICATION_NOT_FOUND");
    /// A backup of the organisation's data.
    BackupId("Backup", "BACKUP_NOT_FOUND");
    /// An import of listings.
    ListingImportId("Import", "IMPORT_NOT_FOUND");
}

async fn positive(parts: &mut Parts, gateway: &Gateway) -> Option<i64> {
    let Path(text) = Path::<String>::from_request_parts(parts, gateway)
        .await
        .ok()?;
    text.parse().ok().filter(|id| *id > 0)
}

fn missing(resource: &'static str, reason: &'static str) -> Problem {
    lintel_core::Error::NotFound { reason, resource }.into()
}
