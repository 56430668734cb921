//! Certificates.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{CertificateId, OrganisationId, PropertyId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{Certificate, CertificateDetails, CertificateType, FileAddress, PropertyLabel};

/// The key that keeps a certificate with a property of its own organisation.
pub const PROPERTY_FK: &str = "property_certificates_organisation_id_property_id_fk";

struct CertificateRow {
    certificate_id: i64,
    property_id: i64,
    property_name: String,
    property_address: String,
    certificate_type: String,
    issue_date: Option<NaiveDate>,
    expiry_date: NaiveDate,
    certificate_url: Option<String>,
    notes: Option<String>,
    superseded_by: Option<i64>,
    changed_by: Option<i64>,
    version: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl TryFrom<CertificateRow> for Certificate {
    type Error = StoreError;

    fn try_from(row: CertificateRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "property_certificates",
            id: row.certificate_id,
        };
        let kind = CertificateType::parse(&row.certificate_type);
        let address = row
            .certificate_url
            .map(|text| name.known("certificate_url", FileAddress::parse(&text)));
        Ok(Self {
            id: row.certificate_id.into(),
            property: PropertyLabel {
                id: row.property_id.into(),
                name: row.property_name,
                address: row.property_address,
            },
            details: CertificateDetails {
                certificate_type: name.known("certificate_type", kind)?,
                issue_date: row.issue_date,
                expiry_date: row.expiry_date,
                certificate_url: address.transpose()?,
                notes: row.notes,
            },
            superseded_by: row.superseded_by.map(Into::into),
            changed_by: row.changed_by.map(UserId::new),
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}

/// Every column that a [`Certificate`] is read from; what follows the tables is the caller's.
macro_rules! select_certificates {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            CertificateRow,
            "SELECT certificate_id, property_id, properties.name AS property_name,
                 properties.address AS property_address, certificate_type, issue_date, expiry_date, certificate_url,
                 notes, superseded_by, changed_by, certificates.version, certificates.created_at, certificates.updated_at
             FROM property_certificates AS certificates
             JOIN properties USING (organisation_id, property_id) " + $tail,
            $($argument),+
        )
    };
}

/// Which certificates a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// The property; `None` for all.
    pub property: Option<PropertyId>,
    /// The type; `None` for all.
    pub certificate_type: Option<CertificateType>,
    /// With a last day within any of these first and last days; empty for any day.
    pub expiry_dates: Vec<(NaiveDate, NaiveDate)>,
    /// True when renewed ones are shown as well.
    pub with_superseded: bool,
}

/// One certificate of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.certificate.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    certificate: CertificateId,
) -> Result<Option<Certificate>, StoreError> {
    let row = select_certificates!(
        "WHERE organisation_id = $1 AND certificate_id = $2",
        organisation.get(),
        certificate.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Works like [`find`], locked for a change.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.certificate.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    certificate: CertificateId,
) -> Result<Option<Certificate>, StoreError> {
    let row = select_certificates!(
        "WHERE organisation_id = $1 AND certificate_id = $2 FOR UPDATE OF certificates",
        organisation.get(),
        certificate.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The certificates that `certificate` renewed, locked for a change: one, or none.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.certificate.lock_renewed", skip_all)]
pub async fn lock_renewed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    certificate: CertificateId,
) -> Result<Vec<Certificate>, StoreError> {
    let rows = select_certificates!(
        "WHERE organisation_id = $1 AND superseded_by = $2 ORDER BY certificate_id FOR UPDATE OF certificates",
        organisation.get(),
        certificate.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most `limit` certificates by their last day, those after `after` (a last day and an id).
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.certificate.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: &Filter,
    after: (NaiveDate, i64),
    limit: i64,
) -> Result<Vec<Certificate>, StoreError> {
    let (first, last): (Vec<_>, Vec<_>) = filter.expiry_dates.iter().copied().unzip();
    let rows = select_certificates!(
        "WHERE organisation_id = $1
             AND (expiry_date, certificate_id) > ($2, $3)
             AND ($4::bigint IS NULL OR property_id = $4)
             AND ($5::text IS NULL OR certificate_type = $5)
             AND ($6 OR superseded_by IS NULL)
             AND (cardinality($7::date[]) = 0 OR EXISTS (
                 SELECT FROM unnest($7::date[], $8::date[]) AS range (first, last)
                 WHERE expiry_date BETWEEN first AND last))
         ORDER BY expiry_date, certificate_id
         LIMIT $9",
        organisation.get(),
        after.0,
        after.1,
        filter.property.map(PropertyId::get),
        filter.certificate_type.map(CertificateType::as_str),
        filter.with_superseded,
        &first,
        &last,
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most 200 current certificates of a home, by their last day.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.certificate.current_of_home", skip_all)]
pub async fn current_of_home(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    home: PropertyId,
) -> Result<Vec<Certificate>, StoreError> {
    let rows = select_certificates!(
        "WHERE organisation_id = $1 AND property_id = $2 AND superseded_by IS NULL
         ORDER BY expiry_date, certificate_id LIMIT 200",
        organisation.get(),
        home.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Counts the current certificates that have their last day within `dates`, the first and the last.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.certificate.count", skip_all)]
pub async fn count(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    dates: (NaiveDate, NaiveDate),
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM property_certificates
         WHERE organisation_id = $1 AND superseded_by IS NULL AND expiry_date BETWEEN $2 AND $3"#,
        organisation.get(),
        dates.0,
        dates.1,
    )
    .fetch_one(tx)
    .await?;
    Ok(count)
}

/// Adds a certificate at its first version.
///
/// # Errors
/// [`StoreError`] when the database refuses; [`PROPERTY_FK`] when the property has just been deleted.
#[tracing::instrument(name = "db.certificate.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: &PropertyLabel,
    details: CertificateDetails,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<Certificate, StoreError> {
    let row = sqlx::query!(
        "INSERT INTO property_certificates (organisation_id, property_id, certificate_type, issue_date, expiry_date,
             certificate_url, notes, changed_by, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
         RETURNING certificate_id, version",
        organisation.get(),
        property.id.get(),
        details.certificate_type.as_str(),
        details.issue_date,
        details.expiry_date,
        details.certificate_url.as_ref().map(FileAddress::as_str),
        details.notes,
        by.get(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(Certificate {
        id: row.certificate_id.into(),
        property: property.clone(),
        details,
        superseded_by: None,
        changed_by: Some(by),
        version: row.version,
        created_at: now,
        updated_at: now,
    })
}

/// Writes a certificate as it is now said to be, at its next version.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such certificate: lock it first.
#[tracing::instrument(name = "db.certificate.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    changed: Certificate,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<Certificate, StoreError> {
    let details = &changed.details;
    let row = sqlx::query!(
        "UPDATE property_certificates
         SET certificate_type = $3, issue_date = $4, expiry_date = $5, certificate_url = $6, notes = $7,
             superseded_by = $8, changed_by = $9, updated_at = greatest($10, updated_at), version = version + 1
         WHERE organisation_id = $1 AND certificate_id = $2
         RETURNING version, updated_at",
        organisation.get(),
        changed.id.get(),
        details.certificate_type.as_str(),
        details.issue_date,
        details.expiry_date,
        details.certificate_url.as_ref().map(FileAddress::as_str),
        details.notes,
        changed.superseded_by.map(CertificateId::get),
        by.get(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(Certificate {
        changed_by: Some(by),
        version: row.version,
        updated_at: row.updated_at,
        ..changed
    })
}

/// Deletes a certificate that no other one names as its renewal.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such certificate: lock it first.
#[tracing::instrument(name = "db.certificate.delete", skip_all)]
pub async fn delete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    certificate: CertificateId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM property_certificates WHERE organisation_id = $1 AND certificate_id = $2 RETURNING certificate_id",
        organisation.get(),
        certificate.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}
