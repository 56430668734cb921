//! What other services hear of a change.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, UserId};
use lintel_db::outbox::NewEvent;
use lintel_proto::{
    PublicEvent as _, common,
    convert::timestamp,
    maintenance::v1::{MaintenanceMailKind, MaintenanceMailRequested},
    viewings::v1::{ViewingChanged, ViewingMailKind, ViewingMailRequested, ViewingStatus},
};
use prost::Message as _;
use uuid::Uuid;

use crate::domain::viewing::Viewing;

/// That a viewing was booked or changed. It holds nothing of the viewer.
pub fn viewing_changed(viewing: &Viewing) -> NewEvent {
    let fact = ViewingChanged {
        viewing_id: viewing.id.get(),
        organisation_id: viewing.organisation.get(),
        property_id: viewing.home.property.get(),
        status: ViewingStatus::from(viewing.status).into(),
        start_time: Some(timestamp(viewing.at.instant)),
        host_user_id: viewing.host.get(),
        version: viewing.version,
    };
    NewEvent {
        event_type: ViewingChanged::TYPE,
        aggregate_type: "viewing",
        aggregate_id: viewing.id.to_string(),
        aggregate_version: viewing.version,
        organisation: Some(viewing.organisation),
        payload: fact.encode_to_vec(),
    }
}

/// That a mail about a viewing is to be sent, with what it needs sealed to notifications.
pub fn viewing_mail_requested(
    organisation: OrganisationId,
    kind: ViewingMailKind,
    mail: common::v1::Sealed,
    member: Option<UserId>,
    expire: DateTime<Utc>,
) -> NewEvent {
    let id = Uuid::now_v7().to_string();
    let request = ViewingMailRequested {
        viewing_mail_id: id.clone(),
        organisation_id: organisation.get(),
        kind: kind.into(),
        expire_time: Some(timestamp(expire)),
        member_user_id: member.map_or(0, UserId::get),
        mail: Some(mail),
    };
    NewEvent {
        event_type: ViewingMailRequested::TYPE,
        aggregate_type: "viewing-mail",
        aggregate_id: id,
        aggregate_version: 1,
        organisation: Some(organisation),
        payload: request.encode_to_vec(),
    }
}

/// That a mail about maintenance is to be sent, with what it needs sealed to notifications.
pub fn maintenance_mail_requested(
    organisation: OrganisationId,
    kind: MaintenanceMailKind,
    mail: common::v1::Sealed,
    to_members: bool,
    member: Option<UserId>,
    expire: DateTime<Utc>,
) -> NewEvent {
    let id = Uuid::now_v7().to_string();
    let request = MaintenanceMailRequested {
        maintenance_mail_id: id.clone(),
        organisation_id: organisation.get(),
        kind: kind.into(),
        expire_time: Some(timestamp(expire)),
        to_members,
        member_user_id: member.map_or(0, UserId::get),
        mail: Some(mail),
    };
    NewEvent {
        event_type: MaintenanceMailRequested::TYPE,
        aggregate_type: "maintenance-mail",
        aggregate_id: id,
        aggregate_version: 1,
        organisation: Some(organisation),
        payload: request.encode_to_vec(),
    }
}
