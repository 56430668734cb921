//! A file of a ZIP as a file: it is inflated while it is read, and going back begins anew.

use std::io::{self, Read, Seek, SeekFrom};

use flate2::read::DeflateDecoder;
use rawzip::RangeReader;

use super::directory::{Packed, Source};

/// Bytes that are read at once.
pub const PIECE: usize = 64 << 10;
/// Bytes of an inflated file (docs/reference/promises.md T33).
const LARGEST: u64 = 500 << 20;
/// The most bytes that one byte may become, once the file is larger than [`RATIO_COUNTS_FROM`].
const LARGEST_RATIO: u64 = 100;
const RATIO_COUNTS_FROM: u64 = 1 << 20;

type Raw<'a> = RangeReader<&'a Source<'a>>;

enum Content<'a> {
    Stored(Raw<'a>),
    Deflated(DeflateDecoder<Raw<'a>>),
}

/// A file of a ZIP.
pub struct Inflated<'a> {
    source: &'a Source<'a>,
    packed: Packed,
    content: Content<'a>,
    /// Bytes given so far.
    position: u64,
    fault: Option<&'static str>,
}

impl<'a> Inflated<'a> {
    /// The file of `source` that `packed` tells of.
    pub fn new(source: &'a Source<'a>, packed: Packed) -> Self {
        Self {
            content: content(source, &packed),
            source,
            packed,
            position: 0,
            fault: None,
        }
    }

    /// Takes the reason for which it could not be read on.
    pub const fn fault(&mut self) -> Option<&'static str> {
        self.fault.take()
    }

    fn fail(&mut self, reason: &'static str) -> io::Error {
        self.fault = Some(reason);
        io::ErrorKind::InvalidData.into()
    }
}

fn content<'a>(source: &'a Source<'a>, packed: &Packed) -> Content<'a> {
    let raw = RangeReader::new(source, packed.bytes.clone());
    if packed.deflated {
        Content::Deflated(DeflateDecoder::new_with_buf(raw, vec![0; PIECE]))
    } else {
        Content::Stored(raw)
    }
}

impl Read for Inflated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (read, raw) = match &mut self.content {
            Content::Stored(raw) => match raw.read(buffer) {
                Ok(0) if raw.remaining() > 0 => (Err(io::ErrorKind::UnexpectedEof.into()), raw),
                read => (read, raw),
            },
            Content::Deflated(decoder) => (decoder.read(buffer), decoder.get_mut()),
        };
        let taken = raw.position() - self.packed.bytes.start;
        let read = match read.map_err(|error| (error.kind(), error)) {
            Ok(read) => read,
            Err((io::ErrorKind::UnexpectedEof, _)) => {
                return Err(self.fail("The ZIP breaks off in its feed."));
            }
            Err((io::ErrorKind::InvalidInput, _)) => {
                return Err(self.fail("The ZIP is damaged: its feed cannot be unpacked."));
            }
            Err((_, error)) => return Err(error),
        };
        self.position += read as u64;
        if self.position > LARGEST {
            return Err(self.fail("The ZIP holds more than 500 MB."));
        }
        if self.position > RATIO_COUNTS_FROM && self.position / taken.max(1) > LARGEST_RATIO {
            return Err(
                self.fail("The ZIP grows to more than a hundred times its size; it is refused.")
            );
        }
        Ok(read)
    }
}

impl Seek for Inflated<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::Current(by) => self.position.saturating_add_signed(by),
            // The file's length shows only at its end; no connector asks.
            SeekFrom::End(_) => return Err(io::ErrorKind::Unsupported.into()),
        };
        if target < self.position {
            self.content = content(self.source, &self.packed);
            self.position = 0;
        }
        let ahead = target - self.position;
        io::copy(&mut self.by_ref().take(ahead), &mut io::sink())?;
        Ok(self.position)
    }
}
