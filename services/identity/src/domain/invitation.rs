//! Invitations into an organisation, and how many there may be.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Error, Grade, OrganisationId, UserId, Violations};

use super::email::EmailAddress;
use crate::error::{invitations_exhausted, organisation_full};

/// Members and open invitations of one organisation: lists of them need no pages.
const MOST: usize = 100;
/// Mails that one organisation may have sent in a day.
const MAILS_A_DAY: u32 = 100;
/// Mails that all organisations together may send to one address in an hour (T31).
const MAILS_AN_HOUR_TO_ONE: u32 = 3;
/// The span that [`MAILS_A_DAY`] counts.
pub const DAY: Duration = Duration::days(1);
/// The span that [`MAILS_AN_HOUR_TO_ONE`] counts.
pub const HOUR: Duration = Duration::hours(1);

/// An invitation that was not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Its id.
    pub id: i64,
    /// Into which organisation.
    pub organisation: OrganisationId,
    /// The invited address as typed.
    pub email: String,
    /// What two spellings of that address have in common.
    pub email_key: String,
    /// The grade that whoever accepts gets.
    pub grade: Grade,
    /// Who invites.
    pub invited_by: UserId,
    /// Their name; none when they are no member any more.
    pub inviter: Option<String>,
    /// Their grade now; none when they are no member any more.
    pub inviter_grade: Option<Grade>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Until when its link is good.
    pub expires_at: DateTime<Utc>,
    /// Grows by one with every change.
    pub version: i64,
}

impl Invitation {
    /// Whether its link is good: it has not expired, and who invites may still do so.
    #[must_use]
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        now < self.expires_at && self.inviter_grade == Some(Grade::Owner)
    }
}

/// Who is to be invited, and as what; checked as a whole.
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

/// That one more may be invited where so many are members or invited.
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

/// That one more mail may go out after `by_organisation` in a [`DAY`] and `to_address` in an [`HOUR`].
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
