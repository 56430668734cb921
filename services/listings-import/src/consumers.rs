//! What other services tell.

mod identity;

pub use identity::IdentityEvents;
