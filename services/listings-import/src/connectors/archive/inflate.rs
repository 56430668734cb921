//! A file of a ZIP as a file: what is read is inflated piece by piece, and going back begins anew.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use flate2::{Decompress, FlushDecompress, Status};

use super::directory::{Method, Place};
use crate::connectors::connector::Input;

const PIECE: usize = 64 << 10;
/// Bytes of an inflated file (security-reliability T33).
const LARGEST: u64 = 500 << 20;
/// How many bytes one byte may become, once the file is larger than this many.
const LARGEST_RATIO: u64 = 100;
const RATIO_COUNTS_FROM: u64 = 1 << 20;

/// A file of a ZIP.
pub struct Entry<'a> {
    input: &'a mut dyn Input,
    place: Place,
    inflater: Decompress,
    /// Packed bytes taken, those that wait, and where in them.
    taken: u64,
    raw: Vec<u8>,
    raw_at: usize,
    text: Vec<u8>,
    text_at: usize,
    /// Where the reader is, and how many bytes there were before the piece at hand.
    before: u64,
    ended: bool,
    fault: Option<String>,
}

impl<'a> Entry<'a> {
    /// The file at `place`.
    pub fn new(input: &'a mut dyn Input, place: Place) -> Self {
        Self {
            input,
            place,
            inflater: Decompress::new(false),
            taken: 0,
            raw: Vec::new(),
            raw_at: 0,
            text: Vec::new(),
            text_at: 0,
            before: 0,
            ended: false,
            fault: None,
        }
    }

    /// Why it could not be read on.
    pub fn fault(&mut self) -> Option<String> {
        self.fault.take()
    }

    fn position(&self) -> u64 {
        self.before + self.text_at as u64
    }

    fn fail(&mut self, reason: &str) -> io::Error {
        self.fault = Some(reason.to_owned());
        io::ErrorKind::InvalidData.into()
    }

    fn restart(&mut self) {
        self.inflater.reset(false);
        self.raw.clear();
        self.text.clear();
        (self.taken, self.raw_at, self.text_at, self.before) = (0, 0, 0, 0);
        self.ended = false;
    }

    /// Makes the next piece; it stays empty at the end.
    fn refill(&mut self) -> io::Result<()> {
        self.before += self.text.len() as u64;
        self.text.clear();
        self.text_at = 0;
        while self.text.is_empty() && !self.ended {
            if self.raw_at == self.raw.len()
                && !self.take_raw()?
                && self.place.method == Method::Stored
            {
                self.ended = true;
                break;
            }
            match self.place.method {
                Method::Stored => {
                    self.text.append(&mut self.raw);
                    self.raw_at = 0;
                }
                Method::Deflated => self.inflate()?,
            }
        }
        let size = self.before + self.text.len() as u64;
        if size > LARGEST {
            return Err(self.fail("The ZIP holds more than 500 MB."));
        }
        if size > RATIO_COUNTS_FROM && size / self.taken.max(1) > LARGEST_RATIO {
            return Err(
                self.fail("The ZIP grows to more than a hundred times its size; it is refused.")
            );
        }
        Ok(())
    }

    /// Reads packed bytes; `false` at their end.
    fn take_raw(&mut self) -> io::Result<bool> {
        self.raw.clear();
        self.raw_at = 0;
        let left = self.place.packed.saturating_sub(self.taken);
        self.input
            .seek(SeekFrom::Start(self.place.start + self.taken))?;
        let want = left.min(PIECE as u64);
        let read = Read::take(&mut *self.input, want).read_to_end(&mut self.raw)?;
        self.taken += read as u64;
        if read == 0 && left > 0 {
            return Err(self.fail("The ZIP breaks off in its feed."));
        }
        Ok(read > 0)
    }

    fn inflate(&mut self) -> io::Result<()> {
        self.text.reserve(PIECE);
        let waiting = self.raw.get(self.raw_at..).unwrap_or_default();
        let none_waits = waiting.is_empty();
        let before = self.inflater.total_in();
        let status = self
            .inflater
            .decompress_vec(waiting, &mut self.text, FlushDecompress::None);
        let used = self.inflater.total_in() - before;
        self.raw_at += usize::try_from(used).unwrap_or(usize::MAX);
        match status {
            Ok(Status::StreamEnd) => {
                self.ended = true;
                Ok(())
            }
            Ok(_) if self.text.is_empty() && none_waits => {
                Err(self.fail("The ZIP breaks off in its feed."))
            }
            Ok(_) => Ok(()),
            Err(_) => Err(self.fail("The ZIP is damaged: its feed cannot be unpacked.")),
        }
    }
}

impl Read for Entry<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Entry<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.text_at >= self.text.len() {
            self.refill()?;
        }
        Ok(self.text.get(self.text_at..).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.text_at = (self.text_at + count).min(self.text.len());
    }
}

impl Seek for Entry<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let here = self.position();
        let target = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::Current(by) => here.saturating_add_signed(by),
            // How long the file is shows only at its end; no connector asks.
            SeekFrom::End(_) => return Err(io::ErrorKind::Unsupported.into()),
        };
        if target < here {
            self.restart();
        }
        while self.position() < target {
            let have = self.fill_buf()?.len();
            if have == 0 {
                break;
            }
            let want = usize::try_from(target - self.position()).unwrap_or(usize::MAX);
            self.consume(have.min(want));
        }
        Ok(self.position())
    }
}
