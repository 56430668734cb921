//! What other services hear of a change.

use chrono::{DateTime, Utc};
use lintel_core::{ContractorId, OrganisationId, UserId};
use lintel_db::outbox::NewEvent;
use lintel_proto::{
    PublicEvent as _, common,
    convert::timestamp,
    maintenance::{
        self,
        v1::{
            ContractorChanged, MaintenanceMailKind, MaintenanceMailRequested,
            MaintenanceRequestChanged,
        },
    },
    viewings::v1::{ViewingChanged, ViewingMailKind, ViewingMailRequested, ViewingStatus},
};
use prost::Message as _;
use uuid::Uuid;

use crate::domain::{maintenance::MaintenanceRequest, viewing::Viewing};

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

/// That a request was added or changed. It holds nothing of the tenant; `tenants` are the accounts that see it.
pub fn maintenance_request_changed(
    organisation: OrganisationId,
    request: &MaintenanceRequest,
    tenants: &[UserId],
) -> NewEvent {
    let fact = MaintenanceRequestChanged {
        maintenance_request_id: request.id.get(),
        organisation_id: organisation.get(),
        property_id: request.property.get(),
        status: maintenance::v1::MaintenanceStatus::from(request.status).into(),
        priority: maintenance::v1::MaintenancePriority::from(request.priority).into(),
        assignee_user_id: request.assignee.map_or(0, UserId::get),
        tenant_user_ids: tenants.iter().map(|user| user.get()).collect(),
        version: request.version,
    };
    NewEvent {
        event_type: MaintenanceRequestChanged::TYPE,
        aggregate_type: "maintenance-request",
        aggregate_id: request.id.to_string(),
        aggregate_version: request.version,
        organisation: Some(organisation),
        payload: fact.encode_to_vec(),
    }
}

/// That a contractor was added, changed or taken away.
pub fn contractor_changed(
    organisation: OrganisationId,
    contractor: ContractorId,
    version: i64,
) -> NewEvent {
    let fact = ContractorChanged {
        contractor_id: contractor.get(),
        organisation_id: organisation.get(),
        version,
    };
    NewEvent {
        event_type: ContractorChanged::TYPE,
        aggregate_type: "contractor",
        aggregate_id: contractor.to_string(),
        aggregate_version: version,
        organisation: Some(organisation),
        payload: fact.encode_to_vec(),
    }
}
