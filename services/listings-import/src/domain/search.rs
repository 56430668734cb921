//! The search of listings (docs/reference/uk-lettings.md 1.10).

use lintel_core::{Error, Money, PageToken, Violations, postcode, spelt};

use super::{record::ListingGroup, words::words};
use crate::error::bad_page_token;

spelt! {
    /// The order of a search. What has no value comes last, ties go by number.
    Sort {
        /// The cheapest first.
        PriceAsc = "price-asc",
        /// The dearest first.
        PriceDesc = "price-desc",
        /// The highest yield first.
        Yield = "yield",
        /// The most bedrooms first.
        Bedrooms = "bedrooms",
    }
}

/// The longest location, in characters.
const LONGEST: usize = 200;
/// The fewest letters that are looked for: a trigram index finds no shorter ones.
const FEWEST: usize = 3;

/// Where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// Everywhere.
    Everywhere,
    /// Postcodes that begin so: a whole one, or up to the first or second character of its second half.
    Postcodes(String),
    /// All postcodes with this first half: `M14` and not `M1`.
    Outcode(String),
    /// Addresses and towns with these words; in place of one that none has, with the nearest.
    Words(Vec<String>),
}

impl Location {
    /// Reads what a person typed.
    ///
    /// # Errors
    /// What to do about a text that nothing can be found with.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Self::Everywhere);
        }
        if text.chars().count() > LONGEST {
            return Err("Enter at most 200 characters.");
        }
        if let Some(whole) = postcode::normalise(text) {
            return Ok(Self::Postcodes(whole));
        }
        if let Some(outcode) = outcode(text) {
            return Ok(Self::Outcode(outcode));
        }
        if let Some(start) = sector(text) {
            return Ok(Self::Postcodes(start));
        }
        let words: Vec<String> = words(text).collect();
        if words.iter().all(|word| word.chars().count() < FEWEST) {
            return Err(
                "Enter a postcode, its first half, or at least 3 letters of a town or an address.",
            );
        }
        Ok(Self::Words(words))
    }

    /// The beginning of postcodes, the first half and the words that are looked for.
    #[must_use]
    pub fn parts(&self) -> (Option<&str>, Option<&str>, &[String]) {
        match self {
            Self::Everywhere => (None, None, &[]),
            Self::Postcodes(start) => (Some(start), None, &[]),
            Self::Outcode(outcode) => (None, Some(outcode), &[]),
            Self::Words(words) => (None, None, words),
        }
    }
}

/// The first half of a postcode, if the text is one.
fn outcode(text: &str) -> Option<String> {
    let text = text.trim();
    if !(2..=4).contains(&text.len()) {
        return None;
    }
    let whole = postcode::normalise(&format!("{text}1AA"))?;
    let outcode = whole.strip_suffix(" 1AA")?;
    outcode
        .eq_ignore_ascii_case(text)
        .then(|| outcode.to_owned())
}

/// A postcode that is not typed to its end: `M14 5`, `M14 5L`.
fn sector(text: &str) -> Option<String> {
    let (first, second) = text.split_once(' ')?;
    let outcode = outcode(first)?;
    let second = second.trim().to_ascii_uppercase();
    let mut letters = second.chars();
    let begins = letters.next()?.is_ascii_digit();
    let goes_on = letters.next().is_none_or(|c| c.is_ascii_uppercase());
    (begins && goes_on && letters.next().is_none()).then(|| format!("{outcode} {second}"))
}

/// Which listings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Where.
    pub location: Location,
    /// The group; `None` for all.
    pub group: Option<ListingGroup>,
    /// At least.
    pub min_price: Option<Money>,
    /// At most.
    pub max_price: Option<Money>,
}

impl Filter {
    /// Reads a search; `violations` names the fields that could not be read.
    ///
    /// # Errors
    /// `SEARCH_INVALID` with every field that breaks a rule.
    pub fn try_new(
        location: &str,
        group: Option<ListingGroup>,
        min_price: Option<Money>,
        max_price: Option<Money>,
        mut violations: Violations,
    ) -> Result<Self, Error> {
        let location = Location::parse(location);
        let location = violations.take("location", location);
        for (field, price) in [("min_price", min_price), ("max_price", max_price)] {
            if price.is_some_and(Money::is_negative) {
                violations.add(field, "Enter an amount of £0.00 or more.");
            }
        }
        if let (Some(min), Some(max)) = (min_price, max_price)
            && min.minor() > max.minor()
        {
            violations.add(
                "max_price",
                "The highest price must not be below the lowest.",
            );
        }
        violations.into_result("SEARCH_INVALID")?;
        Ok(Self {
            location: location.unwrap_or(Location::Everywhere),
            group,
            min_price,
            max_price,
        })
    }
}

/// Where a page ended: the place in the order, and the number of the listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageStart {
    /// The value that the order compares.
    pub place: i64,
    /// The listing's number.
    pub id: i64,
}

impl Sort {
    /// Reads the token of a page in this order.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's or order's token.
    pub fn place(self, token: &PageToken) -> Result<PageStart, Error> {
        let place = token
            .sort
            .strip_prefix(self.as_str())
            .and_then(|rest| rest.strip_prefix(':'))
            .and_then(|place| place.parse().ok())
            .ok_or_else(bad_page_token)?;
        Ok(PageStart {
            place,
            id: token.id,
        })
    }

    /// The token of the page after `place`.
    #[must_use]
    pub fn token(self, place: PageStart) -> PageToken {
        PageToken {
            sort: format!("{}:{}", self.as_str(), place.place),
            id: place.id,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(words: &[&str]) -> Location {
        Location::Words(words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn a_location_is_a_postcode_its_first_half_or_words() {
        for (text, location) in [
            ("", Location::Everywhere),
            ("m145ll", Location::Postcodes("M14 5LL".to_owned())),
            ("M14", Location::Outcode("M14".to_owned())),
            (" m1 ", Location::Outcode("M1".to_owned())),
            ("ec1a", Location::Outcode("EC1A".to_owned())),
            ("M14 5", Location::Postcodes("M14 5".to_owned())),
            ("m14 5l", Location::Postcodes("M14 5L".to_owned())),
            ("Leeds", words_of(&["leeds"])),
            ("Harbour Row, Hull", words_of(&["harbour", "row", "hull"])),
            ("14 Harbour", words_of(&["14", "harbour"])),
            ("M14 Fallowfield", words_of(&["m14", "fallowfield"])),
        ] {
            assert_eq!(Location::parse(text), Ok(location), "{text}");
        }
        for text in ["le", "1 a", "--", &"x".repeat(201)] {
            assert!(Location::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_field_of_a_search_that_breaks_a_rule_is_named() {
        let refused = Filter::try_new(
            "le",
            None,
            Some(Money::gbp(-1)),
            Some(Money::gbp(-2)),
            Violations::default(),
        );
        let Err(Error::Invalid { violations, .. }) = refused else {
            panic!("was not refused")
        };
        let fields: Vec<_> = violations.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(fields, ["location", "min_price", "max_price", "max_price"]);
    }

    #[test]
    fn a_page_is_gone_on_with_in_its_own_order_alone() {
        let place = PageStart { place: -475, id: 9 };
        let token = Sort::Yield.token(place);
        assert_eq!(Sort::Yield.place(&token).ok(), Some(place));
        assert!(Sort::PriceAsc.place(&token).is_err());
    }
}
