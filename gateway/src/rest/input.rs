//! Reads requests: what is not a number, a date or a list is refused here, all of it at once. Services refuse what breaks a rule.

mod amount;
mod assumptions;
mod fields;
mod kind;
mod kinds;
mod known;
mod listing;
mod number;
mod object;
mod page;
mod reader;
mod request;
mod rooms;

pub use assumptions::AssumptionsBody;
pub use fields::{Field, Fields};
pub(crate) use fields::{fields, object, object_of};
pub use kind::{Kind, Read};
pub use kinds::{
    Direction, Email, Files, Id, List, Months, Nested, OneUnlessSaid, Percent, SaidStatus, Switch,
    UnlessAll,
};
pub(crate) use kinds::{choices, clock, id};
pub(crate) use known::{Known, KnownParameters, Shape, check_parameters, prepare};
pub use listing::ListingParams;
pub use object::JsonObject;
pub(crate) use object::says_json;
pub use page::{PageParams, PageQuery};
pub use reader::FieldReader;
#[cfg(test)]
pub(crate) use request::asked;
pub(crate) use request::read_query;
pub use request::{Body, Change, Query, if_match, read_form, request_id};
pub use rooms::{read_room_changes, read_rooms};
