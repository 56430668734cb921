//! The mails that tenants get, and whether one is wanted: the one rule that every act asks.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Error, UserId, Violations, spelt};

use crate::domain::check;

spelt! {
    /// A kind of mail to tenants, as organisations switch them.
    TenantMailKind {
        /// A tenancy has begun.
        MovedIn = "moved-in",
        /// A document was filed.
        Document = "document",
        /// Rent is due in three days.
        RentDue = "rent-due",
        /// A payment was received.
        Receipt = "receipt",
        /// Rent is late; a guarantor is told with the tenant.
        RentLate = "rent-late",
        /// Something of a tenancy was changed or taken back.
        TenancyChanged = "tenancy-changed",
        /// A report of a repair was received.
        RepairReceived = "repair-received",
        /// A repair has another status.
        RepairStatus = "repair-status",
        /// The landlord commented on a repair.
        RepairComment = "repair-comment",
        /// Somebody comes to the home.
        EntryNotice = "entry-notice",
    }
}

impl TenantMailKind {
    /// Returns true where a law asks for it, so that it is always sent (docs/reference/decisions.md 8, Mails).
    #[must_use]
    pub const fn is_required_by_law(self) -> bool {
        matches!(self, Self::EntryNotice)
    }
}

/// Whether a mail to a tenant is sent, and why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailWanted {
    /// It is sent, because a law asks for it.
    Required,
    /// It is sent.
    Yes,
    /// The tenant has no address.
    NoAddress,
    /// Mails to this tenant are off.
    OffForTenant,
    /// The organisation does not want mails of this kind.
    OffForKind,
    /// The act was told to send none.
    Declined,
}

impl MailWanted {
    /// Whether it is sent.
    #[must_use]
    pub const fn is_sent(self) -> bool {
        matches!(self, Self::Required | Self::Yes)
    }
}

/// What decides whether a tenant gets a mail.
#[derive(Debug, Clone, Copy)]
pub struct MailChoice<'a> {
    /// What it is about.
    pub kind: TenantMailKind,
    /// What the act was told; `None` lets the organisation's switch decide.
    pub asked: Option<bool>,
    /// The kinds that the organisation has switched off.
    pub off: &'a [TenantMailKind],
    /// Whether mails to this tenant are off.
    pub off_for_tenant: bool,
    /// Whether the tenant has an address.
    pub has_address: bool,
}

impl MailChoice<'_> {
    /// Whether the mail is sent. A law wins over everything but a missing address; a tenant who is to get none gets none, whatever the
    /// act was told; the act's word wins over the organisation's switch.
    #[must_use]
    pub fn wanted(self) -> MailWanted {
        let is_off = self.off.contains(&self.kind);
        match self.asked {
            _ if !self.has_address => MailWanted::NoAddress,
            _ if self.kind.is_required_by_law() => MailWanted::Required,
            _ if self.off_for_tenant => MailWanted::OffForTenant,
            Some(false) => MailWanted::Declined,
            None if is_off => MailWanted::OffForKind,
            Some(true) | None => MailWanted::Yes,
        }
    }
}

/// Days after which news are told only where somebody wants it.
const OLD_NEWS: i64 = 7;

/// Whether what happened on `date` is so old that tenants are not told of it by itself.
#[must_use]
pub fn is_old_news(date: NaiveDate, today: NaiveDate) -> bool {
    (today - date).num_days() > OLD_NEWS
}

/// Mails to one tenant were switched off or on again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSwitch {
    /// Whether they are off since then.
    pub off: bool,
    /// Why; may be empty where they are on again.
    pub reason: String,
    /// The member who did it.
    pub by: UserId,
    /// When.
    pub at: DateTime<Utc>,
}

impl MailSwitch {
    /// Judges what a member says.
    ///
    /// # Errors
    /// `TENANT_MAILS_INVALID` where they are switched off without a reason.
    pub fn try_new(off: bool, reason: &str, by: UserId, at: DateTime<Utc>) -> Result<Self, Error> {
        let mut found = Violations::default();
        let least = if off { 2 } else { 0 };
        let say = "Say why this tenant gets no emails, in 2 to 300 characters.";
        let reason = check::prose(&mut found, "reason", reason, least..=300, say);
        found.into_result("TENANT_MAILS_INVALID")?;
        Ok(Self {
            off,
            reason: reason.unwrap_or_default(),
            by,
            at,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(kind: TenantMailKind) -> MailChoice<'static> {
        MailChoice {
            kind,
            asked: None,
            off: &[],
            off_for_tenant: false,
            has_address: true,
        }
    }

    #[test]
    fn the_act_s_word_wins_over_the_switch() {
        let off = [TenantMailKind::Receipt];
        let of = |asked| {
            let off = &off;
            MailChoice {
                asked,
                off,
                ..choice(TenantMailKind::Receipt)
            }
            .wanted()
        };
        assert_eq!(of(None), MailWanted::OffForKind);
        assert_eq!(of(Some(true)), MailWanted::Yes);
        assert_eq!(of(Some(false)), MailWanted::Declined);
        assert_eq!(choice(TenantMailKind::Document).wanted(), MailWanted::Yes);
    }

    #[test]
    fn a_tenant_whose_mails_are_off_gets_what_the_law_asks_for_alone() {
        let of = |kind| {
            let asked = Some(true);
            MailChoice {
                asked,
                off_for_tenant: true,
                ..choice(kind)
            }
            .wanted()
        };
        for kind in TenantMailKind::ALL {
            let wanted = match kind {
                TenantMailKind::EntryNotice => MailWanted::Required,
                _ => MailWanted::OffForTenant,
            };
            assert_eq!(of(*kind), wanted, "{kind:?}");
        }
    }

    #[test]
    fn mails_are_switched_off_with_a_reason_alone() {
        let switch = |off, reason| MailSwitch::try_new(off, reason, 1.into(), DateTime::UNIX_EPOCH);
        let kept = switch(true, " Wants letters ").map(|switch| switch.reason);
        assert_eq!(kept.ok().as_deref(), Some("Wants letters"));
        assert!(switch(true, " ").is_err() && switch(false, "").is_ok());
    }

    #[test]
    fn a_is_old_news_after_seven_days() {
        let day = |day| NaiveDate::from_ymd_opt(2026, 11, day).unwrap_or_default();
        assert!(!is_old_news(day(20), day(27)));
        assert!(is_old_news(day(20), day(28)));
    }

    #[test]
    fn nobody_is_mailed_without_an_address() {
        for kind in TenantMailKind::ALL {
            let has_address = false;
            let nowhere = MailChoice {
                has_address,
                ..choice(*kind)
            };
            assert_eq!(nowhere.wanted(), MailWanted::NoAddress);
        }
    }
}
