use chrono::{DateTime, Utc};

use crate::Block;

/// The contents of a file, from its title to its last block. A4, upright.
#[derive(Clone, Debug)]
pub struct Document {
    /// The name that a reader shows as that of the window, and a screen reader says first. Not printed: the first block is
    /// usually a heading that says it.
    pub title: String,
    /// The language of the text, as in BCP 47: `en-GB`.
    pub language: &'static str,
    /// When the document was made. It is part of the bytes, so take it from what is stored, not from the clock.
    pub created: DateTime<Utc>,
    /// The name that no other document has: the file's identifier is made of it.
    pub id: String,
    /// A short text at the foot of every page, left of "Page 2 of 5"; it is cut where it does not fit in a line.
    pub foot: String,
    /// From top to bottom.
    pub blocks: Vec<Block>,
}
