//! The settings of a user, with the defaults (docs/reference/screens/settings.md S1 9).

use chrono::{DateTime, Duration, NaiveTime, Utc};
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
    pub digest: Option<String>,
    pub quiet_hours: Option<bool>,
    pub quiet_from: Option<NaiveTime>,
    pub quiet_until: Option<NaiveTime>,
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
    /// True when a shared house's rent is the sum of its rooms' rents.
    pub auto_rent_calculation: bool,
    /// True when maintenance is assigned automatically.
    pub maintenance_auto_assign: bool,
    /// True when a second factor is asked for.
    pub two_factor_auth: bool,
    /// True when a sign-in from a new device is mailed.
    pub login_notifications: bool,
    /// Minutes without a request after which a session ends: 15, 30, 60 or 120.
    pub session_timeout: i32,
    /// True when an old password must be changed.
    pub password_change_required: bool,
    /// True when a nightly export is kept.
    pub data_backup: bool,
    /// The digest of the mails that can be switched off.
    pub digest: Digest,
    /// True when push and text messages wait during the quiet hours.
    pub quiet_hours: bool,
    /// When the quiet hours begin, in London.
    pub quiet_from: NaiveTime,
    /// When they end; before `quiet_from`: the next morning.
    pub quiet_until: NaiveTime,
    /// When the settings were last saved.
    pub updated_at: Option<DateTime<Utc>>,
    /// Grows by one with every save; 0 before the first.
    pub version: i64,
}

const SESSION_TIMEOUT: i32 = 30;
/// Ten in the evening, which most people's phones take for the beginning of the night as well.
const QUIET_FROM: NaiveTime = NaiveTime::from_hms_opt(22, 0, 0).unwrap();
/// Seven in the morning.
const QUIET_UNTIL: NaiveTime = NaiveTime::from_hms_opt(7, 0, 0).unwrap();

lintel_core::spelt! {
    /// The digest of the mails that can be switched off.
    Digest {
        /// Each by itself.
        Off = "off",
        /// One mail at eight in the morning.
        Daily = "daily",
        /// One mail at eight on Monday morning.
        Weekly = "weekly",
    }
}

/// Returns the time for which an account may be idle, from the saved session timeout in minutes.
#[must_use]
pub fn idle_limit(saved_session_timeout: Option<i32>) -> Duration {
    Duration::minutes(saved_session_timeout.unwrap_or(SESSION_TIMEOUT).into())
}

/// The notifications that an account wants, and their ways; defaults stand for unsaved ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wishes {
    /// Mails.
    pub email: bool,
    /// Text messages.
    pub sms: bool,
    /// Push messages.
    pub push: bool,
    /// News of maintenance.
    pub maintenance: bool,
    /// News of rent.
    pub rent: bool,
    /// News of certificates.
    pub certificates: bool,
    /// News of inspections.
    pub inspections: bool,
    /// The digest of the mails that can be switched off.
    pub digest: Digest,
    /// True when push and text messages wait during the quiet hours.
    pub quiet_hours: bool,
    /// When these begin, in London.
    pub quiet_from: NaiveTime,
    /// When they end.
    pub quiet_until: NaiveTime,
}

impl Wishes {
    /// Returns the saved values, or else the defaults.
    #[must_use]
    pub fn of(saved: &SavedSettings) -> Self {
        Self {
            email: saved.email_notifications.unwrap_or(true),
            sms: saved.sms_notifications.unwrap_or(true),
            push: saved.push_notifications.unwrap_or(false),
            maintenance: saved.maintenance_alerts.unwrap_or(true),
            rent: saved.rent_reminders.unwrap_or(true),
            certificates: saved.certificate_expiry.unwrap_or(true),
            inspections: saved.inspection_reminders.unwrap_or(true),
            digest: saved
                .digest
                .as_deref()
                .and_then(Digest::parse)
                .unwrap_or(Digest::Off),
            quiet_hours: saved.quiet_hours.unwrap_or(false),
            quiet_from: saved.quiet_from.unwrap_or(QUIET_FROM),
            quiet_until: saved.quiet_until.unwrap_or(QUIET_UNTIL),
        }
    }
}

/// The default: a nightly export is kept.
pub const DATA_BACKUP: bool = true;

impl Settings {
    /// The settings in force for `user`, with or without a second factor. Only this function knows the defaults.
    #[must_use]
    pub fn in_force(user: &User, saved: SavedSettings, two_factor_auth: bool) -> Self {
        let (first, last) = first_and_last(&user.name);
        let wishes = Wishes::of(&saved);
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
            email_notifications: wishes.email,
            sms_notifications: wishes.sms,
            push_notifications: wishes.push,
            maintenance_alerts: wishes.maintenance,
            rent_reminders: wishes.rent,
            certificate_expiry: wishes.certificates,
            inspection_reminders: wishes.inspections,
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
            data_backup: saved.data_backup.unwrap_or(DATA_BACKUP),
            digest: wishes.digest,
            quiet_hours: wishes.quiet_hours,
            quiet_from: wishes.quiet_from,
            quiet_until: wishes.quiet_until,
            updated_at: saved.updated_at,
            version: saved.version,
        }
    }
}
