//! The domain reference's vectors of lettings (docs/reference/uk-lettings.md 3.2 and 5.5), read from their file. Holding deposits are taken nowhere and
//! requests for pets are recorded nowhere in Lintel, so that their deadlines are not among them.

use chrono::NaiveDate;
use lintel_core::Money;
use serde_json::Value;

const FILE: &str = include_str!("../../tests/vectors/lettings.json");

/// A row of a family.
pub struct Row(Value);

/// The rows of a family, which has some.
pub fn rows(family: &str) -> Vec<Row> {
    let all: Value = serde_json::from_str(FILE).unwrap_or_default();
    let rows = all[family].as_array().cloned().unwrap_or_default();
    assert!(rows.len() >= 3, "{family} has {} rows", rows.len());
    rows.into_iter().map(Row).collect()
}

impl Row {
    pub fn text(&self, name: &str) -> &str {
        text(&self.0[name])
    }

    pub fn pounds(&self, name: &str) -> Money {
        pounds(&self.0[name])
    }

    pub fn day(&self, name: &str) -> NaiveDate {
        day(&self.0[name])
    }

    /// `None` where the file has null.
    pub fn day_if_any(&self, name: &str) -> Option<NaiveDate> {
        let value = &self.0[name];
        (!value.is_null()).then(|| day(value))
    }

    pub fn number(&self, name: &str) -> i64 {
        let number = self.0[name].as_i64();
        number.unwrap_or_else(|| panic!("{name} is no number"))
    }

    pub fn is(&self, name: &str) -> bool {
        let is = self.0[name].as_bool();
        is.unwrap_or_else(|| panic!("{name} is neither true nor false"))
    }

    /// Amounts by their days.
    pub fn amounts(&self, name: &str) -> Vec<(NaiveDate, Money)> {
        let amounts = self.0[name].as_array().cloned().unwrap_or_default();
        let amounts = amounts.iter().map(|one| (day(&one[0]), pounds(&one[1])));
        amounts.collect()
    }
}

fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
}

fn pounds(value: &Value) -> Money {
    Money::parse(text(value)).unwrap_or_else(|_| panic!("{value} is no amount"))
}

fn day(value: &Value) -> NaiveDate {
    let day = text(value).parse();
    day.unwrap_or_else(|_| panic!("{value} is no day"))
}
