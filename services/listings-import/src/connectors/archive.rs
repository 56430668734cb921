//! A feed in a ZIP beside its pictures, as agents' systems send the bulk load (uk-lettings section 1.1). The feed is inflated while it
//! is read and never stands anywhere as a whole; the pictures are not looked at.

mod directory;
mod inflate;

use std::io::SeekFrom;

use self::{directory::feed_of, inflate::Entry};
use super::connector::{Connector, Input, Sink};
use crate::domain::record::{Outcome, Unreadable};

/// Reads a format from a file, or from a ZIP that holds one.
pub struct MaybeZipped<C> {
    inner: C,
    /// How the names of its files end.
    ending: &'static str,
}

impl<C: Connector> MaybeZipped<C> {
    /// Files of `inner`'s format, whose names end so.
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
        let place = feed_of(input, self.ending)?;
        let mut entry = Entry::new(input, place);
        let outcome = self.inner.read(&mut entry, sink);
        match (outcome, entry.fault()) {
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
