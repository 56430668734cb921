//! What other services hear of a change.

use lintel_core::{OrganisationId, PropertyId};
use lintel_db::outbox::NewEvent;
use lintel_proto::{PublicEvent as _, portfolio::v1};
use prost::Message as _;

use crate::domain::Property;

/// The snapshot of a property after a change. It holds what consumers keep a copy of and nothing of a person: no lender's
/// contact, no note, no account.
pub fn property_changed(organisation: OrganisationId, property: &Property) -> NewEvent {
    let details = &property.details;
    let snapshot = v1::PropertyChanged {
        property_id: property.id.get(),
        organisation_id: organisation.get(),
        version: property.version,
        display_name: details.name.clone(),
        address: details.address.clone(),
        postcode: details.postcode.clone(),
        property_type: v1::PropertyType::from(details.property_type).into(),
        status: v1::PropertyStatus::from(property.status()).into(),
        monthly_rent: Some(details.monthly_rent.into()),
        rooms: property.rooms.iter().cloned().map(Into::into).collect(),
    };
    NewEvent {
        event_type: v1::PropertyChanged::TYPE,
        aggregate_type: "property",
        aggregate_id: property.id.to_string(),
        aggregate_version: property.version,
        organisation: Some(organisation),
        payload: snapshot.encode_to_vec(),
    }
}

/// A property that is gone, at the version after its last snapshot's.
pub fn property_deleted(
    organisation: OrganisationId,
    property: PropertyId,
    version: i64,
) -> NewEvent {
    let fact = v1::PropertyDeleted {
        property_id: property.get(),
        organisation_id: organisation.get(),
        version,
    };
    NewEvent {
        event_type: v1::PropertyDeleted::TYPE,
        aggregate_type: "property",
        aggregate_id: property.to_string(),
        aggregate_version: version,
        organisation: Some(organisation),
        payload: fact.encode_to_vec(),
    }
}
