//! Events that a handler cannot take: stored, inspected by an operator, and sent to the handler again.

mod command;
mod keep;
mod redrive;
mod table;

pub use command::DeadLetters;
pub(crate) use keep::{Reason, keep};
