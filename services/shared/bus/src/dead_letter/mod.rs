//! Events that a handler cannot take: kept aside, looked at by a person, and handed to the handler again.

mod command;
mod keep;
mod redrive;
mod table;

pub use command::DeadLetters;
pub(crate) use keep::{Reason, keep};
