//! From a claimed delivery to a sent mail: unseal, compose, send. Contents exist only here, in memory, between the claim and the
//! server's answer.

mod compose;
mod maintenance;
mod notice;
mod public_url;
mod sealed;
mod tenancy;
mod transport;
mod viewings;
mod words;

pub use compose::{ComposeError, Composer};
pub use public_url::PublicUrl;
pub use sealed::{SealedBox, UnsealError};
pub use transport::Transport;
