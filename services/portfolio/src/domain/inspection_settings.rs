//! The schedule of a property's inspections.

use chrono::{Days, Months, NaiveDate};
use lintel_core::Error;
use serde::{Deserialize, Serialize};

use super::check::Checks;

/// The interval, the reminder, and whether they are scheduled automatically (docs/reference/screens/settings.md S1 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct InspectionSettings {
    /// Months from one inspection to the next: 3, 6 or 12.
    pub frequency_months: u32,
    /// Days before an inspection on which it is reminded of: 7, 14 or 30.
    pub reminder_days: u32,
    /// True when the next one is scheduled by itself.
    pub auto_schedule: bool,
}

impl Default for InspectionSettings {
    fn default() -> Self {
        Self {
            frequency_months: 6,
            reminder_days: 7,
            auto_schedule: true,
        }
    }
}

impl InspectionSettings {
    /// Checks the chosen settings; a missing one takes its default.
    ///
    /// # Errors
    /// [`Error::Invalid`] with `INSPECTION_SETTINGS_INVALID` and every offending field.
    pub fn try_new(
        frequency_months: Option<i32>,
        reminder_days: Option<i32>,
        auto_schedule: Option<bool>,
    ) -> Result<Self, Error> {
        let usual = Self::default();
        let mut checks = Checks::default();
        let mut choice = |field, given: Option<i32>, choices: [u32; 3], usual, text: &str| {
            let Some(given) = given else { return usual };
            let known = u32::try_from(given).ok();
            known
                .filter(|known| choices.contains(known))
                .unwrap_or_else(|| {
                    checks.refuse(field, text);
                    usual
                })
        };
        let settings = Self {
            frequency_months: choice(
                "frequency_months",
                frequency_months,
                [3, 6, 12],
                usual.frequency_months,
                "Choose 3, 6 or 12 months.",
            ),
            reminder_days: choice(
                "reminder_days",
                reminder_days,
                [7, 14, 30],
                usual.reminder_days,
                "Choose 7, 14 or 30 days.",
            ),
            auto_schedule: auto_schedule.unwrap_or(usual.auto_schedule),
        };
        checks.refuse_with("INSPECTION_SETTINGS_INVALID")?;
        Ok(settings)
    }

    /// The settings of a new property that is inspected every `frequency_months`; the rest are the defaults.
    ///
    /// # Errors
    /// As [`Self::try_new`].
    pub fn every(frequency_months: Option<i32>) -> Result<Self, Error> {
        Self::try_new(frequency_months, None, None)
    }

    /// The day of the inspection that follows `since` (the last one, or the day on which the property was added): so many months
    /// later, at the month's end where it has no such day, but never too soon for its reminder.
    #[must_use]
    pub fn next_after(&self, since: NaiveDate, today: NaiveDate) -> NaiveDate {
        let next = since.checked_add_months(Months::new(self.frequency_months));
        let soonest = today.checked_add_days(Days::new(self.reminder_days.into()));
        next.max(soonest).unwrap_or(today)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn the_default_is_every_six_months_with_a_reminder_seven_days_before() {
        let usual = InspectionSettings::try_new(None, None, None).unwrap();
        assert_eq!(usual, InspectionSettings::default());
        let shown = (
            usual.frequency_months,
            usual.reminder_days,
            usual.auto_schedule,
        );
        assert_eq!(shown, (6, 7, true));
    }

    #[test]
    fn only_the_choices_that_are_offered_are_taken() {
        for months in [3, 6, 12] {
            for days in [7, 14, 30] {
                let chosen = InspectionSettings::try_new(Some(months), Some(days), Some(false));
                let chosen = chosen.unwrap();
                assert_eq!(i64::from(chosen.frequency_months), i64::from(months));
                assert_eq!(i64::from(chosen.reminder_days), i64::from(days));
                assert!(!chosen.auto_schedule);
            }
        }
        for bad in [-6, 0, 1, 5, 24, i32::MAX] {
            let Err(Error::Invalid { reason, violations }) =
                InspectionSettings::try_new(Some(bad), Some(bad), None)
            else {
                panic!("{bad} was taken");
            };
            assert_eq!(reason, "INSPECTION_SETTINGS_INVALID");
            let texts: Vec<_> = violations
                .iter()
                .map(|found| found.message.as_str())
                .collect();
            assert_eq!(
                texts,
                ["Choose 3, 6 or 12 months.", "Choose 7, 14 or 30 days."]
            );
        }
    }

    #[test]
    fn the_next_one_is_so_many_months_later_and_ends_where_the_month_ends() {
        let settings = |months| InspectionSettings {
            frequency_months: months,
            ..Default::default()
        };
        let today = day("2026-01-01");
        for (months, since, next) in [
            (6, "2026-11-21", "2027-05-21"),
            (6, "2026-08-31", "2027-02-28"),
            (6, "2027-08-31", "2028-02-29"),
            (12, "2028-02-29", "2029-02-28"),
            (3, "2026-11-30", "2027-02-28"),
        ] {
            assert_eq!(
                settings(months).next_after(day(since), today),
                day(next),
                "{since}"
            );
        }
    }

    #[test]
    fn what_would_be_overdue_at_once_is_put_off_until_it_can_be_reminded_of() {
        let today = day("2026-11-21");
        let monthly = InspectionSettings {
            reminder_days: 14,
            ..Default::default()
        };
        assert_eq!(
            monthly.next_after(day("2020-01-01"), today),
            day("2026-12-05")
        );
    }
}
