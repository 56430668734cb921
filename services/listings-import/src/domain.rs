//! The rules: what a listing, a rent and a return are. No IO.

mod analysis;
mod assumption_source;
mod assumptions;
mod buyer;
mod import;
mod income_tax;
mod landlord;
mod listing;
mod mortgage_type;
mod picture;
mod prepared;
mod purchase_facts;
mod purchase_tax;
pub mod record;
mod returns;
mod saved_search;
mod search;
mod typed;
mod words;

pub use analysis::{Analysis, Saved};
pub use assumption_source::AssumptionSource;
pub use assumptions::{Assumptions, KnownOfListing};
pub use buyer::{BuyerType, PurchaseFacts, SaidOfPurchase};
pub use import::{
    Counts, ImportState, LARGEST_PART, LARGEST_UPLOAD, ListingImport, MOST_OPEN, MOST_REFUSALS,
    Phase, Refusal,
};
pub use income_tax::AfterTax;
pub use landlord::Landlord;
pub use lintel_rules::Nation;
pub use listing::{Comparable, Listing, attribution};
pub use mortgage_type::MortgageType;
pub use picture::{AddressDigest, LARGEST_PICTURE, Picture};
pub use prepared::{LONGEST_KEY, MOST_RENT, Prepared};
pub use record::{
    ListingGroup, ListingRecord, ListingStatus, MOST_TAGS, Outcome, PricePaid, PricePoint, Problem,
    Refused, Row, SaleChange, SoldType, Transaction, Unreadable,
};
pub use returns::{RateCase, Returns, StressCase};
pub use saved_search::{MOST_SEARCHES, MOST_TOLD, NewSearch, SavedSearch, name as search_name};
pub use search::{Filter, Location, PageStart, Sort};
pub use typed::Typed;
pub use words::cut;
