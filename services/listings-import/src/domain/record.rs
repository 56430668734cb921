//! The rows that a connector reads out of a file: one [`Row`] for each of its records, in the order of the file.

use std::fmt;

use chrono::NaiveDate;
use lintel_core::{Money, spelt};
use lintel_rules::Nation;

spelt! {
    /// The groups that the search filters by (docs/reference/uk-lettings.md 1.1.3). Shared houses count as houses.
    ListingGroup {
        /// Flats, maisonettes, studios.
        Flat = "Flat",
        /// Houses, bungalows, shared houses.
        House = "House",
        /// Shops, offices, industry.
        Commercial = "Commercial",
        /// Land, parking, mobile homes, and what is not known.
        Other = "Other",
    }
}

spelt! {
    /// The status of a sale or a letting.
    ListingStatus {
        /// On the market.
        Available = "available",
        /// An offer is being talked about.
        UnderOffer = "under offer",
        /// A new home that somebody reserved.
        Reserved = "reserved",
        /// Sold, without a binding contract yet.
        SoldSubjectToContract = "sold subject to contract",
        /// Sold.
        Sold = "sold",
        /// Promised to a tenant.
        LetAgreed = "let agreed",
        /// Let.
        Let = "let",
        /// Not offered at the moment.
        OnHold = "on hold",
        /// No longer offered.
        Withdrawn = "withdrawn",
        /// The agent does not want it shown.
        Hidden = "hidden",
    }
}

/// A sale or a letting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transaction {
    /// For sale, at the record's price.
    Sale,
    /// To let.
    Letting {
        /// The rent of the whole home for a month, whatever unit the source has; `None` where it is not known.
        monthly_rent: Option<Money>,
    },
}

/// A price and since when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricePoint {
    /// The first day of it.
    pub from: NaiveDate,
    /// The price; `None` for price on application.
    pub price: Option<Money>,
}

/// A home as a source describes it (docs/reference/uk-lettings.md 1.10). Texts are plain, on as many lines as they had, and empty where the
/// source says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingRecord {
    /// The source's name for it: the same in every file of that source.
    pub key: String,
    /// The address as the source shows it, as a rule without the number.
    pub address: String,
    /// With number and street, where the source has them; otherwise as `address`. Finds one home in two sources; never shown.
    pub full_address: String,
    /// The town.
    pub town: String,
    /// In its usual spelling (`M14 5LL`), or its first half alone (`M14`).
    pub postcode: String,
    /// The nation that it is in, where the source says it.
    pub nation: Option<Nation>,
    /// The price of a sale; `None` for price on application and for lettings.
    pub price: Option<Money>,
    /// The monthly rent that a home for sale brings or would bring, where the source gives it; `None` for lettings.
    pub monthly_rent: Option<Money>,
    /// `Guide price`, `Offers over`.
    pub qualifier: String,
    /// 0 is a studio.
    pub bedrooms: Option<i32>,
    /// Bathrooms.
    pub bathrooms: Option<i32>,
    /// Inside, in square feet.
    pub square_feet: Option<i32>,
    /// Without HTML.
    pub description: String,
    /// At most [`MOST_TAGS`].
    pub tags: Vec<String>,
    /// Addresses with https alone, in the order of the source.
    pub image_urls: Vec<String>,
    /// The portal that the home is from, where a row says it; `None` means the source of the import.
    pub source: Option<String>,
    /// The home's page, https.
    pub source_url: String,
    /// The group that the search filters by.
    pub group: ListingGroup,
    /// Finer, as people read it: `Semi-detached house`.
    pub property_type: String,
    /// `Freehold`, `Leasehold`.
    pub tenure: String,
    /// A sale or a letting.
    pub transaction: Transaction,
    /// Its status.
    pub status: ListingStatus,
    /// True when it is in the United Kingdom. Others are read and never searched (docs/reference/uk-lettings.md 1.1.2).
    pub in_uk: bool,
    /// The unique property reference number.
    pub uprn: Option<i64>,
    /// Earlier prices and the present one, the oldest first; empty where the source keeps none.
    pub price_history: Vec<PricePoint>,
}

/// The tags of a card.
pub const MOST_TAGS: usize = 5;

impl ListingRecord {
    /// `2 bed terraced house, Leeds` (docs/reference/uk-lettings.md 1.10). A studio has no number.
    #[must_use]
    pub fn title(&self) -> String {
        let kind = if self.property_type.is_empty() {
            "property"
        } else {
            &self.property_type
        };
        let named = match self.bedrooms {
            Some(beds) if beds > 0 => format!("{beds} bed {}", lower_first(kind)),
            _ => kind_alone(kind),
        };
        if self.town.is_empty() {
            named
        } else {
            format!("{named}, {}", self.town)
        }
    }

    /// Returns whether the search shows it: for sale, on the market, in the United Kingdom (docs/reference/uk-lettings.md 1.10).
    #[must_use]
    pub fn is_for_sale(&self) -> bool {
        self.in_uk
            && self.transaction == Transaction::Sale
            && self.status == ListingStatus::Available
    }

    /// The rent for a month of a letting that may be compared with; `None` for sales and for rents that are not known.
    #[must_use]
    pub fn rent(&self) -> Option<Money> {
        match self.transaction {
            Transaction::Letting { monthly_rent } if self.in_uk => monthly_rent,
            Transaction::Letting { .. } | Transaction::Sale => None,
        }
    }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    // HMO stays HMO.
    if letters.clone().next().is_some_and(char::is_uppercase) {
        return text.to_owned();
    }
    first.to_lowercase().chain(letters).collect()
}

fn kind_alone(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

spelt! {
    /// The Land Registry's kinds of homes (docs/reference/uk-lettings.md 1.6). A bungalow is whichever house it is.
    SoldType {
        /// Detached.
        Detached = "detached",
        /// Semi-detached.
        SemiDetached = "semi-detached",
        /// Terraced, its ends too.
        Terraced = "terraced",
        /// A flat or a maisonette.
        Flat = "flat",
        /// Something else.
        Other = "other",
    }
}

spelt! {
    /// The change to a sale of the Price Paid Data.
    SaleChange {
        /// It is new, or it is in a yearly file, in which all are.
        Add = "add",
        /// It takes the place of the one with its id.
        Change = "change",
        /// The one with its id goes.
        Delete = "delete",
    }
}

/// A sale that was lodged with HM Land Registry (docs/reference/uk-lettings.md 1.6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricePaid {
    /// The id of the transaction, without braces, in capitals.
    pub transaction_id: String,
    /// The price paid.
    pub price: Money,
    /// The day of the transfer.
    pub date: NaiveDate,
    /// In its usual spelling; may be empty.
    pub postcode: String,
    /// The kind of home that was sold.
    pub kind: SoldType,
    /// True when it was newly built.
    pub new_build: bool,
    /// `Freehold`, `Leasehold` or empty.
    pub tenure: String,
    /// Number or name of the house; may be a range, `34 - 36`.
    pub primary_name: String,
    /// The flat; may be empty.
    pub secondary_name: String,
    /// May be empty.
    pub street: String,
    /// May be empty.
    pub locality: String,
    /// The town.
    pub town: String,
    /// The district.
    pub district: String,
    /// The county.
    pub county: String,
    /// True when it is of category B: repossessions, homes bought to let with a mortgage, sales to companies.
    pub additional: bool,
    /// The change to it.
    pub change: SaleChange,
}

/// A record that was not taken, or a part of one that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Its line in the file, for JSON and XML its number among the records; from 1.
    pub line: u64,
    /// The field as the format names it; empty for the whole record.
    pub field: String,
    /// Why, as people read it.
    pub reason: String,
    /// The [`ListingRecord::key`], if so much could be read: the home that the source had is then not gone.
    pub key: Option<String>,
}

/// A record of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// A home.
    Listing(Box<ListingRecord>),
    /// A sale that was lodged.
    Sale(Box<PricePaid>),
    /// The source says that the home with this key is gone (a deletion of a real-time feed).
    Gone {
        /// The [`ListingRecord::key`].
        key: String,
    },
    /// It could not be taken. The file goes on.
    Refused(Refused),
}

/// The outcome of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// True when the file is all that the source has, read to its end, and every record that was refused has its key: what is not in it
    /// is withdrawn. Never with `truncated`.
    pub complete_snapshot: bool,
    /// Before which part of every key the snapshot's branch stands (`99999/`); a snapshot withdraws only keys that begin with one of
    /// these. Empty means all of the source.
    pub branches: Vec<String>,
    /// True when the file breaks off before its end: it withdraws nothing.
    pub truncated: bool,
    /// The warnings for the person, as people read them.
    pub warnings: Vec<String>,
}

/// Why no more of a file can be read. What the sink had before stays.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// Not a file of this format, or one that goes beyond a bound.
    #[error("{0}")]
    Format(Problem),
    /// The file could not be read from where it is.
    #[error("The file could not be read.")]
    Io(#[from] std::io::Error),
}

/// The fault of a file, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line, for JSON and XML the record; `None` for the whole file.
    pub line: Option<u64>,
    /// The fault and, where something can be done, what to do.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "Line {line}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl Unreadable {
    /// The whole file is not of the format.
    #[must_use]
    pub fn file(reason: impl Into<String>) -> Self {
        Self::Format(Problem {
            line: None,
            reason: reason.into(),
        })
    }

    /// The file goes wrong at a line.
    #[must_use]
    pub fn at(line: u64, reason: impl Into<String>) -> Self {
        Self::Format(Problem {
            line: Some(line),
            reason: reason.into(),
        })
    }
}
