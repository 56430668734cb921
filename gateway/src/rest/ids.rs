//! Ids in paths. A text that is not an id is answered like an id that does not exist.

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;

use crate::{Gateway, rest::problem::Problem};

/// The resource that each reason of a missing row names.
const RESOURCES: [(&str, &str); 31] = [
    ("MEMBER_NOT_FOUND", "Member"),
    ("INVITATION_NOT_FOUND", "Invitation"),
    ("API_KEY_NOT_FOUND", "API key"),
    ("PUSH_SUBSCRIPTION_NOT_FOUND", "Browser"),
    ("BANK_ACCOUNT_NOT_FOUND", "Account"),
    ("BANK_LAYOUT_NOT_FOUND", "Layout"),
    ("PROPERTY_NOT_FOUND", "Property"),
    ("SOLD_PROPERTY_NOT_FOUND", "Sold property"),
    ("IMPORT_NOT_FOUND", "Import"),
    ("CERTIFICATE_NOT_FOUND", "Certificate"),
    ("INSPECTION_NOT_FOUND", "Inspection"),
    ("TENANCY_NOT_FOUND", "Tenancy"),
    ("TENANT_NOT_FOUND", "Tenant"),
    ("INVITE_NOT_FOUND", "Link"),
    ("APPLICATION_NOT_FOUND", "Application"),
    ("VIEWING_NOT_FOUND", "Viewing"),
    ("MAINTENANCE_REQUEST_NOT_FOUND", "Maintenance request"),
    ("CONTRACTOR_NOT_FOUND", "Contractor"),
    ("LISTING_NOT_FOUND", "Listing"),
    ("ANALYSIS_NOT_FOUND", "Analysis"),
    ("SEARCH_NOT_FOUND", "Saved search"),
    ("NOTIFICATION_NOT_FOUND", "Notification"),
    ("BACKUP_NOT_FOUND", "Backup"),
    ("DOCUMENT_NOT_FOUND", "Document"),
    ("REFERENCE_NOT_FOUND", "Reference"),
    ("TENANCY_DOCUMENT_NOT_FOUND", "Document"),
    ("ATTACHMENT_NOT_FOUND", "File"),
    ("GUARANTEE_NOT_FOUND", "Deed"),
    ("RIGHT_TO_RENT_CHECK_NOT_FOUND", "Check"),
    ("COST_NOT_FOUND", "Cost"),
    ("PET_REQUEST_NOT_FOUND", "Request"),
];

macro_rules! ids {
    ($($(#[doc = $doc:literal])* $name:ident($missing:literal);)+) => {
        $(
            $(#[doc = $doc])*
            pub(crate) struct $name(pub i64);

            impl FromRequestParts<Gateway> for $name {
                type Rejection = Problem;

                async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
                    let id = positive(parts, gateway).await;
                    id.map(Self).ok_or_else(|| missing($missing))
                }
            }
        )+
    };
}

ids! {
    /// An invitation.
    InvitationId("INVITATION_NOT_FOUND");
    /// A property.
    PropertyId("PROPERTY_NOT_FOUND");
    /// A sold property.
    SoldPropertyId("SOLD_PROPERTY_NOT_FOUND");
    /// An import of a file.
    ImportId("IMPORT_NOT_FOUND");
    /// A certificate.
    CertificateId("CERTIFICATE_NOT_FOUND");
    /// A tenancy.
    TenancyId("TENANCY_NOT_FOUND");
    /// A tenant.
    TenantId("TENANT_NOT_FOUND");
    /// An application.
    ApplicationId("APPLICATION_NOT_FOUND");
    /// A viewing.
    ViewingId("VIEWING_NOT_FOUND");
    /// A maintenance request.
    MaintenanceRequestId("MAINTENANCE_REQUEST_NOT_FOUND");
    /// A home for sale.
    ListingId("LISTING_NOT_FOUND");
    /// A backup of the organisation's data.
    BackupId("BACKUP_NOT_FOUND");
}

async fn positive(parts: &mut Parts, gateway: &Gateway) -> Option<i64> {
    let Path(text) = Path::<String>::from_request_parts(parts, gateway)
        .await
        .ok()?;
    text.parse().ok().filter(|id| *id > 0)
}

/// The refusal of an id that is none, as that of a row that does not exist.
pub(crate) fn missing(reason: &'static str) -> Problem {
    let named = RESOURCES.iter().find(|(known, _)| *known == reason);
    let resource = named.map_or("Row", |(_, resource)| *resource);
    lintel_core::Error::NotFound { reason, resource }.into()
}
