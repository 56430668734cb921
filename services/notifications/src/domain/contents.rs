//! The contents of a mail, checked before it is rendered: another process made it, from a stranger's words.

use chrono::{DateTime, Utc};
use lintel_core::Grade;
use zeroize::Zeroizing;

use super::{
    calendar_file::CalendarFile,
    contents_error::ContentsError,
    digest::DigestGroup,
    fact::Fact,
    link_token::LinkToken,
    maintenance_mail::{MaintenanceFacts, MaintenanceNotice},
    news_mail::NewsFacts,
    notice::{Device, Notice},
    presentable::presentable,
    tenancy_mail::{TenancyFacts, TenancyNotice},
    viewing_mail::{ViewingFacts, ViewingNotice},
};

/// The contents of one mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contents {
    /// The link and the code that prove a sign-in address.
    EmailVerification {
        /// To whom.
        to: Recipient,
        /// The link's token.
        token: LinkToken,
        /// The code.
        code: Code,
    },
    /// A link that sets a new password.
    PasswordReset {
        /// To whom.
        to: Recipient,
        /// The link's token.
        token: LinkToken,
    },
    /// A notice that the password was changed.
    PasswordChanged {
        /// To whom.
        to: Recipient,
        /// When.
        at: DateTime<Utc>,
    },
    /// A link that makes its reader a member of an organisation.
    Invitation {
        /// To whom; an invited person's name is not known.
        to: Recipient,
        /// The link's token.
        token: LinkToken,
        /// The inviter, if the name is fit to be shown.
        inviter: Option<String>,
        /// The organisation, if its name is fit to be shown.
        organisation: Option<String>,
        /// The grade of the new member.
        grade: Grade,
    },
    /// A link that makes this address the sign-in address.
    EmailChange {
        /// To whom.
        to: Recipient,
        /// The link's token.
        token: LinkToken,
    },
    /// A notice of something that happened to the account.
    Notice {
        /// To whom.
        to: Recipient,
        /// The event that it is about.
        notice: Notice,
        /// When.
        at: DateTime<Utc>,
        /// With what.
        device: Device,
    },
    /// A mail about an application or a tenancy.
    Tenancy {
        /// To whom.
        to: Recipient,
        /// Which mail.
        notice: TenancyNotice,
        /// Its facts.
        facts: Box<TenancyFacts>,
    },
    /// A mail about a viewing.
    Viewing {
        /// To whom.
        to: Recipient,
        /// Which mail.
        notice: ViewingNotice,
        /// Its facts.
        facts: Box<ViewingFacts>,
    },
    /// A mail about maintenance.
    Maintenance {
        /// To whom.
        to: Recipient,
        /// Which mail.
        notice: MaintenanceNotice,
        /// Its facts.
        facts: Box<MaintenanceFacts>,
    },
    /// A mail about a fact for which no other service asks for a mail.
    News {
        /// To whom.
        to: Recipient,
        /// The event that it is about.
        fact: Fact,
        /// Its facts.
        facts: Box<NewsFacts>,
    },
    /// Several things in one mail.
    Digest {
        /// To whom.
        to: Recipient,
        /// By what it is about.
        groups: Vec<DigestGroup>,
        /// True when it is of mails that waited to go as one, which nobody chose.
        bundled: bool,
    },
}

impl Contents {
    /// To whom the mail goes.
    #[must_use]
    pub const fn recipient(&self) -> &Recipient {
        match self {
            Self::EmailVerification { to, .. }
            | Self::PasswordReset { to, .. }
            | Self::PasswordChanged { to, .. }
            | Self::EmailChange { to, .. }
            | Self::Invitation { to, .. }
            | Self::Notice { to, .. }
            | Self::Tenancy { to, .. }
            | Self::Viewing { to, .. }
            | Self::Maintenance { to, .. }
            | Self::News { to, .. }
            | Self::Digest { to, .. } => to,
        }
    }

    /// The number of the application, tenant, viewing or maintenance request that it is about.
    #[must_use]
    pub fn subject_id(&self) -> Option<i64> {
        let id = match self {
            Self::Tenancy { notice, facts, .. } if notice.is_about_a_tenant() => facts.tenant,
            Self::Tenancy { facts, .. } => facts.application,
            Self::Viewing { facts, .. } => facts.viewing,
            Self::Maintenance { facts, .. } => facts.request,
            _ => 0,
        };
        (id > 0).then_some(id)
    }

    /// The calendar file that goes with it.
    #[must_use]
    pub const fn calendar(&self) -> Option<&CalendarFile> {
        match self {
            Self::Viewing { facts, .. } => facts.calendar.as_ref(),
            Self::Maintenance { facts, .. } => facts.calendar.as_ref(),
            _ => None,
        }
    }
}

/// To whom a mail goes.
#[derive(Clone, PartialEq, Eq)]
pub struct Recipient {
    name: Option<String>,
    address: String,
}

impl Recipient {
    /// Takes a name, if it is fit to be shown (see [`Self::name`]), and an address, which is judged when the mail is addressed.
    #[must_use]
    pub fn new(name: &str, address: &str) -> Self {
        Self {
            name: presentable(name),
            address: address.to_owned(),
        }
    }

    /// The recipient's name on one line; `None` where it is empty, longer than 80 characters, or looks like a link or an address.
    /// People can sign up with an address that is not theirs, so the name is an unknown sender's text in another person's mailbox.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The recipient's address, as it was typed.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl std::fmt::Debug for Recipient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Recipient")
    }
}

/// A code, `XXXX-XXXX`. Secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(Zeroizing<String>);

impl Code {
    /// Takes two groups of four capitals and digits.
    ///
    /// # Errors
    /// [`ContentsError::Code`].
    pub fn parse(code: &str) -> Result<Self, ContentsError> {
        let is_group = |group: &str| {
            group.len() == 4
                && group
                    .bytes()
                    .all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
        };
        match code.split_once('-') {
            Some((a, b)) if is_group(a) && is_group(b) => Ok(Self(Zeroizing::new(code.to_owned()))),
            _ => Err(ContentsError::Code),
        }
    }

    /// The code itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Code")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "Zm9vYmFyYmF6cXV4-_0123456789abcdefghijklmno";

    #[test]
    fn tokens_and_codes_of_another_shape_are_refused() {
        assert!(LinkToken::parse(TOKEN).is_ok());
        for token in [
            "",
            "short",
            &format!("{TOKEN}\r\nBcc: x"),
            &format!("{TOKEN}&x=1"),
        ] {
            assert_eq!(LinkToken::parse(token), Err(ContentsError::Token));
        }
        assert!(Code::parse("7K3M-9QXT").is_ok());
        for code in ["", "7K3M9QXT", "7K3M-9QX", "7k3m-9qxt", "7K3M-9QXT\r\nX: y"] {
            assert_eq!(Code::parse(code), Err(ContentsError::Code));
        }
    }
}
