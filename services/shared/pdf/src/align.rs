//! Alignment of columns.

/// Where the text of a column stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Align {
    /// At the left edge.
    Start,
    /// At the right edge, figures under figures.
    End,
}
