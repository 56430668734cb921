//! The rows that a connector hands on while it reads, and the outcome that follows from them.

use std::{collections::BTreeSet, ops::ControlFlow};

use super::{
    connector::Sink,
    fault::Fault,
    limits::{MOST_BRANCHES, MOST_WARNINGS},
};
use crate::domain::record::{ListingRecord, Outcome, PricePaid, Row};

/// Rows on their way to whoever reads the file.
pub struct Report<'a, 'b> {
    sink: &'a mut Sink<'b>,
    branches: BTreeSet<String>,
    /// True when more branches came than are remembered, or a home without one.
    boundless: bool,
    /// The first record that was refused and whose home is not known.
    unknown: Option<u64>,
    stopped: bool,
    warnings: Vec<String>,
    rows: u64,
}

impl<'a, 'b> Report<'a, 'b> {
    /// A report of a file's beginning.
    pub fn to(sink: &'a mut Sink<'b>) -> Self {
        Self {
            sink,
            branches: BTreeSet::new(),
            boundless: false,
            unknown: None,
            stopped: false,
            warnings: Vec::new(),
            rows: 0,
        }
    }

    /// Hands on a home or its refusal.
    pub fn listing(
        &mut self,
        line: u64,
        key: Option<String>,
        read: Result<ListingRecord, Fault>,
    ) -> ControlFlow<()> {
        match read {
            Ok(record) => {
                self.remember(&record.key);
                self.give(Row::Listing(Box::new(record)))
            }
            Err(fault) => self.refuse(line, key, fault),
        }
    }

    /// Hands on a sale or its refusal.
    pub fn sale(&mut self, line: u64, read: Result<PricePaid, Fault>) -> ControlFlow<()> {
        match read {
            Ok(sale) => self.give(Row::Sale(Box::new(sale))),
            Err(fault) => self.refuse(line, None, fault),
        }
    }

    /// Hands on that a home is gone.
    pub fn gone(&mut self, key: String) -> ControlFlow<()> {
        self.give(Row::Gone { key })
    }

    /// Hands on a refusal.
    pub fn refuse(&mut self, line: u64, key: Option<String>, fault: Fault) -> ControlFlow<()> {
        match &key {
            Some(key) => self.remember(key),
            None => {
                self.unknown.get_or_insert(line);
            }
        }
        self.give(Row::Refused(fault.at(line, key)))
    }

    /// Something the person should know.
    pub fn warn(&mut self, warning: impl Into<String>) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(warning.into());
        }
    }

    /// Records so far.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// The outcome of a file that was read to its end. With `snapshot` it is all that the source has.
    #[must_use]
    pub fn finish(mut self, snapshot: bool, cut: bool) -> Outcome {
        let truncated = cut || self.stopped;
        if cut {
            self.warn(
                "The file breaks off, or more than one file is in it, so nothing is withdrawn.",
            );
        }
        if snapshot
            && !truncated
            && let Some(line) = self.unknown
        {
            self.warn(format!(
                "The record at {line} could not be read and may be any home, so nothing is withdrawn."
            ));
        }
        let complete_snapshot =
            snapshot && !truncated && self.unknown.is_none() && !self.boundless && self.rows > 0;
        Outcome {
            complete_snapshot,
            branches: if complete_snapshot {
                self.branches.into_iter().collect()
            } else {
                Vec::new()
            },
            truncated,
            warnings: self.warnings,
        }
    }

    fn give(&mut self, row: Row) -> ControlFlow<()> {
        self.rows += 1;
        let flow = (self.sink)(row);
        self.stopped |= flow.is_break();
        flow
    }

    fn remember(&mut self, key: &str) {
        let Some((branch, _)) = key.split_once('/') else {
            self.boundless = true;
            return;
        };
        self.branches.insert(format!("{branch}/"));
        if self.branches.len() > MOST_BRANCHES {
            self.branches.clear();
            self.boundless = true;
        }
    }
}
