//! Asking the owner of a row that this service has only a copy of: a copy is as old as the last event, and whoever has just been told
//! that a row exists may name it in the next call.
//!
//! A use case runs first with what the copies say. Where it is refused because a row that the caller names is not there, its
//! transaction is over; the owner is asked once, what it says goes into the copy by the version rule of the events, and the use case runs
//! once more. What is there asks nobody.

use std::{collections::HashMap, fmt, hash::Hash, time::Duration};

use lintel_auth::ServiceKey;
use lintel_core::Error;
use tokio::{sync::Mutex, time::Instant};
use tonic::{Code, Request, Response, Status};

use crate::{client, fill};

/// The longest time that an owner may take for one row.
const ROW_TIMEOUT: Duration = Duration::from_millis(500);
/// The time for which a row is known to be missing at its owner. Ids are counted up, so a missing one may exist in a moment.
const REMEMBERED: Duration = Duration::from_millis(250);
/// The time for which copies are used as they are after an owner did not answer: one slow service slows nobody else down.
const BACK_OFF: Duration = Duration::from_secs(1);
/// Rows remembered at once; more than a replica is asked for in that time.
const AT_MOST: usize = 4_096;

/// An owner's answer about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It has the row, and the copy was older or lacked it.
    News,
    /// It has the row as the copy has it.
    Known,
    /// It has no such row.
    Unknown,
}

impl Answer {
    /// A row that the owner has, which was `news` to the copy or not.
    #[must_use]
    pub const fn found(news: bool) -> Self {
        if news { Self::News } else { Self::Known }
    }
}

/// The rows of other services that a service keeps copies of.
pub trait Owners: fmt::Debug + Send + Sync {
    /// A row that a caller names, with the organisation for whom it is asked.
    type Row: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// Returns whether a use case may have been refused because the copy lacks `row` or is too old.
    fn explains(row: Self::Row, refusal: &Error) -> bool;

    /// Asks the owner for `row` and keeps what it says, in a transaction of its own.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when owner or database does not answer.
    fn ask(&self, row: Self::Row) -> impl Future<Output = Result<Answer, Error>> + Send;
}

/// Runs use cases that name rows of other services.
#[derive(Debug)]
pub struct Asking<O: Owners> {
    owners: O,
    /// Rows that their owners did not have, and until when that is taken for true.
    misses: Mutex<HashMap<O::Row, Instant>>,
    /// Until when owners are not asked for what the copies are good enough for.
    back_off_until: Mutex<Option<Instant>>,
}

impl<O: Owners> Asking<O> {
    /// Asks `owners`.
    pub fn new(owners: O) -> Self {
        Self {
            owners,
            misses: Mutex::new(HashMap::new()),
            back_off_until: Mutex::new(None),
        }
    }

    /// Runs `use_case`; where it is refused for one of `rows` that their owners know, once more.
    ///
    /// # Errors
    /// The use case's own; [`Error::Unavailable`] where it was refused for a row whose owner does not answer.
    pub async fn or_ask<T, F>(&self, rows: &[O::Row], use_case: impl Fn() -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let refusal = match use_case().await {
            Err(refusal) => refusal,
            done => return done,
        };
        let mut is_known = false;
        for &row in rows.iter().filter(|&&row| O::explains(row, &refusal)) {
            // What is no news any more may have come by an event since the refusal.
            is_known |= self.ask(row).await? != Answer::Unknown;
        }
        if is_known {
            use_case().await
        } else {
            Err(refusal)
        }
    }

    /// Asks for `row` before a use case that must not go by what was a moment ago (a home that is to be sold).
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the owner does not answer.
    pub async fn refresh(&self, row: O::Row) -> Result<Answer, Error> {
        let answer = self.owners.ask(row).await?;
        let mut misses = self.misses.lock().await;
        if answer == Answer::Unknown && misses.len() < AT_MOST {
            misses.insert(row, Instant::now() + REMEMBERED);
        }
        Ok(answer)
    }

    /// Works like [`Self::refresh`], for a use case that is better off with the copy as it is than refused (a shown rent).
    /// Returns whether the row is there as far as is known: where the owner does not answer, the copy is good enough.
    pub async fn is_there(&self, row: O::Row) -> bool {
        let back_off_until = *self.back_off_until.lock().await;
        if back_off_until.is_some_and(|until| until > Instant::now()) {
            return true;
        }
        match self.refresh(row).await {
            Ok(answer) => answer != Answer::Unknown,
            Err(error) => {
                tracing::debug!(?row, %error, "an owner was not reached; its copy is used");
                *self.back_off_until.lock().await = Some(Instant::now() + BACK_OFF);
                true
            }
        }
    }

    /// Asks for `row` unless its owner did not have it a moment ago.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the owner does not answer.
    pub async fn ask(&self, row: O::Row) -> Result<Answer, Error> {
        let now = Instant::now();
        {
            let mut misses = self.misses.lock().await;
            if misses.get(&row).is_some_and(|until| *until > now) {
                return Ok(Answer::Unknown);
            }
            if misses.len() >= AT_MOST {
                misses.retain(|_, until| *until > now);
            }
        }
        self.refresh(row).await
    }
}

/// A question to an owner that only Lintel's own processes may ask.
///
/// # Errors
/// [`Error::Internal`] when the key is no header.
pub fn question<T>(key: &ServiceKey, message: T) -> Result<Request<T>, Error> {
    let mut request = fill::request(key, message).map_err(Error::internal)?;
    request.set_timeout(ROW_TIMEOUT);
    Ok(request)
}

/// Waits half a second for an owner's answer; `None` from an owner of the release before, which cannot be asked for one row: the copy is
/// then as good as it was there.
///
/// # Errors
/// [`Error::Unavailable`] when the owner refuses or does not answer.
pub async fn answer<T>(
    call: impl Future<Output = Result<Response<T>, Status>>,
) -> Result<Option<T>, Error> {
    match client::in_time(ROW_TIMEOUT, call).await {
        Ok(answer) => Ok(Some(answer)),
        Err(status) if status.code() == Code::Unimplemented => Ok(None),
        Err(status) => Err(Error::unavailable(status)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use lintel_core::Violations;

    use super::*;

    /// An owner of homes: those up to `known` exist.
    #[derive(Debug)]
    struct Portfolio {
        known: Option<i64>,
        copied: AtomicUsize,
        asked: AtomicUsize,
    }

    impl Owners for Portfolio {
        type Row = i64;

        fn explains(_: i64, refusal: &Error) -> bool {
            matches!(refusal, Error::NotFound { .. })
        }

        async fn ask(&self, home: i64) -> Result<Answer, Error> {
            self.asked.fetch_add(1, Ordering::SeqCst);
            let known = self.known.ok_or_else(|| Error::unavailable("away"))?;
            if home > known {
                return Ok(Answer::Unknown);
            }
            let home = usize::try_from(home).unwrap_or_default();
            let before = self.copied.swap(home, Ordering::SeqCst);
            Ok(Answer::found(before != home))
        }
    }

    fn asking(known: Option<i64>) -> Asking<Portfolio> {
        Asking::new(Portfolio {
            known,
            copied: AtomicUsize::new(0),
            asked: AtomicUsize::new(0),
        })
    }

    fn invite(asking: &Asking<Portfolio>, home: usize) -> Result<usize, Error> {
        if asking.owners.copied.load(Ordering::SeqCst) == home {
            return Ok(home);
        }
        Err(Error::NotFound {
            reason: "HOME_NOT_FOUND",
            resource: "Property",
        })
    }

    fn asked(asking: &Asking<Portfolio>) -> usize {
        asking.owners.asked.load(Ordering::SeqCst)
    }

    #[tokio::test]
    async fn a_row_that_its_owner_knows_is_found_at_once() {
        let asking = asking(Some(7));
        let found = asking.or_ask(&[7], async || invite(&asking, 7)).await;
        assert_eq!((found.ok(), asked(&asking)), (Some(7), 1));
        let found = asking.or_ask(&[7], async || invite(&asking, 7)).await;
        assert_eq!(
            (found.ok(), asked(&asking)),
            (Some(7), 1),
            "a copy that is there asks nobody"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_row_that_nobody_knows_is_asked_for_once_in_a_while() {
        let asking = asking(Some(7));
        for _ in 0..5 {
            let found = asking.or_ask(&[8], async || invite(&asking, 8)).await;
            assert_eq!(found.map_err(|error| error.reason()), Err("HOME_NOT_FOUND"));
        }
        assert_eq!(asked(&asking), 1);
        tokio::time::advance(Duration::from_secs(1)).await;
        let _ = asking.or_ask(&[8], async || invite(&asking, 8)).await;
        assert_eq!(
            asked(&asking),
            2,
            "what was missing may exist a second later"
        );
    }

    #[tokio::test]
    async fn an_owner_that_is_away_makes_nobody_say_not_found() {
        let asking = asking(None);
        let found = asking.or_ask(&[7], async || invite(&asking, 7)).await;
        assert_eq!(found.map_err(|error| error.reason()), Err("UNAVAILABLE"));
        assert!(asking.is_there(7).await, "the copy is good enough");
        assert!(asking.refresh(7).await.is_err());
    }

    #[tokio::test]
    async fn a_refusal_for_another_reason_asks_nobody() {
        let asking = asking(Some(7));
        let refused = async || {
            Err::<(), _>(Error::Invalid {
                reason: "INVITE_INVALID",
                violations: Violations::default(),
            })
        };
        let refused = asking.or_ask(&[7], refused).await;
        assert_eq!(
            refused.map_err(|error| error.reason()),
            Err("INVITE_INVALID")
        );
        assert_eq!(asked(&asking), 0);
    }

    #[tokio::test]
    async fn what_depends_on_the_present_is_asked_for_first() {
        let asking = asking(Some(7));
        assert_eq!(asking.refresh(7).await.ok(), Some(Answer::News));
        let found = asking.or_ask(&[7], async || invite(&asking, 7)).await;
        assert_eq!((found.ok(), asked(&asking)), (Some(7), 1));
        assert!(asking.is_there(7).await);
        assert!(!asking.is_there(8).await, "it was sold a moment ago");
    }
}
