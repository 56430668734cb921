//! The code that shows whose a phone is.

use chrono::{DateTime, TimeDelta, Utc};
use rand::{Rng as _, rngs::OsRng};

/// The time for which a code may be used.
pub const CODE_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// No other code is sent for so long, so that a repeat sends none.
pub const CODE_PAUSE: TimeDelta = TimeDelta::minutes(1);
/// Wrong codes after which one is spoilt.
pub const CODE_TRIES: i32 = 5;
/// Codes that an account has sent in an hour.
pub const CODES_AN_HOUR: i64 = 3;
/// Codes that go to one number in a day, whoever asks.
pub const CODES_A_DAY: i64 = 5;

/// A new code: six digits from the system's generator.
#[must_use]
pub fn new_code() -> String {
    format!("{:06}", OsRng.gen_range(0..1_000_000))
}

/// A code as it was typed, without its blanks; `None` for what is none.
#[must_use]
pub fn typed_code(typed: &str) -> Option<String> {
    let code: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    (code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit())).then_some(code)
}

/// Returns whether a code that was sent at `sent_at` and guessed wrong `tries` times may be used at `now`.
#[must_use]
pub fn may_be_used(sent_at: DateTime<Utc>, tries: i32, now: DateTime<Utc>) -> bool {
    now < sent_at + CODE_LIFETIME && tries < CODE_TRIES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_six_digits_and_blanks_do_not_matter() {
        let code = new_code();
        assert_eq!(typed_code(&code).as_deref(), Some(code.as_str()));
        assert_eq!(typed_code(" 012 345 ").as_deref(), Some("012345"));
        for none in ["", "12345", "1234567", "12345a", "١٢٣٤٥٦"] {
            assert_eq!(typed_code(none), None, "{none}");
        }
    }

    #[test]
    fn a_code_lasts_ten_minutes_and_five_tries() {
        let sent = DateTime::UNIX_EPOCH;
        assert!(may_be_used(sent, 4, sent + TimeDelta::minutes(9)));
        assert!(!may_be_used(sent, 5, sent));
        assert!(!may_be_used(sent, 0, sent + TimeDelta::minutes(10)));
    }
}
