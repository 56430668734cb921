//! Why a file is not read.

use crate::text;

/// Characters of a value that a message repeats.
const LONGEST_QUOTE: usize = 40;

/// The fault of a file, and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct Refused {
    /// The line of the file, from 1; 0 where none is at fault.
    pub line: u32,
    /// The fault, in words for people.
    pub message: String,
}

impl Refused {
    pub(crate) fn file(message: impl Into<String>) -> Self {
        Self::at(0, message)
    }

    pub(crate) fn at(line: u32, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { line, message }
    }

    /// With the line before the message.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self.line {
            0 => self.message.clone(),
            line => format!("Line {line}: {}", self.message),
        }
    }
}

/// A value as a message repeats it: short, on one line, in quotation marks.
pub fn quoted(value: &str) -> String {
    format!("“{}”", text::clean(value, LONGEST_QUOTE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_its_line() {
        assert_eq!(Refused::file("No.").to_string(), "No.");
        assert_eq!(Refused::at(3, "No.").to_string(), "Line 3: No.");
        assert_eq!(quoted(" a\n b "), "“a b”");
    }
}
