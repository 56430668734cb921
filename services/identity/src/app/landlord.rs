//! The landlord's details of the caller's organisation, and which mails its tenants get.

use std::sync::Arc;

use lintel_core::{Clock, Error, Expected, OrganisationId, Principal, RequestKey};
use lintel_db::{Db, Scope, Tx, once};

use crate::{
    domain::{
        landlord::{Landlord, LandlordDraft},
        tenant_mail::{self, TenantMailKind},
    },
    error::organisation_not_found,
    store::{landlord, organisation},
};

/// The details of a landlord that its tenants see.
#[derive(Debug, Clone)]
pub struct Landlords {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl Landlords {
    /// Manages details kept in `db`.
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// The details, if they were given, and the mails that are off.
    ///
    /// # Errors
    /// `ORGANISATION_NOT_FOUND`; the store's errors.
    #[tracing::instrument(name = "app.get_landlord", skip_all)]
    pub async fn get(&self, caller: &Principal) -> Result<landlord::Row, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        read(&mut tx, organisation).await
    }

    /// Saves the details whole.
    ///
    /// # Errors
    /// `ORGANISATION_NOT_FOUND`, `LANDLORD_INVALID`, `STALE_ETAG`, `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.save_landlord", skip_all)]
    pub async fn save(
        &self,
        caller: &Principal,
        draft: &LandlordDraft,
        expected: &Expected,
        request: Option<&RequestKey>,
    ) -> Result<landlord::Row, Error> {
        let organisation = caller.organisation()?;
        let landlord = Landlord::try_new(draft)?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            lock(tx, organisation, expected).await?;
            landlord::save(tx, organisation, &landlord, self.clock.now()).await?;
            Ok(())
        })
        .await?;
        let kept = read(&mut tx, organisation).await?;
        tx.commit().await?;
        Ok(kept)
    }

    /// Switches mails to tenants: the kinds that are named are off, all others are on.
    ///
    /// # Errors
    /// `ORGANISATION_NOT_FOUND`, `TENANT_MAILS_INVALID`, `STALE_ETAG`, `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.switch_tenant_mails", skip_all)]
    pub async fn switch_mails(
        &self,
        caller: &Principal,
        off: &[Option<TenantMailKind>],
        expected: &Expected,
        request: Option<&RequestKey>,
    ) -> Result<landlord::Row, Error> {
        let organisation = caller.organisation()?;
        let off = tenant_mail::switched_off(off)?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            lock(tx, organisation, expected).await?;
            landlord::switch_mails(tx, organisation, &off, self.clock.now()).await?;
            Ok(())
        })
        .await?;
        let kept = read(&mut tx, organisation).await?;
        tx.commit().await?;
        Ok(kept)
    }
}

async fn read(tx: &mut Tx, organisation: OrganisationId) -> Result<landlord::Row, Error> {
    let found = landlord::find(tx, organisation).await?;
    found.ok_or_else(organisation_not_found)
}

async fn lock(tx: &mut Tx, organisation: OrganisationId, expected: &Expected) -> Result<(), Error> {
    let version = organisation::lock(tx, organisation).await?;
    let version = version.ok_or_else(organisation_not_found)?;
    expected.check(version)
}
