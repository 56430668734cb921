//! Reading request bodies: what cannot be read as a number, a date or a list is refused here, all of it at once; what
//! breaks a rule is the service's to refuse.

mod amount;
mod number;
mod object;
mod query;
mod reader;
mod rooms;

pub use object::JsonObject;
pub use query::PageQuery;
pub use reader::FieldReader;
pub use rooms::read_rooms;
