//! Which news an account wants, by its settings. Asked when it is told, and again when it is sent: settings act at once.

use lintel_proto::identity::v1::AccountContact;

use crate::domain::{Fact, Setting};

/// Whether the account wants what `setting` switches; what cannot be switched off is always wanted.
#[must_use]
pub const fn wants(setting: Option<Setting>, contact: &AccountContact) -> bool {
    match setting {
        // Mails in general: other ways have switches of their own.
        None | Some(Setting::Email) => true,
        Some(Setting::MaintenanceAlerts) => contact.maintenance_alerts,
        Some(Setting::RentReminders) => contact.rent_reminders,
        Some(Setting::CertificateExpiry) => contact.certificate_expiry,
        Some(Setting::InspectionReminders) => contact.inspection_reminders,
    }
}

/// Whether the account wants it in its browsers.
#[must_use]
pub const fn wants_push(fact: Fact, contact: &AccountContact) -> bool {
    let row = fact.row();
    row.ways.push && contact.push_notifications && wants(row.setting, contact)
}

/// Whether the account wants it as a text message.
#[must_use]
pub const fn wants_text(fact: Fact, contact: &AccountContact) -> bool {
    let row = fact.row();
    row.ways.sms && contact.sms_notifications && wants(row.setting, contact)
}
