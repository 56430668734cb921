//! A search that somebody saved.

use chrono::{DateTime, Utc};
use lintel_core::{Error, SavedSearchId, Violations};

use super::search::Filter;

/// The most that one person may have.
pub const MOST_SEARCHES: i64 = 20;
/// The most new listings of one import that a search tells: the first of a very large one are enough.
pub const MOST_TOLD: i32 = 50;

/// A saved search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSearch {
    /// Its id.
    pub id: SavedSearchId,
    /// The owner's name for it.
    pub name: String,
    /// The location as it was typed.
    pub location: String,
    /// Its filter.
    pub filter: Filter,
    /// When it was saved.
    pub created_at: DateTime<Utc>,
}

/// A search to save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSearch {
    /// The owner's name for it.
    pub name: String,
    /// The location as it was typed.
    pub location: String,
    /// Its filter.
    pub filter: Filter,
}

/// The name of something that a person saves, without spaces around it.
///
/// # Errors
/// What to do about one that is empty or too long.
pub fn name(text: &str) -> Result<String, &'static str> {
    let name = text.trim();
    if name.is_empty() || name.chars().count() > 100 {
        return Err("Enter a name of 1 to 100 characters.");
    }
    Ok(name.to_owned())
}

impl NewSearch {
    /// Reads a search to save.
    ///
    /// # Errors
    /// `SEARCH_INVALID` with every field that breaks a rule.
    pub fn try_new(
        text: &str,
        location: &str,
        filter: impl FnOnce(Violations) -> Result<Filter, Error>,
    ) -> Result<Self, Error> {
        let mut violations = Violations::default();
        let name = violations.take("display_name", name(text));
        let filter = filter(violations)?;
        Ok(Self {
            name: name.unwrap_or_default(),
            location: location.trim().to_owned(),
            filter,
        })
    }
}
