//! Conversions between the contract's shared types and the vocabulary of [`lintel_core`].

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveTime, Timelike as _, Utc};
use lintel_core::{Currency, Grade, Money, MoneyError, Role};

use crate::{Word as _, access, common};

impl From<Money> for common::v1::Money {
    fn from(money: Money) -> Self {
        Self {
            currency_code: money.currency().code().to_owned(),
            minor_units: money.minor(),
        }
    }
}

impl TryFrom<common::v1::Money> for Money {
    type Error = MoneyError;

    fn try_from(money: common::v1::Money) -> Result<Self, MoneyError> {
        Ok(Self::new(
            Currency::parse(&money.currency_code)?,
            money.minor_units,
        ))
    }
}

/// A date that is on no calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImpossibleDate;

impl std::fmt::Display for ImpossibleDate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Enter a date that exists.")
    }
}

impl std::error::Error for ImpossibleDate {}

impl From<NaiveDate> for common::v1::Date {
    fn from(date: NaiveDate) -> Self {
        Self {
            year: date.year(),
            month: i32::from(u8::try_from(date.month()).unwrap_or_default()),
            day: i32::from(u8::try_from(date.day()).unwrap_or_default()),
        }
    }
}

impl TryFrom<common::v1::Date> for NaiveDate {
    type Error = ImpossibleDate;

    fn try_from(date: common::v1::Date) -> Result<Self, ImpossibleDate> {
        let part = |n: i32| u32::try_from(n).map_err(|_| ImpossibleDate);
        if !(1..=9999).contains(&date.year) {
            return Err(ImpossibleDate);
        }
        Self::from_ymd_opt(date.year, part(date.month)?, part(date.day)?).ok_or(ImpossibleDate)
    }
}

/// A time that is on no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImpossibleTime;

impl std::fmt::Display for ImpossibleTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Enter a time from 00:00 to 23:59.")
    }
}

impl std::error::Error for ImpossibleTime {}

impl From<NaiveTime> for common::v1::TimeOfDay {
    fn from(time: NaiveTime) -> Self {
        Self {
            hour: i32::from(u8::try_from(time.hour()).unwrap_or_default()),
            minute: i32::from(u8::try_from(time.minute()).unwrap_or_default()),
        }
    }
}

impl TryFrom<common::v1::TimeOfDay> for NaiveTime {
    type Error = ImpossibleTime;

    fn try_from(time: common::v1::TimeOfDay) -> Result<Self, ImpossibleTime> {
        let part = |n: i32| u32::try_from(n).map_err(|_| ImpossibleTime);
        Self::from_hms_opt(part(time.hour)?, part(time.minute)?, 0).ok_or(ImpossibleTime)
    }
}

/// The contract's timestamp of an instant.
#[must_use]
pub fn timestamp(instant: DateTime<Utc>) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: instant.timestamp(),
        nanos: i32::try_from(instant.timestamp_subsec_nanos()).unwrap_or_default(),
    }
}

/// The instant of a contract's timestamp; `None` outside what can be represented.
#[must_use]
pub fn instant(timestamp: &prost_types::Timestamp) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(timestamp.seconds, u32::try_from(timestamp.nanos).ok()?)
}

impl From<Role> for access::v1::Role {
    fn from(role: Role) -> Self {
        Self::of_text(role.as_str()).unwrap_or_default()
    }
}

impl access::v1::Role {
    /// The role, or `None` where none was named.
    #[must_use]
    pub fn known(self) -> Option<Role> {
        self.text().and_then(Role::parse)
    }
}

impl From<Grade> for access::v1::Grade {
    fn from(grade: Grade) -> Self {
        Self::of_text(grade.as_str()).unwrap_or_default()
    }
}

impl access::v1::Grade {
    /// The grade, or `None` where none was named.
    #[must_use]
    pub fn known(self) -> Option<Grade> {
        self.text().and_then(Grade::parse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_survives_the_wire_and_an_impossible_one_is_refused() {
        let leap = NaiveDate::from_ymd_opt(2028, 2, 29).unwrap_or_default();
        assert_eq!(NaiveDate::try_from(common::v1::Date::from(leap)), Ok(leap));
        for (year, month, day) in [(2026, 2, 29), (2026, 13, 1), (0, 1, 1), (2026, -1, 5)] {
            let date = common::v1::Date { year, month, day };
            assert_eq!(NaiveDate::try_from(date), Err(ImpossibleDate));
        }
    }

    #[test]
    fn a_time_survives_the_wire_and_an_impossible_one_is_refused() {
        let time = NaiveTime::from_hms_opt(23, 59, 0).unwrap_or_default();
        assert_eq!(
            NaiveTime::try_from(common::v1::TimeOfDay::from(time)),
            Ok(time)
        );
        for (hour, minute) in [(24, 0), (10, 60), (-1, 0), (10, -1)] {
            let time = common::v1::TimeOfDay { hour, minute };
            assert_eq!(NaiveTime::try_from(time), Err(ImpossibleTime));
        }
    }

    #[test]
    fn an_instant_survives_the_wire_to_the_microsecond() {
        let at: DateTime<Utc> = "2026-11-20T09:08:07.000123Z".parse().unwrap_or_default();
        assert_eq!(instant(&timestamp(at)), Some(at));
    }

    #[test]
    fn money_in_a_foreign_currency_is_refused() {
        let dollars = common::v1::Money {
            currency_code: "USD".to_owned(),
            minor_units: 100,
        };
        assert_eq!(Money::try_from(dollars), Err(MoneyError::Currency));
    }

    #[test]
    fn roles_and_grades_survive_the_wire() {
        for role in Role::ALL {
            assert_eq!(access::v1::Role::from(role).known(), Some(role));
        }
        for grade in [Grade::Viewer, Grade::Manager, Grade::Owner] {
            assert_eq!(access::v1::Grade::from(grade).known(), Some(grade));
        }
        assert_eq!(access::v1::Role::Unspecified.known(), None);
    }
}
