//! The kinds of homes, and the filter of each (docs/reference/uk-lettings.md 1.1.3).

mod codes;
mod jupix;
mod words;
mod zoopla;

pub use codes::of_code;
pub use jupix::of_jupix;
pub use words::of_words;
pub use zoopla::of_zoopla;

use crate::domain::record::ListingGroup;

/// A kind of home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// The group that the search filters by.
    pub group: ListingGroup,
    /// The name that people read; empty where the source has none.
    pub name: String,
}

impl Kind {
    fn new(group: ListingGroup, name: &str) -> Self {
        Self {
            group,
            name: name.to_owned(),
        }
    }
}

/// Not known.
impl Default for Kind {
    fn default() -> Self {
        Self::new(ListingGroup::Other, "")
    }
}
