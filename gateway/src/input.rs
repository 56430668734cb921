//! Reading request bodies: what cannot be read as a number, a date or a list is refused here, all of it at once; what
//! breaks a rule is the service's to refuse.

mod amount;
mod filter;
mod listing;
mod number;
mod object;
mod query;
mod reader;
mod rooms;
mod sold_order;

pub use filter::Filters;
pub use listing::ListingQuery;
pub use object::JsonObject;
pub use query::{MonthsQuery, PageQuery};
pub use reader::FieldReader;
pub use rooms::{read_room_changes, read_rooms};
pub use sold_order::SoldOrder;
