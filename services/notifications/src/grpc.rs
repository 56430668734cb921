//! The gRPC endpoints: they convert a request to domain types, call the use case and convert its answer back. They hold no rules.

mod backup_service;
mod delivery_service;
mod mail_preview_service;
mod notification_service;
mod phone_service;
mod privacy_service;
mod push_service;
mod receipt_service;
mod unsubscribe_service;

pub use backup_service::BackupGrpc;
pub use delivery_service::DeliveryGrpc;
pub use mail_preview_service::MailPreviewGrpc;
pub use notification_service::NotificationGrpc;
pub use phone_service::PhoneGrpc;
pub use privacy_service::NotificationPrivacyGrpc;
pub use push_service::PushGrpc;
pub use receipt_service::ReceiptGrpc;
pub use unsubscribe_service::UnsubscribeGrpc;
