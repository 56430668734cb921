//! The file of an import as a reader that a connector can go back and forth in. It holds one part in memory at a time.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use lintel_core::ListingImportId;
use lintel_db::{SOON, in_time};
use sqlx::PgPool;
use tokio::runtime::Handle;

use crate::store::import_part;

/// A file in parts. It is read on a thread that may block.
pub(super) struct StoredFile {
    worker: PgPool,
    import: ListingImportId,
    runtime: Handle,
    size: u64,
    at: u64,
    part: Vec<u8>,
    part_at: u64,
}

impl StoredFile {
    /// The file of `import`, of `size` bytes.
    pub(super) fn new(worker: PgPool, import: ListingImportId, runtime: Handle, size: i64) -> Self {
        Self {
            worker,
            import,
            runtime,
            size: u64::try_from(size).unwrap_or_default(),
            at: 0,
            part: Vec::new(),
            part_at: 0,
        }
    }

    /// Returns the rest of the part in memory.
    fn next(&self) -> Option<&[u8]> {
        let offset = usize::try_from(self.at.checked_sub(self.part_at)?).ok()?;
        self.part.get(offset..).filter(|rest| !rest.is_empty())
    }
}

impl BufRead for StoredFile {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.next().is_none() && self.at < self.size {
            let offset = i64::try_from(self.at).map_err(io::Error::other)?;
            let part = import_part::find(&self.worker, self.import, offset);
            let part = self.runtime.block_on(in_time(SOON, part));
            // An import that ended meanwhile has no file any more.
            let part = part.map_err(io::Error::other)?;
            let (start, content) = part.ok_or(io::ErrorKind::UnexpectedEof)?;
            self.part_at = u64::try_from(start).map_err(io::Error::other)?;
            self.part = content;
            if self.next().is_none() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(self.next().unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        self.at += u64::try_from(amount).unwrap_or_default();
    }
}

impl Read for StoredFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut rest = self.fill_buf()?;
        let amount = rest.read(into)?;
        self.consume(amount);
        Ok(amount)
    }
}

impl Seek for StoredFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
