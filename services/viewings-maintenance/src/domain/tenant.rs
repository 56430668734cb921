//! Who lives in a home, as tenancy-applications says it.

use lintel_core::{OrganisationId, PropertyId, TenantId, UserId, spelt};

use super::same_room;

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

impl TenantCopy {
    /// Whether they live in `property`, of which `room` is shown (`None` for all of it), and can be written to.
    #[must_use]
    pub fn gets_notice(&self, property: PropertyId, room: Option<&str>) -> bool {
        let both = room.zip(self.room_number.as_deref());
        self.lease_status == LeaseStatus::Active
            && self.property == property
            && !self.email.is_empty()
            && both.is_none_or(|(room, theirs)| same_room(room, theirs))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notice_goes_to_who_lives_in_what_is_shown_and_has_an_address() {
        let tenant = TenantCopy {
            tenant_id: 1.into(),
            organisation: 1.into(),
            property: 7.into(),
            room_number: Some("2b".to_owned()),
            lease_status: LeaseStatus::Active,
            user_ids: Vec::new(),
            name: "Tess".to_owned(),
            email: "tess@example.org".to_owned(),
            phone: String::new(),
        };
        assert!(tenant.gets_notice(7.into(), Some("2B")));
        assert!(tenant.gets_notice(7.into(), None));
        assert!(!tenant.gets_notice(7.into(), Some("1")));
        assert!(!tenant.gets_notice(8.into(), None));
        let of_all = TenantCopy {
            room_number: None,
            ..tenant.clone()
        };
        assert!(of_all.gets_notice(7.into(), Some("1")));
        for silent in [
            TenantCopy {
                lease_status: LeaseStatus::Upcoming,
                ..tenant.clone()
            },
            TenantCopy {
                email: String::new(),
                ..tenant
            },
        ] {
            assert!(!silent.gets_notice(7.into(), None));
        }
    }
}
