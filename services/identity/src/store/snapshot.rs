//! The rows that other services keep copies of.

use chrono::NaiveTime;
use lintel_core::{Grade, OrganisationId, Role, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::{known, landlord};
use crate::domain::{
    settings::{DATA_BACKUP, SavedSettings, Wishes},
    snapshot::{AccountSnapshot, MemberSnapshot, OrganisationSnapshot},
};

struct AccountRow {
    user_id: i64,
    role: String,
    name: String,
    first_name: Option<String>,
    last_name: Option<String>,
    verified_email: Option<String>,
    phone: String,
    contact_phone: Option<String>,
    email_notifications: Option<bool>,
    sms_notifications: Option<bool>,
    push_notifications: Option<bool>,
    maintenance_alerts: Option<bool>,
    rent_reminders: Option<bool>,
    certificate_expiry: Option<bool>,
    inspection_reminders: Option<bool>,
    digest: Option<String>,
    quiet_hours: Option<bool>,
    quiet_from: Option<NaiveTime>,
    quiet_until: Option<NaiveTime>,
    data_backup: Option<bool>,
    maintenance_auto_assign: Option<bool>,
    version: i64,
}

impl TryFrom<AccountRow> for AccountSnapshot {
    type Error = StoreError;

    fn try_from(row: AccountRow) -> Result<Self, StoreError> {
        let saved = SavedSettings {
            email_notifications: row.email_notifications,
            sms_notifications: row.sms_notifications,
            push_notifications: row.push_notifications,
            maintenance_alerts: row.maintenance_alerts,
            rent_reminders: row.rent_reminders,
            certificate_expiry: row.certificate_expiry,
            inspection_reminders: row.inspection_reminders,
            digest: row.digest,
            quiet_hours: row.quiet_hours,
            quiet_from: row.quiet_from,
            quiet_until: row.quiet_until,
            ..SavedSettings::default()
        };
        Ok(Self {
            user: UserId::new(row.user_id),
            role: known("users", "role", row.user_id, Role::parse(&row.role))?,
            name: row.name,
            first_name: row.first_name,
            last_name: row.last_name,
            verified_email: row.verified_email,
            phone: row.contact_phone.unwrap_or(row.phone),
            wishes: Wishes::of(&saved),
            data_backup: row.data_backup.unwrap_or(DATA_BACKUP),
            maintenance_auto_assign: row.maintenance_auto_assign.unwrap_or(false),
            version: row.version,
        })
    }
}

/// Marks at most `limit` accounts that are due as told, each with its next version, and returns them.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.snapshot.take_due_accounts", skip_all)]
pub async fn take_due_accounts(
    tx: &mut PgConnection,
    limit: i64,
) -> Result<Vec<AccountSnapshot>, StoreError> {
    let rows = sqlx::query_as!(
        AccountRow,
        r#"WITH due AS (
               SELECT user_id FROM users WHERE snapshot_due AND deleted_at IS NULL ORDER BY user_id LIMIT $1 FOR UPDATE SKIP LOCKED),
           told AS (
               UPDATE users SET snapshot_due = false, snapshot_version = snapshot_version + 1
               FROM due WHERE users.user_id = due.user_id
               RETURNING users.user_id, role, name, email, phone, verified_at, snapshot_version)
           SELECT told.user_id AS "user_id!", role AS "role!", name AS "name!", first_name, last_name,
               CASE WHEN verified_at IS NOT NULL THEN told.email END AS verified_email, told.phone AS "phone!",
               user_settings.phone AS contact_phone, email_notifications, sms_notifications, push_notifications,
               maintenance_alerts, rent_reminders, certificate_expiry, inspection_reminders, digest, quiet_hours, quiet_from,
               quiet_until, data_backup, maintenance_auto_assign, snapshot_version AS "version!"
           FROM told LEFT JOIN user_settings USING (user_id)
           ORDER BY told.user_id"#,
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most `limit` accounts with an id greater than `after`, by their ids.
///
/// # Errors
/// As [`take_due_accounts`].
#[tracing::instrument(name = "db.snapshot.accounts", skip_all)]
pub async fn accounts(
    tx: &mut PgConnection,
    after: i64,
    limit: i64,
) -> Result<Vec<AccountSnapshot>, StoreError> {
    let rows = sqlx::query_as!(
        AccountRow,
        r#"SELECT users.user_id, role, name, first_name, last_name,
               CASE WHEN verified_at IS NOT NULL THEN users.email END AS verified_email, users.phone,
               user_settings.phone AS contact_phone, email_notifications, sms_notifications, push_notifications,
               maintenance_alerts, rent_reminders, certificate_expiry, inspection_reminders, digest, quiet_hours, quiet_from,
               quiet_until, data_backup, maintenance_auto_assign, snapshot_version AS version
           FROM users LEFT JOIN user_settings USING (user_id)
           WHERE deleted_at IS NULL AND users.user_id > $1 ORDER BY users.user_id LIMIT $2"#,
        after,
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Marks an account as told, with its next version. Gives whether it was due.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.snapshot.take_due_account", skip_all)]
pub async fn take_due_account(tx: &mut PgConnection, user: UserId) -> Result<bool, StoreError> {
    let told = sqlx::query!(
        "UPDATE users SET snapshot_due = false, snapshot_version = snapshot_version + 1
         WHERE user_id = $1 AND snapshot_due AND deleted_at IS NULL",
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(told.rows_affected() == 1)
}

struct OrganisationRow {
    organisation_id: i64,
    name: String,
    version: i64,
    landlord_kind: Option<String>,
    landlord_names: Option<Vec<String>>,
    landlord_company_number: Option<String>,
    landlord_trading_as: Option<String>,
    landlord_notice_address: Option<String>,
    landlord_contact_name: Option<String>,
    landlord_contact_phone: Option<String>,
    landlord_contact_email: Option<String>,
    mails_off: Vec<String>,
}

impl TryFrom<OrganisationRow> for OrganisationSnapshot {
    type Error = StoreError;

    fn try_from(row: OrganisationRow) -> Result<Self, StoreError> {
        let told = landlord::Row::try_from(landlord::Columns {
            organisation_id: row.organisation_id,
            landlord_kind: row.landlord_kind,
            landlord_names: row.landlord_names,
            landlord_company_number: row.landlord_company_number,
            landlord_trading_as: row.landlord_trading_as,
            landlord_notice_address: row.landlord_notice_address,
            landlord_contact_name: row.landlord_contact_name,
            landlord_contact_phone: row.landlord_contact_phone,
            landlord_contact_email: row.landlord_contact_email,
            mails_off: row.mails_off,
            version: row.version,
        })?;
        Ok(Self {
            organisation: OrganisationId::new(row.organisation_id),
            name: row.name,
            landlord: told.landlord,
            mails_off: told.mails_off,
            version: told.version,
            members: Vec::new(),
        })
    }
}

/// Marks at most `limit` organisations that are due as told and returns them, without their members.
///
/// # Errors
/// As [`take_due_accounts`].
#[tracing::instrument(name = "db.snapshot.take_due_organisations", skip_all)]
pub async fn take_due_organisations(
    tx: &mut PgConnection,
    limit: i64,
) -> Result<Vec<OrganisationSnapshot>, StoreError> {
    let rows = sqlx::query_as!(
        OrganisationRow,
        "UPDATE organisations SET snapshot_due = false
         WHERE organisation_id IN (
             SELECT organisation_id FROM organisations WHERE snapshot_due AND deleted_at IS NULL ORDER BY organisation_id LIMIT $1
             FOR UPDATE SKIP LOCKED)
         RETURNING organisation_id, name, version, landlord_kind, landlord_names, landlord_company_number, landlord_trading_as,
             landlord_notice_address, landlord_contact_name, landlord_contact_phone, landlord_contact_email, mails_off",
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most `limit` organisations with members whose id is greater than `after`, by their ids.
///
/// # Errors
/// As [`take_due_accounts`].
#[tracing::instrument(name = "db.snapshot.organisations", skip_all)]
pub async fn organisations(
    tx: &mut PgConnection,
    after: i64,
    limit: i64,
) -> Result<Vec<OrganisationSnapshot>, StoreError> {
    let rows = sqlx::query_as!(
        OrganisationRow,
        "SELECT organisation_id, name, version, landlord_kind, landlord_names, landlord_company_number, landlord_trading_as,
             landlord_notice_address, landlord_contact_name, landlord_contact_phone, landlord_contact_email, mails_off
         FROM organisations
         WHERE organisation_id > $1 AND EXISTS (
             SELECT FROM memberships WHERE memberships.organisation_id = organisations.organisation_id)
         ORDER BY organisation_id LIMIT $2",
        after,
        limit,
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut organisations = Vec::with_capacity(rows.len());
    for row in rows {
        let members = members(tx, row.organisation_id).await?;
        let organisation = row.try_into()?;
        organisations.push(OrganisationSnapshot {
            members,
            ..organisation
        });
    }
    Ok(organisations)
}

async fn members(
    tx: &mut PgConnection,
    organisation: i64,
) -> Result<Vec<MemberSnapshot>, StoreError> {
    let rows = sqlx::query!(
        "SELECT membership_id, user_id, grade, version FROM memberships WHERE organisation_id = $1 ORDER BY user_id",
        organisation,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let grade = Grade::parse(&row.grade);
            Ok(MemberSnapshot {
                membership: row.membership_id,
                user: UserId::new(row.user_id),
                grade: known("memberships", "grade", row.membership_id, grade)?,
                version: row.version,
            })
        })
        .collect()
}
