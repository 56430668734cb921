//! Sessions: how long they last, and what a refresh token means for them.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{OrganisationId, SessionId, UserId};

/// The time for which an access or a read token is valid (docs/reference/decisions.md 2).
pub const ACCESS_LIFETIME: Duration = Duration::minutes(15);
/// The longest life of a session (docs/reference/http.md).
pub const SESSION_LIFETIME: Duration = Duration::hours(12);
/// The delay with which a gateway may report a session's last use, with some margin.
const NOTED_WITHIN: Duration = Duration::minutes(1);
/// The time for which the token before the current one is still accepted (docs/reference/http.md).
const GRACE: Duration = Duration::seconds(10);

/// The last exchange of a session's refresh token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotation {
    /// The hash of the exchanged token.
    pub previous_hash: [u8; 32],
    /// When.
    pub at: DateTime<Utc>,
    /// The current token, sealed with the exchanged one.
    pub successor_box: Vec<u8>,
}

/// A session, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// The account that it belongs to.
    pub user: UserId,
    /// The organisation that its tokens name.
    pub organisation: Option<OrganisationId>,
    /// The last request that a person caused, as far as it was reported.
    pub last_used_at: DateTime<Utc>,
    /// When it ends at the latest.
    pub expires_at: DateTime<Utc>,
    /// True when the password has to be changed before anything else.
    pub password_change_due: bool,
    /// When it was ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// The hash of the current refresh token.
    pub refresh_hash: [u8; 32],
    /// The last rotation, if there was one.
    pub rotation: Option<Rotation>,
}

/// The decision about a refresh token that identity made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The current token: exchange it.
    Rotate,
    /// A token that was exchanged a moment ago: answer with the same successor, which this sealed value holds.
    Repeat(Vec<u8>),
    /// Refuse it and end the session: the token is an old one, so somebody has a copy.
    End,
    /// Refuse it and end the session: nobody used it for too long.
    Idle,
    /// Refuse it: the session is over.
    Refuse,
}

impl Session {
    /// Judges a token of this session by its hash. `idle_limit` is the account's session timeout.
    #[must_use]
    pub fn judge(
        &self,
        token_hash: &[u8; 32],
        now: DateTime<Utc>,
        idle_limit: Duration,
    ) -> Verdict {
        if self.ended_at.is_some() || now >= self.expires_at {
            return Verdict::Refuse;
        }
        if now > self.idle_end(idle_limit) {
            return Verdict::Idle;
        }
        if *token_hash == self.refresh_hash {
            return Verdict::Rotate;
        }
        match &self.rotation {
            Some(rotation)
                if rotation.previous_hash == *token_hash && now - rotation.at <= GRACE =>
            {
                Verdict::Repeat(rotation.successor_box.clone())
            }
            _ => Verdict::End,
        }
    }

    /// Returns the lifetime of tokens made at `now`: not longer than the session or its idle time, so that a token that was renewed in
    /// the background does not outlast it.
    #[must_use]
    pub fn token_lifetime(&self, now: DateTime<Utc>, idle_limit: Duration) -> Duration {
        let end = self.expires_at.min(self.idle_end(idle_limit));
        ACCESS_LIFETIME.min(end - now)
    }

    fn idle_end(&self, idle_limit: Duration) -> DateTime<Utc> {
        self.last_used_at + idle_limit + NOTED_WITHIN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURRENT: [u8; 32] = [2; 32];
    const PREVIOUS: [u8; 32] = [1; 32];
    const OLDER: [u8; 32] = [0; 32];

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::seconds(seconds)
    }

    fn session() -> Session {
        Session {
            id: SessionId::generate(),
            user: UserId::new(1),
            organisation: None,
            last_used_at: at(0),
            expires_at: at(12 * 3600),
            password_change_due: false,
            ended_at: None,
            refresh_hash: CURRENT,
            rotation: Some(Rotation {
                previous_hash: PREVIOUS,
                at: at(0),
                successor_box: vec![9],
            }),
        }
    }

    #[test]
    fn current_tokens_rotate_previous_ones_repeat_and_older_ones_end_it() {
        let judge = |hash, seconds| session().judge(&hash, at(seconds), Duration::minutes(30));
        assert_eq!(judge(CURRENT, 5), Verdict::Rotate);
        assert_eq!(judge(PREVIOUS, 10), Verdict::Repeat(vec![9]));
        assert_eq!(judge(PREVIOUS, 11), Verdict::End);
        assert_eq!(judge(OLDER, 1), Verdict::End);
    }

    #[test]
    fn a_session_that_is_over_is_refused_whatever_the_token() {
        let mut ended = session();
        ended.ended_at = Some(at(1));
        for hash in [CURRENT, PREVIOUS, OLDER] {
            assert_eq!(
                ended.judge(&hash, at(2), Duration::minutes(30)),
                Verdict::Refuse
            );
        }
        let mut busy = session();
        busy.last_used_at = at(12 * 3600 - 60);
        let judge = |seconds| busy.judge(&CURRENT, at(seconds), Duration::minutes(30));
        assert_eq!(judge(12 * 3600 - 1), Verdict::Rotate);
        assert_eq!(judge(12 * 3600), Verdict::Refuse);
    }

    #[test]
    fn idle_counts_from_the_last_use_and_a_minute_is_left_for_word_of_it() {
        let judge = |minutes: i64, seconds: i64| {
            session().judge(&CURRENT, at(minutes * 60 + seconds), Duration::minutes(30))
        };
        assert_eq!(judge(31, 0), Verdict::Rotate);
        assert_eq!(judge(31, 1), Verdict::Idle);
    }

    #[test]
    fn tokens_outlive_neither_their_session_nor_its_idle_time() {
        let busy = |last: i64, now: i64| {
            let mut session = session();
            session.last_used_at = at(last);
            session.token_lifetime(at(now), Duration::minutes(15))
        };
        assert_eq!(busy(0, 0), Duration::minutes(15));
        assert_eq!(busy(12 * 3600 - 60, 12 * 3600 - 60), Duration::minutes(1));
        assert_eq!(busy(0, 10 * 60), Duration::minutes(6));
    }
}
