//! What clients send to save settings.

use lintel_proto::identity::v1::UserSettings;
use utoipa::ToSchema;

use crate::input::FieldReader;

/// Settings to save, all or some: what is absent or null stays. What Lintel owns (userId, twoFactorAuth, updatedAt, version) is ignored.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "described here, read field by field so that every unreadable one is named at once"
)]
pub struct UserSettingsBody {
    /// First name.
    #[schema(max_length = 100, example = "Ada")]
    pub first_name: Option<String>,
    /// Last name.
    #[schema(max_length = 100, example = "Lovelace")]
    pub last_name: Option<String>,
    /// A contact address; emptied, it is the sign-in address again.
    #[schema(example = "ada@example.com")]
    pub email: Option<String>,
    /// A contact phone; may be emptied.
    #[schema(example = "+44 20 7946 0018")]
    pub phone: Option<String>,
    /// The company.
    #[schema(max_length = 200, example = "Lovelace Lettings")]
    pub company: Option<String>,
    /// Mails.
    pub email_notifications: Option<bool>,
    /// Text messages.
    pub sms_notifications: Option<bool>,
    /// Push messages.
    pub push_notifications: Option<bool>,
    /// News of maintenance.
    pub maintenance_alerts: Option<bool>,
    /// Rent reminders.
    pub rent_reminders: Option<bool>,
    /// Certificates about to expire.
    pub certificate_expiry: Option<bool>,
    /// Inspections about to fall due.
    pub inspection_reminders: Option<bool>,
    /// Months between inspections of a new property: 3, 6 or 12, as text or number.
    #[schema(example = "6")]
    pub default_inspection_frequency: Option<String>,
    /// Days before something falls due to be reminded: 7, 14 or 30, as text or number.
    #[schema(example = "14")]
    pub default_reminder_days: Option<String>,
    /// GBP, USD or EUR.
    #[schema(example = "GBP")]
    pub currency: Option<String>,
    /// DD/MM/YYYY, MM/DD/YYYY or YYYY-MM-DD.
    #[schema(example = "DD/MM/YYYY")]
    pub date_format: Option<String>,
    /// Whether a shared house's rent is the sum of its rooms' rents.
    pub auto_rent_calculation: Option<bool>,
    /// Whether maintenance is assigned by itself.
    pub maintenance_auto_assign: Option<bool>,
    /// Whether a sign-in from a new device is mailed.
    pub login_notifications: Option<bool>,
    /// Minutes without a request after which a session ends: 15, 30, 60 or 120, as text or number.
    #[schema(example = "30")]
    pub session_timeout: Option<String>,
    /// Whether an old password must be changed.
    pub password_change_required: Option<bool>,
    /// Whether a nightly export is kept.
    pub data_backup: Option<bool>,
}

/// The body's name of each setting that may be saved, and the contract's.
const NAMES: [(&str, &str); 22] = [
    ("firstName", "first_name"),
    ("lastName", "last_name"),
    ("email", "email"),
    ("phone", "phone"),
    ("company", "company"),
    ("emailNotifications", "email_notifications"),
    ("smsNotifications", "sms_notifications"),
    ("pushNotifications", "push_notifications"),
    ("maintenanceAlerts", "maintenance_alerts"),
    ("rentReminders", "rent_reminders"),
    ("certificateExpiry", "certificate_expiry"),
    ("inspectionReminders", "inspection_reminders"),
    ("defaultInspectionFrequency", "default_inspection_frequency"),
    ("defaultReminderDays", "default_reminder_days"),
    ("currency", "currency"),
    ("dateFormat", "date_format"),
    ("autoRentCalculation", "auto_rent_calculation"),
    ("maintenanceAutoAssign", "maintenance_auto_assign"),
    ("loginNotifications", "login_notifications"),
    ("sessionTimeout", "session_timeout"),
    ("passwordChangeRequired", "password_change_required"),
    ("dataBackup", "data_backup"),
];

/// Reads the settings that a body names, and their names in the contract.
pub fn read_settings(reader: &mut FieldReader<'_>) -> (UserSettings, Vec<String>) {
    let settings = UserSettings {
        first_name: reader.text("firstName"),
        last_name: reader.text("lastName"),
        email: reader.text("email"),
        phone: reader.text("phone"),
        company: reader.text("company"),
        email_notifications: reader.flag("emailNotifications").unwrap_or_default(),
        sms_notifications: reader.flag("smsNotifications").unwrap_or_default(),
        push_notifications: reader.flag("pushNotifications").unwrap_or_default(),
        maintenance_alerts: reader.flag("maintenanceAlerts").unwrap_or_default(),
        rent_reminders: reader.flag("rentReminders").unwrap_or_default(),
        certificate_expiry: reader.flag("certificateExpiry").unwrap_or_default(),
        inspection_reminders: reader.flag("inspectionReminders").unwrap_or_default(),
        default_inspection_frequency: reader.int("defaultInspectionFrequency").unwrap_or_default(),
        default_reminder_days: reader.int("defaultReminderDays").unwrap_or_default(),
        currency: reader.text("currency"),
        date_format: reader.text("dateFormat"),
        auto_rent_calculation: reader.flag("autoRentCalculation").unwrap_or_default(),
        maintenance_auto_assign: reader.flag("maintenanceAutoAssign").unwrap_or_default(),
        login_notifications: reader.flag("loginNotifications").unwrap_or_default(),
        session_timeout: reader.int("sessionTimeout").unwrap_or_default(),
        password_change_required: reader.flag("passwordChangeRequired").unwrap_or_default(),
        data_backup: reader.flag("dataBackup").unwrap_or_default(),
        ..UserSettings::default()
    };
    let named = NAMES.iter().filter(|(name, _)| reader.raw(name).is_some());
    let paths = named.map(|(_, path)| (*path).to_owned()).collect();
    (settings, paths)
}
