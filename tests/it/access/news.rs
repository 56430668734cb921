//! How another organisation tries the calls about notifications.

use super::Foreign;

pub(super) fn foreign(name: &str) -> Option<Foreign> {
    Some(match name {
        // A backup that is ready takes a while to make: `backups.rs` has another organisation read one.
        "BackupService/ListBackups"
        | "BackupService/ReadBackup"
        | "BackupService/StartBackup"
        | "DeliveryService/ListDeliveries"
        | "PrivacyService/ReadNotificationData" => Foreign::Collection,
        "NotificationService/GetUnreadCount"
        | "NotificationService/GetWays"
        | "NotificationService/ListNotifications"
        | "NotificationService/MarkAllNotificationsRead"
        | "NotificationService/MarkNotificationRead"
        | "PushService/CreatePushSubscription"
        | "PushService/DeletePushSubscription"
        | "PushService/GetPushKey" => Foreign::Own,
        _ => return None,
    })
}
