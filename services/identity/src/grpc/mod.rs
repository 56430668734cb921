//! The contract's services: proto to command, use case, and back. No rules.

mod account;
mod convert;
mod session;
mod settings;

pub use account::AccountGrpc;
pub use session::SessionGrpc;
pub use settings::SettingsGrpc;
