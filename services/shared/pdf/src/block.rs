use crate::{List, Picture, Table, Terms, Text, level::Level};

/// One piece of a document, as wide as the page allows.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading. It never stands alone at the foot of a page.
    Heading(Level, Text),
    /// A paragraph.
    Paragraph(Text),
    /// A line in small, muted type: a version, a note.
    Small(Text),
    /// Bullets or clauses.
    List(List),
    /// The agreed terms, as label and value.
    Terms(Terms),
    /// Columns under heads.
    Table(Table),
    /// A picture.
    Picture(Picture),
    /// A hairline across the page. It means nothing to a screen reader.
    Rule,
    /// Room of so many millimetres, which no page begins with.
    Space(u16),
    /// Blocks that stay on one page if a page can hold them: a signature with the name under it.
    Together(Vec<Block>),
    /// A break: the next block begins a page.
    PageBreak,
}

impl Block {
    /// A heading of that level.
    #[must_use]
    pub fn heading(level: Level, text: impl Into<Text>) -> Self {
        Self::Heading(level, text.into())
    }

    /// A paragraph.
    #[must_use]
    pub fn text(text: impl Into<Text>) -> Self {
        Self::Paragraph(text.into())
    }

    /// A paragraph in small, muted type.
    #[must_use]
    pub fn small(text: impl Into<Text>) -> Self {
        Self::Small(text.into())
    }
}

impl From<List> for Block {
    fn from(list: List) -> Self {
        Self::List(list)
    }
}

impl From<Terms> for Block {
    fn from(terms: Terms) -> Self {
        Self::Terms(terms)
    }
}

impl From<Table> for Block {
    fn from(table: Table) -> Self {
        Self::Table(table)
    }
}

impl From<Picture> for Block {
    fn from(picture: Picture) -> Self {
        Self::Picture(picture)
    }
}
