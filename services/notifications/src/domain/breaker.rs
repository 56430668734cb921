//! The circuit breaker of the mail server: while it is away one mail at a time is tried, so that a queue of thousands does not cause
//! thousands of attempts.

use std::time::{Duration, Instant};

use super::{Cause, Outcome};

/// The number of deferred mails in a row at which the server itself counts as failing. A single deferred mail is a problem of
/// its recipient.
const PUT_OFF_IN_A_ROW: u32 = 5;
/// Replies that concern the server or our login, not a single mail (RFC 5321, 4954).
const ABOUT_THE_SERVER: [u16; 6] = [421, 454, 530, 534, 535, 538];

/// One process's knowledge of its mail server. The state is unknown at first: a process that starts while the server is away
/// tries once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Breaker {
    while_down_every: Duration,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Trusted { put_off: u32 },
    Doubted { next: Instant },
}

/// The meaning of an outcome for the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// It accepts mails again, or for the first time.
    Up,
    /// It is away, or failing.
    Down,
}

impl Breaker {
    /// In unknown state at `now`; until that changes, one mail is tried every `while_down_every`.
    #[must_use]
    pub const fn new(while_down_every: Duration, now: Instant) -> Self {
        Self {
            while_down_every,
            state: State::Doubted { next: now },
        }
    }

    /// Returns the number of mails that may be on their way at once, `at_once` at most.
    #[must_use]
    pub fn room(&self, at_once: usize, now: Instant) -> usize {
        match self.state {
            State::Trusted { .. } => at_once,
            State::Doubted { next } => usize::from(next <= now),
        }
    }

    /// Returns the time to wait before the next attempt.
    #[must_use]
    pub fn pause(&self, now: Instant) -> Option<Duration> {
        match self.state {
            State::Doubted { next } if next > now => Some(next - now),
            _ => None,
        }
    }

    /// Learns from how an attempt ended; `jitter`, in thousandths, stretches the pause that may follow.
    pub fn note(&mut self, outcome: Outcome, now: Instant, jitter: u32) -> Option<News> {
        let put_off = match (self.state, what_it_tells(outcome)) {
            (_, Tells::Nothing) => return None,
            (State::Doubted { .. }, Tells::Up) => {
                self.state = State::Trusted { put_off: 0 };
                return Some(News::Up);
            }
            (State::Trusted { .. }, Tells::Up) => 0,
            (State::Trusted { put_off }, Tells::PutOff) => put_off + 1,
            (State::Doubted { .. }, Tells::PutOff) | (_, Tells::Down) => PUT_OFF_IN_A_ROW,
        };
        if put_off < PUT_OFF_IN_A_ROW {
            self.state = State::Trusted { put_off };
            return None;
        }
        let was_trusted = matches!(self.state, State::Trusted { .. });
        let pause = self.while_down_every.saturating_mul(jitter) / 1000;
        self.state = State::Doubted { next: now + pause };
        was_trusted.then_some(News::Down)
    }
}

enum Tells {
    Up,
    PutOff,
    Down,
    Nothing,
}

fn what_it_tells(outcome: Outcome) -> Tells {
    match outcome {
        // A server that refuses a mail permanently is working.
        Outcome::Sent | Outcome::Refused(Cause::Reply(_) | Cause::Mailbox(_)) => Tells::Up,
        Outcome::Failed(Cause::Reply(code)) if !ABOUT_THE_SERVER.contains(&code) => Tells::PutOff,
        Outcome::Failed(
            Cause::Reply(_)
            | Cause::Mailbox(_)
            | Cause::Timeout
            | Cause::Connection
            | Cause::Tls
            | Cause::Protocol,
        ) => Tells::Down,
        // The server was not contacted.
        Outcome::Failed(
            Cause::Unsealing | Cause::Contents | Cause::Stopped | Cause::Database | Cause::Panic,
        )
        | Outcome::Refused(_)
        | Outcome::Stopped => Tells::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AWAY: Outcome = Outcome::Failed(Cause::Connection);
    const PUT_OFF: Outcome = Outcome::Failed(Cause::Reply(451));
    const SECOND: Duration = Duration::from_secs(1);

    fn trusting(now: Instant) -> Breaker {
        let mut breaker = Breaker::new(SECOND, now);
        breaker.note(Outcome::Sent, now, 1000);
        breaker
    }

    #[test]
    fn a_process_begins_with_one_mail_and_goes_on_with_all_once_one_was_taken() {
        let now = Instant::now();
        let mut breaker = Breaker::new(SECOND, now);
        assert_eq!(breaker.room(4, now), 1);
        assert_eq!(breaker.note(Outcome::Sent, now, 1000), Some(News::Up));
        assert_eq!(breaker.room(4, now), 4);
        assert_eq!(breaker.note(Outcome::Sent, now, 1000), None);
    }

    #[test]
    fn while_the_server_is_away_one_mail_is_tried_in_each_pause() {
        let now = Instant::now();
        let mut breaker = trusting(now);
        assert_eq!(breaker.note(AWAY, now, 800), Some(News::Down));
        assert_eq!(breaker.pause(now), Some(SECOND * 4 / 5));
        assert_eq!(breaker.room(4, now), 0);
        let later = now + SECOND;
        assert_eq!((breaker.room(4, later), breaker.pause(later)), (1, None));
        assert_eq!(breaker.note(AWAY, later, 1000), None, "said once");
        assert_eq!(breaker.room(4, later), 0);
        let refused = Outcome::Refused(Cause::Reply(550));
        assert_eq!(breaker.note(refused, later, 1000), Some(News::Up));
        assert_eq!(breaker.room(4, later), 4);
    }

    #[test]
    fn only_mails_deferred_in_a_row_count_against_the_server() {
        let now = Instant::now();
        let mut breaker = trusting(now);
        for _ in 0..20 {
            for _ in 1..PUT_OFF_IN_A_ROW {
                assert_eq!(breaker.note(PUT_OFF, now, 1000), None);
            }
            breaker.note(Outcome::Sent, now, 1000);
        }
        for _ in 1..PUT_OFF_IN_A_ROW {
            assert_eq!(breaker.note(PUT_OFF, now, 1000), None);
        }
        assert_eq!(breaker.note(PUT_OFF, now, 1000), Some(News::Down));
        assert_eq!(breaker.note(PUT_OFF, now, 1000), None);
        assert_eq!(breaker.room(4, now), 0);
    }

    #[test]
    fn what_is_about_our_login_is_the_server_and_what_never_reached_it_is_not() {
        let now = Instant::now();
        for code in ABOUT_THE_SERVER {
            let outcome = Outcome::Failed(Cause::Reply(code));
            assert_eq!(trusting(now).note(outcome, now, 1000), Some(News::Down));
        }
        for cause in [Cause::Unsealing, Cause::Panic] {
            let mut breaker = trusting(now);
            for _ in 0..20 {
                assert_eq!(breaker.note(Outcome::Failed(cause), now, 1000), None);
            }
            assert_eq!(breaker.room(4, now), 4);
        }
    }
}
