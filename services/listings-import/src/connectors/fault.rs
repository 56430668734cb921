//! The faults of one record.

use crate::domain::record::Refused;

/// Why a record is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The field as the format names it; empty for the whole record.
    pub field: String,
    /// Why, as people read it.
    pub reason: String,
}

impl Fault {
    /// A field is wrong.
    pub fn of(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            reason: reason.into(),
        }
    }

    /// The record as a whole is wrong.
    pub fn whole(reason: impl Into<String>) -> Self {
        Self::of("", reason)
    }

    /// The refusal of the record at `line`, which is the home `key` where that is known.
    #[must_use]
    pub fn at(self, line: u64, key: Option<String>) -> Refused {
        Refused {
            line,
            field: self.field,
            reason: self.reason,
            key,
        }
    }
}

/// The start of a value, to be shown in a reason.
#[must_use]
pub fn shown(value: &str) -> String {
    const MOST: usize = 40;
    let mut letters = value.chars().filter(|c| !c.is_control());
    let start: String = letters.by_ref().take(MOST).collect();
    if letters.next().is_some() {
        format!("“{start}…”")
    } else {
        format!("“{start}”")
    }
}
