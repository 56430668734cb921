//! References: what a guarantor or an employer was asked and answered.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{ApplicationId, ReferenceId, spelt};

use super::{EmployerForm, GuarantorForm, ReferenceKind};
use crate::domain::applying::Application;

/// The time that the link to a form works (docs/reference/decisions.md 2).
pub const LINK_LIFETIME: Duration = Duration::days(14);
/// Two references from one device within this time are worth a second look (docs/reference/promises.md T16).
const ONE_SITTING: Duration = Duration::hours(24);

spelt! {
    /// How a reference stands.
    ReferenceState {
        /// The link was sent.
        Requested = "requested",
        /// The link was not used in time.
        Expired = "expired",
        /// The form was given.
        Given = "given",
        /// They do not want to give one.
        Declined = "declined",
        /// The landlord does without it.
        Waived = "waived",
    }
}

/// The state of the link to a form (docs/reference/decisions.md 8, Links).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormLink {
    /// The form is wanted.
    Open,
    /// It was given.
    Given,
    /// It was declined.
    Declined,
    /// Nobody wants it any more.
    Closed,
    /// A newer link took its place, or its time is over.
    Expired,
}

/// What somebody gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A guarantor.
    Guarantor(GuarantorForm),
    /// An employer.
    Employer(EmployerForm),
}

/// A reference of an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Its id.
    pub id: ReferenceId,
    /// The application.
    pub application: ApplicationId,
    /// Whose.
    pub kind: ReferenceKind,
    /// Where the link was sent, as typed.
    pub email: String,
    /// Grows with each sending.
    pub generation: i32,
    /// When the last link was sent.
    pub sent_at: DateTime<Utc>,
    /// When that link ends.
    pub expires_at: DateTime<Utc>,
    /// When it was given or declined.
    pub answered_at: Option<DateTime<Utc>>,
    /// Whether the answer was a refusal.
    pub declined: bool,
    /// Why they declined.
    pub decline_reason: Option<String>,
    /// What was given, sealed.
    pub sealed_answer: Option<Vec<u8>>,
    /// What was given; opened for the landlord alone.
    pub answer: Option<Answer>,
    /// The signature, a PNG.
    pub signature: Vec<u8>,
    /// A keyed hash of the device that answered.
    pub device: Option<[u8; 32]>,
    /// Whether the link has ended by the clock of the database.
    pub expired: bool,
    /// Why the landlord does without it.
    pub waive_reason: Option<String>,
}

impl Reference {
    /// How it stands.
    #[must_use]
    pub const fn state(&self) -> ReferenceState {
        if self.waive_reason.is_some() {
            return ReferenceState::Waived;
        }
        match (self.answered_at, self.declined) {
            (Some(_), true) => ReferenceState::Declined,
            (Some(_), false) => ReferenceState::Given,
            (None, _) if self.expired => ReferenceState::Expired,
            (None, _) => ReferenceState::Requested,
        }
    }
}

impl Reference {
    /// How far a link to the form leads; `is_last` says whether no newer one was sent. The form is wanted until the landlord does
    /// without it, or its application is rejected, withdrawn or ends with moving in. Whoever answered is told that, whatever came later.
    #[must_use]
    pub fn form_link(
        &self,
        application: &Application,
        is_last: bool,
        now: DateTime<Utc>,
    ) -> FormLink {
        let over = application.rejected_at.is_some()
            || application.withdrawn_at.is_some()
            || application.moved_in;
        match self.answered_at {
            _ if !is_last => FormLink::Expired,
            Some(_) if self.declined => FormLink::Declined,
            Some(_) => FormLink::Given,
            None if over || self.waive_reason.is_some() => FormLink::Closed,
            None if self.expires_at <= now => FormLink::Expired,
            None => FormLink::Open,
        }
    }
}

/// What was sent from one network address within a day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Networks {
    /// Both references.
    pub both: bool,
    /// The references that came from where the application came from.
    pub applicants: Vec<ReferenceKind>,
}

impl Networks {
    /// Of an application and its references.
    #[must_use]
    pub fn of(application: &Application, references: &[Reference]) -> Self {
        let given: Vec<_> = references
            .iter()
            .filter_map(|one| Some((one.kind, (one.device?, one.answered_at?))))
            .collect();
        let both = given.iter().enumerate().any(|(at, (_, one))| {
            let mut others = given.iter().skip(at + 1);
            others.any(|(_, other)| is_one_sitting(one, other))
        });
        let applied = application.device.map(|one| (one, application.created_at));
        let applicants = given
            .iter()
            .filter(|(_, one)| applied.is_some_and(|applied| is_one_sitting(&applied, one)))
            .map(|(kind, _)| *kind)
            .collect();
        Self { both, applicants }
    }
}

type Sent = ([u8; 32], DateTime<Utc>);

fn is_one_sitting((device, when): &Sent, (other, then): &Sent) -> bool {
    device == other && (*then - *when).abs() <= ONE_SITTING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::applying::decision::tests::submitted;

    fn reference(device: u8, hours: i64) -> Reference {
        let at = DateTime::UNIX_EPOCH + Duration::hours(hours);
        Reference {
            id: 1.into(),
            application: 1.into(),
            kind: ReferenceKind::Guarantor,
            email: "a@example.org".to_owned(),
            generation: 1,
            sent_at: at,
            expires_at: at + LINK_LIFETIME,
            answered_at: Some(at),
            declined: false,
            decline_reason: None,
            sealed_answer: None,
            answer: None,
            signature: Vec::new(),
            device: Some([device; 32]),
            expired: false,
            waive_reason: None,
        }
    }

    #[test]
    fn one_network_within_a_day_is_noticed() {
        let applied = |device: Option<u8>, hours| Application {
            device: device.map(|device| [device; 32]),
            created_at: DateTime::UNIX_EPOCH + Duration::hours(hours),
            ..submitted()
        };
        let both = |references: &[Reference]| Networks::of(&applied(None, 0), references).both;
        assert!(both(&[reference(1, 0), reference(1, 24)]));
        assert!(!both(&[reference(1, 0), reference(1, 25)]));
        assert!(!both(&[reference(1, 0), reference(2, 1)]));
        assert!(!both(&[reference(1, 0)]));
        let applicants = |device, hours, references: &[Reference]| {
            Networks::of(&applied(device, hours), references).applicants
        };
        let given = [reference(1, 24)];
        assert_eq!(applicants(Some(1), 0, &given), [ReferenceKind::Guarantor]);
        assert_eq!(applicants(Some(1), -1, &given), []);
        assert_eq!(applicants(Some(2), 0, &given), []);
        assert_eq!(applicants(None, 0, &given), []);
    }

    #[test]
    fn an_answer_wins_over_the_end_of_its_link() {
        let mut one = reference(1, 0);
        one.expired = true;
        assert_eq!(one.state(), ReferenceState::Given);
        one.declined = true;
        assert_eq!(one.state(), ReferenceState::Declined);
        one.answered_at = None;
        assert_eq!(one.state(), ReferenceState::Expired);
        one.waive_reason = Some("A relative of mine".to_owned());
        assert_eq!(one.state(), ReferenceState::Waived);
    }
}
