//! What other services keep a copy of: read by the worker.

use chrono::NaiveDate;
use lintel_core::UserId;
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::{
    keeping::{TenantNews, TenantSnapshot},
    letting::LeaseStatus,
};

struct Row {
    organisation_id: i64,
    tenant_id: i64,
    tenancy_id: Option<i64>,
    property_id: Option<i64>,
    room_number: Option<String>,
    status: Option<String>,
    leave_date: Option<NaiveDate>,
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    mails_off: Option<bool>,
    user_ids: Vec<i64>,
    version: i64,
}

impl TryFrom<Row> for TenantNews {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let (organisation, tenant) = (row.organisation_id.into(), row.tenant_id.into());
        let (Some(tenancy), Some(property), Some(status)) =
            (row.tenancy_id, row.property_id, row.status)
        else {
            return Ok(Self::Gone {
                organisation,
                tenant,
                version: row.version,
            });
        };
        let row_name = RowName {
            table: "tenants",
            id: row.tenant_id,
        };
        Ok(Self::Is(Box::new(TenantSnapshot {
            organisation,
            tenant,
            tenancy: tenancy.into(),
            property: property.into(),
            room: row.room_number,
            status: row_name.known("status", LeaseStatus::parse(&status))?,
            last_day: row.leave_date,
            accounts: row.user_ids.into_iter().map(UserId::new).collect(),
            name: row.name.unwrap_or_default(),
            email: row.email.unwrap_or_default(),
            phone: row.phone.unwrap_or_default(),
            mails_off: row.mails_off.unwrap_or(false),
            version: row.version,
        })))
    }
}

/// Marks at most `limit` tenants that are due as told, each with its next version, and returns what there is to tell. Due is also what a
/// program told that knew nothing of last days.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.tenant_snapshot.take_due", skip_all)]
pub async fn take_due(tx: &mut PgConnection, limit: i64) -> Result<Vec<TenantNews>, StoreError> {
    let taken = sqlx::query!(
        "WITH due AS (
             SELECT organisation_id, tenant_id FROM tenant_snapshots WHERE due OR last_day_version IS DISTINCT FROM version
             ORDER BY tenant_id LIMIT $1 FOR UPDATE SKIP LOCKED)
         UPDATE tenant_snapshots
         SET due = false, version = version + 1, told_version = version + 1, last_day_version = version + 1
         FROM due WHERE tenant_snapshots.organisation_id = due.organisation_id
             AND tenant_snapshots.tenant_id = due.tenant_id
         RETURNING tenant_snapshots.organisation_id, tenant_snapshots.tenant_id",
        limit,
    )
    .fetch_all(&mut *tx)
    .await?;
    if taken.is_empty() {
        return Ok(Vec::new());
    }
    let taken: Vec<(i64, i64)> = taken
        .into_iter()
        .map(|row| (row.organisation_id, row.tenant_id))
        .collect();
    of(tx, &taken).await
}

/// The newest 50 tenants that an account says it is, as (organisation, tenant).
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_snapshot.of_account", skip_all)]
pub async fn of_account(
    tx: &mut PgConnection,
    user: UserId,
) -> Result<Vec<(i64, i64)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT organisation_id, tenant_id FROM tenant_confirmations WHERE user_id = $1 AND mine
         ORDER BY tenant_id DESC LIMIT 50",
        user.get(),
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.organisation_id, row.tenant_id))
        .collect())
}

/// Marks those of `tenants` that are due as told, each with its next version, and returns them.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_snapshot.take", skip_all)]
pub async fn take(
    tx: &mut PgConnection,
    tenants: &[(i64, i64)],
) -> Result<Vec<(i64, i64)>, StoreError> {
    let (organisations, tenants): (Vec<i64>, Vec<i64>) = tenants.iter().copied().unzip();
    let rows = sqlx::query!(
        "WITH due AS (
             SELECT organisation_id, tenant_id FROM tenant_snapshots
                 JOIN unnest($1::bigint[], $2::bigint[]) AS wanted (organisation_id, tenant_id) USING (organisation_id, tenant_id)
             WHERE due OR last_day_version IS DISTINCT FROM version ORDER BY tenant_id FOR UPDATE OF tenant_snapshots)
         UPDATE tenant_snapshots AS told
         SET due = false, version = version + 1, told_version = version + 1, last_day_version = version + 1
         FROM due WHERE told.organisation_id = due.organisation_id AND told.tenant_id = due.tenant_id
         RETURNING told.organisation_id, told.tenant_id",
        &organisations,
        &tenants,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.organisation_id, row.tenant_id))
        .collect())
}

/// What there is to tell of `tenants`, which are (organisation, tenant), by their ids.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.tenant_snapshot.of", skip_all)]
pub async fn of(
    tx: &mut PgConnection,
    tenants: &[(i64, i64)],
) -> Result<Vec<TenantNews>, StoreError> {
    let (organisations, tenants): (Vec<i64>, Vec<i64>) = tenants.iter().copied().unzip();
    // A statement of its own: it sees every change whose mark the one before took away.
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT told.organisation_id AS "organisation_id!", told.tenant_id AS "tenant_id!", tenancy_id AS "tenancy_id?",
               property_id AS "property_id?", room_number AS "room_number?",
               CASE WHEN has_left THEN 'Ended' ELSE state END AS status, leave_date AS "leave_date?", name AS "name?",
               email AS "email?", phone AS "phone?",
               (SELECT off FROM tenant_mail_switches AS switched
                    WHERE switched.organisation_id = told.organisation_id AND switched.tenant_id = told.tenant_id
                    ORDER BY tenant_mail_switch_id DESC LIMIT 1) AS mails_off,
               ARRAY(SELECT said.user_id FROM tenant_confirmations AS said JOIN accounts USING (user_id)
                     WHERE said.organisation_id = told.organisation_id AND said.tenant_id = told.tenant_id
                         AND said.email_key = lower(email) AND mine AND role = 'Tenant'
                         AND (accounts.email_key = said.email_key OR basis IN ('application', 'invitation')) ORDER BY said.user_id)
                   AS "user_ids!", told.version AS "version!"
           FROM unnest($1::bigint[], $2::bigint[]) AS taken (organisation_id, tenant_id)
               JOIN tenant_snapshots AS told USING (organisation_id, tenant_id)
               LEFT JOIN (tenants JOIN tenancies USING (organisation_id, tenancy_id)) USING (organisation_id, tenant_id)
           ORDER BY told.tenant_id"#,
        &organisations,
        &tenants,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most `limit` tenants that were told of, with ids greater than `after`, by their ids.
///
/// # Errors
/// As [`take_due`].
#[tracing::instrument(name = "db.tenant_snapshot.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    after: i64,
    limit: i64,
) -> Result<Vec<TenantNews>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT organisation_id AS "organisation_id!", tenant_id AS "tenant_id!", tenancy_id AS "tenancy_id?",
               property_id AS "property_id?", room_number AS "room_number?",
               CASE WHEN has_left THEN 'Ended' ELSE state END AS status, leave_date AS "leave_date?", name AS "name?",
               email AS "email?", phone AS "phone?",
               (SELECT off FROM tenant_mail_switches AS switched
                    WHERE switched.organisation_id = told.organisation_id AND switched.tenant_id = told.tenant_id
                    ORDER BY tenant_mail_switch_id DESC LIMIT 1) AS mails_off,
               ARRAY(SELECT said.user_id FROM tenant_confirmations AS said JOIN accounts USING (user_id)
                     WHERE said.organisation_id = told.organisation_id AND said.tenant_id = told.tenant_id
                         AND said.email_key = lower(email) AND mine AND role = 'Tenant'
                         AND (accounts.email_key = said.email_key OR basis IN ('application', 'invitation')) ORDER BY said.user_id)
                   AS "user_ids!", told.version AS "version!"
           FROM tenants JOIN tenancies USING (organisation_id, tenancy_id)
               JOIN tenant_snapshots AS told USING (organisation_id, tenant_id)
           WHERE tenant_id > $1 AND told.version > 0 ORDER BY tenant_id LIMIT $2"#,
        after,
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}
