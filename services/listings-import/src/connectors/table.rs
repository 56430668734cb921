//! Tables with a sign between cells (RFC 4180), read a line at a time within a bound.

use std::io::BufRead;

use super::limits::{LONGEST_FIELD, LONGEST_RECORD, MOST_COLUMNS};
use crate::domain::record::Unreadable;

/// Reads a table.
pub struct Table<R> {
    reader: R,
    delimiter: u8,
    /// The line that comes next.
    line: u64,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    after_return: bool,
}

/// A line of a table; a cell in quotes may have line ends of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number; from 1.
    pub number: u64,
    /// Its cells.
    pub cells: Vec<String>,
    /// Why it cannot be read; its cells are then none.
    pub fault: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Plain,
    Quoted,
    Closed,
}

impl<R: BufRead> Table<R> {
    /// A table whose cells have `delimiter` between them.
    pub const fn new(reader: R, delimiter: u8) -> Self {
        Self {
            reader,
            delimiter,
            line: 1,
            bytes: Vec::new(),
            ends: Vec::new(),
            after_return: false,
        }
    }

    /// The next line that is not empty; `None` at the end.
    ///
    /// # Errors
    /// [`Unreadable`] for a quotation mark that is never closed, and what reading gives.
    pub fn next(&mut self) -> Result<Option<Line>, Unreadable> {
        loop {
            let number = self.line;
            let Some(overflow) = self.scan(number)? else {
                return Ok(None);
            };
            if let Some(fault) = overflow {
                return Ok(Some(Line {
                    number,
                    cells: Vec::new(),
                    fault: Some(fault),
                }));
            }
            if self.bytes.iter().all(u8::is_ascii_whitespace) && self.ends.len() <= 1 {
                continue;
            }
            return Ok(Some(self.cut(number)));
        }
    }

    fn cut(&self, number: u64) -> Line {
        let mut start = 0;
        let mut cells = Vec::with_capacity(self.ends.len());
        let mut fault = None;
        for (at, end) in self.ends.iter().enumerate() {
            let cell = self.bytes.get(start..*end).unwrap_or_default();
            if cell.len() > LONGEST_FIELD {
                fault = Some(format!("Value {} is longer than 64 kB.", at + 1));
            }
            cells.push(String::from_utf8_lossy(cell).into_owned());
            start = *end;
        }
        if fault.is_some() {
            cells.clear();
        }
        Line {
            number,
            cells,
            fault,
        }
    }

    /// Reads a line into `bytes` and `ends`. `Some(Some(…))` says why it is beyond a bound.
    fn scan(&mut self, number: u64) -> Result<Option<Option<String>>, Unreadable> {
        self.bytes.clear();
        self.ends.clear();
        let mut state = State::Start;
        let mut any = false;
        let mut overflow = None;
        loop {
            let piece = self.reader.fill_buf()?;
            if piece.is_empty() {
                break;
            }
            let mut used = 0;
            let mut done = false;
            for &byte in piece {
                used += 1;
                let second = std::mem::take(&mut self.after_return) && byte == b'\n';
                if second && !any {
                    continue;
                }
                any = true;
                if matches!(byte, b'\n' | b'\r') {
                    self.line += u64::from(!second);
                    self.after_return = byte == b'\r';
                    if state != State::Quoted {
                        done = true;
                        break;
                    }
                }
                let mut kept = None;
                state = match state {
                    State::Start | State::Plain | State::Closed if byte == self.delimiter => {
                        if self.ends.len() < MOST_COLUMNS {
                            self.ends.push(self.bytes.len());
                        } else {
                            overflow.get_or_insert_with(|| {
                                format!("The line has more than {MOST_COLUMNS} values.")
                            });
                        }
                        State::Start
                    }
                    State::Start if byte == b'"' => State::Quoted,
                    State::Quoted if byte == b'"' => State::Closed,
                    State::Closed if byte == b'"' => {
                        kept = Some(byte);
                        State::Quoted
                    }
                    State::Quoted => {
                        kept = Some(byte);
                        State::Quoted
                    }
                    State::Start | State::Plain | State::Closed => {
                        kept = Some(byte);
                        State::Plain
                    }
                };
                if let Some(byte) = kept {
                    if self.bytes.len() < LONGEST_RECORD {
                        self.bytes.push(byte);
                    } else {
                        overflow.get_or_insert_with(|| "The line is longer than 1 MB.".to_owned());
                    }
                }
            }
            self.reader.consume(used);
            if done {
                self.ends.push(self.bytes.len());
                return Ok(Some(overflow));
            }
        }
        if !any {
            return Ok(None);
        }
        if state == State::Quoted {
            return Err(Unreadable::at(
                number,
                "A quotation mark is opened in this line and never closed: the file breaks off, or a \" is missing.",
            ));
        }
        self.ends.push(self.bytes.len());
        Ok(Some(overflow))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connectors::testing::{Refusing, Sure};

    fn lines(text: &str) -> Vec<(u64, Vec<String>)> {
        let mut table = Table::new(text.as_bytes(), b',');
        let mut all = Vec::new();
        while let Some(line) = table.next().sure() {
            assert_eq!(line.fault, None);
            all.push((line.number, line.cells));
        }
        all
    }

    #[test]
    fn cells_and_lines_are_those_of_the_file() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["a,b", "", "\"c,\"\"d\"\"\",", "\"two", "lines\",x", "last,"].join(end);
            let inside = format!("two{end}lines");
            let expected = [
                (1, vec!["a", "b"]),
                (3, vec!["c,\"d\"", ""]),
                (4, vec![inside.as_str(), "x"]),
                (6, vec!["last", ""]),
            ]
            .map(|(line, cells)| (line, cells.into_iter().map(String::from).collect()));
            assert_eq!(lines(&text), expected, "{end:?}");
        }
        assert_eq!(lines(""), []);
        assert_eq!(lines("x\"y\",z\"")[0].1, ["x\"y\"", "z\""]);
    }

    #[test]
    fn lines_beyond_the_bounds_are_refused_and_the_next_is_read() {
        let text = format!(
            "{}\na,b\n{}\n{}\nc\n",
            "x".repeat(2 * LONGEST_RECORD),
            ",".repeat(600),
            "y".repeat(70_000)
        );
        let mut table = Table::new(text.as_bytes(), b',');
        let mut faults = Vec::new();
        while let Some(line) = table.next().sure() {
            faults.push((line.number, line.fault.is_some()));
        }
        assert_eq!(
            faults,
            [(1, true), (2, false), (3, true), (4, true), (5, false)]
        );
    }

    #[test]
    fn an_open_quotation_mark_is_named() {
        let mut table = Table::new("a\n\"b,c\nd".as_bytes(), b',');
        assert!(table.next().is_ok());
        let error = table.next().refusal().to_string();
        assert!(error.starts_with("Line 2: "), "{error}");
    }
}
