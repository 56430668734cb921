use crate::Text;

/// Items with marks before them.
#[derive(Clone, Debug)]
pub struct List {
    /// The marks before the items.
    pub marks: Marks,
    /// From top to bottom.
    pub items: Vec<Item>,
}

impl List {
    /// Items with bullets.
    #[must_use]
    pub fn bullets<I: Into<Item>>(items: impl IntoIterator<Item = I>) -> Self {
        Self::marked(Marks::Bullets, items)
    }

    /// Items with numbers from 1: `1.`
    #[must_use]
    pub fn numbers<I: Into<Item>>(items: impl IntoIterator<Item = I>) -> Self {
        Self::marked(Marks::Numbers { from: 1 }, items)
    }

    /// Items with letters: `(a)`
    #[must_use]
    pub fn letters<I: Into<Item>>(items: impl IntoIterator<Item = I>) -> Self {
        Self::marked(Marks::Letters, items)
    }

    fn marked<I: Into<Item>>(marks: Marks, items: impl IntoIterator<Item = I>) -> Self {
        Self {
            marks,
            items: items.into_iter().map(Into::into).collect(),
        }
    }
}

/// The mark before an item.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Marks {
    /// `•`
    Bullets,
    /// `1.`, `2.` …
    Numbers {
        /// The first number, for a list that goes on after a paragraph.
        from: u32,
    },
    /// `(a)`, `(b)` … `(z)`, `(aa)`
    Letters,
    /// `4.1`, `4.2` …, clauses of a section.
    Clauses {
        /// The number before the dot: `4`, or `4.1` for a list in a list.
        of: String,
    },
}

/// One item, with a list of its own under it or none.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its text.
    pub text: Text,
    /// Under it.
    pub list: Option<List>,
}

impl Item {
    /// An item with a list under it.
    #[must_use]
    pub fn with(text: impl Into<Text>, list: List) -> Self {
        Self {
            text: text.into(),
            list: Some(list),
        }
    }
}

impl<T: Into<Text>> From<T> for Item {
    fn from(text: T) -> Self {
        Self {
            text: text.into(),
            list: None,
        }
    }
}
