//! Finds a day with room for an automatically scheduled inspection among the visits already planned.

use std::collections::BTreeMap;

use chrono::{NaiveDate, NaiveTime};
use lintel_rules::{Nation, is_working_day};

use super::{
    Appointment,
    proposal::{TIMES, clash},
};

/// The most visits in one day, planned by people or by Lintel.
const MOST_A_DAY: usize = 4;

/// An open inspection, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// When.
    pub appointment: Appointment,
    /// The property's postcode.
    pub postcode: String,
}

/// Where a property is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Its postcode.
    pub postcode: String,
    /// The nation, whose working days count.
    pub nation: Nation,
}

/// The visits of one organisation, by day.
#[derive(Debug, Default)]
pub struct Diary(BTreeMap<NaiveDate, Vec<Visit>>);

impl Diary {
    /// Enters visits.
    pub fn enter(&mut self, visits: impl IntoIterator<Item = Visit>) {
        for visit in visits {
            self.0
                .entry(visit.appointment.date)
                .or_default()
                .push(visit);
        }
    }

    /// Enters a visit of `place` on the first of `days` that has room for it, and says when: a working day with at most three
    /// visits, all of them in the same postcode area (docs/reference/decisions.md 3), and none within an hour. `None` where no day has
    /// room.
    pub fn book(
        &mut self,
        place: &Site,
        days: impl Iterator<Item = NaiveDate>,
    ) -> Option<Appointment> {
        let appointment = days
            .filter(|day| is_working_day(place.nation, *day))
            .find_map(|day| self.room_on(day, &place.postcode))?;
        self.enter([Visit {
            appointment,
            postcode: place.postcode.clone(),
        }]);
        Some(appointment)
    }

    fn room_on(&self, date: NaiveDate, postcode: &str) -> Option<Appointment> {
        let visits = self.0.get(&date).map_or(&[][..], Vec::as_slice);
        let is_near = |visit: &Visit| area(&visit.postcode) == area(postcode);
        if visits.len() >= MOST_A_DAY || !visits.iter().all(is_near) {
            return None;
        }
        TIMES
            .map(|(hour, minute)| NaiveTime::from_hms_opt(hour, minute, 0).unwrap_or_default())
            .map(|time| Appointment { date, time })
            .into_iter()
            .find(|free| !visits.iter().any(|visit| clash(visit.appointment, *free)))
    }
}

/// The letters that a postcode begins with: LS of LS1 4AP.
fn area(postcode: &str) -> &str {
    let letters = postcode.find(|c: char| !c.is_ascii_alphabetic());
    &postcode[..letters.unwrap_or(postcode.len())]
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn place(postcode: &str) -> Site {
        Site {
            postcode: postcode.to_owned(),
            nation: Nation::of_postcode(postcode),
        }
    }

    fn visit(date: &str, time: &str, postcode: &str) -> Visit {
        Visit {
            appointment: Appointment {
                date: day(date),
                time: NaiveTime::parse_from_str(time, "%H:%M").unwrap(),
            },
            postcode: postcode.to_owned(),
        }
    }

    /// When each of `postcodes` is visited, booked one after the other from `from` on.
    fn booked(diary: &mut Diary, postcodes: &[&str], from: &str) -> Vec<String> {
        let booked = postcodes.iter().map(|postcode| {
            let found = diary.book(&place(postcode), day(from).iter_days()).unwrap();
            format!("{} {}", found.date, found.time.format("%H:%M"))
        });
        booked.collect()
    }

    #[test]
    fn a_day_has_four_visits_at_most() {
        // Friday the 21st of May 2027.
        let leeds = ["LS1 4AP", "LS2 7EW", "LS11 0AA", "LS6 3HN", "LS1 4AP"];
        assert_eq!(
            booked(&mut Diary::default(), &leeds, "2027-05-21"),
            [
                "2027-05-21 10:00",
                "2027-05-21 11:30",
                "2027-05-21 14:00",
                "2027-05-21 15:30",
                "2027-05-24 10:00",
            ]
        );
    }

    #[test]
    fn a_day_is_spent_in_one_postcode_area() {
        let towns = ["LS1 4AP", "L1 8JQ", "M1 1AE", "LS6 3HN", "L3 4AA"];
        assert_eq!(
            booked(&mut Diary::default(), &towns, "2027-05-20"),
            [
                "2027-05-20 10:00",
                "2027-05-21 10:00",
                "2027-05-24 10:00",
                "2027-05-20 11:30",
                "2027-05-21 11:30",
            ]
        );
    }

    #[test]
    fn weekends_and_bank_holidays_are_left_out() {
        // Saturday; Monday the 31st is the Spring Bank Holiday.
        assert_eq!(
            booked(&mut Diary::default(), &["LS1 4AP"], "2027-05-29"),
            ["2027-06-01 10:00"]
        );
        // In Scotland the first Monday of August is one, in England the last.
        assert_eq!(
            booked(&mut Diary::default(), &["EH3 9AA"], "2027-08-02"),
            ["2027-08-03 10:00"]
        );
        assert_eq!(
            booked(&mut Diary::default(), &["LS1 4AP"], "2027-08-02"),
            ["2027-08-02 10:00"]
        );
    }

    #[test]
    fn what_somebody_planned_by_hand_counts() {
        let mut diary = Diary::default();
        diary.enter([
            visit("2027-05-20", "9:00", "M1 1AE"),
            visit("2027-05-21", "10:30", "LS1 4AP"),
            visit("2027-05-21", "14:30", "LS1 4AP"),
        ]);
        // Thursday is Manchester's, Friday has 11:30 and 15:30 left.
        assert_eq!(
            booked(&mut diary, &["LS2 7EW", "LS2 7EW", "LS2 7EW"], "2027-05-20"),
            ["2027-05-21 11:30", "2027-05-21 15:30", "2027-05-24 10:00"]
        );
    }

    #[test]
    fn where_no_day_has_room_it_says_so() {
        let mut diary = Diary::default();
        diary.enter([visit("2027-05-21", "10:00", "M1 1AE")]);
        let friday = day("2027-05-21");
        let leeds = place("LS1 4AP");
        assert_eq!(diary.book(&leeds, friday.iter_days().take(3)), None);
    }

    proptest! {
        #[test]
        fn every_day_keeps_the_rules(
            homes in prop::collection::vec((0usize..5, 0u64..60), 0..120),
        ) {
            let areas = ["LS1 4AP", "L1 8JQ", "M1 1AE", "BS1 4RW", "B1 1AA"];
            let mut diary = Diary::default();
            let first = day("2027-01-01");
            for (home, later) in homes {
                let from = first + chrono::Days::new(later);
                let found = diary.book(&place(areas[home]), from.iter_days()).unwrap();
                prop_assert!(found.date >= from);
            }
            for (day, visits) in diary.0 {
                prop_assert!(is_working_day(Nation::England, day));
                prop_assert!(visits.len() <= MOST_A_DAY);
                let areas: BTreeSet<_> = visits.iter().map(|visit| area(&visit.postcode)).collect();
                prop_assert_eq!(areas.len(), 1);
                for (index, one) in visits.iter().enumerate() {
                    let others = &visits[index + 1..];
                    prop_assert!(!others.iter().any(|other| clash(one.appointment, other.appointment)));
                }
            }
        }
    }
}
