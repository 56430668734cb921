//! What other services keep a copy of.

use chrono::NaiveDate;
use lintel_core::{OrganisationId, PropertyId, TenancyId, TenantId, UserId};

use crate::domain::letting::LeaseStatus;

/// What is told of a tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantSnapshot {
    /// The organisation that lets.
    pub organisation: OrganisationId,
    /// The tenant.
    pub tenant: TenantId,
    /// The tenancy.
    pub tenancy: TenancyId,
    /// The property.
    pub property: PropertyId,
    /// The room of a shared house, by its number.
    pub room: Option<String>,
    /// How the tenant stands.
    pub status: LeaseStatus,
    /// The tenant's own last day; `None` while none is known.
    pub last_day: Option<NaiveDate>,
    /// The tenant accounts whose verified address is the tenant's.
    pub accounts: Vec<UserId>,
    /// The tenant's name.
    pub name: String,
    /// The tenant's address.
    pub email: String,
    /// The tenant's phone number.
    pub phone: String,
    /// Whether mails to the tenant are off.
    pub mails_off: bool,
    /// Grows by one each time it is told.
    pub version: i64,
}

/// What there is to tell of a tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TenantNews {
    /// How it is now.
    Is(Box<TenantSnapshot>),
    /// It was taken away or erased.
    Gone {
        /// The organisation.
        organisation: OrganisationId,
        /// The tenant.
        tenant: TenantId,
        /// One above the version of the last snapshot.
        version: i64,
    },
}
