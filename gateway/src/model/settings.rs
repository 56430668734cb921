//! A user's settings, whole.

use chrono::{DateTime, Utc};
use lintel_proto::identity::v1 as identity;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required, time},
    names::Digest,
};
use crate::problem::Problem;

/// Profile, notifications, property defaults and security preferences; defaults filled where nothing was saved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserSettings {
    /// Whose settings.
    pub user_id: i64,
    /// First name; filled from the sign-up name.
    pub first_name: String,
    /// Last name; the last word of the sign-up name.
    pub last_name: String,
    /// A contact address; changes no right.
    pub email: String,
    /// A contact phone.
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
    /// Months between inspections of a new property: 3, 6 or 12.
    #[schema(example = "6")]
    pub default_inspection_frequency: String,
    /// Days before something falls due to be reminded: 7, 14 or 30.
    #[schema(example = "14")]
    pub default_reminder_days: String,
    /// The currency that amounts are shown in: GBP, USD or EUR. Nothing is converted.
    #[schema(example = "GBP")]
    pub currency: String,
    /// DD/MM/YYYY, MM/DD/YYYY or YYYY-MM-DD.
    #[schema(example = "DD/MM/YYYY")]
    pub date_format: String,
    /// Whether a shared house's rent is the sum of its rooms' rents.
    pub auto_rent_calculation: bool,
    /// Whether maintenance is assigned by itself.
    pub maintenance_auto_assign: bool,
    /// Whether a second factor is asked for.
    pub two_factor_auth: bool,
    /// Whether a sign-in from a new device is mailed.
    pub login_notifications: bool,
    /// Minutes without a request after which a session ends: 15, 30, 60 or 120.
    #[schema(example = "30")]
    pub session_timeout: String,
    /// Whether an old password must be changed.
    pub password_change_required: bool,
    /// Whether a nightly export is kept.
    pub data_backup: bool,
    /// How the mails that can be switched off come: off (each by itself), daily or weekly.
    pub digest: Digest,
    /// Whether push and text messages wait during the quiet hours.
    pub quiet_hours: bool,
    /// When the quiet hours begin, in London.
    #[schema(example = "22:00")]
    pub quiet_from: String,
    /// When they end; before quietFrom: the next morning.
    #[schema(example = "07:00")]
    pub quiet_until: String,
    /// When the settings were last saved; null while they are the defaults.
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Grows by one with every save.
    pub version: i64,
}

impl TryFrom<identity::UserSettings> for UserSettings {
    type Error = Problem;

    fn try_from(settings: identity::UserSettings) -> Result<Self, Problem> {
        Ok(Self {
            user_id: settings.user_id,
            first_name: settings.first_name,
            last_name: settings.last_name,
            email: settings.email,
            phone: settings.phone,
            company: settings.company,
            email_notifications: settings.email_notifications,
            sms_notifications: settings.sms_notifications,
            push_notifications: settings.push_notifications,
            maintenance_alerts: settings.maintenance_alerts,
            rent_reminders: settings.rent_reminders,
            certificate_expiry: settings.certificate_expiry,
            inspection_reminders: settings.inspection_reminders,
            default_inspection_frequency: settings.default_inspection_frequency.to_string(),
            default_reminder_days: settings.default_reminder_days.to_string(),
            currency: settings.currency,
            date_format: settings.date_format,
            auto_rent_calculation: settings.auto_rent_calculation,
            maintenance_auto_assign: settings.maintenance_auto_assign,
            two_factor_auth: settings.two_factor_auth,
            login_notifications: settings.login_notifications,
            session_timeout: settings.session_timeout.to_string(),
            password_change_required: settings.password_change_required,
            data_backup: settings.data_backup,
            digest: required(Digest::from_number(settings.digest), "digest")?,
            quiet_hours: settings.quiet_hours,
            quiet_from: required(time(settings.quiet_from)?, "quiet_from")?,
            quiet_until: required(time(settings.quiet_until)?, "quiet_until")?,
            updated_at: instant(settings.update_time)?,
            version: settings.version,
        })
    }
}
