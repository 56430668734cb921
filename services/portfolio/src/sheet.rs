//! Properties as a table: what a CSV file says, read and written by the same columns, so that what is exported can be imported again
//! without loss.
//!
//! No IO and no rules about properties: a line becomes a draft, which the domain checks like any other.

mod cells;
mod columns;
mod read;
mod rooms;
mod write;

pub use columns::COLUMNS;
pub use read::{Line, Sheet, read};
pub use write::line;
