//! Which line of a file something is on.

/// Counts a file's lines as people see them. The parser's own count is not that: it takes a line break of two signs apart, and
/// what it calls the beginning of a record is before the empty lines above it.
#[derive(Debug)]
pub struct LineNumbers<'a> {
    content: &'a [u8],
    counted: usize,
    number: i64,
}

impl<'a> LineNumbers<'a> {
    /// From the beginning of a file.
    #[must_use]
    pub const fn of(content: &'a [u8]) -> Self {
        Self {
            content,
            counted: 0,
            number: 1,
        }
    }

    /// The line of the first sign at or after `byte` that is no line break. Asked from the beginning to the end.
    pub fn at(&mut self, byte: u64) -> i64 {
        let is_break = |sign: Option<&u8>| matches!(sign, Some(b'\r' | b'\n'));
        let byte = usize::try_from(byte).unwrap_or(usize::MAX);
        while self.counted < byte || is_break(self.content.get(self.counted)) {
            let next = self.content.get(self.counted + 1);
            match self.content.get(self.counted) {
                Some(b'\n') => self.number += 1,
                Some(b'\r') if next != Some(&b'\n') => self.number += 1,
                Some(_) => {}
                None => break,
            }
            self.counted += 1;
        }
        self.number
    }
}
