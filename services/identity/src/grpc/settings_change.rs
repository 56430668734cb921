//! Reads the settings that a field mask names.

use lintel_core::{Error, Violations};
use lintel_proto::identity::v1::UserSettings;
use prost_types::FieldMask;

use crate::domain::{settings::SavedSettings, settings_change::SettingsChange};

/// The `settings` that `mask` names.
///
/// # Errors
/// `UPDATE_MASK_INVALID` with every path that names no changeable field; `SETTINGS_INVALID`.
pub fn change(settings: &UserSettings, mask: Option<FieldMask>) -> Result<SettingsChange, Error> {
    let mut wanted = SavedSettings::default();
    let mut violations = Violations::default();
    for path in mask.unwrap_or_default().paths {
        if !take(&mut wanted, settings, &path) {
            // A path is the caller's text and is sent back in a header.
            let path: String = path.chars().take(60).collect();
            violations.add("update_mask", format!("{path:?} cannot be changed."));
        }
    }
    violations.into_result("UPDATE_MASK_INVALID")?;
    SettingsChange::try_new(wanted)
}

/// Copies the field at `path`; returns `false` where the path names no changeable field.
fn take(wanted: &mut SavedSettings, given: &UserSettings, path: &str) -> bool {
    match path {
        "first_name" => wanted.first_name = Some(given.first_name.clone()),
        "last_name" => wanted.last_name = Some(given.last_name.clone()),
        "email" => wanted.email = Some(given.email.clone()),
        "phone" => wanted.phone = Some(given.phone.clone()),
        "company" => wanted.company = Some(given.company.clone()),
        "email_notifications" => wanted.email_notifications = Some(given.email_notifications),
        "sms_notifications" => wanted.sms_notifications = Some(given.sms_notifications),
        "push_notifications" => wanted.push_notifications = Some(given.push_notifications),
        "maintenance_alerts" => wanted.maintenance_alerts = Some(given.maintenance_alerts),
        "rent_reminders" => wanted.rent_reminders = Some(given.rent_reminders),
        "certificate_expiry" => wanted.certificate_expiry = Some(given.certificate_expiry),
        "inspection_reminders" => wanted.inspection_reminders = Some(given.inspection_reminders),
        "default_inspection_frequency" => {
            wanted.default_inspection_frequency = Some(given.default_inspection_frequency);
        }
        "default_reminder_days" => wanted.default_reminder_days = Some(given.default_reminder_days),
        "currency" => wanted.currency = Some(given.currency.clone()),
        "date_format" => wanted.date_format = Some(given.date_format.clone()),
        "auto_rent_calculation" => wanted.auto_rent_calculation = Some(given.auto_rent_calculation),
        "maintenance_auto_assign" => {
            wanted.maintenance_auto_assign = Some(given.maintenance_auto_assign);
        }
        "login_notifications" => wanted.login_notifications = Some(given.login_notifications),
        "session_timeout" => wanted.session_timeout = Some(given.session_timeout),
        "password_change_required" => {
            wanted.password_change_required = Some(given.password_change_required);
        }
        "data_backup" => wanted.data_backup = Some(given.data_backup),
        _ => return false,
    }
    true
}
