//! The nearness of a due day (docs/reference/screens/property-details.md S2 4).

use chrono::NaiveDate;

/// The colour of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DueState {
    /// Red: overdue or very near.
    Danger,
    /// Amber: near.
    Warning,
    /// Green: far.
    Success,
}

/// A due day, seen from another day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// Days until then; negative when it is over.
    pub days: i64,
    /// Its colour.
    pub state: DueState,
}

impl Due {
    /// The end of a mortgage's fixed rate: red at 90 days or fewer, amber up to 180.
    #[must_use]
    pub fn fixed_term(end: NaiveDate, today: NaiveDate) -> Self {
        Self::on(end, today, 90, 180)
    }

    /// The renewal of an insurance: red at 30 days or fewer, amber up to 90.
    #[must_use]
    pub fn insurance(renewal: NaiveDate, today: NaiveDate) -> Self {
        Self::on(renewal, today, 30, 90)
    }

    fn on(day: NaiveDate, today: NaiveDate, danger: i64, warning: i64) -> Self {
        let days = (day - today).num_days();
        let state = match days {
            days if days <= danger => DueState::Danger,
            days if days <= warning => DueState::Warning,
            _ => DueState::Success,
        };
        Self { days, state }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colours of days that lie this far ahead.
    fn states(
        due: fn(NaiveDate, NaiveDate) -> Due,
        days: impl IntoIterator<Item = i64>,
    ) -> Vec<DueState> {
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default();
        days.into_iter()
            .map(|ahead| {
                let seen = due(today + chrono::TimeDelta::days(ahead), today);
                assert_eq!(seen.days, ahead);
                seen.state
            })
            .collect()
    }

    #[test]
    fn a_fixed_term_is_red_to_90_days_and_amber_to_180() {
        use DueState::{Danger, Success, Warning};
        let states = states(Due::fixed_term, [-400, -1, 0, 90, 91, 180, 181, 4000]);
        let expected = [
            Danger, Danger, Danger, Danger, Warning, Warning, Success, Success,
        ];
        assert_eq!(states, expected);
    }

    #[test]
    fn an_insurance_is_red_to_30_days_and_amber_to_90() {
        use DueState::{Danger, Success, Warning};
        let states = states(Due::insurance, [-400, -1, 0, 30, 31, 90, 91, 4000]);
        let expected = [
            Danger, Danger, Danger, Danger, Warning, Warning, Success, Success,
        ];
        assert_eq!(states, expected);
    }
}
