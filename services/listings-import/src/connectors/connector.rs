//! The one thing that a format does.

use std::{
    io::{BufRead, Seek},
    ops::ControlFlow,
};

use crate::domain::record::{Outcome, Row, Unreadable};

/// A stored file: read from its start, as often as a connector likes.
pub trait Input: BufRead + Seek {}

impl<T: BufRead + Seek + ?Sized> Input for T {}

/// Takes each row as it is read. `Break` ends the reading: the outcome is then that of a file which breaks off.
pub type Sink<'a> = dyn FnMut(Row) -> ControlFlow<()> + 'a;

/// A format of listings. It knows nothing of sources, organisations and databases, keeps no row, and needs the same memory for a
/// file of 1 kB and of 1 GB.
pub trait Connector: Send + Sync {
    /// Reads the file from where `input` is to its end. Rows come in the order of the file, and the same file always gives the same
    /// rows, so that an import which was killed can go on after the rows it has.
    ///
    /// # Errors
    /// [`Unreadable`] if the file is not of this format or goes beyond a bound. One bad record is a [`Row::Refused`] and no error.
    fn read(&self, input: &mut dyn Input, sink: &mut Sink<'_>) -> Result<Outcome, Unreadable>;
}
