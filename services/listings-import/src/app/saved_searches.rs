//! The caller's own saved searches.

use std::sync::Arc;

use lintel_core::{Clock, Error, Principal, SavedSearchId};
use lintel_db::{Asked, Db, Reply, Scope, once};

use crate::{
    domain::{MOST_SEARCHES, NewSearch, SavedSearch},
    error::{search_not_found, too_many_searches},
    store,
};

/// Searches that people saved.
#[derive(Debug, Clone)]
pub struct SavedSearches {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl SavedSearches {
    /// Searches kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// The caller's saved searches, the newest first.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_saved_searches", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<SavedSearch>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::saved_search::of(&mut tx, organisation, caller.user).await?)
    }

    /// Saves a search. A repeat under the same request id gets the first answer.
    ///
    /// # Errors
    /// `TOO_MANY_SEARCHES`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.save_search", skip_all)]
    pub async fn save<R: Reply>(
        &self,
        caller: &Principal,
        new: &NewSearch,
        request: Asked<SavedSearch, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let (user, now) = (caller.user, self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let saved = once(&mut tx, request, async |tx| {
            if store::saved_search::count(tx, organisation, user).await? >= MOST_SEARCHES {
                return Err(too_many_searches());
            }
            Ok(store::saved_search::insert(tx, organisation, user, new, now).await?)
        })
        .await?;
        tx.commit().await?;
        Ok(saved)
    }

    /// Deletes a search. A repeat under the same request id succeeds again.
    ///
    /// # Errors
    /// `SEARCH_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.delete_saved_search", skip_all)]
    pub async fn delete<R: Reply>(
        &self,
        caller: &Principal,
        search: SavedSearchId,
        request: Asked<(), R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, request, async |tx| {
            if store::saved_search::delete(tx, organisation, caller.user, search).await? {
                Ok(())
            } else {
                Err(search_not_found())
            }
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }
}
