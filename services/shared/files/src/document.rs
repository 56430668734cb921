//! Documents: a PDF is kept as it was sent, because it cannot be rewritten without changing it. So nothing in it may run,
//! and a PDF that cannot be inspected is refused.
//!
//! Viewers disagree about which bytes of a PDF are objects: cross-reference tables, older revisions and repairs lead each of
//! them to other places. So no table is followed here. Every name in the file and in its object streams is checked, and so
//! is everything that a viewer could read as an object (`object`). Actions that start by themselves are followed to the
//! actions that they refer to (`action`).

mod action;
mod name;
mod object;

use self::{name::names, object::Objects};
use crate::Refusal;

/// The media type of documents.
pub const MEDIA_TYPE: &str = "application/pdf";

/// The end marker is within this many bytes of the file's end (ISO 32000-1, implementation note 18).
const END: usize = 1024;
/// The directory of a ZIP archive begins within this many bytes of the file's end.
const ARCHIVE_END: usize = 66 * 1024;

/// Names of what runs, plays, sends or opens something, or embeds files (ISO 32000-2, 12.6.4 and 7.11.4), and of encryption,
/// which would hide them.
const ACTIVE: [&[u8]; 15] = [
    b"Encrypt",
    b"JavaScript",
    b"Launch",
    b"SubmitForm",
    b"ImportData",
    b"GoToR",
    b"GoToE",
    b"RichMedia",
    b"RichMediaExecute",
    b"Rendition",
    b"Movie",
    b"Sound",
    b"EmbeddedFile",
    b"EmbeddedFiles",
    b"XFA",
];

/// Accepts a PDF in which nothing runs.
///
/// # Errors
/// [`Refusal::NotAccepted`] for a file that is not a PDF, is cut off, or is an archive as well; [`Refusal::ActiveDocument`].
pub fn check(sent: &[u8]) -> Result<(), Refusal> {
    let begins = sent.starts_with(b"%PDF-1.") || sent.starts_with(b"%PDF-2.");
    let ends = find(tail(sent, END), b"%%EOF").is_some();
    let is_archive = find(tail(sent, ARCHIVE_END), b"PK\x05\x06").is_some();
    if !begins || !ends || is_archive {
        return Err(Refusal::NotAccepted);
    }
    nothing_runs(sent).ok_or(Refusal::ActiveDocument)
}

fn nothing_runs(sent: &[u8]) -> Option<()> {
    let objects = Objects::read(sent)?;
    for it in objects.texts().flat_map(names) {
        if ACTIVE.contains(&it.name.as_slice()) {
            return None;
        }
        // The key of a script is followed by a string or a reference; otherwise these three bytes are in a picture by
        // chance.
        if it.name == b"JS"
            && let Some(b'(' | b'<' | b'0'..=b'9') = objects.past_space(it.behind)?.first()
        {
            return None;
        }
    }
    action::only_pages_are_opened(&objects)
}

fn tail(bytes: &[u8], length: usize) -> &[u8] {
    &bytes[bytes.len().saturating_sub(length)..]
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|part| part == wanted)
}
