//! When a mail that the server did not accept is tried again.

use std::time::Duration;

/// Growing delays, then a steady one, then no more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetrySchedule {
    delays: Vec<Duration>,
    then_every: Duration,
    then_times: u32,
}

impl RetrySchedule {
    /// The range in which a delay is stretched or shortened, in thousandths of it, so that mails that failed together are not all tried
    /// again together.
    pub const JITTER: std::ops::RangeInclusive<u32> = 800..=1200;

    /// `delays` first, then `then_every` as often as `then_times`.
    #[must_use]
    pub const fn new(delays: Vec<Duration>, then_every: Duration, then_times: u32) -> Self {
        Self {
            delays,
            then_every,
            then_times,
        }
    }

    /// Returns the most attempts.
    #[must_use]
    pub fn attempts(&self) -> u32 {
        let delays = u32::try_from(self.delays.len()).unwrap_or(u32::MAX);
        delays.saturating_add(self.then_times).saturating_add(1)
    }

    /// Returns the time to wait after attempt number `attempt` (the first is 1) failed, stretched to `jitter` thousandths; `None`
    /// when that was the last.
    #[must_use]
    pub fn delay_after(&self, attempt: u32, jitter: u32) -> Option<Duration> {
        if attempt >= self.attempts() {
            return None;
        }
        let index = usize::try_from(attempt.saturating_sub(1)).unwrap_or(usize::MAX);
        let delay = self.delays.get(index).copied().unwrap_or(self.then_every);
        Some(delay.saturating_mul(jitter) / 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule() -> RetrySchedule {
        let seconds = [5, 30, 120, 600, 1800].map(Duration::from_secs);
        RetrySchedule::new(seconds.to_vec(), Duration::from_secs(3600), 22)
    }

    #[test]
    fn delays_grow_then_stay_hourly_then_end() {
        let schedule = schedule();
        let delay = |attempt| schedule.delay_after(attempt, 1000).map(|d| d.as_secs());
        assert_eq!(delay(1), Some(5));
        assert_eq!(delay(2), Some(30));
        assert_eq!(delay(5), Some(1800));
        assert_eq!(delay(6), Some(3600));
        assert_eq!(delay(27), Some(3600));
        assert_eq!(delay(28), None);
        assert_eq!(schedule.attempts(), 28);
    }

    #[test]
    fn a_delay_varies_by_a_fifth_at_most() {
        let [shortest, longest] = [RetrySchedule::JITTER.start(), RetrySchedule::JITTER.end()]
            .map(|jitter| schedule().delay_after(1, *jitter));
        assert_eq!(shortest, Some(Duration::from_secs(4)));
        assert_eq!(longest, Some(Duration::from_secs(6)));
    }
}
