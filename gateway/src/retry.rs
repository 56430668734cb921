//! A budget for second attempts, so that a service in trouble is not asked twice by everybody (security-reliability 3.4).

use std::sync::atomic::{AtomicU32, Ordering};

/// What one attempt more costs; a call earns a tenth of it.
const COST: u32 = 10;
/// How much can be saved up: a short outage is bridged for this many calls.
const MOST: u32 = 50 * COST;

/// One second attempt for every ten calls, and some saved up.
#[derive(Debug)]
pub struct RetryBudget(AtomicU32);

impl Default for RetryBudget {
    fn default() -> Self {
        Self(AtomicU32::new(MOST))
    }
}

impl RetryBudget {
    /// A call was made.
    pub fn earn(&self) {
        // A full purse stays full.
        let _ = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |saved| {
                (saved < MOST).then(|| saved + 1)
            });
    }

    /// Whether a second attempt may be made now.
    #[must_use]
    pub fn spend(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |saved| {
                saved.checked_sub(COST)
            })
            .is_ok()
    }
}

/// A budget for each service: one in trouble does not spend what another may need.
#[derive(Debug, Default)]
pub struct Retries {
    identity: RetryBudget,
    portfolio: RetryBudget,
}

impl Retries {
    /// The budget of the service that serves the call at `path`.
    #[must_use]
    pub fn of_path(&self, path: &str) -> &RetryBudget {
        if path.starts_with("/lintel.identity.") {
            &self.identity
        } else {
            &self.portfolio
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_savings_every_tenth_call_may_try_again() {
        let budget = RetryBudget::default();
        let saved = (0..1000).filter(|_| budget.spend()).count();
        assert_eq!(saved, 50);
        let mut second_attempts = 0;
        for _ in 0..100 {
            budget.earn();
            second_attempts += usize::from(budget.spend());
        }
        assert_eq!(second_attempts, 10);
    }
}
