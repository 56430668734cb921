//! The query of a list of properties: which of them, and in which order.

use lintel_proto::portfolio::v1::{PropertyListing, PropertySort};

use super::{FieldReader, fields};
use crate::api::names::{PropertyStatus, PropertyType};

fields! {
    /// The properties to list, and their order.
    ListingParams for PropertyListing {
        /// Words of which each stands in the name, the address or the postcode, whatever its case.
        search: Option<String> { max_length: 200 },
        /// The kind.
        property_type: Option<PropertyType>,
        /// The derived status.
        status: Option<PropertyStatus>,
    } then read_sort {
        /// `newest` (which it is where nothing is said), `name`, `rent` or `value`; with a minus before it in the other direction.
        sort: Option<String> { pattern: "^-?(newest|name|rent|value)$" },
    }
}

fn read_sort(reader: &mut FieldReader<'_>, listing: &mut PropertyListing) {
    const CHOICES: &str =
        "Choose newest, name, rent or value, with a minus before it for the other direction.";
    if let Some((key, descending)) = reader.one_of("sort", sort, CHOICES) {
        listing.sort = key.into();
        listing.descending = descending;
    }
}

/// `newest` is descending; the others ascend, and a minus reverses each.
fn sort(text: &str) -> Option<(PropertySort, bool)> {
    let (name, minus) = text
        .strip_prefix('-')
        .map_or((text, false), |name| (name, true));
    Some(match name {
        "newest" => (PropertySort::CreateTime, !minus),
        "name" => (PropertySort::Name, minus),
        "rent" => (PropertySort::MonthlyRent, minus),
        "value" => (PropertySort::CurrentValue, minus),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::input::request::asked;

    #[test]
    fn nothing_and_empty_parameters_mean_every_property() {
        for query in ["", "search=&propertyType=&status=&sort=&other=x"] {
            let listing = asked::<ListingParams>(query);
            assert_eq!(listing, Ok(PropertyListing::default()));
        }
    }

    #[test]
    fn sorts_have_two_directions_and_newest_says_its_own() {
        for (text, sort, descending) in [
            ("newest", PropertySort::CreateTime, true),
            ("-newest", PropertySort::CreateTime, false),
            ("name", PropertySort::Name, false),
            ("-name", PropertySort::Name, true),
            ("rent", PropertySort::MonthlyRent, false),
            ("-rent", PropertySort::MonthlyRent, true),
            ("value", PropertySort::CurrentValue, false),
            ("-value", PropertySort::CurrentValue, true),
        ] {
            let listing = PropertyListing {
                sort: sort.into(),
                descending,
                ..Default::default()
            };
            let asked = asked::<ListingParams>(&format!("sort={text}"));
            assert_eq!(asked, Ok(listing), "{text}");
        }
    }

    #[test]
    fn what_is_no_choice_and_what_is_said_twice_is_named() {
        let bad = "propertyType=Castle&status=Let&sort=--rent&search=a&search=b";
        let named = ["propertyType", "search", "sort", "status"]
            .map(str::to_owned)
            .to_vec();
        assert_eq!(asked::<ListingParams>(bad), Err(named));
    }
}
