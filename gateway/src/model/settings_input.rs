//! What clients send to save settings.

use chrono::NaiveTime;
use lintel_proto::identity::v1::UserSettings;

use crate::{
    input::{WholeText, fields},
    model::names::Digest,
};

fields! {
    /// Settings to save, all or some: what is absent or null stays. What Lintel owns (userId, twoFactorAuth, updatedAt, version) is ignored.
    UserSettingsBody for UserSettings {
        /// First name.
        first_name: Option<String> { max_length: 100, example: "Ada" },
        /// Last name.
        last_name: Option<String> { max_length: 100, example: "Lovelace" },
        /// A contact address; emptied, it is the sign-in address again.
        email: Option<String> { example: "ada@example.com" },
        /// A contact phone; may be emptied.
        phone: Option<String> { example: "+44 20 7946 0018" },
        /// The company.
        company: Option<String> { max_length: 200, example: "Lovelace Lettings" },
        /// Mails.
        email_notifications: Option<bool>,
        /// Text messages.
        sms_notifications: Option<bool>,
        /// Push messages.
        push_notifications: Option<bool>,
        /// News of maintenance.
        maintenance_alerts: Option<bool>,
        /// Rent reminders.
        rent_reminders: Option<bool>,
        /// Certificates about to expire.
        certificate_expiry: Option<bool>,
        /// Inspections about to fall due.
        inspection_reminders: Option<bool>,
        /// Months between inspections of a new property: 3, 6 or 12, as text or number.
        default_inspection_frequency: Option<WholeText> { example: "6" },
        /// Days before something falls due to be reminded: 7, 14 or 30, as text or number.
        default_reminder_days: Option<WholeText> { example: "14" },
        /// GBP, USD or EUR.
        currency: Option<String> { example: "GBP" },
        /// DD/MM/YYYY, MM/DD/YYYY or YYYY-MM-DD.
        date_format: Option<String> { example: "DD/MM/YYYY" },
        /// Whether a shared house's rent is the sum of its rooms' rents.
        auto_rent_calculation: Option<bool>,
        /// Whether maintenance is assigned by itself.
        maintenance_auto_assign: Option<bool>,
        /// Whether a sign-in from a new device is mailed.
        login_notifications: Option<bool>,
        /// Minutes without a request after which a session ends: 15, 30, 60 or 120, as text or number.
        session_timeout: Option<WholeText> { example: "30" },
        /// Whether an old password must be changed.
        password_change_required: Option<bool>,
        /// Whether a nightly export is kept.
        data_backup: Option<bool>,
        /// How the mails that can be switched off come.
        digest: Option<Digest>,
        /// Whether push and text messages wait during the quiet hours.
        quiet_hours: Option<bool>,
        /// When the quiet hours begin, in London.
        quiet_from: Option<NaiveTime>,
        /// When they end; before quietFrom: the next morning.
        quiet_until: Option<NaiveTime>,
    }
}
