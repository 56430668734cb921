//! Which properties a caller wants listed.

use lintel_core::{Error, Search, Violations};
use lintel_proto::portfolio::v1;

use crate::{
    contract::words,
    domain::{Filter, Sort, SortKey},
};

/// Reads a filter and an order.
///
/// # Errors
/// [`Error::Invalid`] `SEARCH_INVALID` naming a search that is not valid, or a choice that this server does not know.
pub fn listing(listing: &v1::PropertyListing) -> Result<(Filter, Sort), Error> {
    let mut unknown = Violations::default();
    let property_type = v1::PropertyType::try_from(listing.property_type);
    let property_type = unknown.take(
        "listing.property_type",
        property_type.map_err(|_| "Choose a property type."),
    );
    let status = v1::PropertyStatus::try_from(listing.status).map_err(|_| "Choose a status.");
    let status = unknown.take("listing.status", status);
    let sort = v1::PropertySort::try_from(listing.sort).map_err(|_| "Choose a sort order.");
    let sort = unknown.take("listing.sort", sort);
    if !unknown.is_empty() {
        return Err(Error::Invalid {
            reason: "SEARCH_INVALID",
            violations: unknown,
        });
    }
    let by = |key| Sort {
        key,
        descending: listing.descending,
    };
    let sort = match sort.unwrap_or_default() {
        v1::PropertySort::Unspecified => Sort::default(),
        v1::PropertySort::CreateTime => by(SortKey::CreatedAt),
        v1::PropertySort::Name => by(SortKey::Name),
        v1::PropertySort::MonthlyRent => by(SortKey::MonthlyRent),
        v1::PropertySort::CurrentValue => by(SortKey::CurrentValue),
    };
    let filter = Filter {
        words: Search::read(&listing.search)?.words,
        property_type: property_type.and_then(words::property_type),
        status: status.and_then(words::status),
    };
    Ok((filter, sort))
}
