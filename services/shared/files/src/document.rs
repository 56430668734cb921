//! Documents: a PDF is kept as it was sent, because nobody can write it anew faithfully; so nothing in it may run, and what
//! cannot be looked into is refused.
//!
//! Programs that show PDFs disagree about which bytes are objects: cross-reference tables, older revisions and repairs lead
//! each of them elsewhere. So no table is followed here. Every name in the file and in its object streams is looked at, and
//! everything that any such program could read as an object (`object`); actions that begin by themselves are followed to
//! whatever they name (`action`).

mod action;
mod name;
mod object;

use self::{name::names, object::Objects};
use crate::Refusal;

/// The media type of documents.
pub const MEDIA_TYPE: &str = "application/pdf";

/// Within so many bytes of its end a document says that it ends (ISO 32000-1, implementation note 18).
const END: usize = 1024;
/// Within so many bytes of its end a ZIP archive has its directory.
const ARCHIVE_END: usize = 66 * 1024;

/// What runs, plays, sends or opens something, or brings other files along, wherever it stands (ISO 32000-2, 12.6.4 and
/// 7.11.4); and encryption, which hides all of it.
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
/// [`Refusal::NotAccepted`] for what is no PDF, breaks off or is an archive besides; [`Refusal::ActiveDocument`].
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
        // The key of a script has a text or a reference behind it; without either, chance wrote these three bytes into a picture.
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
