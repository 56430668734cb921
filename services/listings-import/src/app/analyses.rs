//! Returns of listings, and those that the caller saved.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, Utc};
use lintel_core::{
    AnalysisId, Clock, Error, ListingId, Page, PageRequest, PageToken, Principal, RequestKey,
    london_date,
};
use lintel_db::{Asked, Db, Reply, Scope, Tx, once};

use crate::{
    domain::{Analysis, Assumptions, KnownOfListing, ListingGroup, Typed},
    error::{analysis_not_found, bad_page_token, listing_not_found},
    store,
};

/// The longest name of an analysis, in characters.
const LONGEST_NAME: usize = 100;

/// Analyses of what an organisation sees.
#[derive(Debug, Clone)]
pub struct Analyses {
    db: Db,
    clock: Arc<dyn Clock>,
}

/// An analysis to save.
#[derive(Debug, Clone)]
pub struct AnalysisDraft {
    /// The one that it replaces; `None` for a new one.
    pub replaces: Option<AnalysisId>,
    /// The listing.
    pub listing: ListingId,
    /// Its name; may be empty.
    pub name: String,
    /// The values that were typed.
    pub typed: Typed,
}

impl Analyses {
    /// Analyses kept in `db`; `clock` says which tax counts.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// The return of a listing with what was `typed`. Stores nothing.
    ///
    /// # Errors
    /// `LISTING_NOT_FOUND`; `ANALYSIS_INVALID` with every offending field; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.analyse_listing", skip_all)]
    pub async fn analyse(
        &self,
        caller: &Principal,
        listing: ListingId,
        typed: Typed,
    ) -> Result<Analysis, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        self.computed(&mut tx, caller, listing, String::new(), typed)
            .await
    }

    /// Saves an analysis, or replaces one, and puts its listing on the caller's list. A repeat under the same request id changes
    /// nothing more.
    ///
    /// # Errors
    /// `LISTING_NOT_FOUND`; `ANALYSIS_NOT_FOUND`; `ANALYSIS_INVALID` with every offending field; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.save_analysis", skip_all)]
    pub async fn save(
        &self,
        caller: &Principal,
        draft: AnalysisDraft,
        request: Option<&RequestKey>,
    ) -> Result<Analysis, Error> {
        let organisation = caller.organisation()?;
        let (user, now) = (caller.user, self.clock.now());
        let AnalysisDraft {
            replaces,
            listing,
            name,
            mut typed,
        } = draft;
        let name = name.trim().to_owned();
        if name.chars().count() > LONGEST_NAME {
            let message = "Enter a name of at most 100 characters.";
            typed.unreadable.add("display_name", message);
        }
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let id: i64 = once(&mut tx, request, async |tx| {
            let analysis = self.computed(tx, caller, listing, name, typed).await?;
            store::listing::watch(tx, organisation, user, listing, true, now).await?;
            let Some(id) = replaces else {
                let id = store::analysis::insert(tx, organisation, user, &analysis, now).await?;
                return Ok(id.get());
            };
            let is_there =
                store::analysis::replace(tx, organisation, user, id, &analysis, now).await?;
            if is_there {
                Ok(id.get())
            } else {
                Err(analysis_not_found())
            }
        })
        .await?;
        let saved = store::analysis::find(&mut tx, organisation, user, id.into()).await?;
        tx.commit().await?;
        saved.ok_or_else(analysis_not_found)
    }

    /// A page of the caller's saved analyses, the newest first.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_analyses", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        page: &PageRequest,
    ) -> Result<Page<Analysis>, Error> {
        let organisation = caller.organisation()?;
        let before = page.after.as_ref().map(before).transpose()?;
        let limit = Page::<Analysis>::limit(page);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let rows = store::analysis::page(&mut tx, organisation, caller.user, before, limit).await?;
        Ok(Page::cut(rows, page, token))
    }

    /// Deletes a saved analysis. A repeat under the same request id succeeds again.
    ///
    /// # Errors
    /// `ANALYSIS_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.delete_analysis", skip_all)]
    pub async fn delete<R: Reply>(
        &self,
        caller: &Principal,
        analysis: AnalysisId,
        request: Asked<(), R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, request, async |tx| {
            if store::analysis::delete(tx, organisation, caller.user, analysis).await? {
                Ok(())
            } else {
                Err(analysis_not_found())
            }
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }

    async fn computed(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        listing: ListingId,
        name: String,
        typed: Typed,
    ) -> Result<Analysis, Error> {
        let organisation = caller.organisation()?;
        let found = store::listing::of_ids(tx, organisation, caller.user, &[listing.get()]).await?;
        let found = found.into_iter().next().ok_or_else(listing_not_found)?;
        let known = KnownOfListing {
            price: found.price,
            monthly_rent: found.monthly_rent,
            rent_basis: &found.rent_basis(),
            nation: found.nation,
            is_commercial: found.group == ListingGroup::Commercial,
        };
        let today = london_date(self.clock.now());
        let (assumptions, sources) = Assumptions::of(&typed, &known, today)?;
        Ok(Analysis {
            saved: None,
            listing,
            title: found.title,
            address: found.address,
            listing_nation: found.nation,
            name,
            day: today,
            assumptions,
            sources,
        })
    }
}

fn token(analysis: &Analysis) -> PageToken {
    let saved = analysis.saved;
    PageToken {
        sort: saved
            .map(|saved| {
                saved
                    .updated_at
                    .to_rfc3339_opts(SecondsFormat::Micros, true)
            })
            .unwrap_or_default(),
        id: saved.map_or(0, |saved| saved.id.get()),
    }
}

fn before(token: &PageToken) -> Result<(DateTime<Utc>, i64), Error> {
    let at = token.sort.parse().map_err(|_| bad_page_token())?;
    Ok((at, token.id))
}
