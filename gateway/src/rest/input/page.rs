//! The page of a list that is asked for.

use super::{FieldReader, fields, kinds::PageSize};

/// The page that a caller asks for; without any parameter it is the whole list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageQuery {
    /// Rows wanted; 0 where only a token was given.
    pub page_size: i32,
    /// The end of the previous page; empty for the first.
    pub page_token: String,
    /// True where one page was asked for.
    pub paged: bool,
}

impl PageQuery {
    /// One page in any case, for lists that are too long to be whole.
    #[must_use]
    pub fn always(self) -> Self {
        Self {
            paged: true,
            ..self
        }
    }

    /// Returns true where the first page is asked for, or the whole list.
    #[must_use]
    pub const fn is_first(&self) -> bool {
        self.page_token.is_empty()
    }
}

fields! {
    /// One page of a list.
    PageParams for PageQuery {
        /// Rows wanted; more than 200 means 200.
        page_size: Option<PageSize> { minimum: 1 },
        /// The end of the previous page; it stands in that page's `Link` header.
        page_token: Option<String>,
    } then note_page {}
}

fn note_page(reader: &mut FieldReader<'_>, page: &mut PageQuery) {
    page.paged = reader.names("pageSize") || reader.names("pageToken");
}
