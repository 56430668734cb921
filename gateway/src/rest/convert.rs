//! The contract's shared types as JSON has them.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use lintel_core::{Money, decimal};
use lintel_proto::common::v1 as common;
use prost_types::Timestamp;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::rest::problem::Problem;

/// An exact decimal as a JSON number, with the digits that the service wrote.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Decimal(Box<RawValue>);

impl Decimal {
    /// Reads decimal text; `None` for empty text.
    ///
    /// # Errors
    /// A 500 [`Problem`] for text that is no number.
    pub fn read(text: &str) -> Result<Option<Self>, Problem> {
        if text.is_empty() {
            return Ok(None);
        }
        decimal::read_json(text).map_err(Problem::internal)?;
        RawValue::from_string(text.to_owned())
            .map(|raw| Some(Self(raw)))
            .map_err(Problem::internal)
    }
}

/// A part of a reply that every version of the service sends.
pub(crate) fn required<T>(value: Option<T>, name: &'static str) -> Result<T, Problem> {
    value.ok_or_else(|| Problem::internal(format_args!("a reply came without its {name}")))
}

/// Money as text with two decimals.
pub(crate) fn money(money: Option<common::Money>) -> Result<Option<String>, Problem> {
    money
        .map(|money| Money::try_from(money).map(|money| money.to_string()))
        .transpose()
        .map_err(Problem::internal)
}

/// A day.
pub(crate) fn date(date: Option<common::Date>) -> Result<Option<NaiveDate>, Problem> {
    date.map(NaiveDate::try_from)
        .transpose()
        .map_err(Problem::internal)
}

/// A time of day, `HH:MM`.
pub(crate) fn time(time: Option<common::TimeOfDay>) -> Result<Option<String>, Problem> {
    time.map(|time| NaiveTime::try_from(time).map(|time| time.format("%H:%M").to_string()))
        .transpose()
        .map_err(Problem::internal)
}

/// An instant.
pub(crate) fn instant(time: Option<Timestamp>) -> Result<Option<DateTime<Utc>>, Problem> {
    time.map(|time| {
        lintel_proto::convert::instant(&time)
            .ok_or_else(|| Problem::internal("an instant beyond the calendar"))
    })
    .transpose()
}

/// An id, or nothing where it is 0.
pub(crate) fn some(id: i64) -> Option<i64> {
    (id != 0).then_some(id)
}

/// Text, or nothing where it is empty.
pub(crate) fn text(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_keeps_its_digits() {
        for text in ["8.21", "0.10", "100", "-3.5", "12345678901234567890.123"] {
            let json = Decimal::read(text)
                .ok()
                .flatten()
                .and_then(|decimal| serde_json::to_string(&decimal).ok());
            assert_eq!(json.as_deref(), Some(text));
        }
        assert!(matches!(Decimal::read(""), Ok(None)));
        assert!(Decimal::read("1,5").is_err());
        assert!(Decimal::read("true").is_err());
    }
}
