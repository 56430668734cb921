//! The rules that Lintel applies to the caller's homes.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_core::{Clock, Error, Principal, london_today};
use lintel_db::{Db, Scope};
use lintel_rules::Nation;

use crate::store;

/// The rules, beside the homes of an organisation.
#[derive(Debug, Clone)]
pub struct RuleBook {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl RuleBook {
    /// The rules for homes kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// Today in London.
    #[must_use]
    pub fn today(&self) -> NaiveDate {
        london_today(self.clock.as_ref())
    }

    /// Counts the homes of the caller's organisation in each nation that it has any in.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_rules", skip_all)]
    pub async fn homes(&self, caller: &Principal) -> Result<Vec<(Nation, i64)>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::nation::homes(&mut tx, organisation).await?)
    }
}
