//! Depths of headings.

/// The depth of a heading. A document begins with [`Level::One`] and goes down one level at a time.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Level {
    /// The title, once.
    One,
    /// A section or clause.
    Two,
    /// A part of it.
    Three,
}
