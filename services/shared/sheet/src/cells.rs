//! One line's cells as values, with what could not be read of them.

use std::collections::HashMap;

use chrono::NaiveDate;
use lintel_core::{Money, Violations};

use crate::Amounts;

/// The cells of one line by the fields that they fill.
#[derive(Debug)]
pub struct Cells<'a> {
    cells: HashMap<&'static str, &'a str>,
    amounts: &'a Amounts,
    /// The cells that could not be read.
    pub unreadable: Violations,
}

impl<'a> Cells<'a> {
    pub(crate) fn new(
        cells: impl Iterator<Item = (&'static str, &'a str)>,
        amounts: &'a Amounts,
    ) -> Self {
        Self {
            cells: cells.collect(),
            amounts,
            unreadable: Violations::default(),
        }
    }

    /// Returns a cell's text.
    #[must_use]
    pub fn text(&self, field: &str) -> String {
        self.cells
            .get(field)
            .copied()
            .unwrap_or_default()
            .to_owned()
    }

    /// Reads a cell; `None` where it is empty, or was noted as unreadable.
    pub fn read<T, E: std::fmt::Display>(
        &mut self,
        field: &'static str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.cells.get(field).copied().unwrap_or_default().trim();
        if text.is_empty() {
            return None;
        }
        self.unreadable.take(field, parse(text))
    }

    /// An amount.
    pub fn money(&mut self, field: &'static str) -> Option<Money> {
        let amounts = self.amounts;
        self.read(field, |text| Money::parse(&amounts.to_point(text)))
    }

    /// The amounts of the file, for cells with more in them than one.
    #[must_use]
    pub const fn amounts(&self) -> &'a Amounts {
        self.amounts
    }

    /// The text of a number with decimals, with a point before them whatever the file has.
    #[must_use]
    pub fn number_text(&self, field: &str) -> String {
        self.amounts.to_point(&self.text(field))
    }

    /// A whole number.
    pub fn whole(&mut self, field: &'static str) -> Option<i32> {
        self.read(field, |text| {
            text.parse().map_err(|_| "Enter a whole number.")
        })
    }

    /// A day as ISO 8601 or as British people write it.
    pub fn date(&mut self, field: &'static str) -> Option<NaiveDate> {
        self.read(field, |text| {
            NaiveDate::parse_from_str(text, "%Y-%m-%d")
                .or_else(|_| NaiveDate::parse_from_str(text, "%d/%m/%Y"))
                .map_err(|_| "Enter a date as 2026-11-21 or 21/11/2026.")
        })
    }

    /// One of some words; `choices` says which.
    pub fn choice<T>(
        &mut self,
        field: &'static str,
        parse: impl Fn(&str) -> Option<T>,
        choices: &'static str,
    ) -> Option<T> {
        self.read(field, |text| parse(text).ok_or(choices))
    }
}

/// A typed word, ignoring case.
pub fn same_word<T: Copy>(
    all: &[T],
    text: &str,
    spelling: impl Fn(T) -> &'static str,
) -> Option<T> {
    all.iter()
        .copied()
        .find(|one| spelling(*one).eq_ignore_ascii_case(text))
}
