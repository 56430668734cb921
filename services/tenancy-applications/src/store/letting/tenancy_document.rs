//! Documents that a tenancy's tenants were given.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, TenancyDocumentId, TenancyId, TenantId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::letting::{DeliveredDocument, TenancyDocumentKind};

struct DeliveredRow {
    tenancy_document_id: i64,
    kind: String,
    title: String,
    media_type: String,
    size_bytes: i64,
    hash: Vec<u8>,
    given_at: DateTime<Utc>,
    opened_at: Option<DateTime<Utc>>,
}

impl TryFrom<DeliveredRow> for DeliveredDocument {
    type Error = StoreError;

    fn try_from(row: DeliveredRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "tenancy_documents",
            id: row.tenancy_document_id,
        };
        Ok(Self {
            id: row.tenancy_document_id.into(),
            kind: name.known("kind", TenancyDocumentKind::parse(&row.kind))?,
            title: row.title,
            media_type: row.media_type,
            size: row.size_bytes,
            hash: name.known("hash", row.hash.try_into().ok())?,
            given_at: row.given_at,
            opened_at: row.opened_at,
        })
    }
}

/// What a tenant was given, the newest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.tenancy_document.of_tenant", skip_all)]
pub async fn of_tenant(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<Vec<DeliveredDocument>, StoreError> {
    let rows = sqlx::query_as!(
        DeliveredRow,
        "SELECT tenancy_document_id, kind, title, media_type, size_bytes, hash, given_at, opened_at
         FROM tenancy_documents JOIN tenancy_document_deliveries USING (organisation_id, tenancy_document_id)
         WHERE organisation_id = $1 AND tenant_id = $2 ORDER BY tenancy_document_id DESC",
        organisation.get(),
        tenant.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// A document that a tenant was given, with its sealed bytes.
///
/// # Errors
/// As [`of_tenant`].
#[tracing::instrument(name = "db.tenancy_document.read", skip_all)]
pub async fn read(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    document: TenancyDocumentId,
) -> Result<Option<(DeliveredDocument, Vec<u8>)>, StoreError> {
    let row = sqlx::query_as!(
        DeliveredRow,
        "SELECT tenancy_document_id, kind, title, media_type, size_bytes, hash, given_at, opened_at
         FROM tenancy_documents JOIN tenancy_document_deliveries USING (organisation_id, tenancy_document_id)
         WHERE organisation_id = $1 AND tenant_id = $2 AND tenancy_document_id = $3",
        organisation.get(),
        tenant.get(),
        document.get(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let sealed = sqlx::query_scalar!(
        "SELECT sealed FROM tenancy_document_contents WHERE organisation_id = $1 AND tenancy_document_id = $2",
        organisation.get(),
        document.get(),
    )
    .fetch_optional(tx)
    .await?;
    let Some(sealed) = sealed else {
        return Ok(None);
    };
    Ok(Some((row.try_into()?, sealed)))
}

/// Tells whether a document is one that tenants of a tenancy were given.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy_document.is_of", skip_all)]
pub async fn is_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    document: TenancyDocumentId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM tenancy_documents JOIN tenancy_document_deliveries USING (organisation_id, tenancy_document_id)
                       WHERE organisation_id = $1 AND tenancy_id = $2 AND tenancy_document_id = $3) AS "is_of!""#,
        organisation.get(),
        tenancy.get(),
        document.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// Tells whether a tenant was given a document.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy_document.was_given", skip_all)]
pub async fn was_given(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    document: TenancyDocumentId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM tenancy_document_deliveries
                       WHERE organisation_id = $1 AND tenant_id = $2 AND tenancy_document_id = $3) AS "was_given!""#,
        organisation.get(),
        tenant.get(),
        document.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// How many documents a tenancy has.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy_document.count", skip_all)]
pub async fn count(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM tenancy_documents WHERE organisation_id = $1 AND tenancy_id = $2"#,
        organisation.get(),
        tenancy.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// What is known of a new document besides its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewTenancyDocument<'a> {
    /// What it is.
    pub kind: TenancyDocumentKind,
    /// Its title.
    pub title: &'a str,
    /// What kind of file it is.
    pub media_type: &'a str,
    /// In bytes.
    pub size: i64,
    /// The SHA-256 of the bytes in clear.
    pub hash: &'a [u8; 32],
}

/// Adds a document, given to `tenants`; its bytes follow by [`keep_contents`].
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenancy_document.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    new: NewTenancyDocument<'_>,
    tenants: &[i64],
    at: DateTime<Utc>,
) -> Result<TenancyDocumentId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO tenancy_documents (organisation_id, tenancy_id, kind, title, media_type, size_bytes, hash, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING tenancy_document_id",
        organisation.get(),
        tenancy.get(),
        new.kind.as_str(),
        new.title,
        new.media_type,
        new.size,
        new.hash.as_slice(),
        at,
    )
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query!(
        "INSERT INTO tenancy_document_deliveries (organisation_id, tenancy_document_id, tenant_id, given_at)
         SELECT $1, $2, tenant_id, $4 FROM unnest($3::bigint[]) AS given (tenant_id)",
        organisation.get(),
        id,
        tenants,
        at,
    )
    .execute(tx)
    .await?;
    Ok(id.into())
}

/// Keeps the sealed bytes of a document.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.tenancy_document.keep_contents", skip_all)]
pub async fn keep_contents(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    document: TenancyDocumentId,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO tenancy_document_contents (organisation_id, tenancy_document_id, sealed) VALUES ($1, $2, $3)",
        organisation.get(),
        document.get(),
        sealed,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps when a tenant opened a document first; a later opening changes nothing.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.tenancy_document.open", skip_all)]
pub async fn open(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    document: TenancyDocumentId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE tenancy_document_deliveries SET opened_at = $4
         WHERE organisation_id = $1 AND tenant_id = $2 AND tenancy_document_id = $3 AND opened_at IS NULL",
        organisation.get(),
        tenant.get(),
        document.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
