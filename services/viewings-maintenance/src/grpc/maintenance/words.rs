//! The words of maintenance, as the contract has them.

use lintel_proto::maintenance::v1;

use crate::domain::maintenance::{
    AttachmentKind, JobState, MaintenanceActor, MaintenanceCategory, MaintenanceEventKind,
    MaintenancePriority, MaintenanceStatus, TargetState, Trade,
};

lintel_proto::words! {
    MaintenanceStatus = v1::MaintenanceStatus, status;
    MaintenancePriority = v1::MaintenancePriority, priority;
    MaintenanceCategory = v1::MaintenanceCategory, category;
    TargetState = v1::TargetState;
    AttachmentKind = v1::AttachmentKind, attachment_kind;
    MaintenanceActor = v1::MaintenanceActor;
    MaintenanceEventKind = v1::MaintenanceEventKind;
    Trade = v1::Trade, trade;
    JobState = v1::JobState;
}
