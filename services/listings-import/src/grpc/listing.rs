//! Listings, sales and searches in the contract.

use lintel_core::{Error, PageRequest, PageToken};
use lintel_proto::{common::v1::Money, listings::v1, read::Reader};

use super::Sources;
use crate::{
    app::ListingPage,
    contract::words,
    domain::{AddressDigest, Comparable, Filter, Listing, SoldType, Sort},
};

const UNKNOWN_TYPE: &str = "Choose Flat, House, Commercial or Other.";

/// The addresses of the pictures that may be shown. A portal's pictures are its own, whoever hands them on.
fn shown<'a>(listing: &'a Listing, sources: &Sources) -> &'a [String] {
    let allowed = [&listing.feed, &listing.source].map(|name| sources.shows_pictures(name));
    if allowed == [true, true] {
        &listing.image_urls
    } else {
        &[]
    }
}

fn name(address: &str) -> String {
    AddressDigest::of(address).name()
}

/// The address of the picture that the contract calls `picture`; `None` where the listing has none of that name that may be shown.
pub(super) fn picture<'a>(
    listing: &'a Listing,
    sources: &Sources,
    picture: &str,
) -> Option<&'a str> {
    let mut addresses = shown(listing, sources).iter();
    let found = addresses.find(|address| name(address) == picture);
    found.map(String::as_str)
}

/// A listing as `sources` allow it to be shown.
pub(super) fn listing(listing: Listing, sources: &Sources) -> v1::Listing {
    let rent_basis = listing.rent_basis();
    let yield_percent = listing.yield_percent();
    let licence = sources.licence(&listing.feed).to_owned();
    let image_urls = shown(&listing, sources).to_vec();
    let history = listing.history.into_iter().map(|point| v1::PricePoint {
        from_date: Some(point.from.into()),
        price: point.price.map(Into::into),
    });
    v1::Listing {
        listing_id: listing.id.get(),
        title: listing.title,
        address: listing.address,
        town: listing.town,
        postcode: listing.postcode,
        nation: words::nation_number(listing.nation).into(),
        price: listing.price.map(Into::into),
        price_qualifier: listing.qualifier,
        yield_percent,
        monthly_rent: listing.monthly_rent.map(Into::into),
        rent_basis,
        bedrooms: listing.bedrooms,
        bathrooms: listing.bathrooms,
        square_feet: listing.square_feet,
        description: listing.description,
        tags: listing.tags,
        image_url: image_urls.first().cloned().unwrap_or_default(),
        pictures: image_urls.iter().map(|url| name(url)).collect(),
        image_urls,
        source: listing.source,
        source_url: listing.source_url,
        licence,
        listing_type: v1::ListingType::from(listing.group).into(),
        property_type: listing.property_type,
        tenure: listing.tenure,
        watchlisted: listing.watchlisted,
        first_seen_date: Some(listing.first_seen.into()),
        last_seen_date: Some(listing.last_seen.into()),
        withdrawn_date: listing.withdrawn.map(Into::into),
        price_history: history.collect(),
        shared: listing.shared,
        version: listing.version,
    }
}

/// A page of a search.
pub(super) fn page(found: ListingPage, sources: &Sources) -> v1::ListListingsResponse {
    let rows = found.page.rows.into_iter();
    v1::ListListingsResponse {
        listings: rows.map(|row| listing(row, sources)).collect(),
        next_page_token: PageToken::next(found.page.next),
        total_count: found
            .total
            .and_then(|total| i32::try_from(total).ok())
            .unwrap_or_default(),
    }
}

/// A sale.
pub(super) fn comparable(sale: Comparable) -> v1::Comparable {
    let property_type = match sale.kind {
        SoldType::Detached => "Detached",
        SoldType::SemiDetached => "Semi-detached",
        SoldType::Terraced => "Terraced",
        SoldType::Flat => "Flat",
        SoldType::Other => "Other",
    };
    v1::Comparable {
        address: sale.address,
        postcode: sale.postcode,
        price: Some(sale.price.into()),
        sale_date: Some(sale.date.into()),
        property_type: property_type.to_owned(),
        tenure: sale.tenure,
        new_build: sale.new_build,
    }
}

/// Reads the filter; `reader` has the fields that could not be read so far.
pub(super) fn filter(
    mut reader: Reader,
    location: &str,
    listing_type: i32,
    min_price: Option<Money>,
    max_price: Option<Money>,
) -> Result<Filter, Error> {
    let group = reader.choice(
        "listing_type",
        UNKNOWN_TYPE,
        listing_type,
        words::listing_type,
    );
    let min_price = reader.money("min_price", min_price);
    let max_price = reader.money("max_price", max_price);
    Filter::try_new(location, group, min_price, max_price, reader.unreadable)
}

/// The parameters of a search.
pub(super) struct SearchParameters {
    pub filter: Filter,
    pub sort: Sort,
    pub page: PageRequest,
}

/// Reads a search.
pub(super) fn asked(request: &v1::ListListingsRequest) -> Result<SearchParameters, Error> {
    let mut reader = Reader::default();
    let message = "Choose price-asc, price-desc, yield or bedrooms.";
    let sort = reader.choice("sort", message, request.sort, words::listing_sort);
    let filter = filter(
        reader,
        &request.location,
        request.listing_type,
        request.min_price.clone(),
        request.max_price.clone(),
    )?;
    Ok(SearchParameters {
        filter,
        sort: sort.unwrap_or(Sort::PriceAsc),
        page: PageRequest::parse(request.page_size, &request.page_token)?,
    })
}
