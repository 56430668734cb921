//! The rules: what a listing, a rent and a return are. No IO.

pub mod record;

pub use record::{
    ListingGroup, ListingRecord, ListingStatus, MOST_TAGS, Outcome, PricePaid, PricePoint, Problem,
    Refused, Row, SaleChange, SoldType, Transaction, Unreadable,
};
