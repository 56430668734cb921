//! The bytes of a JSON file, and where a value in them ends.

use std::io::{self, BufRead};

use crate::{
    connectors::limits::{DEEPEST, LONGEST_RECORD},
    domain::record::Unreadable,
};

/// The end of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Whole,
    TooLong,
    Cut,
}

impl Value {
    /// The worse of two.
    pub(super) const fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Cut, _) | (_, Self::Cut) => Self::Cut,
            (Self::TooLong, _) | (_, Self::TooLong) => Self::TooLong,
            _ => Self::Whole,
        }
    }
}

/// The bytes of a file, one at a time.
pub(super) struct Bytes<R> {
    reader: R,
    at: usize,
}

impl<R: BufRead> Bytes<R> {
    pub(super) const fn new(reader: R) -> Self {
        Self { reader, at: 0 }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        if let Some(byte) = self.reader.fill_buf()?.get(self.at) {
            return Ok(Some(*byte));
        }
        self.reader.consume(self.at);
        self.at = 0;
        Ok(self.reader.fill_buf()?.first().copied())
    }

    pub(super) fn next(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }

    /// The next byte that is no space, not taken yet.
    pub(super) fn past_space(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.peek()? {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                other => return Ok(other),
            }
        }
    }

    /// Takes the next value into `buffer`, as far as there is room; it is of record `number`.
    ///
    /// # Errors
    /// [`Unreadable`] for what is nested too deep or closes what was not opened.
    pub(super) fn value(&mut self, buffer: &mut Vec<u8>, number: u64) -> Result<Value, Unreadable> {
        buffer.clear();
        // The open brackets, the innermost in the lowest bit: 1 is {, 0 is [.
        let (mut depth, mut kinds) = (0_u32, 0_u64);
        let (mut string, mut escaped) = (false, false);
        let mut whole = true;
        loop {
            let Some(byte) = self.peek()? else {
                let scalar = depth == 0 && !string && !buffer.is_empty();
                return Ok(match (scalar, whole) {
                    (false, _) => Value::Cut,
                    (true, true) => Value::Whole,
                    (true, false) => Value::TooLong,
                });
            };
            if !string
                && depth == 0
                && !buffer.is_empty()
                && matches!(
                    byte,
                    b',' | b']' | b'}' | b':' | b' ' | b'\t' | b'\r' | b'\n'
                )
            {
                return Ok(ended(whole));
            }
            self.next()?;
            if buffer.len() < LONGEST_RECORD {
                buffer.push(byte);
            } else {
                whole = false;
            }
            if string {
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' => escaped = true,
                    b'"' => {
                        string = false;
                        if depth == 0 {
                            return Ok(ended(whole));
                        }
                    }
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => string = true,
                b'{' | b'[' => {
                    depth += 1;
                    if depth > DEEPEST {
                        return Err(Unreadable::file(format!(
                            "Record {number}: it is nested deeper than {DEEPEST} levels."
                        )));
                    }
                    kinds = kinds << 1 | u64::from(byte == b'{');
                }
                b'}' | b']' => {
                    if depth == 0 || (kinds & 1 == 1) != (byte == b'}') {
                        return Err(broken(number, "a bracket is closed that was not opened"));
                    }
                    depth -= 1;
                    kinds >>= 1;
                    if depth == 0 {
                        return Ok(ended(whole));
                    }
                }
                _ => {}
            }
        }
    }
}

const fn ended(whole: bool) -> Value {
    if whole { Value::Whole } else { Value::TooLong }
}

/// Returns the fault of record `number`.
pub(super) fn broken(number: u64, what: &str) -> Unreadable {
    Unreadable::file(format!("Record {number}: this is not JSON: {what}."))
}
