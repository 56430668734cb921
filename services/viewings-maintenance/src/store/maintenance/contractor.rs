//! The directory of contractors.

use chrono::{DateTime, Utc};
use lintel_core::{ContractorId, OrganisationId, PageToken, Search};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::maintenance::{Contractor, ContractorDetails, Trade};

struct ContractorRow {
    contractor_id: i64,
    name: String,
    trade: String,
    phone: String,
    email: Option<String>,
    registration: Option<String>,
    notes: Option<String>,
    open_requests: i32,
    updated_at: DateTime<Utc>,
    version: i64,
}

impl TryFrom<ContractorRow> for Contractor {
    type Error = StoreError;

    fn try_from(row: ContractorRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "contractors",
            id: row.contractor_id,
        };
        Ok(Self {
            id: row.contractor_id.into(),
            details: ContractorDetails {
                name: row.name,
                trade: name.known("trade", Trade::parse(&row.trade))?,
                phone: row.phone,
                email: row.email,
                registration: row.registration,
                notes: row.notes,
            },
            open_requests: row.open_requests,
            updated_at: row.updated_at,
            version: row.version,
        })
    }
}

/// Every column that a [`Contractor`] is read from; what follows is the caller's.
macro_rules! select_contractors {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            ContractorRow,
            r#"SELECT contractor_id, name, trade, phone, email, registration, notes, updated_at, version,
                 (SELECT count(*)::integer FROM maintenance_requests r
                  WHERE r.organisation_id = contractors.organisation_id AND r.contractor_id = contractors.contractor_id
                    AND r.status IN ('Open', 'In Progress')) AS "open_requests!"
             FROM contractors WHERE organisation_id = $1 "# + $tail,
            $($argument),+
        )
    };
}

/// One contractor of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.contractor.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    contractor: ContractorId,
) -> Result<Option<Contractor>, StoreError> {
    let row = select_contractors!(
        "AND contractor_id = $2",
        organisation.get(),
        contractor.get()
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Works like [`find`], locked for a change.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.contractor.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    contractor: ContractorId,
) -> Result<Option<Contractor>, StoreError> {
    // The count of requests is read after the lock, so that it has those that were named while this waited for it.
    let locked = sqlx::query_scalar!(
        "SELECT contractor_id FROM contractors WHERE organisation_id = $1 AND contractor_id = $2 FOR UPDATE",
        organisation.get(),
        contractor.get(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    match locked {
        Some(_) => find(tx, organisation, contractor).await,
        None => Ok(None),
    }
}

/// The name of a contractor that a request is to name: while the transaction lasts they do not leave the directory.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.contractor.hold", skip_all)]
pub async fn hold(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    contractor: ContractorId,
) -> Result<Option<String>, StoreError> {
    let name = sqlx::query_scalar!(
        "SELECT name FROM contractors WHERE organisation_id = $1 AND contractor_id = $2 FOR SHARE",
        organisation.get(),
        contractor.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(name)
}

/// At most `limit` contractors behind `after` by name, of one trade where that is said, whom `search` finds by name, address or phone
/// number.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.contractor.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    trade: Option<Trade>,
    search: &Search,
    after: Option<&PageToken>,
    limit: i64,
) -> Result<Vec<Contractor>, StoreError> {
    let rows = select_contractors!(
        "AND ($2::text IS NULL OR trade = $2)
         AND (NOT EXISTS (SELECT FROM unnest($3::text[]) word WHERE strpos(lower(concat_ws(' ', name, email)), word) = 0)
              OR ($4 <> '' AND strpos(regexp_replace(phone, '[^0-9]', '', 'g'), $4) > 0))
         AND ($5::text IS NULL OR (lower(name), contractor_id) > (lower($5), $6::bigint))
         ORDER BY lower(name), contractor_id LIMIT $7",
        organisation.get(),
        trade.map(Trade::as_str),
        &search.words,
        search.phone,
        after.map(|after| after.sort.as_str()),
        after.map(|after| after.id),
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Adds a contractor.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.contractor.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    details: &ContractorDetails,
    now: DateTime<Utc>,
) -> Result<ContractorId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO contractors
             (organisation_id, name, trade, phone, email, registration, notes, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING contractor_id",
        organisation.get(),
        details.name,
        details.trade.as_str(),
        details.phone,
        details.email,
        details.registration,
        details.notes,
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Writes what a locked contractor becomes, as another version.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.contractor.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    contractor: ContractorId,
    details: &ContractorDetails,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let version = sqlx::query_scalar!(
        "UPDATE contractors
         SET name = $3, trade = $4, phone = $5, email = $6, registration = $7, notes = $8,
             updated_at = greatest($9, updated_at), version = version + 1
         WHERE organisation_id = $1 AND contractor_id = $2 RETURNING version",
        organisation.get(),
        contractor.get(),
        details.name,
        details.trade.as_str(),
        details.phone,
        details.email,
        details.registration,
        details.notes,
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(version)
}

/// Takes a locked contractor out of the directory. Requests that name them keep their last name.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.contractor.delete", skip_all)]
pub async fn delete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    contractor: &Contractor,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE maintenance_requests SET contractor_name = $3 WHERE organisation_id = $1 AND contractor_id = $2",
        organisation.get(),
        contractor.id.get(),
        contractor.details.name,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "DELETE FROM contractors WHERE organisation_id = $1 AND contractor_id = $2",
        organisation.get(),
        contractor.id.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}
