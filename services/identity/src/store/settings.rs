//! Saved settings.

use lintel_core::UserId;
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::settings::SavedSettings;

/// What `user` saved.
pub async fn find(
    tx: &mut PgConnection,
    user: UserId,
) -> Result<Option<SavedSettings>, StoreError> {
    let row = sqlx::query_as!(
        SavedSettings,
        r#"SELECT first_name, last_name, email, phone, company, email_notifications, sms_notifications,
               push_notifications, maintenance_alerts, rent_reminders, certificate_expiry, inspection_reminders,
               default_inspection_frequency, default_reminder_days, currency, date_format, auto_rent_calculation,
               maintenance_auto_assign, two_factor_auth, login_notifications, session_timeout,
               password_change_required, data_backup, updated_at AS "updated_at?", version
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
