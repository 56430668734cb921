//! A copy of what is held of an organisation, for its Owner.

use lintel_core::{Error, Principal};
use lintel_db::{
    Db, Scope,
    export::{self, Page},
};

use crate::store::export::SECTIONS;

/// Copies of organisations' data.
#[derive(Debug, Clone)]
pub struct PortfolioData {
    db: Db,
}

impl PortfolioData {
    /// Copies of what is kept in `db`.
    #[must_use]
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// A page of what is held of the caller's organisation.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_portfolio_data", skip_all)]
    pub async fn read(&self, caller: &Principal, page_token: &str) -> Result<Page, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        export::read(&mut tx, SECTIONS, organisation.get(), page_token).await
    }
}
