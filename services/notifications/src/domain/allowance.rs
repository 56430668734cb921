//! The limits of mails to one person (docs/reference/decisions.md 8): without an account a dozen a day, of which one sender causes six; and of
//! many about one thing the first goes at once, and the others as one mail.

use chrono::{DateTime, TimeDelta, Utc};
use lintel_core::{OrganisationId, UserId};

/// The limits of mails to somebody without an account in a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailAllowance {
    /// Whoever causes them.
    pub a_day: usize,
    /// The mails of them that one sender causes.
    pub of_one_sender: usize,
}

/// The day in which they are counted.
const WINDOW: TimeDelta = TimeDelta::hours(24);
/// The time for which the mails of a thread are gathered after one that was sent.
const GATHERED_FOR: TimeDelta = TimeDelta::hours(1);

/// The address of a mail, as far as it is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addressee {
    /// The keyed digest of the address.
    pub digest: [u8; 32],
    /// The organisation or the account that causes the mail, as [`sender_of_organisation`] and [`sender_of_account`] name it.
    pub sender: String,
    /// The conversation that it is of; `None` where each mail goes by itself.
    pub thread: Option<String>,
    /// True when it is one of the dozen of the day.
    pub counted: bool,
}

/// The name of an organisation that causes mails.
#[must_use]
pub fn sender_of_organisation(organisation: OrganisationId) -> String {
    format!("organisation:{organisation}")
}

/// The name of an account that causes mails.
#[must_use]
pub fn sender_of_account(user: UserId) -> String {
    format!("account:{user}")
}

/// A mail of the last day to the same address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recent {
    /// The sender that caused it.
    pub sender: String,
    /// The conversation that it was of.
    pub thread: Option<String>,
    /// True when it is one of the dozen.
    pub counted: bool,
    /// When it was asked for.
    pub at: DateTime<Utc>,
}

/// Until when a mail waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hold {
    /// When it may go.
    pub until: DateTime<Utc>,
    /// True when the reason is that its reader has had as many as there are in a day; otherwise it is one of a thread.
    pub is_over: bool,
}

/// Until when a mail to `addressee` waits, by `allowance` and the mails of the last day to the same address, the oldest first; `None`
/// where it goes at once.
#[must_use]
pub fn hold(
    addressee: &Addressee,
    recent: &[Recent],
    allowance: MailAllowance,
    now: DateTime<Utc>,
) -> Option<Hold> {
    let over = addressee.counted.then(|| {
        let counted = || {
            recent
                .iter()
                .filter(|mail| mail.counted && mail.at + WINDOW > now)
        };
        let all: Vec<_> = counted().map(|mail| mail.at).collect();
        let own = counted().filter(|mail| mail.sender == addressee.sender);
        let own: Vec<_> = own.map(|mail| mail.at).collect();
        room(&all, allowance.a_day).max(room(&own, allowance.of_one_sender))
    });
    if let Some(until) = over.flatten() {
        return Some(Hold {
            until,
            is_over: true,
        });
    }
    let of_thread = recent
        .iter()
        .filter(|mail| addressee.thread.is_some() && mail.thread == addressee.thread);
    let until = of_thread
        .map(|mail| mail.at + GATHERED_FOR)
        .max()
        .filter(|until| *until > now)?;
    Some(Hold {
        until,
        is_over: false,
    })
}

/// When there is room for another one, where `most` are allowed and those of `sent` count; `None` where there is.
fn room(sent: &[DateTime<Utc>], most: usize) -> Option<DateTime<Utc>> {
    let first = sent.len().checked_sub(most)?;
    sent.get(first).map(|at| *at + WINDOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;
    const ALLOWANCE: MailAllowance = MailAllowance {
        a_day: 12,
        of_one_sender: 6,
    };

    fn mail(sender: &str, minutes_ago: i64) -> Recent {
        Recent {
            sender: sender.to_owned(),
            thread: None,
            counted: true,
            at: NOW - TimeDelta::minutes(minutes_ago),
        }
    }

    fn to(sender: &str) -> Addressee {
        Addressee {
            digest: [7; 32],
            sender: sender.to_owned(),
            thread: None,
            counted: true,
        }
    }

    fn minutes(hold: Option<Hold>) -> Option<i64> {
        hold.map(|hold| (hold.until - NOW).num_minutes())
    }

    #[test]
    fn one_sender_causes_six_a_day_and_the_seventh_waits_for_the_first() {
        let mut recent: Vec<_> = (1..=5).rev().map(|ago| mail("a", ago)).collect();
        assert_eq!(hold(&to("a"), &recent, ALLOWANCE, NOW), None);
        recent.push(mail("a", 0));
        let seventh = hold(&to("a"), &recent, ALLOWANCE, NOW);
        assert_eq!(minutes(seventh), Some(24 * 60 - 5));
        assert!(seventh.is_some_and(|hold| hold.is_over));
        assert_eq!(hold(&to("b"), &recent, ALLOWANCE, NOW), None);
        recent.insert(0, mail("a", 24 * 60));
        assert_eq!(
            minutes(hold(&to("a"), &recent, ALLOWANCE, NOW)),
            Some(24 * 60 - 5)
        );
    }

    #[test]
    fn all_senders_cause_twelve_a_day_and_the_thirteenth_waits() {
        let mut recent: Vec<_> = (1..=11)
            .rev()
            .zip(["a", "b", "c"].iter().cycle())
            .map(|(ago, sender)| mail(sender, ago))
            .collect();
        assert_eq!(hold(&to("d"), &recent, ALLOWANCE, NOW), None);
        recent.push(mail("c", 0));
        assert_eq!(
            minutes(hold(&to("d"), &recent, ALLOWANCE, NOW)),
            Some(24 * 60 - 11)
        );
        let outside = Addressee {
            counted: false,
            ..to("d")
        };
        assert_eq!(hold(&outside, &recent, ALLOWANCE, NOW), None);
        for mail in &mut recent {
            mail.counted = false;
        }
        assert_eq!(hold(&to("d"), &recent, ALLOWANCE, NOW), None);
    }

    #[test]
    fn of_a_thread_one_goes_at_once_and_others_within_an_hour_wait() {
        let thread = Some("comments:1".to_owned());
        let comment = Addressee {
            thread: thread.clone(),
            counted: false,
            ..to("a")
        };
        assert_eq!(hold(&comment, &[mail("a", 5)], ALLOWANCE, NOW), None);
        let first = Recent {
            thread,
            ..mail("a", 20)
        };
        let held = hold(&comment, std::slice::from_ref(&first), ALLOWANCE, NOW);
        assert_eq!(minutes(held), Some(40));
        assert!(held.is_some_and(|hold| !hold.is_over));
        let other = Addressee {
            thread: Some("comments:2".to_owned()),
            ..comment.clone()
        };
        assert_eq!(
            hold(&other, std::slice::from_ref(&first), ALLOWANCE, NOW),
            None
        );
        let long_ago = Recent {
            at: NOW - TimeDelta::minutes(60),
            ..first
        };
        assert_eq!(hold(&comment, &[long_ago], ALLOWANCE, NOW), None);
    }
}
