//! What a user can set, with the defaults (specification 1 section 9).

use chrono::{DateTime, Duration, Utc};
use lintel_core::UserId;

use super::{name::first_and_last, user::User};

/// Saved settings; `None` where the default applies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SavedSettings {
    /// See [`Settings`] for the meaning of each.
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub company: Option<String>,
    pub email_notifications: Option<bool>,
    pub sms_notifications: Option<bool>,
    pub push_notifications: Option<bool>,
    pub maintenance_alerts: Option<bool>,
    pub rent_reminders: Option<bool>,
    pub certificate_expiry: Option<bool>,
    pub inspection_reminders: Option<bool>,
    pub default_inspection_frequency: Option<i32>,
    pub default_reminder_days: Option<i32>,
    pub currency: Option<String>,
    pub date_format: Option<String>,
    pub auto_rent_calculation: Option<bool>,
    pub maintenance_auto_assign: Option<bool>,
    pub login_notifications: Option<bool>,
    pub session_timeout: Option<i32>,
    pub password_change_required: Option<bool>,
    pub data_backup: Option<bool>,
    pub updated_at: Option<DateTime<Utc>>,
    pub version: i64,
}

/// All settings of a user, with defaults filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The user.
    pub user: UserId,
    /// First name; by default from the sign-up name.
    pub first_name: String,
    /// Last name; by default the last word of the sign-up name.
    pub last_name: String,
    /// The contact address; by default the sign-in address.
    pub email: String,
    /// The contact phone; by default the account's.
    pub phone: String,
    /// The company.
    pub company: String,
    /// Mails.
    pub email_notifications: bool,
    /// Text messages.
    pub sms_notifications: bool,
    /// Push messages.
    pub push_notifications: bool,
    /// News of maintenance.
    pub maintenance_alerts: bool,
    /// Rent reminders.
    pub rent_reminders: bool,
    /// Certificates about to expire.
    pub certificate_expiry: bool,
    /// Inspections about to fall due.
    pub inspection_reminders: bool,
    /// Months between inspections: 3, 6 or 12.
    pub default_inspection_frequency: i32,
    /// Days before something falls due: 7, 14 or 30.
    pub default_reminder_days: i32,
    /// The currency that amounts are shown in: GBP, USD or EUR.
    pub currency: String,
    /// `DD/MM/YYYY`, `MM/DD/YYYY` or `YYYY-MM-DD`.
    pub date_format: String,
    /// Whether a shared house's rent is the sum of its rooms' rents.
    pub auto_rent_calculation: bool,
    /// Whether maintenance is assigned automatically.
    pub maintenance_auto_assign: bool,
    /// Whether a second factor is asked for.
    pub two_factor_auth: bool,
    /// Whether a sign-in from a new device is mailed.
    pub login_notifications: bool,
    /// Minutes without a request after which a session ends: 15, 30, 60 or 120.
    pub session_timeout: i32,
    /// Whether an old password must be changed.
    pub password_change_required: bool,
    /// Whether a nightly export is kept.
    pub data_backup: bool,
    /// When the settings were last saved.
    pub updated_at: Option<DateTime<Utc>>,
    /// Grows by one with every save; 0 before the first.
    pub version: i64,
}

const SESSION_TIMEOUT: i32 = 30;

/// How long an account may be idle, from the saved session timeout in minutes.
#[must_use]
pub fn idle_limit(saved_session_timeout: Option<i32>) -> Duration {
    Duration::minutes(saved_session_timeout.unwrap_or(SESSION_TIMEOUT).into())
}

impl Settings {
    /// The settings in force for `user`, with or without a second factor. Only this function knows the defaults.
    #[must_use]
    pub fn in_force(user: &User, saved: SavedSettings, two_factor_auth: bool) -> Self {
        let (first, last) = first_and_last(&user.name);
        Self {
            user: user.id,
            first_name: saved.first_name.unwrap_or_else(|| first.to_owned()),
            last_name: saved.last_name.unwrap_or_else(|| last.to_owned()),
            email: saved
                .email
                .filter(|email| !email.is_empty())
                .unwrap_or_else(|| user.email.clone()),
            phone: saved.phone.unwrap_or_else(|| user.phone.clone()),
            company: saved.company.unwrap_or_default(),
            email_notifications: saved.email_notifications.unwrap_or(true),
            sms_notifications: saved.sms_notifications.unwrap_or(true),
            push_notifications: saved.push_notifications.unwrap_or(false),
            maintenance_alerts: saved.maintenance_alerts.unwrap_or(true),
            rent_reminders: saved.rent_reminders.unwrap_or(true),
            certificate_expiry: saved.certificate_expiry.unwrap_or(true),
            inspection_reminders: saved.inspection_reminders.unwrap_or(true),
            default_inspection_frequency: saved.default_inspection_frequency.unwrap_or(6),
            default_reminder_days: saved.default_reminder_days.unwrap_or(14),
            currency: saved.currency.unwrap_or_else(|| "GBP".to_owned()),
            date_format: saved.date_format.unwrap_or_else(|| "DD/MM/YYYY".to_owned()),
            auto_rent_calculation: saved.auto_rent_calculation.unwrap_or(true),
            maintenance_auto_assign: saved.maintenance_auto_assign.unwrap_or(false),
            two_factor_auth,
            login_notifications: saved.login_notifications.unwrap_or(true),
            session_timeout: saved.session_timeout.unwrap_or(SESSION_TIMEOUT),
            password_change_required: saved.password_change_required.unwrap_or(false),
            data_backup: saved.data_backup.unwrap_or(true),
            updated_at: saved.updated_at,
            version: saved.version,
        }
    }
}
