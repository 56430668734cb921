//! The figures of a whole portfolio.

use std::{pin::pin, sync::Arc};

use futures::TryStreamExt as _;
use lintel_core::{Clock, Error, Principal, london_today};
use lintel_db::{Db, Scope};

use crate::{
    domain::{Dashboard, Month, MonthEnd, month_ends},
    store,
};

/// The figures of the caller's organisation.
#[derive(Debug, Clone)]
pub struct Analytics {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl Analytics {
    /// Figures of what is kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// The dashboard's figures: computed by the domain for all properties that are alike, added up while the rows stream by.
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

    /// Returns the state of the portfolio at the end of each of the last `months` months, and now.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_portfolio_series", skip_all)]
    pub async fn get_portfolio_series(
        &self,
        caller: &Principal,
        months: u32,
    ) -> Result<Vec<MonthEnd>, Error> {
        let organisation = caller.organisation()?;
        let months = Month::up_to(london_today(self.clock.as_ref()), months);
        let starts: Vec<_> = months.iter().map(|month| month.start()).collect();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let changes = store::series::changes(&mut tx, organisation, &starts).await?;
        month_ends(&months, &changes).map_err(Error::internal)
    }
}
