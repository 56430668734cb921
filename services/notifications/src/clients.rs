//! Other services that this one calls.

mod accounts;
mod holdings;
mod signed_copies;
pub mod sms_gateway;

pub use accounts::Accounts;
pub use holdings::{Holdings, Part};
pub use signed_copies::SignedCopies;
