//! A rule as its file has it.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use lintel_core::decimal;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::nation::Nation;

/// The fault of the rows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// A file cannot be read.
    #[error("{file}: {message}")]
    Unreadable {
        /// The file.
        file: String,
        /// The reader's reason.
        message: String,
    },
    /// A row breaks what holds for all of them.
    #[error("{key}: {message}")]
    Unfit {
        /// The row's key.
        key: String,
        /// The fault.
        message: String,
    },
}

/// A file of rows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) topic: String,
    pub(crate) row: Vec<Row>,
}

/// A figure, or several.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum Value {
    Number(i64),
    Text(String),
    List(Vec<String>),
    Table(Vec<Vec<String>>),
}

/// A part of an amount: up to so many pounds, or all the rest, at so many percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Band {
    pub(crate) to: Option<i64>,
    pub(crate) percent: Decimal,
}

/// One rule of one or more nations for a time.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The heading under which the Rules page shows it.
    #[serde(skip)]
    pub topic: String,
    /// Its name in code; rows of other nations and times share it.
    pub key: String,
    /// The rule's name for people.
    pub title: String,
    /// Where it holds.
    pub nations: Vec<Nation>,
    /// Its first day; none where that was long ago.
    pub from: Option<NaiveDate>,
    /// Its last day; none where no end is known.
    pub until: Option<NaiveDate>,
    /// The rule that Lintel applies, in words for people.
    pub text: String,
    /// Where that is from.
    pub source: String,
    /// When it was last checked against its source.
    pub checked: NaiveDate,
    /// True when it is certain enough to be computed with.
    #[serde(default = "yes")]
    pub confirmed: bool,
    /// The uncertain part of a rule that is computed all the same, and how Lintel handles it.
    pub doubt: Option<String>,
    /// Where Lintel uses it.
    pub used: String,
    /// An example for people.
    pub example: Option<String>,
    #[serde(default)]
    value: BTreeMap<String, Value>,
}

const fn yes() -> bool {
    true
}

impl Row {
    /// Returns whether anything is computed from it.
    #[must_use]
    pub fn has_figures(&self) -> bool {
        !self.value.is_empty()
    }

    /// Returns whether it is a rule of `nation` on `day`.
    #[must_use]
    pub fn holds(&self, nation: Nation, day: NaiveDate) -> bool {
        self.is_of(nation)
            && self.from.is_none_or(|from| from <= day)
            && self.until.is_none_or(|until| day <= until)
    }

    pub(crate) fn is_of(&self, nation: Nation) -> bool {
        self.nations.contains(&nation)
    }

    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        match self.value.get(name)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A number of days, weeks or months.
    pub(crate) fn count(&self, name: &str) -> Option<u32> {
        self.number(name)?.try_into().ok()
    }

    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.number(name) == Some(1)
    }

    pub(crate) fn words(&self, name: &str) -> Option<&str> {
        match self.value.get(name)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn day(&self, name: &str) -> Option<NaiveDate> {
        self.words(name)?.parse::<NaiveDate>().ok()
    }

    pub(crate) fn percent(&self, name: &str) -> Option<Decimal> {
        decimal::read(self.words(name)?).ok()
    }

    pub(crate) fn list(&self, name: &str) -> &[String] {
        match self.value.get(name) {
            Some(Value::List(list)) => list,
            _ => &[],
        }
    }

    pub(crate) fn lists(&self, name: &str, text: &str) -> bool {
        self.list(name).iter().any(|one| one == text)
    }

    /// The lines of a table that have so many cells.
    pub(crate) fn table<const CELLS: usize>(
        &self,
        name: &str,
    ) -> impl Iterator<Item = [&str; CELLS]> {
        let lines = match self.value.get(name) {
            Some(Value::Table(lines)) => lines.as_slice(),
            _ => &[],
        };
        lines.iter().filter_map(|line| {
            let cells: Vec<_> = line.iter().map(String::as_str).collect();
            cells.try_into().ok()
        })
    }

    pub(crate) fn bands(&self) -> Vec<Band> {
        let bands = self.table("bands").filter_map(|[to, percent]| {
            Some(Band {
                to: limit(to)?,
                percent: decimal::read(percent).ok()?,
            })
        });
        bands.collect()
    }

    /// The number beside the first limit that `amount` is not above.
    pub(crate) fn stepped(&self, name: &str, is_above: impl Fn(i64) -> bool) -> Option<u32> {
        let mut steps = self.table(name);
        let [_, number] =
            steps.find(|[to, _]| limit(to).is_some_and(|to| to.is_none_or(|to| !is_above(to))))?;
        number.parse::<u32>().ok()
    }

    /// Returns the fault of the row by itself.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let texts = [&self.key, &self.title, &self.text, &self.source, &self.used];
        if texts.iter().any(|text| text.trim().is_empty()) {
            Some("a text is empty")
        } else if self.nations.is_empty() {
            Some("it names no nation")
        } else if self
            .from
            .is_some_and(|from| self.until.is_some_and(|until| until < from))
        {
            Some("it ends before it begins")
        } else if !self.confirmed && self.has_figures() {
            Some("what is not confirmed has no figures, for it is never computed")
        } else if self.confirmed && !self.has_figures() {
            Some("what is confirmed has the figures that are computed with")
        } else if self.value.contains_key("bands") && !are_whole(&self.bands()) {
            Some("its bands do not rise to the rest")
        } else {
            None
        }
    }

    /// Returns whether both would hold for the same nation on the same day.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let begins = |row: &Self| row.from.unwrap_or(NaiveDate::MIN);
        let ends = |row: &Self| row.until.unwrap_or(NaiveDate::MAX);
        self.key == other.key
            && self.nations.iter().any(|nation| other.is_of(*nation))
            && begins(self) <= ends(other)
            && begins(other) <= ends(self)
    }
}

/// A number, or `None` for "rest".
fn limit(text: &str) -> Option<Option<i64>> {
    match text {
        "rest" => Some(None),
        number => number.parse::<i64>().ok().map(Some),
    }
}

fn are_whole(bands: &[Band]) -> bool {
    let Some((last, before)) = bands.split_last() else {
        return false;
    };
    let limits: Vec<_> = before.iter().map(|band| band.to).collect();
    last.to.is_none() && limits.iter().all(Option::is_some) && limits.is_sorted()
}
