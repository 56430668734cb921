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
use uuid::Uuid;

use crate::domain::{maintenance::MaintenanceRequest, viewing::Viewing};

pub mod inbound;

/// That a viewing was booked or changed. It holds nothing of the viewer.
pub fn viewing_changed(viewing: &Viewing) -> NewEvent {
    ViewingChanged {
        viewing_id: viewing.id.get(),
        organisation_id: viewing.organisation.get(),
        property_id: viewing.home.property.get(),
        status: ViewingStatus::from(viewing.status).into(),
        start_time: Some(timestamp(viewing.at.instant)),
        host_user_id: viewing.host.get(),
        version: viewing.version,
    }
    .event()
}

/// That a mail about a viewing is to be sent, with what it needs sealed to notifications.
pub fn viewing_mail_requested(
    organisation: OrganisationId,
    kind: ViewingMailKind,
    mail: common::v1::Sealed,
    member: Option<UserId>,
    expire: DateTime<Utc>,
) -> NewEvent {
    ViewingMailRequested {
        viewing_mail_id: Uuid::now_v7().to_string(),
        organisation_id: organisation.get(),
        kind: kind.into(),
        expire_time: Some(timestamp(expire)),
        member_user_id: member.map_or(0, UserId::get),
        mail: Some(mail),
    }
    .event()
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
    MaintenanceMailRequested {
        maintenance_mail_id: Uuid::now_v7().to_string(),
        organisation_id: organisation.get(),
        kind: kind.into(),
        expire_time: Some(timestamp(expire)),
        to_members,
        member_user_id: member.map_or(0, UserId::get),
        mail: Some(mail),
    }
    .event()
}

/// That a request was added or changed. It holds nothing of the tenant; `tenants` are the accounts that see it.
pub fn maintenance_request_changed(
    organisation: OrganisationId,
    request: &MaintenanceRequest,
    tenants: &[UserId],
) -> NewEvent {
    MaintenanceRequestChanged {
        maintenance_request_id: request.id.get(),
        organisation_id: organisation.get(),
        property_id: request.property.get(),
        status: maintenance::v1::MaintenanceStatus::from(request.status).into(),
        priority: maintenance::v1::MaintenancePriority::from(request.priority).into(),
        assignee_user_id: request.assignee.map_or(0, UserId::get),
        tenant_user_ids: tenants.iter().map(|user| user.get()).collect(),
        version: request.version,
    }
    .event()
}

/// That a contractor was added, changed or taken away.
pub fn contractor_changed(
    organisation: OrganisationId,
    contractor: ContractorId,
    version: i64,
) -> NewEvent {
    ContractorChanged {
        contractor_id: contractor.get(),
        organisation_id: organisation.get(),
        version,
    }
    .event()
}
