//! The list of a ZIP's files, in which the feed is found. It is read file by file: its length costs no memory.

use std::{
    cell::RefCell,
    io::{self, Read, SeekFrom},
    ops::Range,
};

use rawzip::{
    CompressionMethod, ErrorKind, MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ReaderAt, ZipArchive,
    ZipLocator,
};

use crate::{
    connectors::{connector::Input, fault::shown},
    domain::record::Unreadable,
};

/// Files of a ZIP (docs/reference/promises.md T33).
const MOST_ENTRIES: u64 = 2_000;
/// The end of the list, behind it the longest comment that a ZIP may have.
const LONGEST_END: u64 = 22 + 65_535;
/// A file's kind on Unix, in the high half of its attributes: the bits of its kind, and a link's.
const KIND_BITS: u32 = 0o170_000;
const LINK: u32 = 0o120_000;

/// A ZIP, read at any place.
pub struct Source<'a>(RefCell<&'a mut dyn Input>);

impl ReaderAt for Source<'_> {
    fn read_at(&self, mut buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut input = self.0.borrow_mut();
        input.seek(SeekFrom::Start(offset))?;
        let want = buffer.len() as u64;
        let read = io::copy(&mut Read::take(&mut **input, want), &mut buffer)?;
        usize::try_from(read).map_err(io::Error::other)
    }
}

/// A file of a ZIP, as it is packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// Its bytes in the ZIP.
    pub bytes: Range<u64>,
    /// True where they are deflated; else they are the file itself.
    pub deflated: bool,
}

/// Finds the list of a ZIP's files.
///
/// # Errors
/// [`Unreadable`] for a file that breaks off before the list ends.
pub fn open(input: &mut dyn Input) -> Result<ZipArchive<Source<'_>>, Unreadable> {
    let size = input.seek(SeekFrom::End(0))?;
    let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    ZipLocator::new()
        .max_search_space(LONGEST_END)
        .locate_in_reader(Source(RefCell::new(input)), &mut buffer, size)
        .map_err(|(_, error)| unreadable(error))
}

/// Returns the one file whose name ends with `ending`.
///
/// # Errors
/// [`Unreadable`] for a ZIP without one or with several, with too many files, or with names that lead out of it.
pub fn feed_of(archive: &ZipArchive<Source<'_>>, ending: &str) -> Result<Packed, Unreadable> {
    let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let mut entries = archive.entries(&mut buffer);
    let (mut count, mut feeds, mut feed) = (0, 0, None);
    while let Some(entry) = entries.next_entry().map_err(unreadable)? {
        count += 1;
        let announced = archive.entries_hint().max(count);
        if announced > MOST_ENTRIES {
            let reason = format!("The ZIP holds {announced} files; {MOST_ENTRIES} is the most.");
            return Err(Unreadable::file(reason));
        }
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        if leads_out(&name) || entry.external_attributes() >> 16 & KIND_BITS == LINK {
            return Err(Unreadable::file(format!(
                "The ZIP holds a file with the name {}, which leads out of it.",
                shown(&name)
            )));
        }
        if name.to_lowercase().ends_with(ending) {
            feeds += 1;
            let locked = entry.flags().is_encrypted();
            feed = Some((entry.wayfinder(), entry.compression_method(), locked));
        }
    }
    let reason = match (feed, feeds) {
        (None, _) => format!("The ZIP holds no file whose name ends with {ending}."),
        (Some((_, _, true)), 1) => "The ZIP is locked with a password.".to_owned(),
        (Some((place, method @ (CompressionMethod::STORE | CompressionMethod::DEFLATE), _)), 1) => {
            let entry = archive.get_entry(place).map_err(unreadable)?;
            let (start, end) = entry.compressed_data_range();
            return Ok(Packed {
                bytes: start..end,
                deflated: method == CompressionMethod::DEFLATE,
            });
        }
        (Some((_, other, _)), 1) => {
            format!(
                "The ZIP is packed in a way that is not known ({}).",
                other.as_u16()
            )
        }
        (Some(_), feeds) => format!(
            "The ZIP holds {feeds} files whose names end with {ending}; put each into a ZIP of its own."
        ),
    };
    Err(Unreadable::file(reason))
}

fn unreadable(error: rawzip::Error) -> Unreadable {
    match error.into_kind() {
        ErrorKind::MissingEndOfCentralDirectory => {
            Unreadable::file("The ZIP breaks off: the list of its files is missing.")
        }
        // A place behind the end, or one that no file can have, is the ZIP's fault.
        ErrorKind::IO(error)
            if !matches!(
                error.kind(),
                io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput
            ) =>
        {
            error.into()
        }
        _ => Unreadable::file("The ZIP is damaged: the list of its files cannot be read."),
    }
}

/// Returns whether a name stands for a file outside of the folder that a ZIP is unpacked into. Nothing is ever unpacked here; such a ZIP is
/// no feed of an honest sender's.
fn leads_out(name: &str) -> bool {
    name.starts_with(['/', '\\'])
        || name.contains('\0')
        || name.get(1..2) == Some(":")
        || name.split(['/', '\\']).any(|part| part == "..")
}
