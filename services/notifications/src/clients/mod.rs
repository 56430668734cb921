//! Other services that this one calls.

mod accounts;
mod holdings;

pub use accounts::Accounts;
pub use holdings::{Holdings, Part};
