//! A feed in a ZIP beside its pictures, as agents' systems send the bulk load (docs/reference/uk-lettings.md 1.1). The feed is inflated while it
//! is read and never stands anywhere as a whole; the pictures are not looked at.

mod directory;
mod inflate;

use std::io::{BufReader, SeekFrom};

use self::inflate::{Inflated, PIECE};
use super::connector::{Connector, Input, Sink};
use crate::domain::record::{Outcome, Unreadable};

/// Reads a format from a file, or from a ZIP that holds one.
pub struct MaybeZipped<C> {
    inner: C,
    /// The last letters of its files' names.
    ending: &'static str,
}

impl<C: Connector> MaybeZipped<C> {
    /// A reader of files in `inner`'s format, whose names end with `ending`.
    pub const fn new(inner: C, ending: &'static str) -> Self {
        Self { inner, ending }
    }
}

const SIGNATURE: [u8; 4] = *b"PK\x03\x04";

impl<C: Connector> Connector for MaybeZipped<C> {
    fn read(&self, input: &mut dyn Input, sink: &mut Sink<'_>) -> Result<Outcome, Unreadable> {
        let start = input.stream_position()?;
        if !begins_with(input, SIGNATURE)? {
            input.seek(SeekFrom::Start(start))?;
            return self.inner.read(input, sink);
        }
        let archive = directory::open(input)?;
        let packed = directory::feed_of(&archive, self.ending)?;
        let mut feed = BufReader::with_capacity(PIECE, Inflated::new(archive.get_ref(), packed));
        let outcome = self.inner.read(&mut feed, sink);
        match (outcome, feed.get_mut().fault()) {
            (_, Some(fault)) => Err(Unreadable::file(fault)),
            (outcome, None) => outcome,
        }
    }
}

fn begins_with(input: &mut dyn Input, signature: [u8; 4]) -> std::io::Result<bool> {
    let mut start = [0; 4];
    let mut have = 0;
    while have < start.len() {
        let read = input.read(start.get_mut(have..).unwrap_or_default())?;
        if read == 0 {
            return Ok(false);
        }
        have += read;
    }
    Ok(start == signature)
}

#[cfg(test)]
mod tests;
