//! News about facts that other services publish without asking for a mail.

use chrono::{NaiveDate, NaiveTime};
use lintel_core::Money;

lintel_core::spelt! {
    /// The change of a listing that somebody watches, as the contract spells it.
    ListingChange {
        /// Another price.
        Price = "price",
        /// It is no longer for sale.
        Withdrawn = "withdrawn",
        /// It is for sale again.
        Back = "back",
        /// A saved search found it.
        NewMatch = "newMatch",
    }
}

/// The facts of the news, checked before they are shown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct NewsFacts {
    /// The property or the listing that it is about.
    pub id: i64,
    /// The landlord's name for the home, if fit to be shown.
    pub home: Option<String>,
    /// A certificate's type, a listing's title or a person's name, if fit to be shown.
    pub what: Option<String>,
    /// The day that it is about.
    pub day: Option<NaiveDate>,
    /// The time on that day.
    pub time: Option<NaiveTime>,
    /// The change of a listing.
    pub change: Option<ListingChange>,
    /// A listing's price.
    pub price: Option<Money>,
    /// The price before.
    pub earlier_price: Option<Money>,
}

impl std::fmt::Debug for NewsFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewsFacts")
    }
}
