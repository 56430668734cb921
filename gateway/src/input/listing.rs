//! The query of a list of properties: which of them, and in which order.

use axum::extract::{FromRequestParts, Query};
use http::{StatusCode, request::Parts};
use lintel_proto::portfolio::v1::{PropertyListing, PropertySort};

use super::PageQuery;
use crate::{
    model::names::{PropertyStatus, PropertyType},
    problem::{FieldErrors, Problem},
};

/// Which properties a caller asks for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ListingQuery {
    /// Which of them, and in which order.
    pub listing: PropertyListing,
    /// The same as it was asked for, for the address of the next page: `search=x&sort=name`, or nothing.
    pub asked: String,
}

impl ListingQuery {
    fn read(pairs: Vec<(String, String)>) -> Result<Self, Problem> {
        let mut query = Self::default();
        let mut errors = FieldErrors::new();
        let mut seen = Vec::new();
        for (name, value) in pairs {
            let listing = &mut query.listing;
            let read = match name.as_str() {
                "search" => {
                    listing.search = value;
                    Ok(())
                }
                _ if value.is_empty() => continue,
                "propertyType" => PropertyType::parse(&value)
                    .map(|kind| listing.property_type = kind.number())
                    .ok_or("Choose Flat, House, Apartment, Studio, HMO, Serviced Accommodation or Commercial."),
                "status" => PropertyStatus::parse(&value)
                    .map(|status| listing.status = status.number())
                    .ok_or("Choose Available, Vacant, Occupied, Partially Occupied, Under Renovation or Under Maintenance."),
                "sort" => sort(&value)
                    .map(|(sort, descending)| {
                        listing.sort = sort.into();
                        listing.descending = descending;
                    })
                    .ok_or("Choose newest, name, rent or value, with a minus before it for the other direction."),
                _ => continue,
            };
            if let Err(text) = read {
                errors.insert(name.clone(), vec![text.to_owned()]);
            }
            if seen.contains(&name) {
                errors.insert(name.clone(), vec!["Send this parameter once.".to_owned()]);
            }
            seen.push(name);
        }
        if errors.is_empty() {
            Ok(query)
        } else {
            Err(Problem::unreadable(errors))
        }
    }
}

/// `newest` is what it says; the others rise, and fall with a minus before them.
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

impl<S: Send + Sync> FromRequestParts<S> for ListingQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let pairs = Query::try_from_uri(&parts.uri).map(|Query(pairs)| pairs);
        let mut query =
            Self::read(pairs.map_err(|_| Problem::of_status(StatusCode::BAD_REQUEST))?)?;
        let asked = parts.uri.query().unwrap_or_default().split('&');
        let asked = asked.filter(|pair| !pair.is_empty() && !PageQuery::is_of_a_page(pair));
        query.asked = asked.collect::<Vec<_>>().join("&");
        Ok(query)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<PropertyListing, Vec<String>> {
        let pairs = pairs
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
        ListingQuery::read(pairs.collect())
            .map(|query| query.listing)
            .map_err(|problem| problem.errors.into_keys().collect())
    }

    #[test]
    fn nothing_and_empty_parameters_mean_every_property() {
        assert_eq!(read(&[]), Ok(PropertyListing::default()));
        let empty = [
            ("search", ""),
            ("propertyType", ""),
            ("status", ""),
            ("sort", ""),
            ("other", "x"),
        ];
        assert_eq!(read(&empty), Ok(PropertyListing::default()));
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
            assert_eq!(read(&[("sort", text)]), Ok(listing), "{text}");
        }
    }

    #[test]
    fn what_is_no_choice_and_what_is_said_twice_is_named() {
        let bad = [
            ("propertyType", "Castle"),
            ("status", "Let"),
            ("sort", "--rent"),
            ("search", "a"),
            ("search", "b"),
        ];
        let named = ["propertyType", "search", "sort", "status"]
            .map(str::to_owned)
            .to_vec();
        assert_eq!(read(&bad), Err(named));
    }
}
