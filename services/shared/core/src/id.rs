//! One type per kind of id, so that a room's id cannot be passed where a property's is meant.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Declares a newtype over the `bigint` identity of one entity.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(i64);

        impl $name {
            /// Wraps the number that the database or the wire gave.
            #[must_use]
            pub const fn new(value: i64) -> Self {
                Self(value)
            }

            /// The number as the database and the wire have it.
            #[must_use]
            pub const fn get(self) -> i64 {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<i64> for $name {
            fn from(value: i64) -> Self {
                Self(value)
            }
        }
    };
}

id!(
    /// The business that owns a portfolio.
    OrganisationId
);
id!(
    /// An account.
    UserId
);
id!(
    /// A single-use token that was mailed to an account (verification, reset, invitation).
    EmailTokenId
);
id!(
    /// A property in a portfolio.
    PropertyId
);
id!(
    /// A lettable room of a shared house.
    RoomId
);
id!(
    /// One entry of a property's history.
    PropertyHistoryId
);
id!(
    /// A certificate of a property.
    CertificateId
);
id!(
    /// An inspection of a property.
    InspectionId
);

id!(
    /// A property that was sold.
    SoldPropertyId
);

id!(
    /// A tenancy.
    TenancyId
);

id!(
    /// A tenant of a tenancy.
    TenantId
);

id!(
    /// A link that invites to apply.
    InviteId
);

id!(
    /// An application for a home.
    ApplicationId
);

id!(
    /// A document of an application.
    DocumentId
);

id!(
    /// An entry of a ledger.
    LedgerEntryId
);

id!(
    /// A dated change of a rent.
    RentChangeId
);

id!(
    /// An act that was taken back.
    TakenBackId
);

id!(
    /// A bank's file that was read.
    BankStatementId
);

id!(
    /// A line of a bank's file.
    BankLineId
);

id!(
    /// An account that banks' files were read of.
    BankAccountId
);

id!(
    /// A layout of banks' files whose columns somebody named.
    BankLayoutId
);

id!(
    /// An agreement.
    AgreementId
);

id!(
    /// A signer of an agreement.
    SignerId
);

id!(
    /// A deed of guarantee.
    DeedId
);

id!(
    /// A tenant's request for a pet.
    PetRequestId
);

id!(
    /// A check of somebody's right to rent.
    RightToRentCheckId
);

id!(
    /// A document that tenants were given.
    TenancyDocumentId
);

id!(
    /// A reference of an application.
    ReferenceId
);

id!(
    /// A file of properties that somebody imports.
    PropertyImportId
);

id!(
    /// A file of tenants that somebody imports.
    TenantImportId
);

id!(
    /// A photo of a tenant; another photo has another id.
    TenantPhotoId
);

id!(
    /// Something that is to be repaired or done.
    MaintenanceRequestId
);

id!(
    /// Somebody who repairs things.
    ContractorId
);

id!(
    /// A comment on a maintenance request.
    CommentId
);

id!(
    /// A line of what a maintenance request cost.
    CostId
);

id!(
    /// A file of a maintenance request.
    AttachmentId
);

id!(
    /// A viewing of a home.
    ViewingId
);

id!(
    /// A home for sale.
    ListingId
);

id!(
    /// A file of listings that somebody imports.
    ListingImportId
);

id!(
    /// A saved analysis of a listing.
    AnalysisId
);

id!(
    /// A search that somebody saved.
    SavedSearchId
);

/// A signed-in session. A UUIDv7, because it travels in tokens and must not be guessable from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionId(Uuid);

impl SessionId {
    /// A new session's id.
    #[must_use]
    pub fn generate() -> Self {
        Self(Uuid::now_v7())
    }

    /// Wraps an id that the database or a token gave.
    #[must_use]
    pub const fn new(value: Uuid) -> Self {
        Self(value)
    }

    /// A session's id as the contract spells it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Uuid::try_parse(text).ok().map(Self)
    }

    /// The UUID itself.
    #[must_use]
    pub const fn get(self) -> Uuid {
        self.0
    }
}

impl std::fmt::Display for SessionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
