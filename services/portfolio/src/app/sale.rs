//! Selling properties, and what was sold.

use std::{pin::pin, sync::Arc};

use futures::TryStreamExt as _;
use lintel_core::{
    Clock, Error, Expected, Money, Page, PageRequest, PageToken, Principal, PropertyId,
    SoldPropertyId,
};
use lintel_db::{Asked, Db, Reply, Scope, once, outbox};
use rust_decimal::RoundingStrategy;

use super::{
    Asking,
    property::{NEWEST, before_entry},
};
use crate::{
    domain::{
        Departure, HistoryEntry, Purchase, Sale, SaleDraft, SaleFigures, SaleSums, SaleTerms,
        SoldOrder, SoldProperty,
    },
    error::{bad_page_token, property_not_found, sold_property_not_found, tenancy_active},
    events,
    store::{
        self,
        sold_property::{After, SortKeys},
    },
};

const LET_AND_NOT_SOLD: &str =
    "A tenancy is in force here, so the property cannot be sold yet. End the tenancy first.";
/// Decimals of the return that lists are sorted by: as many as its column has.
const SORTED_DECIMALS: u32 = 10;

/// The sales of the caller's organisation.
#[derive(Debug, Clone)]
pub struct Sales {
    db: Db,
    clock: Arc<dyn Clock>,
    asking: Arc<Asking>,
}

impl Sales {
    /// Sales kept in `db`; `asking` knows what is let.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, asking: Arc<Asking>) -> Self {
        Self { db, clock, asking }
    }

    /// Sells a property: the sale is recorded with what goes with the home, the property leaves the portfolio, its history ends and others hear of it, all in
    /// one transaction. A repeat under the same request id gets the first answer.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`, also for the second of two sales at once; `SALE_INVALID` with every offending field; `STALE_ETAG` when
    /// it is not at the `expected` version; `TENANCY_ACTIVE`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is
    /// away.
    #[tracing::instrument(name = "app.sell_property", skip_all, fields(property.id = %property))]
    pub async fn sell_property<R: Reply>(
        &self,
        caller: &Principal,
        property: PropertyId,
        draft: SaleDraft,
        expected: &Expected,
        request: Asked<SoldProperty, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let refreshed = self.asking.refresh((organisation, property)).await;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let sold = once(&mut tx, request, async |tx| {
            refreshed?;
            let property = store::property::lock_whole(tx, organisation, property)
                .await?
                .ok_or_else(property_not_found)?;
            let sale = Sale::try_new(draft, Purchase::of(&property))?;
            expected.check(property.version)?;
            if property.tenancy_active {
                return Err(tenancy_active(LET_AND_NOT_SOLD));
            }
            let now = self.clock.now();
            let keys = sort_keys(&sale)?;
            let sold =
                store::sold_property::insert(tx, organisation, &property, sale, keys, now).await?;
            store::kept_home::insert(tx, organisation, sold.id, property.id).await?;
            store::property::delete(tx, organisation, property.id).await?;
            let left = Departure::Sold;
            store::history::close(tx, organisation, property.id, left, now, caller.user).await?;
            let gone = events::property_deleted(organisation, property.id, property.version + 1);
            outbox::append(tx, &gone).await?;
            outbox::append(tx, &events::property_sold(organisation, &sold)).await?;
            Ok(sold)
        })
        .await?;
        tx.commit().await?;
        Ok(sold)
    }

    /// Computes the figures of a sale that is being typed.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`; `SALE_INVALID` for what cannot be read or computed; [`Error::Unavailable`] while the database
    /// is away.
    #[tracing::instrument(name = "app.preview_sale", skip_all, fields(property.id = %property))]
    pub async fn preview_sale(
        &self,
        caller: &Principal,
        property: PropertyId,
        draft: SaleDraft,
    ) -> Result<SaleFigures, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let property = store::property::find(&mut tx, organisation, property)
            .await?
            .ok_or_else(property_not_found)?;
        let terms = SaleTerms::typed(&draft, Purchase::of(&property));
        draft.unreadable.into_result("SALE_INVALID")?;
        SaleFigures::of(&terms)
            .map_err(|error| Error::field("SALE_INVALID", "sale_price", error.to_string()))
    }

    /// One sold property.
    ///
    /// # Errors
    /// `SOLD_PROPERTY_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_sold_property", skip_all, fields(sold_property.id = %sold))]
    pub async fn get_sold_property(
        &self,
        caller: &Principal,
        sold: SoldPropertyId,
    ) -> Result<SoldProperty, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        store::sold_property::find(&mut tx, organisation, sold)
            .await?
            .ok_or_else(sold_property_not_found)
    }

    /// A page of the sold properties in this order.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for the token of another list or another order; [`Error::Unavailable`] while the database is
    /// away.
    #[tracing::instrument(name = "app.list_sold_properties", skip_all)]
    pub async fn list_sold_properties(
        &self,
        caller: &Principal,
        order: SoldOrder,
        page: &PageRequest,
    ) -> Result<Page<SoldProperty>, Error> {
        let organisation = caller.organisation()?;
        let after = page
            .after
            .as_ref()
            .map(|token| after(token, order))
            .transpose()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let limit = Page::<SoldProperty>::limit(page);
        let rows = store::sold_property::page(&mut tx, organisation, order, after, limit).await?;
        let placed = Page::cut(rows, page, |placed| PageToken {
            sort: format!("{}{}", prefix(order), placed.key),
            id: placed.property.id.get(),
        });
        Ok(Page {
            rows: placed
                .rows
                .into_iter()
                .map(|placed| placed.property)
                .collect(),
            next: placed.next,
        })
    }

    /// A page of a sold property's history, the newest first.
    ///
    /// # Errors
    /// `SOLD_PROPERTY_NOT_FOUND`; `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database
    /// is away.
    #[tracing::instrument(name = "app.list_sold_property_history", skip_all, fields(sold_property.id = %sold))]
    pub async fn list_sold_property_history(
        &self,
        caller: &Principal,
        sold: SoldPropertyId,
        page: &PageRequest,
    ) -> Result<Page<HistoryEntry>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let sold = store::sold_property::find(&mut tx, organisation, sold)
            .await?
            .ok_or_else(sold_property_not_found)?;
        let before = page.after.as_ref().map_or(Ok(NEWEST), before_entry)?;
        let limit = Page::<HistoryEntry>::limit(page);
        let rows =
            store::history::page(&mut tx, organisation, sold.original, before, limit).await?;
        Ok(Page::cut(rows, page, |entry| PageToken {
            sort: entry.standing.version.to_string(),
            id: entry.id.get(),
        }))
    }

    /// The figures of all sales: each one's computed by the domain, added up while the rows stream by.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_sale_analytics", skip_all)]
    pub async fn get_sale_analytics(&self, caller: &Principal) -> Result<SaleSums, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let mut sales = pin!(store::sold_property::sales(&mut tx, organisation));
        let mut sums = SaleSums::default();
        while let Some(sale) = sales.try_next().await? {
            sums = sums.with(&sale).map_err(Error::internal)?;
        }
        Ok(sums)
    }
}

fn sort_keys(sale: &Sale) -> Result<SortKeys, Error> {
    let figures = sale.figures().map_err(Error::internal)?;
    let strategy = RoundingStrategy::MidpointAwayFromZero;
    Ok(SortKeys {
        net_profit: figures.net_profit.unwrap_or(Money::ZERO).to_decimal(),
        annualised_return: figures
            .annualised_return
            .map(|percent| percent.round_dp_with_strategy(SORTED_DECIMALS, strategy)),
    })
}

/// Returns the prefix that tells the tokens of one order from those of another.
fn prefix(order: SoldOrder) -> String {
    let direction = if order.ascending { "asc" } else { "desc" };
    format!("{}-{direction}:", order.sort.as_str())
}

fn after(token: &PageToken, order: SoldOrder) -> Result<After, Error> {
    let key = token
        .sort
        .strip_prefix(&prefix(order))
        .and_then(|key| lintel_core::decimal::read(key).ok())
        .ok_or_else(bad_page_token)?;
    Ok(After { key, id: token.id })
}
