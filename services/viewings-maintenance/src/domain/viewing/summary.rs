//! The figures of the cards and tabs.

/// The figures of the cards and tabs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ViewingSummary {
    /// Scheduled or Confirmed.
    pub upcoming: i64,
    /// Completed or Move-in Process Started.
    pub completed: i64,
    /// Cancelled.
    pub cancelled: i64,
    /// The upcoming viewings of today.
    pub today: i64,
}

impl ViewingSummary {
    /// All of them.
    #[must_use]
    pub const fn total(self) -> i64 {
        self.upcoming + self.completed + self.cancelled
    }

    /// completed ÷ total × 100, rounded, halves up; 0 if there are none (docs/reference/screens/viewings.md S2 4).
    #[must_use]
    pub fn success_rate_percent(self) -> i32 {
        let total = self.total();
        if total == 0 {
            return 0;
        }
        let rounded = (self.completed * 200 + total) / (total * 2);
        i32::try_from(rounded).unwrap_or(100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_success_rate_is_rounded_and_halves_go_up() {
        for (completed, others, percent) in [
            (0, 0, 0),
            (0, 3, 0),
            (1, 2, 33),
            (2, 1, 67),
            (1, 7, 13),
            (1, 199, 1),
            (1, 200, 0),
            (5, 0, 100),
        ] {
            let summary = ViewingSummary {
                upcoming: others,
                completed,
                cancelled: 0,
                today: 0,
            };
            assert_eq!(
                summary.success_rate_percent(),
                percent,
                "{completed} of {}",
                completed + others
            );
        }
    }
}
