//! Events as they travel: the contract says of each message what never changes of it (`lintel.events.v1.event`).

use lintel_core::{NewEvent, OrganisationId};
use prost::Message;

/// An event that a service publishes for others. The build implements it.
pub trait PublicEvent: Message {
    /// `<package>.<aggregate>.<event>.v<major>`; the subject is `lintel.evt.` before it.
    const TYPE: &'static str;
    /// The kind of thing that it tells of, by its type.
    const AGGREGATE: &'static str;

    /// The thing itself: a number, a UUID, or more than one of them.
    fn aggregate_id(&self) -> String;

    /// The aggregate's version after the change; 1 of what happens once.
    fn aggregate_version(&self) -> i64;

    /// The organisation that may hear of it, if it belongs to one.
    fn organisation(&self) -> Option<OrganisationId>;

    /// The event to append to the outbox.
    fn event(&self) -> NewEvent
    where
        Self: Sized,
    {
        NewEvent {
            event_type: Self::TYPE,
            aggregate_type: Self::AGGREGATE,
            aggregate_id: self.aggregate_id(),
            aggregate_version: self.aggregate_version(),
            organisation: self.organisation(),
            payload: self.encode_to_vec(),
        }
    }
}

include!(concat!(env!("OUT_DIR"), "/event.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{identity, listings, maintenance, notifications, portfolio, tenancy};

    /// The aggregate, its id and version, and whose event it is.
    fn told(event: &impl PublicEvent) -> (String, i64, Option<i64>) {
        let NewEvent {
            aggregate_type,
            aggregate_id,
            aggregate_version,
            organisation,
            ..
        } = event.event();
        (
            format!("{aggregate_type}/{aggregate_id}"),
            aggregate_version,
            organisation.map(OrganisationId::get),
        )
    }

    #[test]
    fn an_event_tells_its_aggregate_by_its_own_fields() {
        let property = portfolio::v1::PropertyDeleted {
            property_id: 4,
            organisation_id: 3,
            version: 9,
        };
        assert_eq!(told(&property), ("property/4".to_owned(), 9, Some(3)));
        let arrears = tenancy::v1::ArrearsChanged {
            tenancy_id: 5,
            organisation_id: 3,
            version: 2,
            ..Default::default()
        };
        assert_eq!(told(&arrears), ("ledger/5".to_owned(), 2, Some(3)));
        let watched = listings::v1::WatchedListingChanged {
            listing_id: 1,
            organisation_id: 3,
            user_id: 7,
            version: 6,
            ..Default::default()
        };
        let watched = told(&watched);
        assert_eq!(watched, ("watched-listing/3-7-1".to_owned(), 6, Some(3)));
    }

    #[test]
    fn what_happens_once_is_version_one() {
        let mail = maintenance::v1::MaintenanceMailRequested {
            maintenance_mail_id: "a-uuid".to_owned(),
            organisation_id: 3,
            ..Default::default()
        };
        let mail = told(&mail);
        assert_eq!(mail, ("maintenance-mail/a-uuid".to_owned(), 1, Some(3)));
    }

    #[test]
    fn what_belongs_to_a_person_or_the_operator_is_told_to_nobody() {
        let registered = identity::v1::UserRegistered {
            user_id: 7,
            organisation_id: 3,
            version: 1,
            ..Default::default()
        };
        assert_eq!(told(&registered), ("user/7".to_owned(), 1, None));
        let inbox = notifications::v1::NotificationsChanged {
            user_id: 7,
            version: 8,
        };
        assert_eq!(told(&inbox), ("inbox/7".to_owned(), 8, None));
        let import = listings::v1::ListingImportChanged {
            listing_import_id: 2,
            version: 3,
            ..Default::default()
        };
        assert_eq!(told(&import), ("listing-import/2".to_owned(), 3, None));
    }

    #[test]
    fn an_aggregate_without_an_id_gets_another_each_time() {
        let revoked = identity::v1::SessionsRevoked::default();
        assert_ne!(revoked.event().aggregate_id, revoked.event().aggregate_id);
        assert_eq!(revoked.event().aggregate_type, "sessions");
    }
}
