//! The contract's services: from message to command, use case and reply. No rules.

mod account_service;
mod api_key_service;
mod backup_access_service;
mod convert;
mod email_change_service;
mod guard;
mod invitation_service;
mod landlord_contact_service;
mod organisation_service;
mod own_sessions;
mod password_service;
mod privacy_service;
mod second_factor_service;
mod secret;
mod security_log_service;
mod session_service;
mod settings_change;
mod settings_service;
mod snapshot_service;

pub use account_service::AccountGrpc;
pub use api_key_service::ApiKeyGrpc;
pub use backup_access_service::BackupAccessGrpc;
pub use email_change_service::EmailChangeGrpc;
pub use guard::GuardLayer;
pub use invitation_service::InvitationGrpc;
pub use landlord_contact_service::LandlordContactGrpc;
pub use organisation_service::OrganisationGrpc;
pub use password_service::PasswordGrpc;
pub use privacy_service::PrivacyGrpc;
pub use second_factor_service::SecondFactorGrpc;
pub use security_log_service::SecurityLogGrpc;
pub use session_service::SessionGrpc;
pub use settings_service::SettingsGrpc;
pub use snapshot_service::SnapshotGrpc;
