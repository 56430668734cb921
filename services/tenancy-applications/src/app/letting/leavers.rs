//! Ends tenants whose last day is over. Every replica may do it at any time: what one has ended another finds ended.

use std::sync::Arc;

use lintel_core::{Clock, Error, OrganisationId, PropertyId, TenancyId, london_date};
use lintel_db::Db;

use super::{locked, tenancy};
use crate::{app::applying::invites, store};

/// Ends tenants whose last day is over.
#[derive(Debug, Clone)]
pub struct Leavers {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl Leavers {
    /// Of tenancies kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// Ends everybody whose last day was before today. Returns how many tenancies changed.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.end_leavers", skip_all)]
    pub async fn end(&self) -> Result<usize, Error> {
        let today = london_date(self.clock.now());
        let mut changed = 0;
        loop {
            let found = store::letting::tenancy::with_leavers(self.db.worker(), today).await?;
            let before = changed;
            for (organisation, property, id) in found {
                changed += usize::from(self.end_of(organisation, property, id).await?);
            }
            if changed == before {
                return Ok(changed);
            }
        }
    }

    async fn end_of(
        &self,
        organisation: OrganisationId,
        property: PropertyId,
        id: TenancyId,
    ) -> Result<bool, Error> {
        let now = self.clock.now();
        // In the organisation's name: whoever leaves makes an agreement void, which the worker has no right to.
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        let before = locked::lock_with_home(&mut tx, organisation, property, id).await?;
        let mut after = before.clone();
        if !after.let_leavers_go(london_date(now)) {
            return Ok(false);
        }
        tenancy::save(&mut tx, organisation, &before, after, now).await?;
        tx.commit().await?;
        Ok(true)
    }
}
