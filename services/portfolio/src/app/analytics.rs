//! The figures of a whole portfolio.

use std::pin::pin;

use futures::TryStreamExt as _;
use lintel_core::{Error, Principal};
use lintel_db::{Db, Scope};

use crate::{domain::Dashboard, store};

/// The figures of whoever calls.
#[derive(Debug, Clone)]
pub struct Analytics {
    db: Db,
}

impl Analytics {
    /// Figures of what is kept in `db`.
    #[must_use]
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The dashboard's figures: each property's computed by the domain, added up while the rows stream by.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_dashboard_analytics", skip_all)]
    pub async fn get_dashboard_analytics(&self, caller: &Principal) -> Result<Dashboard, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let mut holdings = pin!(store::dashboard::holdings(&mut tx, organisation));
        let mut dashboard = Dashboard::default();
        while let Some(holding) = holdings.try_next().await? {
            dashboard = dashboard.with(&holding).map_err(Error::internal)?;
        }
        Ok(dashboard)
    }
}
