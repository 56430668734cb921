//! Another organisation's tries at the calls about notifications.

use lintel_proto::notifications::v1::ReadBackupRequest;
use prost::Message as _;

use super::Foreign;

pub(super) fn foreign(name: &str) -> Option<Foreign> {
    Some(match name {
        "BackupService/ReadBackup" => Foreign::Backup(|backup_id| {
            ReadBackupRequest {
                backup_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "BackupService/ListBackups"
        | "BackupService/StartBackup"
        | "DeliveryService/ListDeliveries"
        | "PrivacyService/ReadNotificationData" => Foreign::Collection,
        "NotificationService/GetUnreadCount"
        | "NotificationService/GetWays"
        | "NotificationService/ListNotifications"
        | "NotificationService/MarkAllNotificationsRead"
        | "NotificationService/MarkNotificationRead"
        | "PhoneService/GetPhone"
        | "PhoneService/SendPhoneCode"
        | "PhoneService/VerifyPhone"
        | "PushService/CreatePushSubscription"
        | "PushService/DeletePushSubscription"
        | "PushService/GetPushKey"
        | "PushService/ListPushSubscriptions"
        | "PushService/RemovePushSubscription" => Foreign::Own,
        _ => return None,
    })
}
