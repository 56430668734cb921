//! What browsers need of an event to refetch what changed, read from the event's headers alone.

use async_nats::HeaderMap;
use lintel_core::OrganisationId;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// What changed, for refetching it.
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
    /// Whether it is there no more: whoever shows it need not ask for it.
    pub gone: bool,
}

/// A change in one organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The event's id.
    pub event: Uuid,
    /// The organisation.
    pub organisation: OrganisationId,
    /// What changed.
    pub data: ChangedData,
}

impl Change {
    /// Reads an event's headers; `None` for an event that no screen shows.
    #[must_use]
    pub fn read(headers: &HeaderMap) -> Option<Self> {
        let text = |name: &str| headers.get(name).map(async_nats::HeaderValue::as_str);
        let number = |name: &str| text(name)?.parse::<i64>().ok();
        let (_, id) = text("ce-subject")?.split_once('/')?;
        let (resource, gone) = told(text("ce-type")?)?;
        Some(Self {
            event: text("ce-id")?.parse().ok()?,
            organisation: OrganisationId::new(number("lintel-organisation")?),
            data: ChangedData {
                resource,
                id: id.parse().ok()?,
                version: number("lintel-aggregate-version")?,
                gone,
            },
        })
    }
}

/// The resource of an event type, and whether it was deleted. Types that are not listed change nothing that a screen shows.
fn told(kind: &str) -> Option<(&'static str, bool)> {
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
        "tenancy.application" => "tenant-applications",
        "tenancy.invite" => "invites",
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

    #[test]
    fn a_property_that_changed_is_told_as_properties() {
        let change = Change::read(&event("portfolio.property.changed.v1").headers());
        assert_eq!(
            change,
            Some(Change {
                event: Uuid::from_u128(1),
                organisation: OrganisationId::new(7),
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
        let change = Change::read(&event("portfolio.property.deleted.v1").headers());
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
            let change = Change::read(&event(kind).headers());
            let resource = change.map(|change| change.data.resource);
            assert_eq!(resource, Some(told), "{kind}");
        }
    }

    #[test]
    fn a_sale_is_told_to_who_shows_sales() {
        let change = Change::read(&event("portfolio.sold-property.added.v1").headers());
        assert_eq!(
            change.map(|change| change.data.resource),
            Some("sold-properties")
        );
    }

    #[test]
    fn tenancies_applications_and_invites_are_told_by_the_names_of_their_paths() {
        for (kind, told) in [
            ("tenancy.tenancy.changed.v1", "tenants"),
            ("tenancy.tenancy.started.v1", "tenants"),
            ("tenancy.tenancy.ended.v1", "tenants"),
            ("tenancy.application.changed.v1", "tenant-applications"),
            ("tenancy.invite.changed.v1", "invites"),
        ] {
            let change = Change::read(&event(kind).headers());
            let told_of = change.map(|change| (change.data.resource, change.data.gone));
            assert_eq!(told_of, Some((told, false)), "{kind}");
        }
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
            let change = Change::read(&event(kind).headers());
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
            "nonsense",
            "",
        ] {
            assert_eq!(Change::read(&event(kind).headers()), None, "{kind}");
        }
        let nobodys = Event {
            organisation: None,
            ..event("portfolio.property.changed.v1")
        };
        assert_eq!(Change::read(&nobodys.headers()), None);
        let nameless = Event {
            aggregate_id: "x".to_owned(),
            ..event("portfolio.property.changed.v1")
        };
        assert_eq!(Change::read(&nameless.headers()), None);
    }
}
