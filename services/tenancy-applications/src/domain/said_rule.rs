//! Rules in words for people.

use chrono::NaiveDate;
use lintel_rules::rules;

use super::Nation;

/// The rule of a key in a nation on a day with what is not certain of it; also one by which Lintel computes nothing.
#[must_use]
pub fn said_rule(key: &str, nation: Nation, day: NaiveDate) -> Option<String> {
    let mut rows = rules().rows().iter();
    let row = rows.find(|row| row.key == key && row.holds(nation, day))?;
    Some(match &row.doubt {
        Some(doubt) => format!("{}. {doubt}", row.text),
        None => row.text.clone(),
    })
}
