//! A copy of what is held of an organisation, for its Owner.

use lintel_auth::{Export, TokenVerifier};
use lintel_core::{Error, Principal};
use lintel_db::{
    Db, Scope,
    export::{self, Page},
};

use crate::store::export::SECTIONS;

/// Copies of organisations' data.
#[derive(Debug, Clone)]
pub struct ListingData {
    db: Db,
    verifier: TokenVerifier,
}

impl ListingData {
    /// Copies of what is kept in `db`; `verifier` reads the tokens of exports.
    #[must_use]
    pub const fn new(db: Db, verifier: TokenVerifier) -> Self {
        Self { db, verifier }
    }

    /// A page of what is held of the caller's organisation, for the export that `token` names.
    ///
    /// # Errors
    /// `EXPORT_NOT_BEGUN`, `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_listing_data", skip_all)]
    pub async fn read(
        &self,
        caller: &Principal,
        token: &str,
        page_token: &str,
    ) -> Result<Page, Error> {
        let begun = Export::begun(&self.verifier, token, caller)?;
        let organisation = begun.organisation_of(caller)?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        export::read(&mut tx, SECTIONS, organisation.get(), page_token).await
    }
}
