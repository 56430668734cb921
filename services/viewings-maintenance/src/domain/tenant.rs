//! Who lives in a home, as tenancy-applications says it.

use lintel_core::{OrganisationId, PropertyId, TenantId, UserId, spelt};

spelt! {
    /// How a tenant's part of a tenancy stands.
    LeaseStatus {
        /// Lives there, or has given notice and has not left yet.
        Active = "Active",
        /// Has left.
        Ended = "Ended",
        /// Is to move in; the home is reserved.
        Upcoming = "Upcoming",
    }
}

/// A tenant with their contact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantCopy {
    /// The tenant.
    pub tenant_id: TenantId,
    /// The organisation that lets.
    pub organisation: OrganisationId,
    /// The property.
    pub property: PropertyId,
    /// The room of a shared house; `None` where all of it is let.
    pub room_number: Option<String>,
    /// How their part of the tenancy stands.
    pub lease_status: LeaseStatus,
    /// The accounts whose verified address is theirs.
    pub user_ids: Vec<UserId>,
    /// Their name.
    pub name: String,
    /// Their address; may be empty.
    pub email: String,
    /// Their phone number; may be empty.
    pub phone: String,
}

/// What was told of a tenant: how they are, or that they were taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantNews {
    /// The tenant.
    pub tenant: TenantId,
    /// How they are now; `None` for one that was taken away.
    pub state: Option<TenantState>,
    /// The version; only a newer one than that of the copy says anything.
    pub version: i64,
}

/// A tenant as they are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantState {
    /// The property.
    pub property: PropertyId,
    /// The room of a shared house.
    pub room_number: Option<String>,
    /// How their part of the tenancy stands.
    pub lease_status: LeaseStatus,
    /// The accounts whose verified address is theirs.
    pub user_ids: Vec<i64>,
    /// Their contact, sealed to this service as it was told.
    pub contact: Vec<u8>,
}
