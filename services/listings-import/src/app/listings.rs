//! Reading and searching listings, watching them, and the sales near one.

use std::sync::Arc;

use chrono::{Datelike as _, Months};
use lintel_core::{Clock, Error, ListingId, Page, PageRequest, Principal, RequestKey, london_date};
use lintel_db::{Db, Scope, once};

use crate::{
    domain::{Comparable, Filter, Listing, Sort, attribution},
    error::listing_not_found,
    store,
};

/// Searches are counted up to here; one more stands for all that are more.
const MOST_COUNTED: i64 = 1_000;
/// Sales that are shown at most.
const MOST_SALES: i64 = 20;
/// With fewer sales in the postcode its sector is looked at.
const FEW_SALES: usize = 5;
/// For how long sales are comparable.
const SALES_COUNT: Months = Months::new(60);

/// The listings that an organisation sees: its own and the shared ones.
#[derive(Debug, Clone)]
pub struct Listings {
    db: Db,
    clock: Arc<dyn Clock>,
}

/// A page of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingPage {
    /// The listings.
    pub page: Page<Listing>,
    /// The number of listings, on the first page: exact up to 1,000, else 1,001.
    pub total: Option<i64>,
}

impl Listings {
    /// Listings kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// One listing with its price history.
    ///
    /// # Errors
    /// `LISTING_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_listing", skip_all)]
    pub async fn get(&self, caller: &Principal, listing: ListingId) -> Result<Listing, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::listing::find(&mut tx, organisation, caller.user, listing).await?;
        found.ok_or_else(listing_not_found)
    }

    /// A page of the listings that `filter` finds, for sale; or of those that the caller watches, also withdrawn ones.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's or order's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_listings", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        filter: &Filter,
        sort: Sort,
        watched: bool,
        page: &PageRequest,
    ) -> Result<ListingPage, Error> {
        let organisation = caller.organisation()?;
        let after = page.after.as_ref().map(|token| sort.place(token));
        let after = after.transpose()?;
        let limit = Page::<Listing>::limit(page);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let places = store::listing::search(&mut tx, filter, sort, watched, after, limit).await?;
        let total = match after {
            None if places.len() <= usize::try_from(page.size).unwrap_or(0) => {
                i64::try_from(places.len()).ok()
            }
            None => {
                let most = MOST_COUNTED + 1;
                Some(store::listing::count(&mut tx, filter, watched, most).await?)
            }
            Some(_) => None,
        };
        let places = Page::cut(places, page, |place| sort.token(*place));
        let ids: Vec<i64> = places.rows.iter().map(|place| place.id).collect();
        let rows = store::listing::of_ids(&mut tx, organisation, caller.user, &ids).await?;
        Ok(ListingPage {
            page: Page {
                rows,
                next: places.next,
            },
            total,
        })
    }

    /// Puts a listing on the caller's list or takes it off. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `LISTING_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.set_watchlist", skip_all)]
    pub async fn watch(
        &self,
        caller: &Principal,
        listing: ListingId,
        watched: bool,
        request: Option<&RequestKey>,
    ) -> Result<Listing, Error> {
        let organisation = caller.organisation()?;
        let (user, now) = (caller.user, self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::listing::of_ids(tx, organisation, user, &[listing.get()]).await?;
            if found.is_empty() {
                return Err(listing_not_found());
            }
            store::listing::watch(tx, organisation, user, listing, watched, now).await?;
            Ok(listing.get())
        })
        .await?;
        let found = store::listing::find(&mut tx, organisation, user, listing).await?;
        tx.commit().await?;
        found.ok_or_else(listing_not_found)
    }

    /// Sales near a listing of the last five years, the newest first: in its postcode, or in its sector where those are few. With the
    /// text that their licence asks for, where there are some.
    ///
    /// # Errors
    /// `LISTING_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_comparables", skip_all)]
    pub async fn comparables(
        &self,
        caller: &Principal,
        listing: ListingId,
    ) -> Result<(Vec<Comparable>, String), Error> {
        let organisation = caller.organisation()?;
        let today = london_date(self.clock.now());
        let since = today.checked_sub_months(SALES_COUNT).unwrap_or(today);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::listing::find(&mut tx, organisation, caller.user, listing).await?;
        let postcode = found.ok_or_else(listing_not_found)?.postcode;
        // `M14 5LL` is in the sector `M14 5`; half a postcode is too wide to compare.
        let Some((outcode, second)) = postcode.split_once(' ') else {
            return Ok((Vec::new(), String::new()));
        };
        let near = async |tx: &mut lintel_db::Tx, start: &str| {
            store::listing::sales(tx, organisation, start, since, MOST_SALES).await
        };
        let mut sales = near(&mut tx, &postcode).await?;
        if sales.len() < FEW_SALES {
            let digit: String = second.chars().take(1).collect();
            sales = near(&mut tx, &format!("{outcode} {digit}")).await?;
        }
        let text = if sales.is_empty() {
            String::new()
        } else {
            attribution(today.year())
        };
        Ok((sales, text))
    }
}
