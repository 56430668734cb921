//! A ZIP file that is sent while it is written: a slow reader delays its next part.

use std::{future::Future, io};

use async_zip::{
    Compression, DeflateOption, ZipDateTime, ZipEntryBuilder,
    error::ZipError,
    tokio::write::{EntryStreamWriter, ZipFileWriter},
};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures::{AsyncWriteExt as _, Stream, StreamExt as _, stream};
use tokio::io::DuplexStream;
use tokio_util::io::ReaderStream;

/// The buffer between writing and sending, in bytes.
const BUFFER: usize = 64 * 1024;

/// The file while it is written.
pub struct Zip {
    file: ZipFileWriter<DuplexStream>,
    at: DateTime<Utc>,
}

impl Zip {
    /// Begins an entry. All are compressed, because clients that read while downloading cannot find the end of an uncompressed
    /// one.
    pub async fn begin(
        &mut self,
        path: &str,
        option: DeflateOption,
    ) -> Result<EntryStreamWriter<'_, DuplexStream>, ZipError> {
        let entry = ZipEntryBuilder::new(path.to_owned().into(), Compression::Deflate)
            .deflate_option(option)
            .last_modification_date(ZipDateTime::from_chrono(&self.at));
        self.file.write_entry_stream(entry).await
    }

    /// Writes an entry that is in memory.
    pub async fn write(&mut self, path: &str, content: &[u8]) -> Result<(), ZipError> {
        let mut entry = self.begin(path, DeflateOption::Normal).await?;
        entry.write_all(content).await?;
        entry.close().await
    }

    /// Ends the file.
    pub async fn close(self) -> Result<(), ZipError> {
        self.file.close().await.map(drop)
    }
}

/// Returns the file as `write` writes it, with entries of the time `at`. If it cannot be completed it ends with an error, so that the
/// client does not take it for complete.
pub fn streamed<W, E>(
    at: DateTime<Utc>,
    write: impl FnOnce(Zip) -> W,
) -> impl Stream<Item = io::Result<Bytes>>
where
    W: Future<Output = Result<(), E>> + Send + 'static,
    E: std::error::Error + Send + Sync + 'static,
{
    let (writer, reader) = tokio::io::duplex(BUFFER);
    let file = ZipFileWriter::with_tokio(writer);
    let written = tokio::spawn(write(Zip { file, at }));
    let end = stream::once(written).filter_map(async |end| match end {
        Ok(Ok(())) => None,
        Ok(Err(broken)) => {
            tracing::warn!(%broken, "a copy of somebody's data was broken off");
            Some(Err(io::Error::other(broken)))
        }
        Err(error) => Some(Err(io::Error::other(error))),
    });
    ReaderStream::new(reader).chain(end)
}
