//! The sign that a file has before its pence.

use std::cell::{Cell, RefCell};

use lintel_core::{DecimalMark, DecimalMarks};

/// The numbers with decimals of a file: which sign it has before them, as far as it has been read.
#[derive(Debug, Default)]
pub struct Amounts {
    mark: DecimalMark,
    seen: RefCell<DecimalMarks>,
    line: Cell<i64>,
}

impl Amounts {
    /// Reads amounts of a file that has `mark` before its pence.
    pub(crate) fn with(mark: DecimalMark) -> Self {
        Self {
            mark,
            ..Self::default()
        }
    }

    /// Goes on to a line.
    pub(crate) fn at(&self, line: i64) {
        self.line.set(line);
    }

    /// Returns a number as it is written with a point.
    #[must_use]
    pub fn to_point(&self, text: &str) -> String {
        let line = u64::try_from(self.line.get()).unwrap_or_default();
        self.seen.borrow_mut().note(line, text);
        self.mark.to_point(text)
    }

    /// The sign of the whole file.
    ///
    /// # Errors
    /// The line and the reason of a file whose amounts do not agree.
    pub(crate) fn settle(&self) -> Result<DecimalMark, (i64, String)> {
        let settled = self.seen.borrow().settle();
        settled.map_err(|(line, reason)| (i64::try_from(line).unwrap_or(i64::MAX), reason))
    }
}
