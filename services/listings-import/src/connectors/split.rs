//! Records that end with a sign, within a bound whatever the file holds.

use std::io::{self, BufRead};

use super::limits::LONGEST_RECORD;

/// Cuts a file at a sign.
pub struct Splitter<R> {
    reader: R,
    line: u64,
    record: Vec<u8>,
}

/// A piece of a file up to a sign.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    /// The line of its first sign that is no line end; from 1.
    pub line: u64,
    /// Without the sign at its end; the first [`LONGEST_RECORD`] bytes if it is longer.
    pub bytes: &'a [u8],
    /// True when the sign was there: false for what follows the last one.
    pub ended: bool,
    /// True when there was more of it.
    pub too_long: bool,
}

impl<R: BufRead> Splitter<R> {
    /// Reads from the start of a file.
    pub const fn new(reader: R) -> Self {
        Self {
            reader,
            line: 1,
            record: Vec::new(),
        }
    }

    /// The piece up to the next `sign`, of one character in UTF-8; `None` at the end of the file.
    ///
    /// # Errors
    /// What reading gives.
    pub fn next(&mut self, sign: &[u8]) -> io::Result<Option<Piece<'_>>> {
        self.record.clear();
        let Some(last) = sign.last().copied() else {
            return Ok(None);
        };
        let (mut any, mut ended, mut too_long) = (false, false, false);
        let mut newlines = 0;
        while !ended {
            let piece = self.reader.fill_buf()?;
            if piece.is_empty() {
                break;
            }
            any = true;
            let found = piece.iter().position(|byte| *byte == last);
            let count = found.map_or(piece.len(), |at| at + 1);
            let taken = piece.get(..count).unwrap_or_default();
            newlines += u64::try_from(taken.iter().filter(|byte| **byte == b'\n').count())
                .unwrap_or_default();
            let room = LONGEST_RECORD
                .saturating_add(sign.len())
                .saturating_sub(self.record.len());
            if taken.len() > room {
                // The start is kept for its key, the end to recognise the sign.
                too_long = true;
                self.record.truncate(LONGEST_RECORD);
                let tail = taken.len().saturating_sub(sign.len());
                self.record
                    .extend_from_slice(taken.get(tail..).unwrap_or_default());
            } else {
                self.record.extend_from_slice(taken);
            }
            self.reader.consume(count);
            if found.is_some() && self.record.ends_with(sign) {
                self.record.truncate(self.record.len() - sign.len());
                ended = true;
            }
        }
        if !any {
            return Ok(None);
        }
        let leading = self
            .record
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let before =
            u64::try_from(leading.filter(|byte| **byte == b'\n').count()).unwrap_or_default();
        let line = self.line + before;
        self.line += newlines;
        self.record.truncate(LONGEST_RECORD);
        Ok(Some(Piece {
            line,
            bytes: &self.record,
            ended,
            too_long,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connectors::testing::Sure;

    #[test]
    fn pieces_have_their_lines() {
        let mut splitter = Splitter::new("a\nb~\r\n\r\nc¬d~e".as_bytes());
        let mut all = Vec::new();
        while let Some(piece) = splitter.next(b"~").sure() {
            all.push((
                piece.line,
                String::from_utf8_lossy(piece.bytes).into_owned(),
                piece.ended,
            ));
        }
        assert_eq!(
            all,
            [
                (1, "a\nb".into(), true),
                (4, "\r\n\r\nc¬d".into(), true),
                (4, "e".into(), false)
            ]
        );
        let mut wide = Splitter::new("a¬b¼¬".as_bytes());
        let mut all = Vec::new();
        while let Some(piece) = wide.next("¬".as_bytes()).sure() {
            all.push(String::from_utf8_lossy(piece.bytes).into_owned());
        }
        assert_eq!(all, ["a", "b¼"]);
    }

    #[test]
    fn a_piece_without_an_end_keeps_its_start_alone() {
        let long = [&vec![b'x'; 3 * LONGEST_RECORD], b"~next~".as_slice()].concat();
        let mut splitter = Splitter::new(io::BufReader::new(long.as_slice()));
        let first = splitter
            .next(b"~")
            .sure()
            .map(|piece| (piece.bytes.len(), piece.ended, piece.too_long));
        assert_eq!(first, Some((LONGEST_RECORD, true, true)));
        let second = splitter.next(b"~").sure().map(|piece| piece.bytes.to_vec());
        assert_eq!(second.as_deref(), Some(b"next".as_slice()));
    }
}
