//! Which file of a ZIP is the feed, and where it stands.

use std::io::{Read, SeekFrom};

use crate::{
    connectors::{connector::Input, fault::shown},
    domain::record::Unreadable,
};

/// Files of a ZIP (security-reliability T33).
const MOST_ENTRIES: usize = 2_000;
const END_SIGNATURE: [u8; 4] = *b"PK\x05\x06";
const END_LENGTH: usize = 22;
/// The longest comment that a ZIP may end with.
const LONGEST_COMMENT: u64 = 65_535;
const ENTRY_SIGNATURE: [u8; 4] = *b"PK\x01\x02";
const ENTRY_LENGTH: usize = 46;
const LOCAL_LENGTH: usize = 30;
/// What a file is on Unix, in the high half of its attributes: the bits of its kind, and a link's.
const KIND_BITS: u32 = 0o170_000;
const LINK: u32 = 0o120_000;

/// How a file is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// As it is.
    Stored,
    /// With deflate.
    Deflated,
}

/// Where a file of a ZIP stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Its first byte.
    pub start: u64,
    /// Its bytes in the ZIP.
    pub packed: u64,
    /// How it is kept.
    pub method: Method,
}

struct Found {
    name: String,
    header: u64,
    packed: u64,
    method: u16,
    encrypted: bool,
}

/// The one file whose name ends with `ending`.
///
/// # Errors
/// [`Unreadable`] for a ZIP without one or with several, with too many files, or with names that lead out of it.
pub fn feed_of(input: &mut dyn Input, ending: &str) -> Result<Place, Unreadable> {
    let entries = entries(input)?;
    let ends = |entry: &&Found| entry.name.to_lowercase().ends_with(ending);
    let mut feeds = entries.iter().filter(ends);
    let feed = match (feeds.next(), feeds.count()) {
        (Some(feed), 0) => feed,
        (Some(_), more) => {
            return Err(Unreadable::file(format!(
                "The ZIP holds {} files whose names end with {ending}; put each into a ZIP of its own.",
                more + 1
            )));
        }
        (None, _) => {
            return Err(Unreadable::file(format!(
                "The ZIP holds no file whose name ends with {ending}."
            )));
        }
    };
    if feed.encrypted {
        return Err(Unreadable::file("The ZIP is locked with a password."));
    }
    let method = match feed.method {
        0 => Method::Stored,
        8 => Method::Deflated,
        other => {
            let reason = format!("The ZIP is packed in a way that is not known ({other}).");
            return Err(Unreadable::file(reason));
        }
    };
    let header: [u8; LOCAL_LENGTH] = bytes(input, feed.header)?;
    let names = u64::from(short(&header, 26)) + u64::from(short(&header, 28));
    let start = feed.header + names + LOCAL_LENGTH as u64;
    Ok(Place {
        start,
        packed: feed.packed,
        method,
    })
}

fn entries(input: &mut dyn Input) -> Result<Vec<Found>, Unreadable> {
    let (count, mut at) = end(input)?;
    if count > MOST_ENTRIES {
        let reason = format!("The ZIP holds {count} files; {MOST_ENTRIES} is the most.");
        return Err(Unreadable::file(reason));
    }
    let mut found = Vec::with_capacity(count);
    for _ in 0..count {
        let header: [u8; ENTRY_LENGTH] = bytes(input, at)?;
        if header.get(..4) != Some(&ENTRY_SIGNATURE) {
            return Err(broken());
        }
        let (name, extra, comment) = (short(&header, 28), short(&header, 30), short(&header, 32));
        let mut name_bytes = vec![0; usize::from(name)];
        input.read_exact(&mut name_bytes).map_err(|_| broken())?;
        let name_text = String::from_utf8_lossy(&name_bytes).into_owned();
        let kind = long(&header, 38) >> 16 & KIND_BITS;
        if leads_out(&name_text) || kind == LINK {
            return Err(Unreadable::file(format!(
                "The ZIP holds a file with the name {}, which leads out of it.",
                shown(&name_text)
            )));
        }
        found.push(Found {
            name: name_text,
            header: u64::from(long(&header, 42)),
            packed: u64::from(long(&header, 20)),
            method: short(&header, 10),
            encrypted: short(&header, 8) & 1 == 1,
        });
        at += ENTRY_LENGTH as u64 + u64::from(name) + u64::from(extra) + u64::from(comment);
    }
    Ok(found)
}

/// How many files the ZIP says it has, and where they are listed.
fn end(input: &mut dyn Input) -> Result<(usize, u64), Unreadable> {
    let size = input.seek(SeekFrom::End(0))?;
    let from = size.saturating_sub(LONGEST_COMMENT + END_LENGTH as u64);
    input.seek(SeekFrom::Start(from))?;
    let mut tail = Vec::new();
    Read::take(&mut *input, size - from).read_to_end(&mut tail)?;
    let at = tail
        .windows(END_LENGTH)
        .rposition(|window| window.starts_with(&END_SIGNATURE))
        .ok_or_else(|| Unreadable::file("The ZIP breaks off: the list of its files is missing."))?;
    let record = tail.get(at..).unwrap_or_default();
    Ok((usize::from(short(record, 10)), u64::from(long(record, 16))))
}

fn bytes<const N: usize>(input: &mut dyn Input, at: u64) -> Result<[u8; N], Unreadable> {
    let mut bytes = [0; N];
    input.seek(SeekFrom::Start(at))?;
    input.read_exact(&mut bytes).map_err(|_| broken())?;
    Ok(bytes)
}

fn broken() -> Unreadable {
    Unreadable::file("The ZIP is damaged: the list of its files cannot be read.")
}

fn short(bytes: &[u8], at: usize) -> u16 {
    let pair = bytes.get(at..at + 2).and_then(|pair| pair.try_into().ok());
    u16::from_le_bytes(pair.unwrap_or_default())
}

fn long(bytes: &[u8], at: usize) -> u32 {
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
    u32::from_le_bytes(four.unwrap_or_default())
}

/// Whether a name stands for a file outside of the folder that a ZIP is unpacked into. Nothing is ever unpacked here; such a ZIP is
/// no feed of an honest sender's.
fn leads_out(name: &str) -> bool {
    name.starts_with(['/', '\\'])
        || name.contains('\0')
        || name.get(1..2) == Some(":")
        || name.split(['/', '\\']).any(|part| part == "..")
}
