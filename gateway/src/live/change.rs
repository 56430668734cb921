//! The parts of an event that browsers need for refetching what changed, and the browsers that are told.

use async_nats::HeaderMap;
use bytes::Bytes;
use lintel_core::{OrganisationId, UserId};
use lintel_proto::{
    PublicEvent, listings::v1::WatchedListingChanged, maintenance::v1::MaintenanceRequestChanged,
    notifications::v1::NotificationsChanged,
};
use prost::Message as _;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::audience::Audience;

/// The changed row, for refetching it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChangedData {
    /// The kind of resource, as it stands in its path.
    #[schema(value_type = String, example = "properties")]
    pub resource: &'static str,
    /// Its id.
    #[schema(example = 42)]
    pub id: i64,
    /// Its version since the change.
    #[schema(example = 7)]
    pub version: i64,
    /// True where it is there no more: a screen that shows it need not ask for it.
    pub gone: bool,
}

/// A change, and who is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The event's id.
    pub event: Uuid,
    /// The accounts that are told.
    pub audience: Audience,
    /// The changed row.
    pub data: ChangedData,
}

impl Change {
    /// Reads an event by its headers, and by its payload where only that says who is told; `None` for an event that no screen
    /// shows.
    #[must_use]
    pub fn read(headers: &HeaderMap, payload: &Bytes) -> Option<Self> {
        let text = |name: &str| headers.get(name).map(async_nats::HeaderValue::as_str);
        let number = |name: &str| text(name)?.parse::<i64>().ok();
        let kind = text("ce-type")?;
        let event = text("ce-id")?.parse().ok()?;
        if kind == WatchedListingChanged::TYPE {
            return Self::watched(event, payload);
        }
        if kind == NotificationsChanged::TYPE {
            return Self::news(event, payload);
        }
        let (_, id) = text("ce-subject")?.split_once('/')?;
        let (resource, gone) = resource_of(kind)?;
        let organisation = OrganisationId::new(number("lintel-organisation")?);
        let mut audience = Audience::organisation(organisation);
        if kind == MaintenanceRequestChanged::TYPE {
            let request = MaintenanceRequestChanged::decode(payload.clone()).ok()?;
            let tenants = request.tenant_user_ids.into_iter();
            audience.accounts = tenants.map(UserId::new).collect();
        }
        Some(Self {
            event,
            audience,
            data: ChangedData {
                resource,
                id: id.parse().ok()?,
                version: number("lintel-aggregate-version")?,
                gone,
            },
        })
    }

    /// A listing changed that one person watches: nobody else of the organisation is told.
    fn watched(event: Uuid, payload: &Bytes) -> Option<Self> {
        let listing = WatchedListingChanged::decode(payload.clone()).ok()?;
        Some(Self {
            event,
            audience: Audience::account(UserId::new(listing.user_id)),
            data: ChangedData {
                resource: "investment-properties",
                id: listing.listing_id,
                version: listing.version,
                gone: false,
            },
        })
    }

    /// One account has news, or has read some: nobody else is told.
    fn news(event: Uuid, payload: &Bytes) -> Option<Self> {
        let changed = NotificationsChanged::decode(payload.clone()).ok()?;
        Some(Self {
            event,
            audience: Audience::account(UserId::new(changed.user_id)),
            data: ChangedData {
                resource: "notifications",
                id: changed.user_id,
                version: changed.version,
                gone: false,
            },
        })
    }
}

/// The resource of an event type, and whether it was deleted. Types that are not listed change nothing that a screen shows.
fn resource_of(kind: &str) -> Option<(&'static str, bool)> {
    let (aggregate, what) = kind
        .rsplit_once('.')
        .and_then(|(rest, _)| rest.rsplit_once('.'))?;
    let resource = match aggregate {
        "portfolio.property" => "properties",
        "portfolio.sold-property" => "sold-properties",
        "portfolio.certificate" => "property-certificates",
        "portfolio.inspection" => "property-inspections",
        "portfolio.property-import" => "property-imports",
        "identity.organisation" => "organisation",
        "identity.membership" => "members",
        "identity.invitation" => "invitations",
        // By its tenancy's id: a tenant has the fields of the tenancy, and the tenants of one change together.
        "tenancy.tenancy" => "tenants",
        // The amount owed is part of a tenant, and a ledger belongs to a tenancy.
        "tenancy.ledger" => "tenants",
        "tenancy.application" | "tenancy.agreement" | "tenancy.guarantee" => "tenant-applications",
        "tenancy.bank-statement" => "bank-statements",
        "tenancy.invite" => "invites",
        "viewings.viewing" => "property-viewings",
        "maintenance.maintenance-request" => "maintenance-requests",
        "maintenance.contractor" => "contractors",
        "listings.listing-import" => "listing-imports",
        "tenancy.tenant-import" => "tenant-imports",
        _ => return None,
    };
    // Tenants whose tenancy has ended are listed as previous ones.
    let gone = what == "deleted" || (what == "ended" && aggregate != "tenancy.tenancy");
    Some((resource, gone))
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use lintel_bus::Event;

    use super::*;

    fn event(kind: &str) -> Event {
        Event {
            id: Uuid::from_u128(1),
            event_type: kind.to_owned(),
            aggregate_type: "property".to_owned(),
            aggregate_id: "42".to_owned(),
            aggregate_version: 3,
            organisation: Some(OrganisationId::new(7)),
            time: chrono::DateTime::UNIX_EPOCH,
            trace: std::collections::HashMap::new(),
            payload: Bytes::new(),
        }
    }

    fn read(event: &Event) -> Option<Change> {
        Change::read(&event.headers(), &event.payload)
    }

    #[test]
    fn a_property_that_changed_is_told_as_properties() {
        let change = read(&event("portfolio.property.changed.v1"));
        assert_eq!(
            change,
            Some(Change {
                event: Uuid::from_u128(1),
                audience: Audience::organisation(OrganisationId::new(7)),
                data: ChangedData {
                    resource: "properties",
                    id: 42,
                    version: 3,
                    gone: false,
                },
            })
        );
    }

    #[test]
    fn a_property_that_is_gone_is_told_too() {
        let change = read(&event("portfolio.property.deleted.v1"));
        assert_eq!(
            change.map(|change| (change.data.resource, change.data.gone)),
            Some(("properties", true))
        );
    }

    #[test]
    fn certificates_and_inspections_are_told_by_the_names_of_their_paths() {
        for (kind, told) in [
            ("portfolio.certificate.changed.v1", "property-certificates"),
            ("portfolio.certificate.deleted.v1", "property-certificates"),
            ("portfolio.inspection.changed.v1", "property-inspections"),
        ] {
            let change = read(&event(kind));
            let resource = change.map(|change| change.data.resource);
            assert_eq!(resource, Some(told), "{kind}");
        }
    }

    #[test]
    fn a_sale_is_told_to_who_shows_sales() {
        let change = read(&event("portfolio.sold-property.added.v1"));
        assert_eq!(
            change.map(|change| change.data.resource),
            Some("sold-properties")
        );
    }

    #[test]
    fn changes_of_tenancies_applications_and_invites_name_their_paths() {
        for (kind, told) in [
            ("tenancy.tenancy.changed.v1", "tenants"),
            ("tenancy.tenancy.started.v1", "tenants"),
            ("tenancy.tenancy.ended.v1", "tenants"),
            ("tenancy.ledger.arrears-changed.v1", "tenants"),
            ("tenancy.application.changed.v1", "tenant-applications"),
            ("tenancy.agreement.issued.v1", "tenant-applications"),
            ("tenancy.agreement.signed.v1", "tenant-applications"),
            ("tenancy.guarantee.changed.v1", "tenant-applications"),
            ("tenancy.bank-statement.changed.v1", "bank-statements"),
            ("tenancy.invite.changed.v1", "invites"),
            ("tenancy.tenant-import.changed.v1", "tenant-imports"),
        ] {
            let change = read(&event(kind));
            let told_of = change.map(|change| (change.data.resource, change.data.gone));
            assert_eq!(told_of, Some((told, false)), "{kind}");
        }
    }

    #[test]
    fn viewings_repairs_and_imports_are_told_by_the_names_of_their_paths() {
        for (kind, told) in [
            ("viewings.viewing.changed.v1", "property-viewings"),
            (MaintenanceRequestChanged::TYPE, "maintenance-requests"),
            ("maintenance.contractor.changed.v1", "contractors"),
            ("listings.listing-import.changed.v1", "listing-imports"),
        ] {
            let change = read(&event(kind));
            let told_of = change.map(|change| (change.data.resource, change.data.gone));
            assert_eq!(told_of, Some((told, false)), "{kind}");
        }
    }

    #[test]
    fn a_repair_is_told_to_its_tenants_as_well() {
        let payload = MaintenanceRequestChanged {
            tenant_user_ids: vec![8, 9],
            ..Default::default()
        };
        let change = read(&Event {
            payload: payload.encode_to_vec().into(),
            ..event(MaintenanceRequestChanged::TYPE)
        });
        let audience = Audience {
            organisation: Some(OrganisationId::new(7)),
            accounts: vec![UserId::new(8), UserId::new(9)],
        };
        assert_eq!(change.map(|change| change.audience), Some(audience));
    }

    #[test]
    fn what_somebody_watches_is_told_to_them_alone() {
        let payload = WatchedListingChanged {
            listing_id: 12,
            organisation_id: 7,
            user_id: 5,
            version: 2,
            ..Default::default()
        };
        let change = read(&Event {
            aggregate_id: "5-12".to_owned(),
            payload: payload.encode_to_vec().into(),
            ..event(WatchedListingChanged::TYPE)
        });
        let data = ChangedData {
            resource: "investment-properties",
            id: 12,
            version: 2,
            gone: false,
        };
        let told = change.map(|change| (change.audience, change.data));
        assert_eq!(told, Some((Audience::account(UserId::new(5)), data)));
    }

    #[test]
    fn an_organisation_hears_of_its_name_and_its_members() {
        for (kind, told) in [
            ("identity.organisation.renamed.v1", "organisation"),
            ("identity.membership.changed.v1", "members"),
            ("identity.membership.ended.v1", "members"),
            ("identity.invitation.changed.v1", "invitations"),
            ("identity.invitation.ended.v1", "invitations"),
        ] {
            let change = read(&event(kind));
            let resource = change.map(|change| change.data.resource);
            assert_eq!(resource, Some(told), "{kind}");
        }
    }

    #[test]
    fn what_no_screen_shows_is_not_told() {
        for kind in [
            "identity.session.ended.v1",
            "portfolio.room.changed.v1",
            "portfolio.reminder.certificate-expired.v1",
            "tenancy.tenancy-mail.requested.v1",
            "viewings.viewing-mail.requested.v1",
            "nonsense",
            "",
        ] {
            assert_eq!(read(&event(kind)), None, "{kind}");
        }
        let nobodys = Event {
            organisation: None,
            ..event("portfolio.property.changed.v1")
        };
        assert_eq!(read(&nobodys), None);
        let nameless = Event {
            aggregate_id: "x".to_owned(),
            ..event("portfolio.property.changed.v1")
        };
        assert_eq!(read(&nameless), None);
    }
}
