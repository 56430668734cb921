//! The viewer's answers on the private page.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use lintel_core::{Error, Violations};

use super::{Moment, ViewerAnswer, Viewing, ViewingStatus};
use crate::domain::check;

/// The longest message, in characters.
const LONGEST_MESSAGE: usize = 500;

/// The viewer's last answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The answer.
    pub answer: ViewerAnswer,
    /// When.
    pub at: DateTime<Utc>,
    /// With [`ViewerAnswer::Request`]: what would suit.
    pub wished: Option<(NaiveDate, NaiveTime)>,
    /// Their message.
    pub message: Option<String>,
}

/// An answer as typed on the private page.
#[derive(Debug, Clone, Default)]
pub struct ReplyDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The answer.
    pub answer: Option<ViewerAnswer>,
    /// The day that would suit.
    pub day: Option<NaiveDate>,
    /// The time that would suit.
    pub time: Option<NaiveTime>,
    /// Their message.
    pub message: String,
}

/// Returns a viewing after its viewer's answer at `now`. A wish for another time changes nothing else: the landlord decides.
///
/// # Errors
/// `VIEWING_INVALID` with every offending field; `VIEWING_TRANSITION` for one that is over, has begun or was called off.
pub fn take(before: &Viewing, draft: ReplyDraft, now: DateTime<Utc>) -> Result<Viewing, Error> {
    let mut found = draft.unreadable;
    let v = &mut found;
    if draft.answer.is_none() {
        check::refuse(v, "answer", "Choose confirm, cancel or request.");
    }
    let mut wished = None;
    if draft.answer == Some(ViewerAnswer::Request) {
        let (day, time) = (
            ("requested_date", draft.day),
            ("requested_time", draft.time),
        );
        let moment = Moment::named(v, day, time, now);
        wished = moment.map(|moment| (moment.day, moment.time));
    }
    let message = check::note(v, "message", &draft.message, LONGEST_MESSAGE);
    let (Some(answer), true) = (draft.answer, found.is_empty()) else {
        return Err(Error::Invalid {
            reason: "VIEWING_INVALID",
            violations: found,
        });
    };
    if !before.status.is_open() {
        return Err(before.status.refused());
    }
    if !before.lies_ahead(now) {
        return Err(Error::Conflict {
            reason: "VIEWING_TRANSITION",
            message: "This viewing has begun or is over. Nothing can be answered any more."
                .to_owned(),
        });
    }
    let mut after = before.clone();
    match answer {
        ViewerAnswer::Confirm => after.status = ViewingStatus::Confirmed,
        ViewerAnswer::Cancel => after.status = ViewingStatus::Cancelled,
        ViewerAnswer::Request => {}
    }
    after.sequence += i32::from(after.status != before.status);
    let same = before.reply.as_ref().is_some_and(|reply| {
        (reply.answer, reply.wished, &reply.message) == (answer, wished, &message)
    });
    if !same {
        after.reply = Some(Reply {
            answer,
            at: now,
            wished,
            message,
        });
    }
    Ok(after)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::{super::example, *};

    fn now() -> DateTime<Utc> {
        "2026-11-25T10:00:00Z".parse().unwrap()
    }

    fn answer(answer: ViewerAnswer) -> ReplyDraft {
        ReplyDraft {
            answer: Some(answer),
            ..ReplyDraft::default()
        }
    }

    #[test]
    fn who_comes_confirms_and_who_does_not_cancels() {
        let confirmed = take(&example(), answer(ViewerAnswer::Confirm), now()).unwrap();
        assert_eq!(confirmed.status, ViewingStatus::Confirmed);
        assert_eq!(confirmed.sequence, 1);
        let again = take(&confirmed, answer(ViewerAnswer::Confirm), now()).unwrap();
        assert_eq!(again, confirmed);
        let cancelled = take(&confirmed, answer(ViewerAnswer::Cancel), now()).unwrap();
        assert_eq!(cancelled.status, ViewingStatus::Cancelled);
        let refused = take(&cancelled, answer(ViewerAnswer::Confirm), now()).unwrap_err();
        assert_eq!(refused.reason(), "VIEWING_TRANSITION");
    }

    #[test]
    fn a_wish_changes_nothing_but_says_what_would_suit() {
        let draft = ReplyDraft {
            day: "2026-12-02".parse().ok(),
            time: "18:00:00".parse().ok(),
            message: " After work ".to_owned(),
            ..answer(ViewerAnswer::Request)
        };
        let after = take(&example(), draft, now()).unwrap();
        assert_eq!(
            (after.status, after.sequence),
            (ViewingStatus::Scheduled, 0)
        );
        let reply = after.reply.unwrap();
        assert_eq!(reply.message.as_deref(), Some("After work"));
        assert_eq!(
            reply.wished.map(|(_, time)| time.to_string()).as_deref(),
            Some("18:00:00")
        );
        let timeless = take(&example(), answer(ViewerAnswer::Request), now()).unwrap_err();
        assert_eq!(timeless.reason(), "VIEWING_INVALID");
    }

    #[test]
    fn nothing_is_answered_once_it_has_begun() {
        let viewing = example();
        let late = viewing.at.instant;
        let refused = take(&viewing, answer(ViewerAnswer::Confirm), late).unwrap_err();
        assert_eq!(refused.reason(), "VIEWING_TRANSITION");
        let nothing = take(&viewing, ReplyDraft::default(), now()).unwrap_err();
        assert_eq!(nothing.reason(), "VIEWING_INVALID");
    }
}
