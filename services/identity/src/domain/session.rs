//! Sessions: how long they live, and what a presented refresh token means.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{OrganisationId, SessionId, UserId};

/// How long an access or a read token is valid (3-decisions section 2).
pub const ACCESS_LIFETIME: Duration = Duration::minutes(15);
/// How long a session lives at most (4-http.md).
pub const SESSION_LIFETIME: Duration = Duration::hours(12);
/// How long the token before the current one is still accepted (4-http.md).
const GRACE: Duration = Duration::seconds(10);
/// Characters of a user agent that are kept.
const USER_AGENT_LENGTH: usize = 400;

/// The last rotation of a session's refresh token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotation {
    /// The hash of the token that was traded in.
    pub previous_hash: [u8; 32],
    /// When.
    pub at: DateTime<Utc>,
    /// The current token, sealed under the traded one.
    pub successor_box: Vec<u8>,
}

/// A signed-in session, as the row has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Whose it is.
    pub user: UserId,
    /// The organisation that its tokens name.
    pub organisation: Option<OrganisationId>,
    /// The last sign-in or refresh.
    pub last_used_at: DateTime<Utc>,
    /// When it ends at the latest.
    pub expires_at: DateTime<Utc>,
    /// When it was ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// The hash of the current refresh token.
    pub refresh_hash: [u8; 32],
    /// The last rotation, if there was one.
    pub rotation: Option<Rotation>,
}

/// What to do with a refresh token of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is the current one: trade it.
    Rotate,
    /// It was traded a moment ago: answer with the same successor, which this box holds.
    Repeat(Vec<u8>),
    /// Refuse, and end the session: the token is an old one, so somebody has a copy; or the session was idle too long.
    End,
    /// Refuse: the session is over.
    Refuse,
}

impl Session {
    /// Judges a token of this session by its hash. `idle_limit` is the account's session timeout.
    ///
    /// Idle time is known to the lifetime of an access token: a person may have worked with one until it expired without
    /// a refresh, so that long is added to the limit.
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
        if now - self.last_used_at > ACCESS_LIFETIME + idle_limit {
            return Verdict::End;
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
}

/// How long tokens made `now` are valid: never beyond the session itself.
#[must_use]
pub fn token_lifetime(expires_at: DateTime<Utc>, now: DateTime<Utc>) -> Duration {
    ACCESS_LIFETIME.min(expires_at - now)
}

/// The part of a client's name for itself that is kept, without control characters.
#[must_use]
pub fn kept_user_agent(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control())
        .take(USER_AGENT_LENGTH)
        .collect()
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
    fn the_current_token_rotates_its_predecessor_repeats_for_ten_seconds_and_older_ones_end_the_session()
     {
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
    fn idle_counts_from_the_end_of_the_last_access_token() {
        let judge = |minutes: i64, seconds: i64| {
            session().judge(&CURRENT, at(minutes * 60 + seconds), Duration::minutes(30))
        };
        assert_eq!(judge(45, 0), Verdict::Rotate);
        assert_eq!(judge(45, 1), Verdict::End);
    }

    #[test]
    fn tokens_never_outlive_their_session() {
        assert_eq!(token_lifetime(at(3600), at(0)), Duration::minutes(15));
        assert_eq!(token_lifetime(at(3600), at(3540)), Duration::minutes(1));
    }

    #[test]
    fn a_user_agent_is_cut_and_cleaned() {
        assert_eq!(kept_user_agent("Firefox\r\n/1"), "Firefox/1");
        assert_eq!(kept_user_agent(&"x".repeat(500)).len(), 400);
    }
}
