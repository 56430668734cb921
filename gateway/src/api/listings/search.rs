//! Homes for sale: searched, read, watched.

use std::{
    sync::atomic::{AtomicI32, Ordering},
    time::Duration,
};

use axum::response::Response;
use http::{HeaderName, HeaderValue, StatusCode, header};
use lintel_core::Money;
use lintel_proto::listings::v1::{
    self as listings, GetListingPictureRequest, GetListingRequest, ListListingsRequest,
    ListingSort, SetWatchlistRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{listings::listing::Listing, names::ListingType},
    call::Call,
    front::viewer::Shown,
    rest::{
        WatchBody,
        ids::ListingId,
        input::{Change, FieldReader, PageParams, Query, Switch, UnlessAll, fields},
        link::PicturePath,
        openapi::{
            BadQuery, IdempotencyKey, NoSuchListing, NoSuchPicture, Refusals, SignedIn, WithBody,
        },
        pages,
        problem::Problem,
        reply,
        reply::{present, row, rows},
    },
};

/// The path of the search.
const LIST: &str = "/api/investment-properties";
/// Time limit for a search with misspelt words, which trigrams answer.
const SEARCH: Duration = Duration::from_secs(3);
/// The header with the number of listings, exact up to [`COUNTED`].
const COUNT: HeaderName = HeaderName::from_static("lintel-count");
/// Beyond this many it is only said that there are more.
const COUNTED: i32 = 1000;
/// A picture is looked at again the same day without being asked for again.
const PICTURE_CACHE: HeaderValue = HeaderValue::from_static("private, max-age=86400");
/// Fields whose names differ from the contract's.
const NAMES: [(&str, &str); 1] = [("sort", "sortBy")];

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list))
        .routes(routes!(read))
        .routes(routes!(picture))
        .routes(routes!(watch))
}

/// The listing of a reply, with its version.
fn answer(listing: Option<listings::Listing>) -> Result<Response, Problem> {
    let listing = present(listing)?;
    let version = listing.version;
    Ok(row(StatusCode::OK, version, Listing::try_from(listing)?))
}

fields! {
    /// The filters of a search. Blank values, and `all`, restrict nothing.
    SearchParams for ListListingsRequest {
        /// A postcode, its first half, a town or part of an address of at least three letters, also misspelt.
        location: Option<UnlessAll<String>> { max_length: 200 },
        /// Only listings of this type.
        listing_type: Option<UnlessAll<ListingType>>,
        /// The lowest price.
        min_price: Option<UnlessAll<Money>> { example: "100000" },
        /// The highest price.
        max_price: Option<UnlessAll<Money>> { example: "250000" },
        /// Only those that the caller watches, also those that are for sale no more.
        watchlisted: Option<Switch>,
    } then read_sort {
        /// `price-asc` (which it is where nothing is said; also `price`), `price-desc`, `yield` or `bedrooms`, the highest first
        /// (also `yield-desc`, `bedrooms-desc`).
        sort_by: Option<String> { pattern: "^(price|price-asc|price-desc|yield|yield-desc|bedrooms|bedrooms-desc)$" },
    }
}

fn read_sort(reader: &mut FieldReader<'_>, message: &mut ListListingsRequest) {
    const CHOICES: &str = "Choose price-asc, price-desc, yield or bedrooms.";
    if let Some(sort) = reader.one_of("sortBy", sort, CHOICES) {
        message.sort = sort.into();
    }
}

fn sort(text: &str) -> Option<ListingSort> {
    Some(match text {
        "price" | "price-asc" => ListingSort::PriceAsc,
        "price-desc" => ListingSort::PriceDesc,
        "yield" | "yield-desc" => ListingSort::Yield,
        "bedrooms" | "bedrooms-desc" => ListingSort::Bedrooms,
        _ => return None,
    })
}

/// Searches homes for sale
///
/// Searches the listings that the organisation imported and those of the installation's own sources. Without parameters
/// up to 10,000; with `pageSize` or `pageToken` one page.
#[utoipa::path(
    get, path = "/api/investment-properties", tag = "Property search", operation_id = "searchListings",
    params(SearchParams, PageParams),
    responses(
        (status = 200, description = "The listings", body = [Listing], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow"),
            ("Lintel-Count" = String, description = "How many there are on all pages: exact up to 1,000, else `1000+`; on the first page")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListListingsRequest>,
    page: Query<PageParams>,
    wanted: Query<SearchParams>,
) -> Result<Response, Problem> {
    let (paged, first) = (page.message.paged, page.message.is_first());
    let call = call.within(if paged { SEARCH } else { pages::WHOLE_LIST });
    let path = wanted.of(LIST);
    let count = AtomicI32::new(0);
    let mut response = pages::answer(&path, page.message, async |page_size, page_token| {
        let is_first = page_token.is_empty();
        let message = ListListingsRequest {
            page_size,
            page_token,
            ..wanted.message.clone()
        };
        let reply = call.send(message).await;
        let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
        if is_first {
            count.store(reply.total_count, Ordering::Relaxed);
        }
        Ok((rows::<_, Listing>(reply.listings)?, reply.next_page_token))
    })
    .await?;
    if first {
        let count = count_text(count.into_inner());
        let count = HeaderValue::try_from(count).map_err(Problem::internal)?;
        response.headers_mut().insert(COUNT, count);
    }
    Ok(response)
}

fn count_text(count: i32) -> String {
    if count > COUNTED {
        format!("{COUNTED}+")
    } else {
        count.to_string()
    }
}

/// One home for sale, with its prices over time
#[utoipa::path(
    get, path = "/api/investment-properties/{id}", tag = "Property search", operation_id = "getListing",
    params(("id" = i64, Path, description = "The listing's id", minimum = 1)),
    responses(
        (status = 200, description = "The listing", body = Listing, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchListing, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetListingRequest>,
    ListingId(listing_id): ListingId,
) -> Result<Response, Problem> {
    let reply = call.send(GetListingRequest { listing_id }).await?;
    answer(reply.listing)
}

/// A picture of a home for sale
///
/// The bytes that this installation fetched from the feed's host and wrote anew: at most 1,600 pixels wide and high. An address that gave none is
/// asked again after ten minutes.
#[utoipa::path(
    get, path = "/api/listings/{id}/pictures/{picture}", tag = "Property search", operation_id = "readListingPicture",
    params(
        ("id" = i64, Path, description = "The listing's id", minimum = 1),
        ("picture" = String, Path, description = "As the listing's `images` name it", pattern = "^[0-9a-f]{32}$")
    ),
    responses(
        (status = 200, description = "Its bytes", content((Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"))),
        SignedIn, Refusals, NoSuchPicture
    ),
    security(("bearer" = []), ("readCookie" = []))
)]
async fn picture(
    Shown(call): Shown<GetListingPictureRequest>,
    path: PicturePath,
) -> Result<Response, Problem> {
    let message = GetListingPictureRequest {
        listing_id: path.listing,
        picture: path.picture,
    };
    let reply = call.send(message).await?;
    let mut response = reply::file(&reply.media_type, "picture", reply.content)?;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, PICTURE_CACHE);
    Ok(response)
}

/// Puts a listing on the caller's own list, or takes it off
///
/// Price changes and withdrawals of what is on it are told.
#[utoipa::path(
    put, path = "/api/investment-properties/{id}/watchlist", tag = "Property search", operation_id = "watchListing",
    params(("id" = i64, Path, description = "The listing's id", minimum = 1), IdempotencyKey),
    request_body = WatchBody,
    responses(
        (status = 200, description = "The listing as it is now", body = Listing, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchListing, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn watch(
    call: Call<SetWatchlistRequest>,
    ListingId(listing_id): ListingId,
    change: Change<WatchBody>,
) -> Result<Response, Problem> {
    let message = SetWatchlistRequest {
        listing_id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    answer(reply.listing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::input::asked;

    #[test]
    fn blank_values_and_all_restrict_nothing() {
        for query in [
            "",
            "location=&propertyType=&minPrice=&maxPrice=&sortBy=&isWatchlisted=",
            "location=all&propertyType=all&minPrice=all&maxPrice=all",
        ] {
            let asked = asked::<SearchParams>(query);
            assert_eq!(asked, Ok(ListListingsRequest::default()), "{query}");
        }
    }

    #[test]
    fn an_order_has_its_names_and_any_other_is_refused() {
        for (text, sort) in [
            ("price", ListingSort::PriceAsc),
            ("price-asc", ListingSort::PriceAsc),
            ("price-desc", ListingSort::PriceDesc),
            ("yield", ListingSort::Yield),
            ("yield-desc", ListingSort::Yield),
            ("bedrooms", ListingSort::Bedrooms),
            ("bedrooms-desc", ListingSort::Bedrooms),
        ] {
            let read = asked::<SearchParams>(&format!("sortBy={text}"));
            assert_eq!(read.map(|message| message.sort()), Ok(sort), "{text}");
        }
        let refused = asked::<SearchParams>("sortBy=nonsense&minPrice=lots&propertyType=Castle");
        let named = ["minPrice", "propertyType", "sortBy"].map(str::to_owned);
        assert_eq!(refused, Err(named.to_vec()));
    }

    #[test]
    fn many_are_counted_to_a_thousand() {
        for (count, text) in [(0, "0"), (1000, "1000"), (1001, "1000+")] {
            assert_eq!(count_text(count), text);
        }
    }
}
