//! Keeping secrets and people's data unreadable: at rest, on the way to another service, and in links.
//!
//! * [`SealingKey`] seals what one service stores, each value bound to its row.
//! * [`Sealer`] and [`Opener`] are the two halves of an X25519 pair: anybody may seal to a service, which alone opens it.
//! * [`LinkToken`] is the secret of a mailed link; only its hash is stored.

mod at_rest;
mod link_request;
mod link_token;
mod sealed_box;

pub use at_rest::{SealError, SealingKey, authenticate};
pub use link_request::write_by_link;
pub use link_token::LinkToken;
pub use sealed_box::{OpenError, Opener, Sealer};
