//! A job that a request's contractor is asked to do by a private link.

mod calendar;
mod draft;
mod moves;
mod time;

use chrono::{DateTime, TimeDelta, Utc};
use lintel_core::{ContractorId, Error, MaintenanceRequestId, Money, UserId, london_date, spelt};

pub use calendar::JobCalendar;
pub use draft::{Finish, FinishDraft, JOB_INVALID, Offer, OfferDraft, job_message};
pub use time::{JobTime, JobTimeDraft};

use super::MaintenanceRequest;
use crate::error::{job_closed, link_expired};

/// The most times that a contractor proposes for one visit.
pub const MOST_PROPOSALS: i32 = 3;
/// The time for which a link works after its job was declined, done or called off.
const LINK_STAYS: TimeDelta = TimeDelta::days(14);

spelt! {
    /// The state of a job.
    JobState {
        /// The contractor was asked.
        Offered = "offered",
        /// The contractor proposes another time.
        Proposed = "proposed",
        /// The time is agreed.
        Accepted = "accepted",
        /// The contractor cannot do it.
        Declined = "declined",
        /// The contractor says that it is done.
        Done = "done",
        /// The landlord called it off, or gave it to somebody else.
        CalledOff = "calledOff",
    }
}

/// A job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its number within the organisation; nobody but the link's row names it.
    pub id: i64,
    /// The request.
    pub request: MaintenanceRequestId,
    /// The contractor who was asked.
    pub contractor: ContractorId,
    /// Their name, also after they left the directory.
    pub contractor_name: String,
    /// Its state.
    pub state: JobState,
    /// The time that is asked for.
    pub asked: Option<JobTime>,
    /// The time that the contractor proposes.
    pub proposed: Option<JobTime>,
    /// The agreed time.
    pub agreed: Option<JobTime>,
    /// Until when an answer is wanted.
    pub answer_by: DateTime<Utc>,
    /// The amount that may be spent without asking first.
    pub cost_limit: Option<Money>,
    /// The way in.
    pub access: Option<String>,
    /// The sealed code of a key safe.
    pub sealed_key_code: Option<Vec<u8>>,
    /// True when the contractor gets the tenant's name and telephone number.
    pub tenant_contact: bool,
    /// True when the tenant agreed to less than 24 hours' notice.
    pub tenant_agreed: bool,
    /// The number of times that were proposed for the next visit.
    pub proposals: i32,
    /// Grows with every change of the time, for the calendar entry.
    pub sequence: i32,
    /// The contractor's last message.
    pub message: Option<String>,
    /// The contractor's report.
    pub report: Option<String>,
    /// The total of the invoice.
    pub invoice_total: Option<Money>,
    /// The invoice's number.
    pub invoice_number: Option<String>,
    /// The member who asked.
    pub offered_by: UserId,
    /// When the contractor was asked.
    pub offered_at: DateTime<Utc>,
    /// When the contractor answered last.
    pub answered_at: Option<DateTime<Utc>>,
    /// When it was declined, done or called off.
    pub ended_at: Option<DateTime<Utc>>,
    /// The nonce that the link's token is made of.
    pub token_nonce: [u8; 32],
    /// The hash that finds the link.
    pub token_hash: [u8; 32],
}

/// The job of a request that a later one replaced, as far as its link tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Later {
    /// There is none.
    None,
    /// The same contractor has a newer link.
    SameContractor,
    /// Another contractor was asked.
    AnotherContractor,
}

impl Job {
    /// Returns whether the contractor still has to answer, or is to come.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(
            self.state,
            JobState::Offered | JobState::Proposed | JobState::Accepted
        )
    }

    /// Returns whether its page shows what the job is: not after the contractor said no, nor after the landlord called it off.
    #[must_use]
    pub const fn is_shown(&self) -> bool {
        !matches!(self.state, JobState::Declined | JobState::CalledOff)
    }

    /// Until when its link works; `None` while it has not ended.
    #[must_use]
    pub fn closes_at(&self) -> Option<DateTime<Utc>> {
        self.ended_at.map(|ended| ended + LINK_STAYS)
    }

    /// When it was done.
    #[must_use]
    pub fn done_at(&self) -> Option<DateTime<Utc>> {
        self.ended_at.filter(|_| self.state == JobState::Done)
    }

    /// Returns how often another time may still be proposed.
    #[must_use]
    pub const fn proposals_left(&self) -> i32 {
        MOST_PROPOSALS - self.proposals
    }

    /// Returns whether the key code is shown: on the day of the agreed time, in London.
    #[must_use]
    pub fn shows_key_code(&self, now: DateTime<Utc>) -> bool {
        self.is_open()
            && self
                .agreed
                .is_some_and(|time| time.date == london_date(now))
    }

    /// Refuses a link that leads nowhere any more.
    ///
    /// # Errors
    /// `LINK_EXPIRED` for one that a newer link of the same contractor replaced, or whose job ended 14 days ago; `LINK_CLOSED` where the
    /// request was completed or cancelled without it.
    pub fn check_link(
        &self,
        request: &MaintenanceRequest,
        later: Later,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let replaced = later == Later::SameContractor && self.state != JobState::Done;
        if replaced || self.closes_at().is_some_and(|end| end <= now) {
            return Err(link_expired());
        }
        let closed = self.is_open() && (request.status.is_finished() || later != Later::None);
        if closed {
            return Err(job_closed());
        }
        Ok(())
    }
}

#[cfg(test)]
pub mod tests {
    use super::{super::request::tests::request, *};

    pub fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap_or_default()
    }

    pub fn time(date: &str, start: &str, end: &str) -> JobTime {
        JobTime {
            date: date.parse().unwrap_or_default(),
            start: start.parse().unwrap_or_default(),
            end: end.parse().unwrap_or_default(),
        }
    }

    pub fn job(state: JobState) -> Job {
        let ended = matches!(
            state,
            JobState::Declined | JobState::Done | JobState::CalledOff
        );
        let saturday = time("2026-12-05", "09:30:00", "11:30:00");
        Job {
            id: 1,
            request: 1.into(),
            contractor: 1.into(),
            contractor_name: "Severnside Heating".to_owned(),
            state,
            asked: Some(saturday),
            proposed: (state == JobState::Proposed).then_some(saturday),
            agreed: (state == JobState::Accepted).then_some(saturday),
            answer_by: at("2026-12-01T10:00:00Z"),
            cost_limit: None,
            access: None,
            sealed_key_code: None,
            tenant_contact: true,
            tenant_agreed: false,
            proposals: 0,
            sequence: 0,
            message: None,
            report: None,
            invoice_total: None,
            invoice_number: None,
            offered_by: 11.into(),
            offered_at: at("2026-11-30T10:00:00Z"),
            answered_at: None,
            ended_at: ended.then(|| at("2026-12-01T10:00:00Z")),
            token_nonce: [1; 32],
            token_hash: [2; 32],
        }
    }

    #[test]
    fn each_link_says_what_it_is() {
        use JobState::{Accepted, CalledOff, Declined, Done, Offered, Proposed};
        let (soon, late) = (at("2026-12-02T10:00:00Z"), at("2026-12-15T10:00:00Z"));
        let open = request("2026-11-25T10:00:00Z");
        let mut finished = open.clone();
        finished.status = crate::domain::maintenance::MaintenanceStatus::Completed;
        let (none, same, other) = (Later::None, Later::SameContractor, Later::AnotherContractor);
        let works = "works";
        for (state, request, later, now, expected) in [
            (Offered, &open, none, late, works),
            (Proposed, &open, none, late, works),
            (Accepted, &open, none, late, works),
            (Offered, &finished, none, soon, "LINK_CLOSED"),
            (Accepted, &finished, none, soon, "LINK_CLOSED"),
            (Declined, &open, none, soon, works),
            (Declined, &open, other, soon, works),
            (Declined, &open, same, soon, "LINK_EXPIRED"),
            (Declined, &open, none, late, "LINK_EXPIRED"),
            (Done, &finished, none, soon, works),
            (Done, &finished, same, soon, works),
            (Done, &finished, none, late, "LINK_EXPIRED"),
            (CalledOff, &open, none, soon, works),
            (CalledOff, &open, other, soon, works),
            (CalledOff, &open, same, soon, "LINK_EXPIRED"),
            (CalledOff, &open, none, late, "LINK_EXPIRED"),
        ] {
            let checked = job(state).check_link(request, later, now);
            let said = checked.map_or_else(|error| error.reason(), |()| works);
            assert_eq!(said, expected, "{state:?} {later:?} {now}");
        }
    }

    #[test]
    fn the_key_code_shows_on_the_day_in_london_alone() {
        let mut job = job(JobState::Accepted);
        job.agreed = Some(time("2026-07-03", "09:00:00", "10:00:00"));
        for (now, shown) in [
            ("2026-07-02T22:59:59Z", false),
            ("2026-07-02T23:00:00Z", true),
            ("2026-07-03T22:59:59Z", true),
            ("2026-07-03T23:00:00Z", false),
        ] {
            assert_eq!(job.shows_key_code(at(now)), shown, "{now}");
        }
        job.state = JobState::Done;
        assert!(!job.shows_key_code(at("2026-07-03T10:00:00Z")));
    }
}
