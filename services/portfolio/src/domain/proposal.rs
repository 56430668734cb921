//! When overdue inspections could be made up for.

use chrono::{Days, NaiveDate, NaiveTime, TimeDelta};
use lintel_rules::{Nation, is_working_day};

use super::Appointment;

/// The times of a day on which one person inspects one property after the other: an hour each, and the way to the next.
pub(super) const TIMES: [(u32, u32); 4] = [(10, 0), (11, 30), (14, 0), (15, 30)];
/// The time for which another appointment keeps a slot taken.
const TAKES: TimeDelta = TimeDelta::hours(1);
/// The tenants have at least a whole day of notice: not today, not tomorrow.
const NOTICE: Days = Days::new(2);

/// The times at which inspections of homes in these nations could be made up for, in their order: working days where each home is, one
/// after the other, from the day after tomorrow, none within an hour of what is `taken` already.
#[must_use]
pub fn propose(homes: &[Nation], taken: &[Appointment], today: NaiveDate) -> Vec<Appointment> {
    let first = today.checked_add_days(NOTICE).unwrap_or(today);
    let times =
        TIMES.map(|(hour, minute)| NaiveTime::from_hms_opt(hour, minute, 0).unwrap_or_default());
    let mut free = first
        .iter_days()
        .flat_map(|date| times.map(|time| Appointment { date, time }))
        .filter(|proposed| !taken.iter().any(|other| clash(*other, *proposed)));
    homes
        .iter()
        .map_while(|nation| free.find(|proposed| is_working_day(*nation, proposed.date)))
        .collect()
}

/// Returns whether one person cannot keep both.
pub(super) fn clash(one: Appointment, other: Appointment) -> bool {
    one.date == other.date && (one.time - other.time).abs() < TAKES
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use proptest::prelude::*;

    use super::*;

    const LEEDS: Nation = Nation::England;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn at(text: &str) -> Appointment {
        let (date, time) = text.split_once(' ').unwrap();
        Appointment {
            date: day(date),
            time: NaiveTime::parse_from_str(time, "%H:%M").unwrap(),
        }
    }

    fn shown(proposals: &[Appointment]) -> Vec<String> {
        let shown = proposals.iter();
        shown
            .map(|proposed| format!("{} {}", proposed.date, proposed.time.format("%H:%M")))
            .collect()
    }

    #[test]
    fn proposals_fill_working_days_from_the_day_after_tomorrow() {
        // Saturday the 21st: the day after tomorrow is Monday the 23rd.
        assert_eq!(
            shown(&propose(&[LEEDS; 5], &[], day("2026-11-21"))),
            [
                "2026-11-23 10:00",
                "2026-11-23 11:30",
                "2026-11-23 14:00",
                "2026-11-23 15:30",
                "2026-11-24 10:00",
            ]
        );
    }

    #[test]
    fn christmas_is_left_out() {
        // Wednesday: Friday is Christmas Day, Monday Boxing Day's substitute.
        assert_eq!(
            shown(&propose(&[LEEDS], &[], day("2026-12-23"))),
            ["2026-12-29 10:00"]
        );
    }

    #[test]
    fn each_home_has_the_working_days_of_its_nation() {
        // Monday 30 November 2026 is St Andrew's Day, a holiday in Scotland alone.
        assert_eq!(
            shown(&propose(&[Nation::Scotland, LEEDS], &[], day("2026-11-28"))),
            ["2026-12-01 10:00", "2026-12-01 11:30"]
        );
        assert_eq!(
            shown(&propose(&[LEEDS, Nation::Scotland], &[], day("2026-11-28"))),
            ["2026-11-30 10:00", "2026-12-01 10:00"]
        );
    }

    #[test]
    fn what_is_taken_is_left_out_with_an_hour_around_it() {
        let taken = [
            at("2026-11-23 10:30"),
            at("2026-11-23 13:15"),
            at("2026-11-24 10:00"),
        ];
        assert_eq!(
            shown(&propose(&[LEEDS; 3], &taken, day("2026-11-21"))),
            ["2026-11-23 11:30", "2026-11-23 15:30", "2026-11-24 11:30"]
        );
    }

    proptest! {
        #[test]
        fn every_proposal_is_its_own_and_on_a_working_day(
            count in 0usize..200,
            from in 0i64..20_000,
            taken in prop::collection::vec((0i64..40, 0u32..24, 0u32..60), 0..60),
        ) {
            let today = day("2000-01-01") + TimeDelta::days(from);
            let taken: Vec<_> = taken.into_iter().map(|(days, hour, minute)| Appointment {
                date: today + TimeDelta::days(days),
                time: NaiveTime::from_hms_opt(hour, minute, 0).unwrap(),
            }).collect();
            let proposals = propose(&vec![LEEDS; count], &taken, today);
            prop_assert_eq!(proposals.len(), count);
            prop_assert!(proposals.windows(2).all(|pair| pair[0] < pair[1]));
            for proposed in proposals {
                prop_assert!(is_working_day(LEEDS, proposed.date));
                prop_assert!(proposed.date >= today + TimeDelta::days(2));
                prop_assert!(!taken.iter().any(|other| clash(*other, proposed)));
            }
        }
    }
}
