//! The tenants of a home, as tenancy-applications publishes them.

use chrono::NaiveDate;
use lintel_core::{OrganisationId, PropertyId, TenantId, UserId, former_home_until, spelt};

use super::same_room;

spelt! {
    /// The status of a tenant's part of a tenancy.
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
    /// The status of their part of the tenancy.
    pub lease_status: LeaseStatus,
    /// Their own last day; `None` while none is known.
    pub last_date: Option<NaiveDate>,
    /// The accounts whose verified address is theirs.
    pub user_ids: Vec<UserId>,
    /// Their name.
    pub name: String,
    /// Their address; may be empty.
    pub email: String,
    /// Their phone number; may be empty.
    pub phone: String,
    /// True when they get no mails but those that a law asks for.
    pub mails_off: bool,
}

impl TenantCopy {
    /// Returns whether they live there on a day: until their last one, whether or not it was told that they have left.
    #[must_use]
    pub fn lives_there_on(&self, day: NaiveDate) -> bool {
        self.lease_status == LeaseStatus::Active && self.last_date.is_none_or(|last| last >= day)
    }

    /// The last day of one who has left and whose account sees the home on `day` still; `None` for everybody else.
    #[must_use]
    pub fn left_and_sees_on(&self, day: NaiveDate) -> Option<NaiveDate> {
        if self.lease_status == LeaseStatus::Upcoming || self.lives_there_on(day) {
            return None;
        }
        self.last_date
            .filter(|last| former_home_until(*last) >= day)
    }

    /// Returns whether they live in `property` on `day`, of which `room` is shown then (`None` for all of it), and can be written to.
    #[must_use]
    pub fn gets_notice(&self, property: PropertyId, room: Option<&str>, day: NaiveDate) -> bool {
        let both = room.zip(self.room_number.as_deref());
        self.lives_there_on(day)
            && self.property == property
            && !self.email.is_empty()
            && both.is_none_or(|(room, theirs)| same_room(room, theirs))
    }
}

/// The news of a tenant: their state, or that they were removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantNews {
    /// The tenant.
    pub tenant: TenantId,
    /// Their state now; `None` for one that was removed.
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
    /// The status of their part of the tenancy.
    pub lease_status: LeaseStatus,
    /// Their own last day; `None` while none is known.
    pub last_date: Option<NaiveDate>,
    /// The accounts whose verified address is theirs.
    pub user_ids: Vec<i64>,
    /// Their contact, sealed to this service as it was told.
    pub contact: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    /// A tenant who stands at `status`, and whose last day is known or not.
    fn tess(status: LeaseStatus, last: Option<&str>) -> TenantCopy {
        TenantCopy {
            tenant_id: 1.into(),
            organisation: 1.into(),
            property: 7.into(),
            room_number: Some("2b".to_owned()),
            lease_status: status,
            last_date: last.map(day),
            user_ids: Vec::new(),
            name: "Tess".to_owned(),
            email: "tess@example.org".to_owned(),
            phone: String::new(),
            mails_off: false,
        }
    }

    #[test]
    fn who_has_a_last_day_lives_there_until_it_and_sees_the_home_a_year() {
        let lives = Some(true);
        let left = Some(false);
        for (last, today, expected) in [
            ("2026-11-24", "2026-11-23", lives),
            ("2026-11-24", "2026-11-24", lives),
            ("2026-11-24", "2026-11-25", left),
            ("2026-11-24", "2027-11-24", left),
            ("2026-11-24", "2027-11-25", None),
            ("2028-02-29", "2028-02-29", lives),
            ("2028-02-29", "2028-03-01", left),
            ("2028-02-29", "2029-02-28", left),
            ("2028-02-29", "2029-03-01", None),
        ] {
            // No event has told that the tenancy ended.
            let tess = tess(LeaseStatus::Active, Some(last));
            let seen = tess.left_and_sees_on(day(today));
            assert_eq!(
                tess.lives_there_on(day(today)),
                expected == lives,
                "{today}"
            );
            assert_eq!(
                seen,
                Some(day(last)).filter(|_| expected == left),
                "{today}"
            );
        }
    }

    #[test]
    fn who_was_told_to_have_left_lives_there_on_no_day() {
        let today = day("2026-11-24");
        let ended = tess(LeaseStatus::Ended, Some("2026-11-24"));
        assert!(!ended.lives_there_on(today));
        assert_eq!(ended.left_and_sees_on(today), Some(today));
        assert_eq!(ended.left_and_sees_on(day("2027-11-25")), None);
        // Nobody knows for how long they see it.
        let ended = tess(LeaseStatus::Ended, None);
        assert!(!ended.lives_there_on(today));
        assert_eq!(ended.left_and_sees_on(today), None);
    }

    #[test]
    fn who_is_to_move_in_neither_lives_there_nor_has_left() {
        for last in [None, Some("2026-11-01")] {
            let upcoming = tess(LeaseStatus::Upcoming, last);
            assert!(!upcoming.lives_there_on(day("2026-11-24")), "{last:?}");
            assert_eq!(upcoming.left_and_sees_on(day("2026-11-24")), None);
        }
        let stays = tess(LeaseStatus::Active, None);
        assert!(stays.lives_there_on(day("2099-01-01")));
        assert_eq!(stays.left_and_sees_on(day("2099-01-01")), None);
    }

    #[test]
    fn notice_goes_to_who_lives_in_what_is_shown_and_has_an_address() {
        let shown = day("2026-11-24");
        let tenant = tess(LeaseStatus::Active, Some("2026-11-24"));
        assert!(tenant.gets_notice(7.into(), Some("2B"), shown));
        assert!(tenant.gets_notice(7.into(), None, shown));
        assert!(!tenant.gets_notice(7.into(), None, day("2026-11-25")));
        assert!(!tenant.gets_notice(7.into(), Some("1"), shown));
        assert!(!tenant.gets_notice(8.into(), None, shown));
        let of_all = TenantCopy {
            room_number: None,
            ..tenant.clone()
        };
        assert!(of_all.gets_notice(7.into(), Some("1"), shown));
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
            assert!(!silent.gets_notice(7.into(), None, shown));
        }
    }
}
