//! A home as a format has it, before it is cleaned. A connector fills this in; [`Draft::finish`] holds the rules that all formats
//! share, so that none of them forgets one.

use chrono::NaiveDate;
use lintel_core::Money;
use lintel_rules::Nation;

use super::{amount::Frequency, fault::Fault, html, kinds::Kind, place, web_address};
use crate::domain::record::{ListingRecord, ListingStatus, MOST_TAGS, PricePoint, Transaction};

const LONGEST_KEY: usize = 200;
const LONGEST_ADDRESS: usize = 300;
const LONGEST_NAME: usize = 100;
const LONGEST_DESCRIPTION: usize = 32_768;
const MOST_IMAGES: usize = 60;
const MOST_PRICES: usize = 100;

/// A sale, or a letting whose rent is paid so often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Deal {
    /// For sale.
    #[default]
    Sale,
    /// To let.
    Let(Frequency),
}

/// The format's names of the two fields that every home needs.
#[derive(Debug, Clone, Copy)]
pub struct Required {
    /// The field of the source's name for the home.
    pub reference: &'static str,
    /// Where it is.
    pub address: &'static str,
}

/// A home as a format has it: texts with HTML, addresses of anything, postcodes in any spelling.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// The agent's office, whose references are its own; empty where references are the source's.
    pub branch: String,
    /// The branch's or the source's name for it.
    pub reference: String,
    /// The address to show; empty means `street` without its number, and the town.
    pub display_address: String,
    /// Number or name, then street and places, in order, without the town.
    pub street: Vec<String>,
    /// The town.
    pub town: String,
    /// In any spelling.
    pub postcode: String,
    /// The nation, where the source says it.
    pub nation: Option<Nation>,
    /// A sale or a letting.
    pub deal: Deal,
    /// The price, or the rent as often as `deal` says.
    pub amount: Option<Money>,
    /// The monthly rent that a home for sale brings or would bring, where the source gives it.
    pub monthly_rent: Option<Money>,
    /// True when the agent hides the price.
    pub price_on_application: bool,
    /// The name that people read.
    pub qualifier: String,
    /// 0 is a studio.
    pub bedrooms: Option<i32>,
    /// Bathrooms.
    pub bathrooms: Option<i32>,
    /// Inside.
    pub square_feet: Option<i32>,
    /// With HTML.
    pub description: String,
    /// With HTML, as many as there are.
    pub tags: Vec<String>,
    /// The source's pictures: addresses and names of files.
    pub images: Vec<String>,
    /// The portal it is from, where the row says so.
    pub source: Option<String>,
    /// Its page.
    pub url: String,
    /// The kind of home.
    pub kind: Kind,
    /// The name that people read.
    pub tenure: String,
    /// `None` is available.
    pub status: Option<ListingStatus>,
    /// True when it is outside the United Kingdom.
    pub abroad: bool,
    /// The unique property reference number.
    pub uprn: Option<i64>,
    /// Earlier prices in any order.
    pub prices: Vec<(NaiveDate, Option<Money>)>,
}

impl Draft {
    /// Returns the source's name for the home, if the record has it.
    #[must_use]
    pub fn key(&self) -> Option<String> {
        key(&self.branch, &self.reference)
    }

    /// The record, cleaned.
    ///
    /// # Errors
    /// [`Fault`] naming the field, for a home without reference or address.
    pub fn finish(self, required: Required) -> Result<ListingRecord, Fault> {
        let key = self.key().ok_or_else(|| {
            let reason = if self.reference.trim().is_empty() {
                "It is missing: without it the home cannot be found again."
            } else {
                "It is longer than 200 characters."
            };
            Fault::of(required.reference, reason)
        })?;
        let town = cut(&html::plain_line(&self.town), LONGEST_NAME);
        let street = self.street.iter().map(String::as_str);
        let full = place::join(street.clone().chain([town.as_str()]));
        let shown = html::plain_line(&self.display_address);
        let address = if shown.is_empty() {
            let unnumbered = street.skip(usize::from(self.street.len() > 1));
            let named = place::join(unnumbered.chain([town.as_str()]));
            if named == town { full.clone() } else { named }
        } else {
            shown
        };
        if address.is_empty() {
            return Err(Fault::of(required.address, "The home has no address."));
        }
        let amount = self.amount.filter(|_| !self.price_on_application);
        let (price, transaction) = match self.deal {
            Deal::Sale => (amount, Transaction::Sale),
            Deal::Let(frequency) => {
                let monthly_rent = amount.and_then(|rent| frequency.monthly(rent, self.bedrooms));
                (None, Transaction::Letting { monthly_rent })
            }
        };
        let qualifier = if self.price_on_application {
            "Price on application".to_owned()
        } else {
            self.qualifier
        };
        Ok(ListingRecord {
            key,
            full_address: cut(
                // A town alone is no address.
                if full == town { &address } else { &full },
                LONGEST_ADDRESS,
            ),
            address: cut(&address, LONGEST_ADDRESS),
            town,
            postcode: if self.abroad {
                String::new()
            } else {
                place::postcode(&self.postcode)
            },
            nation: self.nation.filter(|_| !self.abroad),
            price,
            monthly_rent: self.monthly_rent.filter(|_| self.deal == Deal::Sale),
            qualifier,
            bedrooms: self.bedrooms,
            bathrooms: self.bathrooms,
            square_feet: self.square_feet,
            description: cut(&html::plain(&self.description), LONGEST_DESCRIPTION),
            tags: tags(&self.tags),
            image_urls: images(&self.images),
            source: self
                .source
                .map(|name| cut(&html::plain_line(&name), LONGEST_NAME))
                .filter(|name| !name.is_empty()),
            source_url: web_address::https(&self.url).unwrap_or_default(),
            group: self.kind.group,
            property_type: cut(&self.kind.name, LONGEST_NAME),
            tenure: cut(&html::plain_line(&self.tenure), LONGEST_NAME),
            transaction,
            status: self.status.unwrap_or(ListingStatus::Available),
            in_uk: !self.abroad,
            uprn: self
                .uprn
                .filter(|uprn| (1..=999_999_999_999).contains(uprn)),
            price_history: prices(self.prices),
        })
    }
}

/// A branch and what it calls a home, as one key; `None` without a reference and for one that is too long.
#[must_use]
pub fn key(branch: &str, reference: &str) -> Option<String> {
    let branch = html::plain_line(branch);
    let reference = html::plain_line(reference);
    if reference.is_empty() {
        return None;
    }
    let key = if branch.is_empty() {
        reference
    } else {
        format!("{branch}/{reference}")
    };
    (key.chars().count() <= LONGEST_KEY).then_some(key)
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let start: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", start.trim_end())
}

fn tags(given: &[String]) -> Vec<String> {
    let mut tags: Vec<String> = Vec::with_capacity(MOST_TAGS);
    for tag in given {
        let tag = cut(&html::plain_line(tag), LONGEST_NAME);
        if !tag.is_empty() && !tags.iter().any(|known| known.eq_ignore_ascii_case(&tag)) {
            tags.push(tag);
        }
        if tags.len() == MOST_TAGS {
            break;
        }
    }
    tags
}

fn images(given: &[String]) -> Vec<String> {
    let mut urls: Vec<String> = Vec::new();
    for url in given.iter().filter_map(|text| web_address::https(text)) {
        if !urls.contains(&url) {
            urls.push(url);
        }
        if urls.len() == MOST_IMAGES {
            break;
        }
    }
    urls
}

fn prices(mut given: Vec<(NaiveDate, Option<Money>)>) -> Vec<PricePoint> {
    given.sort_by_key(|(from, _)| *from);
    let early = given.len().saturating_sub(MOST_PRICES);
    given
        .into_iter()
        .skip(early)
        .map(|(from, price)| PricePoint { from, price })
        .collect()
}

#[cfg(test)]
mod tests;
