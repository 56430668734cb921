//! Until when a request is to be answered and fixed (docs/reference/uk-lettings.md 5.1).

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use lintel_core::{london_date, london_midnight};
use lintel_rules::{Nation, RepairLevel, RepairTarget, rules};

use super::{MaintenancePriority, TargetState};

/// Days in which anything is fixed for which no rule is known.
const AT_LAST: Days = Days::new(90);

/// The two targets of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Targets {
    /// Until when it is to be answered; `None` for planned work.
    pub respond_by: Option<DateTime<Utc>>,
    /// Until when it is to be fixed.
    pub fix_by: DateTime<Utc>,
}

impl Targets {
    /// The targets that count from an instant, by the rules and the working days of the home's nation. A target in days ends with its
    /// day in Europe/London.
    #[must_use]
    pub fn counted_from(
        nation: Nation,
        from: DateTime<Utc>,
        priority: MaintenancePriority,
        emergency: bool,
    ) -> Self {
        let day = london_date(from);
        let level = match priority {
            MaintenancePriority::High if emergency => RepairLevel::Emergency,
            MaintenancePriority::High => RepairLevel::Urgent,
            MaintenancePriority::Medium => RepairLevel::Routine,
            MaintenancePriority::Low => RepairLevel::Planned,
        };
        let hours = |hours: u32| from + TimeDelta::hours(hours.into());
        match rules().repair_target(nation, level, day) {
            Some(RepairTarget::Hours { respond, fix }) => Self {
                respond_by: Some(hours(respond)),
                fix_by: hours(fix),
            },
            Some(RepairTarget::Days { respond_by, fix_by }) => Self {
                respond_by: respond_by.map(end_of),
                fix_by: end_of(fix_by),
            },
            None => Self {
                respond_by: None,
                fix_by: end_of(day + AT_LAST),
            },
        }
    }
}

impl TargetState {
    /// Returns the state of a target at `now`; `None` is on time.
    #[must_use]
    pub fn of(due: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Self {
        match due {
            Some(due) if due < now => Self::Late,
            Some(due) if london_date(due) == london_date(now) => Self::DueToday,
            _ => Self::OnTime,
        }
    }
}

/// The last second of a day in Europe/London.
fn end_of(day: NaiveDate) -> DateTime<Utc> {
    london_midnight(day + Days::new(1)) - TimeDelta::seconds(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap_or_default()
    }

    fn targets(from: &str, priority: MaintenancePriority, emergency: bool) -> (String, String) {
        targets_in(Nation::England, from, priority, emergency)
    }

    fn targets_in(
        nation: Nation,
        from: &str,
        priority: MaintenancePriority,
        emergency: bool,
    ) -> (String, String) {
        let Targets { respond_by, fix_by } =
            Targets::counted_from(nation, at(from), priority, emergency);
        let text = |at: DateTime<Utc>| at.format("%F %T").to_string();
        (respond_by.map(text).unwrap_or_default(), text(fix_by))
    }

    #[test]
    fn an_emergency_counts_by_the_clock_weekends_and_holidays_included() {
        let (respond, safe) = targets("2026-12-25T22:30:00Z", MaintenancePriority::High, true);
        assert_eq!(respond, "2026-12-26 02:30:00");
        assert_eq!(safe, "2026-12-26 22:30:00");
    }

    #[test]
    fn urgent_requests_have_three_working_days() {
        for (from, by) in [
            ("2026-11-20T10:00:00Z", "2026-11-25 23:59:59"),
            // Thursday the 24th; Friday, Monday (both bank holidays) and the weekend do not count.
            ("2026-12-24T10:00:00Z", "2026-12-31 23:59:59"),
            // Late on a summer evening it is the next day in London, whose end is an hour earlier in UTC.
            ("2026-06-29T23:30:00Z", "2026-07-03 22:59:59"),
        ] {
            let both = targets(from, MaintenancePriority::High, false);
            assert_eq!(both, (by.to_owned(), by.to_owned()), "{from}");
        }
    }

    /// docs/reference/uk-nations.md 9: St Andrew's Day is a bank holiday in Scotland alone.
    #[test]
    fn working_days_are_those_of_the_homes_nation() {
        for (nation, by) in [
            (Nation::Scotland, "2026-12-03 23:59:59"),
            (Nation::England, "2026-12-02 23:59:59"),
        ] {
            let friday = "2026-11-27T10:00:00Z";
            let both = targets_in(nation, friday, MaintenancePriority::High, false);
            assert_eq!(both, (by.to_owned(), by.to_owned()), "{nation:?}");
        }
    }

    #[test]
    fn routine_and_planned_requests_have_their_days() {
        let (respond, fix) = targets("2026-12-21T10:00:00Z", MaintenancePriority::Medium, false);
        // The vector `hazard_clocks_working_days`: ten working days from 21 December 2026.
        assert_eq!(respond, "2027-01-07 23:59:59");
        assert_eq!(fix, "2027-01-18 23:59:59");
        let (respond, fix) = targets("2026-12-31T10:00:00Z", MaintenancePriority::Low, false);
        assert_eq!(
            (respond.as_str(), fix.as_str()),
            ("", "2027-03-31 22:59:59")
        );
    }

    #[test]
    fn a_target_is_due_on_its_day_in_london_and_late_from_its_instant_on() {
        let due = Some(at("2026-07-03T22:59:59Z"));
        for (now, state) in [
            ("2026-07-02T22:30:00Z", TargetState::OnTime),
            ("2026-07-02T23:00:00Z", TargetState::DueToday),
            ("2026-07-03T22:59:59Z", TargetState::DueToday),
            ("2026-07-03T23:00:00Z", TargetState::Late),
        ] {
            assert_eq!(TargetState::of(due, at(now)), state, "{now}");
        }
        assert_eq!(
            TargetState::of(None, at("2026-07-03T23:00:00Z")),
            TargetState::OnTime
        );
    }
}
