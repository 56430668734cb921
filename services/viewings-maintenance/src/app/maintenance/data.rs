//! Copies of what is held of an organisation's maintenance for its Owner, and of what a tenant reported and wrote for that tenant.

use lintel_auth::{Export, TokenVerifier};
use lintel_core::{Error, Principal};
use lintel_db::{
    Db, Scope,
    export::{self, Page},
};

use crate::store::maintenance::export::{OWN_SECTIONS, SECTIONS};

/// Copies of maintenance data.
#[derive(Debug, Clone)]
pub struct MaintenanceData {
    db: Db,
    verifier: TokenVerifier,
}

impl MaintenanceData {
    /// Copies of what is kept in `db`; `verifier` reads the tokens of exports.
    #[must_use]
    pub const fn new(db: Db, verifier: TokenVerifier) -> Self {
        Self { db, verifier }
    }

    /// A page of what is held of the caller's organisation, for the export that `token` names.
    ///
    /// # Errors
    /// `EXPORT_NOT_BEGUN`, `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_maintenance_data", skip_all)]
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

    /// A page of what the caller reported and wrote, for the export that `token` names.
    ///
    /// # Errors
    /// As [`Self::read`].
    #[tracing::instrument(name = "app.read_own_maintenance_data", skip_all)]
    pub async fn read_own(
        &self,
        caller: &Principal,
        token: &str,
        page_token: &str,
    ) -> Result<Page, Error> {
        Export::begun(&self.verifier, token, caller)?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        export::read(&mut tx, OWN_SECTIONS, caller.user.get(), page_token).await
    }
}
