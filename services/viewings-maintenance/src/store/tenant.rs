//! The copy of who lives where.

use chrono::NaiveDate;
use lintel_core::{OrganisationId, PropertyId, TenantId};
use lintel_db::StoreError;
use lintel_sealing::Opener;
use sqlx::PgConnection;

use super::RowName;
use crate::{
    domain::{LeaseStatus, TenantCopy, TenantNews},
    events::inbound,
};

struct TenantRow {
    organisation_id: i64,
    tenant_id: i64,
    property_id: Option<i64>,
    room_number: Option<String>,
    lease_status: Option<String>,
    last_date: Option<NaiveDate>,
    user_ids: Option<Vec<i64>>,
    contact: Option<Vec<u8>>,
}

impl TenantRow {
    fn read(self, opener: &Opener) -> Result<TenantCopy, StoreError> {
        let row = RowName {
            table: "vm_tenants",
            id: self.tenant_id,
        };
        let ciphertext = row.known("contact", self.contact)?;
        let contact = row.known("contact", inbound::contact(ciphertext, opener))?;
        let status = self.lease_status.as_deref().and_then(LeaseStatus::parse);
        let users = row.known("user_ids", self.user_ids)?;
        Ok(TenantCopy {
            tenant_id: self.tenant_id.into(),
            organisation: self.organisation_id.into(),
            property: row.known("property_id", self.property_id)?.into(),
            room_number: self.room_number,
            lease_status: row.known("lease_status", status)?,
            last_date: self.last_date,
            user_ids: users.into_iter().map(Into::into).collect(),
            name: contact.name,
            email: contact.email,
            phone: contact.phone,
            mails_off: contact.mails_off,
        })
    }
}

/// The tenants that the caller's own account is, of any organisation, in the order of their ids. The transaction must be the account's.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.tenant.of_account", skip_all)]
pub async fn of_account(
    tx: &mut PgConnection,
    opener: &Opener,
) -> Result<Vec<TenantCopy>, StoreError> {
    let rows = sqlx::query_as!(
        TenantRow,
        r#"SELECT organisation_id AS "organisation_id!", tenant_id AS "tenant_id!", property_id, room_number, lease_status,
             last_date, user_ids, contact
         FROM vm_own_tenants() ORDER BY tenant_id"#,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(|row| row.read(opener)).collect()
}

/// Returns the tenants of a home on a day, as known now: with a room, of it or of the whole house; without one, of any part of it.
/// In the order of their ids.
///
/// # Errors
/// As [`of_account`].
#[tracing::instrument(name = "db.tenant.living_in", skip_all)]
pub async fn living_in(
    tx: &mut PgConnection,
    opener: &Opener,
    organisation: OrganisationId,
    property: PropertyId,
    room: Option<&str>,
    day: NaiveDate,
) -> Result<Vec<TenantCopy>, StoreError> {
    let rows = sqlx::query_as!(
        TenantRow,
        "SELECT organisation_id, tenant_id, property_id, room_number, lease_status, last_date, user_ids, contact
         FROM vm_tenants
         WHERE organisation_id = $1 AND property_id = $2 AND lease_status = 'Active'
             AND ($3::text IS NULL OR room_number IS NULL OR lower(room_number) = lower($3))
             AND (last_date IS NULL OR last_date >= $4)
         ORDER BY tenant_id",
        organisation.get(),
        property.get(),
        room,
        day,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(|row| row.read(opener)).collect()
}

/// The tenants with these ids, wherever they live or lived; those that were taken away or erased are left out. In the order of their ids.
///
/// # Errors
/// As [`of_account`].
#[tracing::instrument(name = "db.tenant.of_ids", skip_all)]
pub async fn of_ids(
    tx: &mut PgConnection,
    opener: &Opener,
    organisation: OrganisationId,
    tenants: &[TenantId],
) -> Result<Vec<TenantCopy>, StoreError> {
    let ids: Vec<i64> = tenants.iter().map(|tenant| tenant.get()).collect();
    let rows = sqlx::query_as!(
        TenantRow,
        "SELECT organisation_id, tenant_id, property_id, room_number, lease_status, last_date, user_ids, contact
         FROM vm_tenants
         WHERE organisation_id = $1 AND tenant_id = ANY ($2) AND property_id IS NOT NULL ORDER BY tenant_id",
        organisation.get(),
        &ids,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(|row| row.read(opener)).collect()
}

/// Returns those of these homes in which somebody lives.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.tenant.lived_in", skip_all)]
pub async fn lived_in(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    properties: &[PropertyId],
) -> Result<Vec<LivedIn>, StoreError> {
    let ids: Vec<i64> = properties.iter().map(|id| id.get()).collect();
    let rows = sqlx::query!(
        r#"SELECT DISTINCT property_id AS "property_id!", room_number, last_date FROM vm_tenants
         WHERE organisation_id = $1 AND property_id = ANY ($2) AND lease_status = 'Active'"#,
        organisation.get(),
        &ids,
    )
    .fetch_all(tx)
    .await?;
    let homes = rows.into_iter().map(|row| LivedIn {
        property: row.property_id.into(),
        room_number: row.room_number,
        last_date: row.last_date,
    });
    Ok(homes.collect())
}

/// A home in which somebody lives.
#[derive(Debug)]
pub struct LivedIn {
    /// The property.
    pub property: PropertyId,
    /// The room; `None` where all of it is let.
    pub room_number: Option<String>,
    /// Until when; `None` while that is not known.
    pub last_date: Option<NaiveDate>,
}

/// Keeps what was told of a tenant unless something as new is known, or the organisation is gone. Gives whether it was news. The last day of
/// the same version is news as well: a program of before, which knew nothing of it, may have kept that version.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenant.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    news: &TenantNews,
) -> Result<bool, StoreError> {
    let state = news.state.as_ref();
    let kept = sqlx::query!(
        "INSERT INTO vm_tenants
             (organisation_id, tenant_id, property_id, room_number, lease_status, last_date, user_ids, contact, version)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
         WHERE NOT EXISTS (SELECT FROM vm_gone_organisations WHERE organisation_id = $1)
         ON CONFLICT (organisation_id, tenant_id) DO UPDATE
         SET property_id = excluded.property_id, room_number = excluded.room_number, lease_status = excluded.lease_status,
             last_date = excluded.last_date, user_ids = excluded.user_ids, contact = excluded.contact, version = excluded.version
         WHERE vm_tenants.version < excluded.version OR (vm_tenants.version = excluded.version
             AND excluded.last_date <> coalesce(vm_tenants.last_date, 'infinity'))",
        organisation.get(),
        news.tenant.get(),
        state.map(|state| state.property.get()),
        state.and_then(|state| state.room_number.as_deref()),
        state.map(|state| state.lease_status.as_str()),
        state.and_then(|state| state.last_date),
        state.map(|state| state.user_ids.as_slice()),
        state.map(|state| state.contact.as_slice()),
        news.version,
    )
    .execute(tx)
    .await?;
    Ok(kept.rows_affected() == 1)
}
