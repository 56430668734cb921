//! Invitations into an organisation, and how many there may be.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{EmailAddress, Error, Grade, OrganisationId, UserId, Violations};

use crate::error::{invitations_exhausted, organisation_full};

/// Members and open invitations that one organisation may have: few enough to list without pages.
const MOST: usize = 100;
/// Invitation mails that one organisation may send in a day.
const MAILS_A_DAY: u32 = 100;
/// Invitation mails that all organisations together may send to one address in an hour (T31).
const MAILS_AN_HOUR_TO_ONE: u32 = 3;
/// The span that [`MAILS_A_DAY`] counts.
pub const DAY: Duration = Duration::days(1);
/// The span that [`MAILS_AN_HOUR_TO_ONE`] counts.
pub const HOUR: Duration = Duration::hours(1);

/// An open invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Its id.
    pub id: i64,
    /// The organisation.
    pub organisation: OrganisationId,
    /// The invited address as typed.
    pub email: String,
    /// The address in the form in which spellings are compared.
    pub email_key: String,
    /// The grade that the invited person gets.
    pub grade: Grade,
    /// The inviter.
    pub invited_by: UserId,
    /// The inviter's name; `None` where the inviter is no longer a member.
    pub inviter: Option<String>,
    /// The inviter's grade now; `None` where the inviter is no longer a member.
    pub inviter_grade: Option<Grade>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Until when its link is good.
    pub expires_at: DateTime<Utc>,
    /// Grows by one with every change.
    pub version: i64,
}

impl Invitation {
    /// Returns whether its link is valid: it has not expired, and the inviter may still invite.
    #[must_use]
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        now < self.expires_at && self.inviter_grade == Some(Grade::Owner)
    }
}

/// Whom to invite, and with which grade; both fields are checked.
#[derive(Debug)]
pub struct Invited {
    /// The address.
    pub email: EmailAddress,
    /// The grade.
    pub grade: Grade,
}

impl Invited {
    /// Checks both fields and names both at once.
    ///
    /// # Errors
    /// `INVITATION_INVALID`.
    pub fn check(email: &str, grade: Option<Grade>) -> Result<Self, Error> {
        let mut violations = Violations::default();
        let email = violations.take("email", EmailAddress::parse(email));
        let grade = violations.take("grade", grade.ok_or("Choose Owner, Manager or Viewer."));
        match (email, grade) {
            (Some(email), Some(grade)) => Ok(Self { email, grade }),
            _ => Err(Error::Invalid {
                reason: "INVITATION_INVALID",
                violations,
            }),
        }
    }
}

/// Checks that an organisation with so many members and open invitations may invite another person.
///
/// # Errors
/// `ORGANISATION_FULL`.
pub const fn check_room(members: usize, invitations: usize) -> Result<(), Error> {
    if members + invitations < MOST {
        Ok(())
    } else {
        Err(organisation_full())
    }
}

/// Checks that another mail may be sent after `by_organisation` in a [`DAY`] and `to_address` in an [`HOUR`].
///
/// # Errors
/// `INVITATIONS_EXHAUSTED`.
pub fn check_mails(by_organisation: i64, to_address: i64) -> Result<(), Error> {
    for (sent, limit) in [
        (by_organisation, MAILS_A_DAY),
        (to_address, MAILS_AN_HOUR_TO_ONE),
    ] {
        if sent >= i64::from(limit) {
            return Err(invitations_exhausted(limit));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fields_are_named_at_once() {
        let Err(Error::Invalid { reason, violations }) = Invited::check("nobody", None) else {
            return assert_eq!("Invalid", "something else");
        };
        let fields: Vec<_> = violations.iter().map(|v| v.field.as_str()).collect();
        assert_eq!(
            (reason, fields),
            ("INVITATION_INVALID", vec!["email", "grade"])
        );
        assert!(Invited::check(" ben@example.com ", Some(Grade::Viewer)).is_ok());
    }

    #[test]
    fn there_is_room_for_a_hundred() {
        assert!(check_room(60, 39).is_ok());
        assert!(check_room(60, 40).is_err() && check_room(100, 0).is_err());
    }

    #[test]
    fn a_hundred_mails_a_day_and_three_an_hour_to_one_address() {
        assert!(check_mails(99, 2).is_ok());
        assert!(check_mails(100, 0).is_err() && check_mails(0, 3).is_err());
    }
}
