//! Which news an account wants, by its settings. Asked when it is told, and again when it is sent: settings act at once.

use std::time::Duration;

use chrono::{DateTime, NaiveTime, Utc};
use lintel_proto::{common::v1::TimeOfDay, identity::v1::AccountContact};

use crate::domain::{Fact, QuietHours, Setting};

/// Returns whether the account wants what `setting` switches; what cannot be switched off is always wanted.
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

/// Returns whether the account wants it in its browsers.
#[must_use]
pub const fn wants_push(fact: Fact, contact: &AccountContact) -> bool {
    let row = fact.row();
    row.ways.push && contact.push_notifications && wants(row.setting, contact)
}

/// Returns whether the account wants it as a text message. It has asked for a code itself, perhaps before it switches messages on.
#[must_use]
pub const fn wants_text(fact: Fact, contact: &AccountContact) -> bool {
    let row = fact.row();
    let switched_on = contact.sms_notifications || matches!(fact, Fact::PhoneCode);
    row.ways.sms && switched_on && wants(row.setting, contact)
}

/// Returns the time for which push and text messages to the account wait at `now`, if they do.
#[must_use]
pub fn quiet_for(contact: &AccountContact, now: DateTime<Utc>) -> Option<Duration> {
    let time = |time: Option<TimeOfDay>| NaiveTime::try_from(time?).ok();
    let (from, until) = (time(contact.quiet_from)?, time(contact.quiet_until)?);
    QuietHours { from, until }.left(now)
}
