//! Rows of a file on their way into the tables, some hundred at a time.

use std::{collections::HashSet, mem};

use tokio::sync::mpsc::Sender;

use crate::domain::Row;

/// Rows of a batch at most.
const MOST_ROWS: usize = 500;
/// About so many bytes of text in a batch at most: memory is the same for a file of any size.
const MOST_BYTES: usize = 2 * 1024 * 1024;

/// Collects rows into batches, in which no key stands twice, and leaves out those that are in the tables already.
#[derive(Debug)]
pub(super) struct Batches {
    /// Rows that are still left out.
    skip: u64,
    rows: Vec<Row>,
    keys: HashSet<String>,
    bytes: usize,
    to: Sender<Vec<Row>>,
}

impl Batches {
    pub(super) fn new(skip: i64, to: Sender<Vec<Row>>) -> Self {
        Self {
            skip: u64::try_from(skip).unwrap_or_default(),
            rows: Vec::new(),
            keys: HashSet::new(),
            bytes: 0,
            to,
        }
    }

    /// Takes a row. `false` once nobody takes batches any more.
    pub(super) fn take(&mut self, row: Row) -> bool {
        if self.skip > 0 {
            self.skip -= 1;
            return true;
        }
        let (key, bytes) = weigh(&row);
        let comes_twice = key.as_ref().is_some_and(|key| self.keys.contains(key));
        if comes_twice && !self.flush() {
            return false;
        }
        self.keys.extend(key);
        self.bytes += bytes;
        self.rows.push(row);
        self.rows.len() < MOST_ROWS && self.bytes < MOST_BYTES || self.flush()
    }

    /// Hands on what is there. `false` once nobody takes batches any more.
    pub(super) fn flush(&mut self) -> bool {
        self.keys.clear();
        self.bytes = 0;
        let rows = mem::take(&mut self.rows);
        rows.is_empty() || self.to.blocking_send(rows).is_ok()
    }
}

/// Returns the key of the row, and about how many bytes it has.
fn weigh(row: &Row) -> (Option<String>, usize) {
    match row {
        Row::Listing(record) => {
            let lists = record.image_urls.iter().chain(&record.tags);
            let lists: usize = lists.map(String::len).sum();
            let texts = record.description.len() + record.address.len() + record.full_address.len();
            (Some(record.key.clone()), 500 + texts + lists)
        }
        Row::Sale(sale) => (Some(sale.transaction_id.clone()), 500),
        Row::Gone { key } => (Some(key.clone()), 100),
        Row::Refused(refused) => (refused.key.clone(), 100 + refused.reason.len()),
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    fn gone(key: &str) -> Row {
        Row::Gone {
            key: key.to_owned(),
        }
    }

    #[test]
    fn no_key_stands_twice_in_a_batch_and_rows_that_are_there_are_left_out() {
        let (to, mut from) = mpsc::channel(10);
        let mut batches = Batches::new(1, to);
        for key in ["a", "a", "b", "a", "c"] {
            assert!(batches.take(gone(key)));
        }
        assert!(batches.flush());
        assert_eq!(from.try_recv().ok(), Some(vec![gone("a"), gone("b")]));
        assert_eq!(from.try_recv().ok(), Some(vec![gone("a"), gone("c")]));
        assert!(from.try_recv().is_err());
    }

    #[test]
    fn full_batches_are_handed_on_and_reading_ends_when_none_takes_them() {
        let (to, mut from) = mpsc::channel(1);
        let mut batches = Batches::new(0, to);
        for row in 0..MOST_ROWS {
            assert!(batches.take(gone(&row.to_string())));
        }
        assert_eq!(from.try_recv().map(|rows| rows.len()).ok(), Some(MOST_ROWS));
        drop(from);
        let mut taken = 0;
        while batches.take(gone(&format!("b{taken}"))) {
            taken += 1;
        }
        assert_eq!(taken, MOST_ROWS - 1);
    }
}
