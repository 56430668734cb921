//! Photos of tenants, set by their landlord or by themselves.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_core::{
    Clock, Error, OrganisationId, Principal, RequestKey, TenantId, TenantPhotoId, london_date,
};
use lintel_db::{Db, Scope, Tx, once};
use tokio::sync::Semaphore;

use super::{locked, own_tenancies, tenancy};
use crate::{
    app::{
        documents::file_check::{self, Checked},
        keeping::keys::Keys,
        rent::ledgers,
    },
    domain::letting::Tenant,
    error::photo_not_found,
    store::{self, letting::tenant_photo::SealedPhoto},
};

/// Files that are examined at once; the others wait.
const AT_ONCE: usize = 2;

/// Photos of tenants.
#[derive(Debug, Clone)]
pub struct TenantPhotos {
    db: Db,
    clock: Arc<dyn Clock>,
    keys: Keys,
    examining: Arc<Semaphore>,
}

/// A photo as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadPhoto {
    /// What kind of picture it is.
    pub media_type: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What becomes of a photo.
#[derive(Debug)]
enum Change {
    Set(Checked),
    Remove,
}

impl TenantPhotos {
    /// Photos kept in `db`, sealed with `keys`.
    #[must_use]
    pub fn new(db: Db, clock: Arc<dyn Clock>, keys: Keys) -> Self {
        Self {
            db,
            clock,
            keys,
            examining: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Sets the photo of a tenant of the caller's organisation. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `PHOTO_INVALID`; `FILE_TYPE_INVALID`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is
    /// away.
    #[tracing::instrument(name = "app.set_tenant_photo", skip_all, fields(tenant.id = %tenant))]
    pub async fn set(
        &self,
        caller: &Principal,
        tenant: TenantId,
        content: Vec<u8>,
        request: Option<&RequestKey>,
    ) -> Result<Tenant, Error> {
        let organisation = caller.organisation()?;
        // Whose the tenant is comes first: no stranger's file is worth examining.
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        locked::shown(&mut tx, organisation, tenant).await?;
        tx.commit().await?;
        let photo = self.examine(content).await?;
        self.change_as_landlord(caller, tenant, Change::Set(photo), request)
            .await
    }

    /// Removes the photo of a tenant of the caller's organisation; one without a photo stays as it is. A repeat under the same
    /// request id changes nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remove_tenant_photo", skip_all, fields(tenant.id = %tenant))]
    pub async fn remove(
        &self,
        caller: &Principal,
        tenant: TenantId,
        request: Option<&RequestKey>,
    ) -> Result<Tenant, Error> {
        self.change_as_landlord(caller, tenant, Change::Remove, request)
            .await
    }

    /// The photo of a tenant of the caller's organisation.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `PHOTO_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_tenant_photo", skip_all, fields(tenant.id = %tenant))]
    pub async fn read(&self, caller: &Principal, tenant: TenantId) -> Result<ReadPhoto, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        locked::shown(&mut tx, organisation, tenant).await?;
        self.open(&mut tx, organisation, tenant).await
    }

    /// Sets the photo of the signed-in tenant. Gives its id. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED`; `PHOTO_INVALID`; `FILE_TYPE_INVALID`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is
    /// away.
    #[tracing::instrument(name = "app.set_own_photo", skip_all)]
    pub async fn set_own(
        &self,
        caller: &Principal,
        content: Vec<u8>,
        request: Option<&RequestKey>,
    ) -> Result<Option<TenantPhotoId>, Error> {
        let mut tx = self.db.begin(Scope::user(caller.user)).await?;
        own_tenancies::current(&mut tx, caller, self.today()).await?;
        tx.commit().await?;
        let photo = self.examine(content).await?;
        self.change_own(caller, Change::Set(photo), request).await
    }

    /// Removes the photo of the signed-in tenant, if there is one. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remove_own_photo", skip_all)]
    pub async fn remove_own(
        &self,
        caller: &Principal,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        self.change_own(caller, Change::Remove, request).await?;
        Ok(())
    }

    /// The photo of the signed-in tenant, of a former tenancy as long as the account sees it where it has no other: the one that the portal
    /// shows.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED`; `PHOTO_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_own_photo", skip_all)]
    pub async fn read_own(&self, caller: &Principal) -> Result<ReadPhoto, Error> {
        let mut tx = self.db.begin(Scope::user(caller.user)).await?;
        let (organisation, own) = own_tenancies::first(&mut tx, caller, self.today()).await?;
        self.open(&mut tx, organisation, own.id).await
    }

    async fn change_as_landlord(
        &self,
        caller: &Principal,
        tenant: TenantId,
        change: Change,
        request: Option<&RequestKey>,
    ) -> Result<Tenant, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            self.change(tx, organisation, tenant, change).await?;
            Ok(tenant.get())
        })
        .await?;
        let today = london_date(self.clock.now());
        let shown = ledgers::shown(&mut tx, organisation, tenant, today).await?;
        tx.commit().await?;
        Ok(shown)
    }

    async fn change_own(
        &self,
        caller: &Principal,
        change: Change,
        request: Option<&RequestKey>,
    ) -> Result<Option<TenantPhotoId>, Error> {
        // A request id belongs to its caller, the rows to the organisation.
        let own = Scope::user(caller.user);
        let mut tx = self.db.begin(own).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let (organisation, tenant) = own_tenancies::current(tx, caller, self.today()).await?;
            self.change(tx, organisation, tenant.id, change).await?;
            tx.act_as(own).await?;
            Ok(tenant.id.get())
        })
        .await?;
        let (_, tenant) = own_tenancies::current(&mut tx, caller, self.today()).await?;
        tx.commit().await?;
        Ok(tenant.photo)
    }

    /// Changes a photo within the transaction, and tells that the tenancy changed.
    async fn change(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        tenant: TenantId,
        change: Change,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let tenancy = locked::lock_of(tx, organisation, tenant).await?;
        match change {
            Change::Remove => {
                if !store::letting::tenant_photo::remove(tx, organisation, tenant).await? {
                    return Ok(());
                }
            }
            Change::Set(photo) => {
                let key = self.keys.of_organisation(tx, organisation).await?;
                let sealed = key.seal(&photo.bytes, &context(organisation, tenant));
                let photo = SealedPhoto {
                    media_type: photo.media_type.to_owned(),
                    sealed: sealed.map_err(Error::internal)?,
                };
                store::letting::tenant_photo::keep(tx, organisation, tenant, &photo, now).await?;
            }
        }
        let after = tenancy.clone();
        tenancy::save(tx, organisation, &tenancy, after, now).await
    }

    async fn open(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        tenant: TenantId,
    ) -> Result<ReadPhoto, Error> {
        let found = store::letting::tenant_photo::find(tx, organisation, tenant).await?;
        let SealedPhoto { media_type, sealed } = found.ok_or_else(photo_not_found)?;
        let key = self.keys.of_organisation(tx, organisation).await?;
        let bytes = key.open(&sealed, &context(organisation, tenant));
        Ok(ReadPhoto {
            media_type,
            bytes: bytes.map_err(Error::internal)?.to_vec(),
        })
    }

    fn today(&self) -> NaiveDate {
        london_date(self.clock.now())
    }

    /// Judges a file by its content, outside any transaction.
    async fn examine(&self, content: Vec<u8>) -> Result<Checked, Error> {
        let permit = self.examining.acquire().await.map_err(Error::internal)?;
        let checked = tokio::task::spawn_blocking(move || file_check::photo(content)).await;
        drop(permit);
        checked.map_err(Error::internal)?
    }
}

/// What the bytes of a photo are bound to: its tenant.
fn context(organisation: OrganisationId, tenant: TenantId) -> Vec<u8> {
    format!("photo of tenant {tenant} of {organisation}").into_bytes()
}
