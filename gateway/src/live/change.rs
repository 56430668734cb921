//! An event, reduced to what a browser needs to refetch what changed. Read from the event's headers alone.

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
}

/// A change in one organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The event's id.
    pub event: Uuid,
    /// In whose portfolio.
    pub organisation: OrganisationId,
    /// What changed.
    pub data: ChangedData,
}

impl Change {
    /// Reads an event's headers; `None` for an event that no browser shows.
    #[must_use]
    pub fn read(headers: &HeaderMap) -> Option<Self> {
        let text = |name: &str| headers.get(name).map(async_nats::HeaderValue::as_str);
        let number = |name: &str| text(name)?.parse::<i64>().ok();
        Some(Self {
            event: text("ce-id")?.parse().ok()?,
            organisation: OrganisationId::new(number("ce-organisation")?),
            data: ChangedData {
                resource: resource(text("ce-type")?)?,
                id: number("ce-subject")?,
                version: number("ce-version")?,
            },
        })
    }
}

/// The resource that an event type is about. Types that are not listed change nothing that a screen shows.
fn resource(kind: &str) -> Option<&'static str> {
    let (aggregate, _) = kind.rsplit_once('.').and_then(|(rest, _)| rest.rsplit_once('.'))?;
    match aggregate {
        "portfolio.property" => Some("properties"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, *value);
        }
        headers
    }

    const PROPERTY: [(&str, &str); 5] = [
        ("ce-id", "01932b5c-0000-7000-8000-000000000001"),
        ("ce-type", "portfolio.property.changed.v1"),
        ("ce-subject", "42"),
        ("ce-organisation", "7"),
        ("ce-version", "3"),
    ];

    #[test]
    fn a_property_that_changed_is_told_as_properties() {
        let change = Change::read(&headers(&PROPERTY));
        assert_eq!(
            change.map(|change| (change.organisation.get(), change.data)),
            Some((7, ChangedData { resource: "properties", id: 42, version: 3 }))
        );
    }

    #[test]
    fn what_no_screen_shows_is_not_told() {
        for (name, value) in [
            ("ce-type", "identity.session.ended.v1"),
            ("ce-type", "nonsense"),
            ("ce-organisation", ""),
            ("ce-subject", "not a number"),
            ("ce-id", "1"),
        ] {
            let mut pairs = PROPERTY;
            for pair in &mut pairs {
                if pair.0 == name {
                    pair.1 = value;
                }
            }
            assert_eq!(Change::read(&headers(&pairs)), None, "{name}: {value}");
        }
    }
}
