//! Saved settings.

use chrono::{DateTime, Utc};
use lintel_core::UserId;
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::settings::SavedSettings;

/// The saved settings of `user`.
pub async fn find(
    tx: &mut PgConnection,
    user: UserId,
) -> Result<Option<SavedSettings>, StoreError> {
    let row = sqlx::query_as!(
        SavedSettings,
        r#"SELECT first_name, last_name, email, phone, company, email_notifications, sms_notifications,
               push_notifications, maintenance_alerts, rent_reminders, certificate_expiry, inspection_reminders,
               default_inspection_frequency, default_reminder_days, currency, date_format, auto_rent_calculation,
               maintenance_auto_assign, login_notifications, session_timeout,
               password_change_required, data_backup, digest, quiet_hours, quiet_from, quiet_until, updated_at AS "updated_at?", version
           FROM user_settings WHERE user_id = $1"#,
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row)
}

/// The saved session timeout of `user`, in minutes.
pub async fn session_timeout(
    tx: &mut PgConnection,
    user: UserId,
) -> Result<Option<i32>, StoreError> {
    let minutes = sqlx::query_scalar!(
        "SELECT session_timeout FROM user_settings WHERE user_id = $1",
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(minutes.flatten())
}

/// Saves the settings of `user`. Lock the account first.
pub async fn put(
    tx: &mut PgConnection,
    user: UserId,
    settings: &SavedSettings,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO user_settings (user_id, updated_at,
             first_name, last_name, email, phone, company, email_notifications, sms_notifications, push_notifications,
             maintenance_alerts, rent_reminders, certificate_expiry, inspection_reminders, default_inspection_frequency,
             default_reminder_days, currency, date_format, auto_rent_calculation, maintenance_auto_assign,
             login_notifications, session_timeout, password_change_required, data_backup, digest, quiet_hours, quiet_from,
             quiet_until)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
             $25, $26, $27, $28)
         ON CONFLICT (user_id) DO UPDATE SET
             updated_at = excluded.updated_at, version = user_settings.version + 1,
             first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email,
             phone = excluded.phone, company = excluded.company, email_notifications = excluded.email_notifications,
             sms_notifications = excluded.sms_notifications, push_notifications = excluded.push_notifications,
             maintenance_alerts = excluded.maintenance_alerts, rent_reminders = excluded.rent_reminders,
             certificate_expiry = excluded.certificate_expiry, inspection_reminders = excluded.inspection_reminders,
             default_inspection_frequency = excluded.default_inspection_frequency,
             default_reminder_days = excluded.default_reminder_days, currency = excluded.currency,
             date_format = excluded.date_format, auto_rent_calculation = excluded.auto_rent_calculation,
             maintenance_auto_assign = excluded.maintenance_auto_assign, login_notifications = excluded.login_notifications,
             session_timeout = excluded.session_timeout, password_change_required = excluded.password_change_required,
             data_backup = excluded.data_backup, digest = excluded.digest, quiet_hours = excluded.quiet_hours,
             quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until",
        user.get(),
        at,
        settings.first_name.as_deref(),
        settings.last_name.as_deref(),
        settings.email.as_deref(),
        settings.phone.as_deref(),
        settings.company.as_deref(),
        settings.email_notifications,
        settings.sms_notifications,
        settings.push_notifications,
        settings.maintenance_alerts,
        settings.rent_reminders,
        settings.certificate_expiry,
        settings.inspection_reminders,
        settings.default_inspection_frequency,
        settings.default_reminder_days,
        settings.currency.as_deref(),
        settings.date_format.as_deref(),
        settings.auto_rent_calculation,
        settings.maintenance_auto_assign,
        settings.login_notifications,
        settings.session_timeout,
        settings.password_change_required,
        settings.data_backup,
        settings.digest.as_deref(),
        settings.quiet_hours,
        settings.quiet_from,
        settings.quiet_until,
    )
    .execute(&mut *tx)
    .await?;
    // What other services are told of the account: its name, and which mails it wants.
    sqlx::query!(
        "UPDATE users SET snapshot_due = true WHERE user_id = $1",
        user.get()
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes an account's settings.
pub async fn delete(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM user_settings WHERE user_id = $1", user.get())
        .execute(tx)
        .await?;
    Ok(())
}
