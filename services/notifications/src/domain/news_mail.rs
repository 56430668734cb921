//! What this service tells of facts that other services publish without asking for a mail.

use chrono::{NaiveDate, NaiveTime};
use lintel_core::Money;

lintel_core::spelt! {
    /// What changed about a listing that somebody watches, as the contract spells it.
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

/// What is told, judged before it is shown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct NewsFacts {
    /// The property or the listing that it is about.
    pub id: i64,
    /// What the landlord calls the home, if fit to be shown.
    pub home: Option<String>,
    /// A certificate's type, a listing's title or a person's name, if fit to be shown.
    pub what: Option<String>,
    /// The day that it is about.
    pub day: Option<NaiveDate>,
    /// The time on that day.
    pub time: Option<NaiveTime>,
    /// What changed about a listing.
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
