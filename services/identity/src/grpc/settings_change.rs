//! Reads the settings that a field mask names.

use chrono::NaiveTime;
use lintel_core::{Error, Violations};
use lintel_proto::{
    Word as _,
    common::v1::TimeOfDay,
    identity::v1::{NotificationSetting as Wire, UserSettings},
};
use prost_types::FieldMask;

use crate::domain::{
    settings::SavedSettings,
    settings_change::{NotificationSetting, SettingsChange},
};

/// The `settings` that `mask` names.
///
/// # Errors
/// `UPDATE_MASK_INVALID` with every path that names no changeable field; `SETTINGS_INVALID`.
pub fn change(settings: &UserSettings, mask: Option<FieldMask>) -> Result<SettingsChange, Error> {
    let mut wanted = SavedSettings::default();
    let mut violations = Violations::default();
    let mut unreadable = Violations::default();
    for path in mask.unwrap_or_default().paths {
        if !take(&mut wanted, settings, &path, &mut unreadable) {
            // A path is the caller's text and is sent back in a header.
            let path: String = path.chars().take(60).collect();
            violations.add("update_mask", format!("{path:?} cannot be changed."));
        }
    }
    violations.into_result("UPDATE_MASK_INVALID")?;
    unreadable.into_result("SETTINGS_INVALID")?;
    SettingsChange::try_new(wanted)
}

/// Copies the field at `path`; returns `false` where the path names no changeable field.
fn take(
    wanted: &mut SavedSettings,
    given: &UserSettings,
    path: &str,
    violations: &mut Violations,
) -> bool {
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
        "digest" => wanted.digest = Some(given.digest().text().unwrap_or_default().to_owned()),
        "quiet_hours" => wanted.quiet_hours = Some(given.quiet_hours),
        "quiet_from" => wanted.quiet_from = time(path, given.quiet_from, violations),
        "quiet_until" => wanted.quiet_until = time(path, given.quiet_until, violations),
        _ => return false,
    }
    true
}

fn time(path: &str, given: Option<TimeOfDay>, violations: &mut Violations) -> Option<NaiveTime> {
    let time = given.and_then(|time| time.try_into().ok());
    if time.is_none() {
        violations.add(path, "Enter a time of day, for example 22:00.");
    }
    time
}

/// The setting that a link switches off.
///
/// # Errors
/// `SETTINGS_INVALID` for one that is not known.
pub fn setting(given: Wire) -> Result<NotificationSetting, Error> {
    let mut violations = Violations::default();
    if given == Wire::Unspecified {
        violations.add("setting", "Name a setting that can be switched off.");
    }
    violations.into_result("SETTINGS_INVALID")?;
    Ok(match given {
        Wire::Unspecified | Wire::Email => NotificationSetting::Email,
        Wire::MaintenanceAlerts => NotificationSetting::MaintenanceAlerts,
        Wire::RentReminders => NotificationSetting::RentReminders,
        Wire::CertificateExpiry => NotificationSetting::CertificateExpiry,
        Wire::InspectionReminders => NotificationSetting::InspectionReminders,
    })
}
