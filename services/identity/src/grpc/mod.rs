//! The contract's services: from message to command, use case and reply. No rules.

mod account;
mod api_key;
mod backup_access;
mod convert;
mod email_change;
mod guard;
mod invitation;
mod landlord_contact;
mod organisation;
mod own_sessions;
mod password;
mod privacy;
mod second_factor;
mod secret;
mod security_log;
mod session;
mod settings;
mod settings_change;
mod snapshot;

pub use account::AccountGrpc;
pub use api_key::ApiKeyGrpc;
pub use backup_access::BackupAccessGrpc;
pub use email_change::EmailChangeGrpc;
pub use guard::GuardLayer;
pub use invitation::InvitationGrpc;
pub use landlord_contact::LandlordContactGrpc;
pub use organisation::OrganisationGrpc;
pub use password::PasswordGrpc;
pub use privacy::PrivacyGrpc;
pub use second_factor::SecondFactorGrpc;
pub use security_log::SecurityLogGrpc;
pub use session::SessionGrpc;
pub use settings::SettingsGrpc;
pub use snapshot::SnapshotGrpc;
