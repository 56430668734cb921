//! A delivery: one mail, sent once, tried as often as it takes.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, UserId};
use uuid::Uuid;

use super::{
    About, Fact, Setting, maintenance_mail::MaintenanceNotice, tenancy_mail::TenancyNotice,
    viewing_mail::ViewingNotice,
};

/// A delivery's id; a UUIDv7, because it stands in the mail (`X-Lintel-Intent`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DeliveryId(Uuid);

impl DeliveryId {
    /// A new delivery's id.
    #[must_use]
    pub fn generate() -> Self {
        Self(Uuid::now_v7())
    }

    /// Wraps an id that the database gave.
    #[must_use]
    pub const fn new(value: Uuid) -> Self {
        Self(value)
    }

    /// The UUID itself.
    #[must_use]
    pub const fn get(self) -> Uuid {
        self.0
    }
}

impl From<Uuid> for DeliveryId {
    fn from(value: Uuid) -> Self {
        Self(value)
    }
}

impl std::fmt::Display for DeliveryId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Which mail it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// The link and the code that prove a sign-in address.
    EmailVerification,
    /// A link that sets a new password.
    PasswordReset,
    /// A notice that the password was changed.
    PasswordChanged,
    /// A link that makes its reader a member of an organisation.
    Invitation,
    /// A notice of a sign-in from a new device.
    NewDevice,
    /// A notice that sign-in is locked for a while.
    AccountLocked,
    /// A notice that the second factor is on.
    TwoFactorEnabled,
    /// A notice that the second factor is off.
    TwoFactorDisabled,
    /// A link that makes an address the sign-in address.
    EmailChange,
    /// A notice to the current address that a change to another was requested.
    EmailChanging,
    /// A notice to the former address that it was changed.
    EmailChanged,
    /// A notice that the account is deleted.
    AccountDeleted,
    /// A mail about an application or a tenancy.
    Tenancy(TenancyNotice),
    /// A mail about a viewing.
    Viewing(ViewingNotice),
    /// A mail about maintenance.
    Maintenance(MaintenanceNotice),
    /// A mail about a fact for which no other service asks for a mail.
    News(Fact),
    /// Several things in one mail.
    Digest,
}

impl Template {
    /// The name in the database, in events and in logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EmailVerification => "email-verification",
            Self::PasswordReset => "password-reset",
            Self::PasswordChanged => "password-changed",
            Self::Invitation => "invitation",
            Self::NewDevice => "new-device",
            Self::AccountLocked => "account-locked",
            Self::TwoFactorEnabled => "two-factor-enabled",
            Self::TwoFactorDisabled => "two-factor-disabled",
            Self::EmailChange => "email-change",
            Self::EmailChanging => "email-changing",
            Self::EmailChanged => "email-changed",
            Self::AccountDeleted => "account-deleted",
            Self::Tenancy(notice) => notice.as_str(),
            Self::Viewing(notice) => notice.as_str(),
            Self::Maintenance(notice) => notice.as_str(),
            Self::News(fact) => fact.as_str(),
            Self::Digest => "digest",
        }
    }

    /// The template of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "email-verification" => Some(Self::EmailVerification),
            "password-reset" => Some(Self::PasswordReset),
            "password-changed" => Some(Self::PasswordChanged),
            "invitation" => Some(Self::Invitation),
            "new-device" => Some(Self::NewDevice),
            "account-locked" => Some(Self::AccountLocked),
            "two-factor-enabled" => Some(Self::TwoFactorEnabled),
            "two-factor-disabled" => Some(Self::TwoFactorDisabled),
            "email-change" => Some(Self::EmailChange),
            "email-changing" => Some(Self::EmailChanging),
            "email-changed" => Some(Self::EmailChanged),
            "account-deleted" => Some(Self::AccountDeleted),
            "digest" => Some(Self::Digest),
            name => TenancyNotice::parse(name)
                .map(Self::Tenancy)
                .or_else(|| ViewingNotice::parse(name).map(Self::Viewing))
                .or_else(|| MaintenanceNotice::parse(name).map(Self::Maintenance))
                .or_else(|| Fact::parse(name).map(Self::News)),
        }
    }

    /// Returns the fact that the mail tells; `None` for a digest, which tells several.
    #[must_use]
    pub fn fact(self) -> Option<Fact> {
        match self {
            Self::News(fact) => Some(fact),
            _ => Fact::parse(self.as_str()),
        }
    }
}

/// A requested mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDelivery {
    /// Its id.
    pub id: DeliveryId,
    /// The key of the request; a second request with the same key is the same mail.
    pub dedupe_key: String,
    /// Which mail it is.
    pub template: Template,
    /// The account that it concerns; `None` for somebody without one.
    pub user: Option<UserId>,
    /// Its subject, and the organisation for which it is sent; `None` where it concerns an account alone.
    pub about: Option<About>,
    /// The setting of the account that switches it; `None` for what cannot be switched off.
    pub setting: Option<Setting>,
    /// Name, address and secrets, sealed to this service.
    pub sealed: Vec<u8>,
    /// The `Message-ID`, with its angle brackets.
    pub message_id: String,
    /// When the mail becomes pointless.
    pub not_after: DateTime<Utc>,
    /// The W3C trace context of the event.
    pub traceparent: Option<String>,
}

impl NewDelivery {
    /// The mail of `template` to the account `user`, if it is one; `domain` is the sender's.
    #[must_use]
    pub fn new(
        template: Template,
        dedupe_key: String,
        user: Option<UserId>,
        sealed: Vec<u8>,
        not_after: DateTime<Utc>,
        domain: &str,
    ) -> Self {
        let id = DeliveryId::generate();
        Self {
            id,
            dedupe_key,
            template,
            user,
            about: None,
            setting: None,
            sealed,
            message_id: format!("<{id}@{domain}>"),
            not_after,
            traceparent: None,
        }
    }
}

/// A delivery that this process has leased, ready for an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// Its id.
    pub id: DeliveryId,
    /// The lease, which settling the delivery requires.
    pub lease: Uuid,
    /// Which mail it is.
    pub template: Template,
    /// The account that it concerns; `None` for somebody without one.
    pub user: Option<UserId>,
    /// The organisation for which it is sent; `None` for what concerns an account alone.
    pub organisation: Option<OrganisationId>,
    /// The setting of the account that switches it; `None` for what cannot be switched off.
    pub setting: Option<Setting>,
    /// Name, address and secrets, sealed to this service.
    pub sealed: Vec<u8>,
    /// The `Message-ID`, with its angle brackets.
    pub message_id: String,
    /// Which attempt this is; the first is 1.
    pub attempt: u32,
    /// When the mail was requested.
    pub created_at: DateTime<Utc>,
    /// When it becomes pointless.
    pub not_after: DateTime<Utc>,
    /// The W3C trace context of the event.
    pub traceparent: Option<String>,
}

/// Why an attempt did not end in a sent mail. Never the server's own words: they quote addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The server's reply code.
    Reply(u16),
    /// The server's reply code, which says that nobody has the address.
    Mailbox(u16),
    /// No final reply in time.
    Timeout,
    /// No connection, or a broken one.
    Connection,
    /// Encryption could not be negotiated.
    Tls,
    /// The server did not speak SMTP.
    Protocol,
    /// The sealed box does not open with our key.
    Unsealing,
    /// The sealed contents cannot become a mail.
    Contents,
    /// A mail to the address came back, or was complained about.
    Stopped,
    /// The database, or the service that has what the mail brings, was away before the mail was handed over.
    Database,
    /// A fault of this program.
    Panic,
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = match self {
            Self::Reply(code) | Self::Mailbox(code) => return write!(f, "{code}"),
            Self::Timeout => "timeout",
            Self::Connection => "connection",
            Self::Tls => "tls",
            Self::Protocol => "protocol",
            Self::Unsealing => "unsealing",
            Self::Contents => "contents",
            Self::Stopped => "stopped",
            Self::Database => "database",
            Self::Panic => "panic",
        };
        f.write_str(word)
    }
}

/// The outcome of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The server accepted it.
    Sent,
    /// The server may accept it later.
    Failed(Cause),
    /// The server will never accept it.
    Refused(Cause),
    /// It was not handed over: a mail to the address came back, or was complained about.
    Stopped,
}

impl Outcome {
    /// The name in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Failed(_) => "failed",
            Self::Refused(_) => "refused",
            Self::Stopped => "stopped",
        }
    }

    /// Why the mail was not sent.
    #[must_use]
    pub const fn cause(self) -> Option<Cause> {
        match self {
            Self::Sent => None,
            Self::Failed(cause) | Self::Refused(cause) => Some(cause),
            Self::Stopped => Some(Cause::Stopped),
        }
    }
}

/// The end of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The mail is with the recipient's server.
    Sent,
    /// The recipient's server refuses it for good.
    Refused,
    /// No server accepted it before it expired.
    Expired,
    /// It was not handed over: a mail to the address came back, or was complained about.
    Stopped,
}

impl Ending {
    /// The delivery's state in the database.
    #[must_use]
    pub const fn state(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Refused => "refused",
            Self::Expired => "expired",
            Self::Stopped => "stopped",
        }
    }

    /// The reason that `DeliveryFailed` gives; `None` when it did not fail.
    #[must_use]
    pub const fn failure(self) -> Option<&'static str> {
        match self {
            Self::Sent => None,
            Self::Refused => Some("REFUSED"),
            Self::Expired => Some("EXPIRED"),
            Self::Stopped => Some("STOPPED"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_that_is_mailed_has_a_template_of_its_name() {
        for fact in Fact::ALL {
            let template = Template::parse(fact.as_str());
            assert_eq!(template.and_then(Template::fact), Some(*fact));
        }
        assert_eq!(Template::Digest.fact(), None);
        assert_eq!(Template::parse("digest"), Some(Template::Digest));
    }
}
