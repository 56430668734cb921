//! Documents that a tenancy's tenants are given: sealed, with the hash of their bytes, and who got and opened which when.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{
    Clock, Error, OrganisationId, Principal, RequestKey, Role, TenancyDocumentId, TenantId,
    london_date,
};
use lintel_db::{Db, Scope, once};
use lintel_runtime::limits::Stored;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use tokio::sync::Semaphore;

use super::{TenancyMails, locked, own_tenant, tenancy};
use crate::{
    app::{
        documents::file_check::{self, Checked},
        keeping::keys::Keys,
    },
    domain::letting::{DeliveredDocument, MOST_GIVEN, Tenancy, TenancyDocumentLabel},
    error::{tenancy_document_not_found, tenancy_ended},
    store::{self, letting::tenancy_document::NewTenancyDocument},
};

/// The reason of a file that is no document.
const INVALID: &str = "TENANCY_DOCUMENT_INVALID";
/// Files that are examined at once; the others wait.
const AT_ONCE: usize = 2;

/// Documents of tenancies.
#[derive(Debug, Clone)]
pub struct TenancyDocuments {
    db: Db,
    clock: Arc<dyn Clock>,
    keys: Keys,
    mails: TenancyMails,
    examining: Arc<Semaphore>,
    stored: Stored,
}

/// A document as it was read.
#[derive(Debug)]
pub struct ReadTenancyDocument {
    /// What it is.
    pub document: DeliveredDocument,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl TenancyDocuments {
    /// Documents kept in `db`, sealed with `keys`, as many as `stored` allows.
    #[must_use]
    pub fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        keys: Keys,
        mails: TenancyMails,
        stored: Stored,
    ) -> Self {
        Self {
            db,
            clock,
            keys,
            mails,
            examining: Arc::new(Semaphore::new(AT_ONCE)),
            stored,
        }
    }

    /// Gives a document to all tenants of a tenancy who have not left, each with a mail where that is wanted (`email_tenant` is what the act
    /// was told). Where everybody has left, all of them get it while their portals show the home: a bill comes after the end. A repeat
    /// under the same request id gives nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `TENANCY_DOCUMENT_INVALID`; `FILE_TYPE_INVALID`; `TENANCY_ENDED`; `STORAGE_FULL`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.give_tenancy_document", skip_all, fields(tenant.id = %tenant))]
    pub async fn give(
        &self,
        caller: &Principal,
        tenant: TenantId,
        label: Result<TenancyDocumentLabel, Error>,
        (content, email_tenant): (Vec<u8>, Option<bool>),
        request: Option<&RequestKey>,
    ) -> Result<DeliveredDocument, Error> {
        let organisation = caller.organisation()?;
        // Whose the tenant is comes first: no stranger's file is worth examining.
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        locked::shown(&mut tx, organisation, tenant).await?;
        tx.commit().await?;
        let label = label?;
        let file = self.examine(content).await?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let given: i64 = once(&mut tx, request, async |tx| {
            let before = locked::lock_of(tx, organisation, tenant).await?;
            let today = london_date(now);
            if !before.given_on(today).any(|member| member.id == tenant) {
                return Err(tenancy_ended());
            }
            let there =
                store::letting::tenancy_document::count(tx, organisation, before.id).await?;
            if there >= MOST_GIVEN {
                let text = format!("A tenancy has at most {MOST_GIVEN} documents.");
                return Err(Error::field(INVALID, "content", text));
            }
            let stored = store::keeping::stored::of_organisation(tx, organisation).await?;
            self.stored.check_organisation(stored, file.bytes.len())?;
            let id = keep(tx, organisation, &self.keys, &before, &label, &file, now).await?;
            for member in before.given_on(today) {
                let said = (label.title.as_str(), email_tenant);
                self.mails
                    .tell_of_document(tx, organisation, member.id, said, now)
                    .await?;
            }
            let after = before.clone();
            tenancy::save(tx, organisation, &before, after, now).await?;
            Ok(id.get())
        })
        .await?;
        let found =
            store::letting::tenancy_document::of_tenant(&mut tx, organisation, tenant).await?;
        tx.commit().await?;
        let given = found.into_iter().find(|one| one.id.get() == given);
        given.ok_or_else(tenancy_document_not_found)
    }

    /// What a tenant was given, the newest first: a landlord's tenant, or the account's own.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_tenancy_documents", skip_all, fields(tenant.id = %tenant))]
    pub async fn list(
        &self,
        caller: &Principal,
        tenant: TenantId,
    ) -> Result<Vec<DeliveredDocument>, Error> {
        let today = london_date(self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let (organisation, _) = own_tenant::named(&mut tx, caller, tenant, today).await?;
        Ok(store::letting::tenancy_document::of_tenant(&mut tx, organisation, tenant).await?)
    }

    /// The bytes of a document. A tenant's own first reading is kept in the same transaction.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `TENANCY_DOCUMENT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_tenancy_document", skip_all, fields(tenant.id = %tenant))]
    pub async fn read(
        &self,
        caller: &Principal,
        tenant: TenantId,
        document: TenancyDocumentId,
    ) -> Result<ReadTenancyDocument, Error> {
        let now = self.clock.now();
        let today = london_date(now);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let (organisation, _) = own_tenant::named(&mut tx, caller, tenant, today).await?;
        let found =
            store::letting::tenancy_document::read(&mut tx, organisation, tenant, document).await?;
        let (document, sealed) = found.ok_or_else(tenancy_document_not_found)?;
        if caller.role == Role::Tenant {
            store::letting::tenancy_document::open(&mut tx, organisation, tenant, document.id, now)
                .await?;
        }
        let key = self.keys.of_organisation(&mut tx, organisation).await?;
        let bytes = key.open(&sealed, &context(organisation, document.id));
        let bytes = bytes.map_err(Error::internal)?.to_vec();
        tx.commit().await?;
        Ok(ReadTenancyDocument { document, bytes })
    }

    /// Judges a file by its content, outside any transaction.
    async fn examine(&self, content: Vec<u8>) -> Result<Checked, Error> {
        let permit = self.examining.acquire().await.map_err(Error::internal)?;
        let checked =
            tokio::task::spawn_blocking(move || file_check::check_as(content, INVALID, "content"));
        let checked = checked.await;
        drop(permit);
        checked.map_err(Error::internal)?
    }
}

/// Keeps a file as a document of the tenants who are given one at `now`. The caller says that the tenancy changed.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    keys: &Keys,
    tenancy: &Tenancy,
    label: &TenancyDocumentLabel,
    file: &Checked,
    now: DateTime<Utc>,
) -> Result<TenancyDocumentId, Error> {
    let new = NewTenancyDocument {
        kind: label.kind,
        title: &label.title,
        media_type: file.media_type,
        size: i64::try_from(file.bytes.len()).map_err(Error::internal)?,
        hash: &Sha256::digest(&file.bytes).into(),
    };
    let tenants = tenancy.given_on(london_date(now));
    let tenants: Vec<i64> = tenants.map(|one| one.id.get()).collect();
    let id =
        store::letting::tenancy_document::insert(tx, organisation, tenancy.id, new, &tenants, now);
    let id = id.await?;
    let key = keys.of_organisation(tx, organisation).await?;
    let sealed = key.seal(&file.bytes, &context(organisation, id));
    let sealed = sealed.map_err(Error::internal)?;
    store::letting::tenancy_document::keep_contents(tx, organisation, id, &sealed).await?;
    Ok(id)
}

/// What the bytes of a document are bound to: its row.
fn context(organisation: OrganisationId, document: TenancyDocumentId) -> Vec<u8> {
    format!("tenancy document {document} of {organisation}").into_bytes()
}
