//! The transitions between the states of a job.

use chrono::{DateTime, Utc};
use lintel_core::Error;

use super::{Finish, Job, JobState, JobTime, MOST_PROPOSALS};

impl Job {
    /// The contractor takes the job at the time that is asked for. Returns that time.
    ///
    /// # Errors
    /// `JOB_TRANSITION` where there is none to take.
    pub fn accept(&mut self, now: DateTime<Utc>) -> Result<JobTime, Error> {
        let asked = self.asked.filter(|_| self.state == JobState::Offered);
        let asked = asked.ok_or_else(|| self.refused())?;
        if asked.starts_at().is_none_or(|starts| starts < now) {
            return Err(refusal("The time asked for is over. Propose another one."));
        }
        self.answered_at = Some(now);
        self.message = None;
        self.agree(asked);
        Ok(asked)
    }

    /// The contractor proposes another time.
    ///
    /// # Errors
    /// `JOB_TRANSITION` where the job is over, or three times were proposed.
    pub fn propose(
        &mut self,
        time: JobTime,
        message: Option<String>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        if !self.is_open() {
            return Err(self.refused());
        }
        if self.proposals >= MOST_PROPOSALS {
            return Err(refusal(
                "You have proposed three times. Please ring to agree one.",
            ));
        }
        self.state = JobState::Proposed;
        self.proposed = Some(time);
        self.proposals += 1;
        self.message = message;
        self.answered_at = Some(now);
        Ok(())
    }

    /// The landlord takes the proposed time. Returns it.
    ///
    /// # Errors
    /// `JOB_TRANSITION` where none is proposed.
    pub fn take_proposal(&mut self) -> Result<JobTime, Error> {
        let proposed = self.proposed.filter(|_| self.state == JobState::Proposed);
        let proposed = proposed.ok_or_else(|| self.refused())?;
        self.agree(proposed);
        Ok(proposed)
    }

    /// The landlord does not take the proposed time: an agreed one holds, else the contractor is asked for another.
    ///
    /// # Errors
    /// `JOB_TRANSITION` where none is proposed.
    pub fn refuse_proposal(&mut self) -> Result<JobTime, Error> {
        let proposed = self.proposed.filter(|_| self.state == JobState::Proposed);
        let proposed = proposed.ok_or_else(|| self.refused())?;
        self.proposed = None;
        self.state = match self.agreed {
            Some(_) => JobState::Accepted,
            None => JobState::Offered,
        };
        Ok(proposed)
    }

    /// The contractor cannot do it.
    ///
    /// # Errors
    /// `JOB_TRANSITION` where the job is over.
    pub fn decline(&mut self, message: Option<String>, now: DateTime<Utc>) -> Result<(), Error> {
        if !self.is_open() {
            return Err(self.refused());
        }
        self.message = message;
        self.answered_at = Some(now);
        self.end(JobState::Declined, now);
        Ok(())
    }

    /// The contractor says what was done. Unfinished, somebody comes again: at the proposed time, or at one that is still to be proposed.
    ///
    /// # Errors
    /// `JOB_TRANSITION` where no time was agreed.
    pub fn finish(&mut self, done: Finish, now: DateTime<Utc>) -> Result<(), Error> {
        if !self.is_open() || self.agreed.is_none() {
            return Err(self.refused());
        }
        self.report = Some(done.report);
        self.invoice_total = done.invoice_total;
        self.invoice_number = done.invoice_number;
        self.message = None;
        self.answered_at = Some(now);
        if done.finished {
            self.end(JobState::Done, now);
            return Ok(());
        }
        self.asked = None;
        self.agreed = None;
        self.proposed = done.proposed;
        self.proposals = i32::from(done.proposed.is_some());
        self.state = match done.proposed {
            Some(_) => JobState::Proposed,
            None => JobState::Offered,
        };
        Ok(())
    }

    /// The landlord calls it off.
    ///
    /// # Errors
    /// `JOB_TRANSITION` where it is over.
    pub fn call_off(&mut self, now: DateTime<Utc>) -> Result<(), Error> {
        if !self.is_open() {
            return Err(self.refused());
        }
        self.sequence += 1;
        self.end(JobState::CalledOff, now);
        Ok(())
    }

    /// The visit of an agreed job is at another time.
    pub fn agree(&mut self, time: JobTime) {
        if self.agreed.is_some_and(|agreed| agreed != time) {
            self.sequence += 1;
        }
        self.agreed = Some(time);
        self.proposed = None;
        self.state = JobState::Accepted;
    }

    fn end(&mut self, state: JobState, now: DateTime<Utc>) {
        self.state = state;
        self.proposed = None;
        self.ended_at = Some(now);
    }

    /// Why a job that stands as it does takes no such step.
    #[must_use]
    pub fn refused(&self) -> Error {
        refusal(match self.state {
            JobState::Offered if self.asked.is_none() => {
                "No time is agreed yet. Propose one first."
            }
            JobState::Offered => "No time is agreed yet. Accept the time or propose another one.",
            JobState::Proposed => "A time is proposed, and the landlord decides on it.",
            JobState::Accepted => "The time of this job is agreed.",
            JobState::Declined => "The contractor has said no to this job.",
            JobState::Done => "This job is done.",
            JobState::CalledOff => "This job is called off.",
        })
    }
}

const fn refusal(message: &'static str) -> Error {
    Error::FailedPrecondition {
        reason: "JOB_TRANSITION",
        message,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{at, job, time},
        *,
    };

    const NOW: &str = "2026-12-01T10:00:00Z";

    fn finish(finished: bool, proposed: Option<JobTime>) -> Finish {
        Finish {
            report: "New valve".to_owned(),
            finished,
            proposed,
            invoice_total: None,
            invoice_number: None,
        }
    }

    #[test]
    fn each_step_follows_from_its_states_alone() {
        use JobState::{Accepted, CalledOff, Declined, Done, Offered, Proposed};
        let now = at(NOW);
        let monday = time("2026-12-07", "09:00:00", "10:00:00");
        type Step = fn(&mut Job, JobTime, DateTime<Utc>) -> Result<(), Error>;
        let steps: [(&str, Step, &[JobState]); 7] = [
            (
                "accept",
                |job, _, now| job.accept(now).map(|_| ()),
                &[Offered],
            ),
            (
                "propose",
                |job, time, now| job.propose(time, None, now),
                &[Offered, Proposed, Accepted],
            ),
            (
                "take",
                |job, _, _| job.take_proposal().map(|_| ()),
                &[Proposed],
            ),
            (
                "refuse",
                |job, _, _| job.refuse_proposal().map(|_| ()),
                &[Proposed],
            ),
            (
                "decline",
                |job, _, now| job.decline(None, now),
                &[Offered, Proposed, Accepted],
            ),
            (
                "finish",
                |job, _, now| job.finish(finish(true, None), now),
                &[Accepted],
            ),
            (
                "call off",
                |job, _, now| job.call_off(now),
                &[Offered, Proposed, Accepted],
            ),
        ];
        for (name, step, from) in steps {
            for state in [Offered, Proposed, Accepted, Declined, Done, CalledOff] {
                let mut job = job(state);
                let taken = step(&mut job, monday, now);
                let reason = taken.as_ref().map_err(Error::reason).err();
                assert_eq!(taken.is_ok(), from.contains(&state), "{name} {state:?}");
                assert!(taken.is_ok() || reason == Some("JOB_TRANSITION"), "{name}");
            }
        }
    }

    #[test]
    fn a_time_is_proposed_three_times_at_most() {
        let mut job = job(JobState::Offered);
        let monday = time("2026-12-07", "09:00:00", "10:00:00");
        for left in [2, 1, 0] {
            assert!(job.propose(monday, None, at(NOW)).is_ok());
            assert_eq!(job.proposals_left(), left);
        }
        assert!(job.propose(monday, None, at(NOW)).is_err());
    }

    #[test]
    fn an_agreed_time_holds_until_another_one_is_taken() {
        let mut job = job(JobState::Accepted);
        let (agreed, monday) = (job.agreed, time("2026-12-07", "09:00:00", "10:00:00"));
        assert!(job.propose(monday, None, at(NOW)).is_ok());
        assert_eq!(job.agreed, agreed);
        assert!(job.refuse_proposal().is_ok());
        assert_eq!((job.state, job.sequence), (JobState::Accepted, 0));
        assert!(job.propose(monday, None, at(NOW)).is_ok());
        assert!(job.take_proposal().is_ok());
        assert_eq!((job.agreed, job.sequence), (Some(monday), 1));
    }

    #[test]
    fn a_time_that_is_over_is_not_accepted() {
        let mut job = job(JobState::Offered);
        assert!(job.accept(at("2026-12-05T09:31:00Z")).is_err());
        assert_eq!(job.state, JobState::Offered);
    }

    #[test]
    fn who_comes_again_proposes_anew() {
        let monday = time("2026-12-07", "09:00:00", "10:00:00");
        for (proposed, state, left) in [
            (Some(monday), JobState::Proposed, 2),
            (None, JobState::Offered, 3),
        ] {
            let mut job = job(JobState::Accepted);
            job.proposals = 3;
            assert!(job.finish(finish(false, proposed), at(NOW)).is_ok());
            assert_eq!((job.state, job.proposals_left()), (state, left));
            assert_eq!((job.agreed, job.done_at()), (None, None));
            assert_eq!(job.report.as_deref(), Some("New valve"));
        }
    }
}
