//! Conversions from domain to contract that calls and events share.

use lintel_proto::notifications;

use crate::domain::{BackupState, DeliveryState, NotificationKind};

lintel_proto::words! {
    NotificationKind = notifications::v1::NotificationKind;
    BackupState = notifications::v1::BackupState;
    DeliveryState = notifications::v1::DeliveryState;
}
