//! The rules: what a listing, a rent and a return are. No IO.

mod analysis;
mod assumptions;
mod import;
mod income_tax;
mod listing;
mod picture;
mod prepared;
mod purchase_tax;
pub mod record;
mod returns;
mod saved_search;
mod search;
mod typed;
mod words;

pub use analysis::{Analysis, Saved};
pub use assumptions::{AssumptionSource, Assumptions, KnownOfListing, MortgageType};
pub use import::{
    Counts, ImportState, LARGEST_PART, LARGEST_UPLOAD, ListingImport, MOST_OPEN, MOST_REFUSALS,
    Phase, Refusal,
};
pub use income_tax::{AfterTax, Landlord};
pub use lintel_rules::Nation;
pub use listing::{Comparable, Listing, attribution};
pub use picture::{AddressDigest, LARGEST_PICTURE, Picture};
pub use prepared::{LONGEST_KEY, MOST_RENT, Prepared};
pub use purchase_tax::{BuyerType, PurchaseFacts, SaidOfPurchase};
pub use record::{
    ListingGroup, ListingRecord, ListingStatus, MOST_TAGS, Outcome, PricePaid, PricePoint, Problem,
    Refused, Row, SaleChange, SoldType, Transaction, Unreadable,
};
pub use returns::{RateCase, Returns, StressCase};
pub use saved_search::{MOST_SEARCHES, MOST_TOLD, NewSearch, SavedSearch, name as search_name};
pub use search::{Filter, Location, PageStart, Sort};
pub use typed::Typed;
pub use words::cut;
