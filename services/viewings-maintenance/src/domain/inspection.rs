//! An inspection that is to be done, as portfolio says it.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use lintel_core::{InspectionId, PropertyId};

use super::clock;

/// The duration of an inspection (the decision; portfolio stores a beginning alone).
pub const LASTS: TimeDelta = TimeDelta::hours(1);

/// A scheduled inspection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    /// Its id.
    pub id: InspectionId,
    /// The property.
    pub property: PropertyId,
    /// The landlord's name for the property.
    pub property_name: String,
    /// The day.
    pub day: NaiveDate,
    /// The time of day in London.
    pub time: NaiveTime,
}

/// The news of an inspection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InspectionNews {
    /// The inspection.
    pub id: InspectionId,
    /// The property.
    pub property: PropertyId,
    /// When it is to be done; `None` for one that is done or called off.
    pub at: Option<(NaiveDate, NaiveTime)>,
    /// The version; only a newer one than that of the copy says anything.
    pub version: i64,
}

impl InspectionNews {
    /// The instant at which it begins. A time that the clocks leave out counts an hour later, as the clocks say then.
    #[must_use]
    pub fn begins(&self) -> Option<DateTime<Utc>> {
        let (day, time) = self.at?;
        clock::instant_of(day, time).or_else(|| {
            let (later, _) = time.overflowing_add_signed(TimeDelta::hours(1));
            clock::instant_of(day, later)
        })
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn an_inspection_at_a_time_that_is_left_out_begins_an_hour_later() {
        let news = |time: &str| InspectionNews {
            id: 1.into(),
            property: 1.into(),
            at: Some(("2027-03-28".parse().unwrap(), time.parse().unwrap())),
            version: 1,
        };
        let begins = |time| news(time).begins().unwrap().to_rfc3339();
        assert_eq!(begins("01:30:00"), "2027-03-28T01:30:00+00:00");
        assert_eq!(begins("10:00:00"), "2027-03-28T09:00:00+00:00");
    }
}
