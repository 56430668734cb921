//! JSON feeds: a list of records, an object with such a list in it, or records one after the other.

mod bytes;
mod elements;
mod value;

pub use elements::{End, each};
pub use value::Node;
