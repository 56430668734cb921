//! The reminders of certificates and inspections that were published, once each. All organisations' rows: for background work alone.

use std::ops::RangeInclusive;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{CertificateType, ReminderKind};

/// Which facts to look for.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The days on which reminders are due.
    pub days: RangeInclusive<NaiveDate>,
    /// Today in London.
    pub today: NaiveDate,
    /// When it is told.
    pub now: DateTime<Utc>,
    /// At most so many.
    pub limit: i64,
}

/// A fact about a certificate that has just been written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateReminder {
    /// Its own id.
    pub id: i64,
    /// The organisation that it belongs to.
    pub organisation: OrganisationId,
    /// The certificate.
    pub certificate_id: i64,
    /// The property.
    pub property_id: i64,
    /// The type of the certificate.
    pub certificate_type: CertificateType,
    /// Its last day.
    pub expiry_date: NaiveDate,
    /// The number of days before that day; -1 for the day after.
    pub offset_days: i32,
}

/// A fact about an inspection that has just been written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InspectionReminder {
    /// Its own id.
    pub id: i64,
    /// The organisation that it belongs to.
    pub organisation: OrganisationId,
    /// The inspection.
    pub inspection_id: i64,
    /// The property.
    pub property_id: i64,
    /// Its day.
    pub inspection_date: NaiveDate,
    /// Its time.
    pub inspection_time: NaiveTime,
    /// The number of days before that day; -1 for the day after.
    pub offset_days: i32,
}

/// Through which day everything was told, if it ever was, locked; none at all while another replica is telling.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.reminder.lock_watermark", skip_all)]
pub async fn lock_watermark(
    tx: &mut PgConnection,
) -> Result<Option<Option<NaiveDate>>, StoreError> {
    let row = sqlx::query_scalar!(
        "SELECT told_through FROM reminder_watermark WHERE name = 'reminders' FOR UPDATE SKIP LOCKED",
    )
    .fetch_optional(tx)
    .await?;
    Ok(row)
}

/// Notes that everything through `day` was told.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.reminder.told_through", skip_all)]
pub async fn told_through(tx: &mut PgConnection, day: NaiveDate) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE reminder_watermark SET told_through = $1 WHERE name = 'reminders'",
        day,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Writes down the facts of `kind` about current certificates that are wanted and were never told, `offsets` days before their
/// last days.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.reminder.certificates", skip_all)]
pub async fn certificates(
    tx: &mut PgConnection,
    kind: ReminderKind,
    offsets: &[i32],
    wanted: &Wanted,
) -> Result<Vec<CertificateReminder>, StoreError> {
    let rows = sqlx::query!(
        r#"WITH due AS (
             SELECT organisation_id, certificate_id, property_id, certificate_type, expiry_date, days
             FROM unnest($2::integer[]) AS ahead (days)
             JOIN property_certificates ON superseded_by IS NULL
                 AND expiry_date BETWEEN $3::date + days AND $4::date + days
             -- What has expired meanwhile is not told to expire.
             WHERE (days < 0 OR expiry_date >= $5)
                 AND NOT EXISTS (SELECT FROM reminders
                     WHERE reminders.organisation_id = property_certificates.organisation_id AND kind = $1
                         AND subject_id = certificate_id AND subject_date = expiry_date AND offset_days = days)
             ORDER BY organisation_id, certificate_id, days
             LIMIT $6
         ), told AS (
             INSERT INTO reminders (organisation_id, kind, subject_id, subject_date, offset_days, created_at)
             SELECT organisation_id, $1, certificate_id, expiry_date, days, $7 FROM due
             ON CONFLICT DO NOTHING
             RETURNING reminder_id, organisation_id, subject_id, offset_days
         )
         SELECT reminder_id AS "reminder_id!", due.organisation_id AS "organisation_id!",
             certificate_id AS "certificate_id!", property_id AS "property_id!", certificate_type AS "certificate_type!",
             expiry_date AS "expiry_date!", offset_days AS "offset_days!"
         FROM told
         JOIN due ON due.organisation_id = told.organisation_id AND certificate_id = subject_id AND days = offset_days
         ORDER BY reminder_id"#,
        kind.as_str(),
        offsets,
        wanted.days.start(),
        wanted.days.end(),
        wanted.today,
        wanted.limit,
        wanted.now,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let name = RowName {
                table: "property_certificates",
                id: row.certificate_id,
            };
            let kind = CertificateType::parse(&row.certificate_type);
            Ok(CertificateReminder {
                id: row.reminder_id,
                organisation: row.organisation_id.into(),
                certificate_id: row.certificate_id,
                property_id: row.property_id,
                certificate_type: name.known("certificate_type", kind)?,
                expiry_date: row.expiry_date,
                offset_days: row.offset_days,
            })
        })
        .collect()
}

/// Writes down the facts of `kind` about inspections that are still to be done, wanted and never told: `offset` days before their
/// day, or as many as their property's settings say, where nothing is set `usual`.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.reminder.inspections", skip_all)]
pub async fn inspections(
    tx: &mut PgConnection,
    kind: ReminderKind,
    offset: Option<i32>,
    usual: i32,
    wanted: &Wanted,
) -> Result<Vec<InspectionReminder>, StoreError> {
    let rows = sqlx::query!(
        r#"WITH due AS (
             SELECT organisation_id, inspection_id, property_id, inspection_date, inspection_time, days
             FROM property_inspections
             LEFT JOIN inspection_settings USING (organisation_id, property_id)
             CROSS JOIN LATERAL (SELECT coalesce($2, reminder_days, $8)) AS ahead (days)
             WHERE status = 'Scheduled'
                 -- Within reach of every choice of days, for the index; then by the property's own.
                 AND inspection_date BETWEEN $3::date - 1 AND $4::date + 30
                 AND inspection_date BETWEEN $3::date + days AND $4::date + days
                 -- What has become overdue meanwhile is not told to be due.
                 AND (days < 0 OR inspection_date >= $5)
                 AND NOT EXISTS (SELECT FROM reminders
                     WHERE reminders.organisation_id = property_inspections.organisation_id AND kind = $1
                         AND subject_id = inspection_id AND subject_date = inspection_date AND offset_days = days)
             ORDER BY organisation_id, inspection_id
             LIMIT $6
         ), told AS (
             INSERT INTO reminders (organisation_id, kind, subject_id, subject_date, offset_days, created_at)
             SELECT organisation_id, $1, inspection_id, inspection_date, days, $7 FROM due
             ON CONFLICT DO NOTHING
             RETURNING reminder_id, organisation_id, subject_id, offset_days
         )
         SELECT reminder_id AS "reminder_id!", due.organisation_id AS "organisation_id!",
             inspection_id AS "inspection_id!", property_id AS "property_id!", inspection_date AS "inspection_date!",
             inspection_time AS "inspection_time!", offset_days AS "offset_days!"
         FROM told
         JOIN due ON due.organisation_id = told.organisation_id AND inspection_id = subject_id
         ORDER BY reminder_id"#,
        kind.as_str(),
        offset,
        wanted.days.start(),
        wanted.days.end(),
        wanted.today,
        wanted.limit,
        wanted.now,
        usual,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| InspectionReminder {
            id: row.reminder_id,
            organisation: row.organisation_id.into(),
            inspection_id: row.inspection_id,
            property_id: row.property_id,
            inspection_date: row.inspection_date,
            inspection_time: row.inspection_time,
            offset_days: row.offset_days,
        })
        .collect())
}

/// Forgets what was told before `moment`, long after it could be told again.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.reminder.forget", skip_all)]
pub async fn forget(tx: &mut PgConnection, moment: DateTime<Utc>) -> Result<u64, StoreError> {
    let gone = sqlx::query!("DELETE FROM reminders WHERE created_at < $1", moment)
        .execute(tx)
        .await?;
    Ok(gone.rows_affected())
}
