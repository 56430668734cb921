//! A record as it is stored: within the bounds of its columns, with what finds it, what tells that it is unchanged, and what tells that
//! it is a home which another source has as well.

use lintel_core::Money;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::{
    Nation,
    record::{ListingRecord, PricePoint},
    words::{cut, search_text, words},
};

/// The longest key of a source.
pub const LONGEST_KEY: usize = 200;
/// The highest price, in pence.
const MOST_PRICE: i64 = 999_999_999_999;
/// The highest rent of a month, in pence.
pub const MOST_RENT: i64 = 9_999_999_999;
/// The most pictures of a home.
const MOST_PICTURES: usize = 100;
/// The most earlier prices of a home.
const MOST_PRICES: usize = 200;

/// A home for sale, ready to be stored. Its fields are the columns.
#[derive(Debug, Clone, Serialize)]
pub struct Prepared {
    /// The source's name for it.
    pub external_key: String,
    /// The portal.
    pub source: String,
    source_url: String,
    /// The title that people read.
    pub title: String,
    address: String,
    town: String,
    /// The postcode or its first half.
    pub postcode: String,
    nation: Option<&'static str>,
    /// The price; none on application.
    pub price_pence: Option<i64>,
    price_qualifier: String,
    bedrooms: Option<i32>,
    bathrooms: Option<i32>,
    square_feet: Option<i32>,
    description: String,
    tags: Vec<String>,
    image_urls: Vec<String>,
    listing_type: &'static str,
    property_type: String,
    tenure: String,
    /// The unique property reference number.
    pub uprn: Option<i64>,
    source_rent_pence: Option<i64>,
    /// The postcode, the numbers of the address and the bedrooms; empty where that does not tell one home from another.
    pub address_key: String,
    /// The home, unless a row that is there already has a key for it.
    pub home_key: String,
    search_text: String,
    /// 16 bytes in hexadecimal digits.
    pub content_hash: String,
    /// Earlier prices that the source tells.
    #[serde(skip)]
    pub history: Vec<PricePoint>,
}

/// The reason against storing a record: the field, and why.
pub type Unfit = (&'static str, &'static str);

impl Prepared {
    /// A record of the source whose imports are called `source` and keyed by `source_key`.
    ///
    /// # Errors
    /// The field whose value cannot be kept.
    pub fn of(record: ListingRecord, source: &str, source_key: &str) -> Result<Self, Unfit> {
        if record.key.is_empty() || record.key.chars().count() > LONGEST_KEY {
            return Err(("key", "Its key must have 1 to 200 characters."));
        }
        let price_pence = amount(record.price, MOST_PRICE)
            .map_err(|()| ("price", "The price is above £9,999,999,999.99."))?;
        let source_rent_pence = amount(record.monthly_rent, MOST_RENT)
            .map_err(|()| ("rent", "The rent is above £99,999,999.99."))?;
        let address_key = address_key(&record);
        let home_key = match record.uprn {
            Some(uprn) => format!("u{uprn}"),
            None if !address_key.is_empty() => format!("a{address_key}"),
            None => format!("r{source_key}/{}", record.key),
        };
        let title = cut(&record.title(), 300);
        let address = cut(&record.address, 500);
        let town = cut(&record.town, 200);
        let mut prepared = Self {
            search_text: search_text(&address, &town, &record.postcode),
            external_key: record.key,
            source: cut(record.source.as_deref().unwrap_or(source), 50),
            source_url: record.source_url,
            title,
            address,
            town,
            postcode: record.postcode,
            nation: record.nation.map(Nation::as_str),
            price_pence,
            price_qualifier: cut(&record.qualifier, 100),
            bedrooms: record.bedrooms.filter(|beds| (0..=1000).contains(beds)),
            bathrooms: record.bathrooms.filter(|baths| (0..=1000).contains(baths)),
            square_feet: record.square_feet.filter(|feet| *feet >= 1),
            description: cut(&record.description, usize::MAX),
            tags: record
                .tags
                .iter()
                .map(|tag| cut(tag, 100))
                .take(5)
                .collect(),
            image_urls: record.image_urls.into_iter().take(MOST_PICTURES).collect(),
            listing_type: record.group.as_str(),
            property_type: cut(&record.property_type, 100),
            tenure: cut(&record.tenure, 100),
            uprn: record.uprn,
            source_rent_pence,
            address_key,
            home_key,
            content_hash: String::new(),
            history: record.price_history.into_iter().take(MOST_PRICES).collect(),
        };
        prepared.content_hash = prepared.hash();
        Ok(prepared)
    }

    /// The words that a search may misspell.
    pub fn words(&self) -> impl Iterator<Item = String> {
        let words = self.search_text.split(' ');
        words
            .filter(|word| (3..=100).contains(&word.chars().count()))
            .map(str::to_owned)
    }

    /// Returns the hash, which changes whenever anything that is shown does.
    fn hash(&self) -> String {
        let mut hash = Sha256::new();
        let mut text = |text: &str| {
            hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(text);
        };
        for one in [
            &self.source,
            &self.source_url,
            &self.title,
            &self.address,
            &self.town,
            &self.postcode,
            &self.price_qualifier,
            &self.description,
            &self.property_type,
            &self.tenure,
            &self.address_key,
        ] {
            text(one);
        }
        text(self.listing_type);
        // Homes of before nations were told are what they were.
        if let Some(nation) = self.nation {
            text(nation);
        }
        text(&self.tags.join("\u{1f}"));
        text(&self.image_urls.join("\u{1f}"));
        text(&format!(
            "{:?} {:?} {:?} {:?} {:?} {:?}",
            self.price_pence,
            self.source_rent_pence,
            self.bedrooms,
            self.bathrooms,
            self.square_feet,
            self.uprn
        ));
        hash.finalize()
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

/// Pence; nothing for an amount that says nothing.
fn amount(money: Option<Money>, most: i64) -> Result<Option<i64>, ()> {
    match money.map(Money::minor) {
        None | Some(..=0) => Ok(None),
        Some(pence) if pence > most => Err(()),
        pence => Ok(pence),
    }
}

/// Two sources write one address differently, but not its postcode and the numbers of house and flat. Without a whole postcode or
/// without a number it could be any home of a street. Bedrooms tell homes apart whose number is the house's alone.
fn address_key(record: &ListingRecord) -> String {
    if !record.postcode.contains(' ') {
        return String::new();
    }
    let postcode: Vec<String> = words(&record.postcode).collect();
    let joined = postcode.concat();
    let numbers: Vec<String> = words(&record.full_address)
        .filter(|word| word.contains(|c: char| c.is_ascii_digit()))
        .filter(|word| !postcode.contains(word) && *word != joined)
        .collect();
    if numbers.is_empty() {
        return String::new();
    }
    let beds = record.bedrooms.map(|beds| beds.to_string());
    cut(
        &format!(
            "{joined} {} {}",
            numbers.join(" "),
            beds.as_deref().unwrap_or("?")
        ),
        200,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::record::{ListingGroup, ListingStatus, Transaction};

    fn record(key: &str, full_address: &str) -> ListingRecord {
        ListingRecord {
            key: key.to_owned(),
            address: "Harbour Row, Hull".to_owned(),
            full_address: full_address.to_owned(),
            town: "Hull".to_owned(),
            postcode: "HU3 1XX".to_owned(),
            nation: None,
            price: Some(Money::gbp(9_800_000)),
            monthly_rent: None,
            qualifier: String::new(),
            bedrooms: Some(2),
            bathrooms: Some(1),
            square_feet: None,
            description: "Two bedrooms.".to_owned(),
            tags: vec![],
            image_urls: vec![],
            source: None,
            source_url: String::new(),
            group: ListingGroup::House,
            property_type: "Terraced house".to_owned(),
            tenure: String::new(),
            transaction: Transaction::Sale,
            status: ListingStatus::Available,
            in_uk: true,
            uprn: None,
            price_history: vec![],
        }
    }

    fn prepared(record: ListingRecord) -> Prepared {
        match Prepared::of(record, "Rightmove", "rightmove") {
            Ok(prepared) => prepared,
            Err((field, _)) => panic!("{field} is unfit"),
        }
    }

    fn home(record: ListingRecord) -> String {
        prepared(record).home_key
    }

    #[test]
    fn one_home_has_one_key_however_two_sources_write_its_address() {
        let one = home(record("A", "14 Harbour Row, Hull, HU3 1XX"));
        assert_eq!(
            one,
            home(record("B", "14, Harbour Row Hull East Yorkshire"))
        );
        assert_ne!(one, home(record("A", "16 Harbour Row, Hull")));
        assert_ne!(one, home(record("A", "Flat 2, 14 Harbour Row, Hull")));
        let mut other = record("A", "14 Harbour Row, Hull");
        other.bedrooms = Some(3);
        assert_ne!(one, home(other));
    }

    #[test]
    fn an_address_without_a_number_or_a_whole_postcode_is_nobody_elses() {
        let street = home(record("A", "Harbour Row, Hull"));
        assert_eq!(street, "rrightmove/A");
        let mut half = record("A", "14 Harbour Row, Hull");
        half.postcode = "HU3".to_owned();
        assert_eq!(home(half), "rrightmove/A");
        let mut numbered = record("A", "Harbour Row, Hull");
        numbered.uprn = Some(100_023);
        assert_eq!(home(numbered), "u100023");
    }

    #[test]
    fn what_is_shown_decides_whether_a_record_changed() {
        let hash = |record| prepared(record).content_hash;
        let one = hash(record("A", "14 Harbour Row"));
        assert_eq!(one.len(), 32);
        assert_eq!(one, hash(record("A", "14 Harbour Row")));
        let mut dearer = record("A", "14 Harbour Row");
        dearer.price = Some(Money::gbp(9_800_100));
        assert_ne!(one, hash(dearer));
    }

    #[test]
    fn what_no_column_holds_is_refused_or_left_out() {
        let mut long = record("A", "14 Harbour Row");
        long.key = "x".repeat(201);
        assert_eq!(
            Prepared::of(long, "R", "r").err().map(|(field, _)| field),
            Some("key")
        );
        let mut dear = record("A", "14 Harbour Row");
        dear.price = Some(Money::gbp(i64::MAX));
        assert_eq!(
            Prepared::of(dear, "R", "r").err().map(|(field, _)| field),
            Some("price")
        );
        let mut free = record("A", "14 Harbour Row");
        free.price = Some(Money::ZERO);
        assert_eq!(
            Prepared::of(free, "R", "r")
                .ok()
                .and_then(|row| row.price_pence),
            None
        );
    }
}
