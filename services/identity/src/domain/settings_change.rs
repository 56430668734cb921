//! Saving settings: what may be saved, and the result.

use lintel_core::{EmailAddress, Error, Violations};

use super::settings::{Digest, SavedSettings};

/// Months between inspections that are offered (docs/reference/screens/settings.md S1 9).
const FREQUENCIES: [i32; 3] = [3, 6, 12];
/// Days of notice that are offered.
const REMINDER_DAYS: [i32; 3] = [7, 14, 30];
/// Idle minutes that are offered.
const TIMEOUTS: [i32; 4] = [15, 30, 60, 120];
const CURRENCIES: [&str; 3] = ["GBP", "USD", "EUR"];
const DATE_FORMATS: [&str; 3] = ["DD/MM/YYYY", "MM/DD/YYYY", "YYYY-MM-DD"];

const LONGEST_NAME: usize = 100;
const LONGEST_PHONE: usize = 30;
const LONGEST_COMPANY: usize = 200;

/// A setting that a mail's link can switch off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationSetting {
    /// All mails that can be switched off.
    Email,
    /// News of maintenance.
    MaintenanceAlerts,
    /// News of rent.
    RentReminders,
    /// News of certificates.
    CertificateExpiry,
    /// News of inspections.
    InspectionReminders,
}

/// Settings to save; `None` leaves a setting as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettingsChange(SavedSettings);

impl SettingsChange {
    /// Takes `wanted`, with white space around texts removed. Its version and time are ignored.
    ///
    /// # Errors
    /// `SETTINGS_INVALID` with every field that breaks a rule.
    pub fn try_new(mut wanted: SavedSettings) -> Result<Self, Error> {
        let mut violations = Violations::default();
        for (field, text, longest) in [
            ("first_name", &mut wanted.first_name, LONGEST_NAME),
            ("last_name", &mut wanted.last_name, LONGEST_NAME),
            ("company", &mut wanted.company, LONGEST_COMPANY),
        ] {
            check_line(&mut violations, field, text.as_mut(), longest);
        }
        check_email(&mut violations, wanted.email.as_mut());
        check_phone(&mut violations, wanted.phone.as_mut());
        for (field, value, offered, choices) in [
            (
                "default_inspection_frequency",
                wanted.default_inspection_frequency,
                FREQUENCIES.as_slice(),
                "Choose 3, 6 or 12 months.",
            ),
            (
                "default_reminder_days",
                wanted.default_reminder_days,
                REMINDER_DAYS.as_slice(),
                "Choose 7, 14 or 30 days.",
            ),
            (
                "session_timeout",
                wanted.session_timeout,
                TIMEOUTS.as_slice(),
                "Choose 15, 30, 60 or 120 minutes.",
            ),
        ] {
            if value.is_some_and(|value| !offered.contains(&value)) {
                violations.add(field, choices);
            }
        }
        for (field, value, offered, choices) in [
            (
                "currency",
                &wanted.currency,
                CURRENCIES,
                "Choose GBP, USD or EUR.",
            ),
            (
                "date_format",
                &wanted.date_format,
                DATE_FORMATS,
                "Choose DD/MM/YYYY, MM/DD/YYYY or YYYY-MM-DD.",
            ),
        ] {
            let known = |value: &String| offered.contains(&value.as_str());
            if value.as_ref().is_some_and(|value| !known(value)) {
                violations.add(field, choices);
            }
        }
        if wanted
            .digest
            .as_deref()
            .is_some_and(|digest| Digest::parse(digest).is_none())
        {
            violations.add("digest", "Choose off, daily or weekly.");
        }
        violations.into_result("SETTINGS_INVALID")?;
        Ok(Self(wanted))
    }

    /// Switches one notification setting off.
    #[must_use]
    pub fn off(setting: NotificationSetting) -> Self {
        let mut wanted = SavedSettings::default();
        let field = match setting {
            NotificationSetting::Email => &mut wanted.email_notifications,
            NotificationSetting::MaintenanceAlerts => &mut wanted.maintenance_alerts,
            NotificationSetting::RentReminders => &mut wanted.rent_reminders,
            NotificationSetting::CertificateExpiry => &mut wanted.certificate_expiry,
            NotificationSetting::InspectionReminders => &mut wanted.inspection_reminders,
        };
        *field = Some(false);
        Self(wanted)
    }

    /// The settings after this change of `saved`.
    #[must_use]
    pub fn onto(self, saved: SavedSettings) -> SavedSettings {
        let Self(wanted) = self;
        SavedSettings {
            first_name: wanted.first_name.or(saved.first_name),
            last_name: wanted.last_name.or(saved.last_name),
            email: wanted.email.or(saved.email),
            phone: wanted.phone.or(saved.phone),
            company: wanted.company.or(saved.company),
            email_notifications: wanted.email_notifications.or(saved.email_notifications),
            sms_notifications: wanted.sms_notifications.or(saved.sms_notifications),
            push_notifications: wanted.push_notifications.or(saved.push_notifications),
            maintenance_alerts: wanted.maintenance_alerts.or(saved.maintenance_alerts),
            rent_reminders: wanted.rent_reminders.or(saved.rent_reminders),
            certificate_expiry: wanted.certificate_expiry.or(saved.certificate_expiry),
            inspection_reminders: wanted.inspection_reminders.or(saved.inspection_reminders),
            default_inspection_frequency: wanted
                .default_inspection_frequency
                .or(saved.default_inspection_frequency),
            default_reminder_days: wanted.default_reminder_days.or(saved.default_reminder_days),
            currency: wanted.currency.or(saved.currency),
            date_format: wanted.date_format.or(saved.date_format),
            auto_rent_calculation: wanted.auto_rent_calculation.or(saved.auto_rent_calculation),
            maintenance_auto_assign: wanted
                .maintenance_auto_assign
                .or(saved.maintenance_auto_assign),
            login_notifications: wanted.login_notifications.or(saved.login_notifications),
            session_timeout: wanted.session_timeout.or(saved.session_timeout),
            password_change_required: wanted
                .password_change_required
                .or(saved.password_change_required),
            data_backup: wanted.data_backup.or(saved.data_backup),
            digest: wanted.digest.or(saved.digest),
            quiet_hours: wanted.quiet_hours.or(saved.quiet_hours),
            quiet_from: wanted.quiet_from.or(saved.quiet_from),
            quiet_until: wanted.quiet_until.or(saved.quiet_until),
            updated_at: saved.updated_at,
            version: saved.version,
        }
    }
}

/// A text of one line, because names appear in mails and on paper (T30).
fn check_line(violations: &mut Violations, field: &str, text: Option<&mut String>, longest: usize) {
    let Some(text) = text else {
        return;
    };
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if text.contains(is_break) {
        violations.add(field, "Enter one line of text.");
    }
    *text = text.trim().to_owned();
    if text.chars().count() > longest {
        violations.add(field, format!("Enter at most {longest} characters."));
    }
}

/// An empty contact address means the sign-in address again.
fn check_email(violations: &mut Violations, email: Option<&mut String>) {
    let Some(email) = email else {
        return;
    };
    *email = email.trim().to_owned();
    if !email.is_empty()
        && let Err(error) = EmailAddress::parse(email)
    {
        violations.add("email", error.to_string());
    }
}

/// Returns whether a text is a telephone number; digits may be grouped as people write them.
pub(super) fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let grouped = |c: char| c.is_ascii_digit() || " +()-./".contains(c);
    (7..=15).contains(&digits) && text.chars().all(grouped) && text.chars().count() <= LONGEST_PHONE
}

/// Digits may be grouped as people write them; the text is stored as written.
fn check_phone(violations: &mut Violations, phone: Option<&mut String>) {
    let Some(phone) = phone else {
        return;
    };
    *phone = phone.trim().to_owned();
    if !phone.is_empty() && !is_phone(phone) {
        violations.add(
            "phone",
            "Enter a phone number, for example +44 20 7946 0018.",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offending(wanted: SavedSettings) -> Vec<String> {
        match SettingsChange::try_new(wanted) {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn every_field_that_breaks_a_rule_is_named_at_once() {
        let wanted = SavedSettings {
            first_name: Some("Ada\r\nBcc: x".to_owned()),
            last_name: Some("x".repeat(101)),
            email: Some("no address".to_owned()),
            phone: Some("call me".to_owned()),
            company: Some("x".repeat(201)),
            default_inspection_frequency: Some(5),
            default_reminder_days: Some(0),
            currency: Some("CHF".to_owned()),
            date_format: Some("DD.MM.YYYY".to_owned()),
            session_timeout: Some(0),
            digest: Some("hourly".to_owned()),
            ..SavedSettings::default()
        };
        assert_eq!(
            offending(wanted),
            [
                "first_name",
                "last_name",
                "company",
                "email",
                "phone",
                "default_inspection_frequency",
                "default_reminder_days",
                "session_timeout",
                "currency",
                "date_format",
                "digest",
            ]
        );
    }

    #[test]
    fn every_option_of_the_specification_is_taken() {
        for (frequency, days, timeout) in [(3, 7, 15), (6, 14, 30), (12, 30, 60), (12, 30, 120)] {
            let wanted = SavedSettings {
                default_inspection_frequency: Some(frequency),
                default_reminder_days: Some(days),
                session_timeout: Some(timeout),
                ..SavedSettings::default()
            };
            assert!(offending(wanted).is_empty(), "{frequency} {days} {timeout}");
        }
        for (currency, format) in CURRENCIES.iter().zip(DATE_FORMATS) {
            let wanted = SavedSettings {
                currency: Some((*currency).to_owned()),
                date_format: Some(format.to_owned()),
                phone: Some(" +44 (0)20 7946-0018 ".to_owned()),
                email: Some(String::new()),
                ..SavedSettings::default()
            };
            assert!(offending(wanted).is_empty(), "{currency} {format}");
        }
    }

    #[test]
    fn what_is_absent_stays() -> Result<(), Error> {
        let saved = SavedSettings {
            last_name: Some("King".to_owned()),
            currency: Some("EUR".to_owned()),
            version: 4,
            ..SavedSettings::default()
        };
        let change = SettingsChange::try_new(SavedSettings {
            first_name: Some(" Ada ".to_owned()),
            currency: Some("USD".to_owned()),
            ..SavedSettings::default()
        })?;
        assert_eq!(
            change.onto(saved.clone()),
            SavedSettings {
                first_name: Some("Ada".to_owned()),
                currency: Some("USD".to_owned()),
                ..saved
            }
        );
        Ok(())
    }
}
