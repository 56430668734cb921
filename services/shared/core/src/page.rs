//! Keyset pages (conventions: "Pagination").

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::Error;

/// Rows of a page where the caller names no size.
pub const DEFAULT_PAGE_SIZE: u32 = 50;
/// The most rows a page holds over gRPC.
pub const MAX_PAGE_SIZE: u32 = 200;

/// Which page a caller asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    /// Rows wanted, 1 to [`MAX_PAGE_SIZE`].
    pub size: u32,
    /// Where the previous page ended; `None` for the first page.
    pub after: Option<PageToken>,
}

impl PageRequest {
    /// Reads the two fields that every List request has. A size of 0 means [`DEFAULT_PAGE_SIZE`]; a size above
    /// [`MAX_PAGE_SIZE`] means that maximum.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a negative size or a token that this server did not make.
    pub fn parse(page_size: i32, page_token: &str) -> Result<Self, Error> {
        let size = match u32::try_from(page_size) {
            Ok(0) => DEFAULT_PAGE_SIZE,
            Ok(size) => size.min(MAX_PAGE_SIZE),
            Err(_) => {
                return Err(Error::field(
                    "PAGE_SIZE_INVALID",
                    "page_size",
                    "Page size must not be negative.",
                ));
            }
        };
        let after = if page_token.is_empty() {
            None
        } else {
            Some(PageToken::decode(page_token)?)
        };
        Ok(Self { size, after })
    }
}

/// A page of rows, and where the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Where the next page begins; `None` on the last page.
    pub next: Option<PageToken>,
}

impl<T> Page<T> {
    /// Returns the number of rows to read for a page: one more than its size, to find out whether another page follows.
    #[must_use]
    pub fn limit(request: &PageRequest) -> i64 {
        i64::from(request.size) + 1
    }

    /// Cuts the rows that were read with [`Self::limit`] to the size of the page.
    #[must_use]
    pub fn cut(mut rows: Vec<T>, request: &PageRequest, token: impl Fn(&T) -> PageToken) -> Self {
        let size = usize::try_from(request.size).unwrap_or(usize::MAX);
        let more = rows.len() > size;
        rows.truncate(size);
        let next = rows.last().filter(|_| more).map(token);
        Self { rows, next }
    }
}

/// The position after the last row of a page: the value it was sorted by, and its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageToken {
    /// The sort column's value as text; empty where rows are sorted by id alone.
    pub sort: String,
    /// The row's id.
    pub id: i64,
}

impl PageToken {
    const VERSION: u8 = 1;

    /// The text of the next page's token in a reply; empty on the last page.
    #[must_use]
    pub fn next(next: Option<Self>) -> String {
        next.map(|token| token.encode()).unwrap_or_default()
    }

    /// The opaque text that a caller sends back.
    #[must_use]
    pub fn encode(&self) -> String {
        let mut bytes = vec![Self::VERSION];
        bytes.extend_from_slice(&self.id.to_be_bytes());
        bytes.extend_from_slice(self.sort.as_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads what [`Self::encode`] made.
    ///
    /// # Errors
    /// [`Error::Invalid`] naming `page_token` for anything else.
    pub fn decode(text: &str) -> Result<Self, Error> {
        Self::try_decode(text).ok_or_else(|| {
            Error::field(
                "PAGE_TOKEN_INVALID",
                "page_token",
                "Use the page token of the previous reply, or none.",
            )
        })
    }

    fn try_decode(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (version, rest) = bytes.split_first()?;
        let (id, sort) = rest.split_first_chunk::<8>()?;
        (*version == Self::VERSION).then_some(())?;
        let sort = String::from_utf8(sort.to_vec()).ok()?;
        (!sort.contains('\0')).then_some(())?;
        Some(Self {
            sort,
            id: i64::from_be_bytes(*id),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_comes_back_as_it_was_made() {
        let token = PageToken {
            sort: "2026-11-21T10:00:00.000001Z".to_owned(),
            id: 42,
        };
        assert_eq!(PageToken::decode(&token.encode()).ok(), Some(token));
    }

    #[test]
    fn a_foreign_token_is_refused() {
        // The last names a row by a text that PostgreSQL does not take.
        for bad in ["x", "!!", "AAAA", "AgAAAAAAAAAA", "AQAAAAAAAAABYQBi"] {
            assert!(PageToken::decode(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_follow_aip_158() {
        let size = |n| PageRequest::parse(n, "").map(|p| p.size);
        assert_eq!(size(0).ok(), Some(50));
        assert_eq!(size(7).ok(), Some(7));
        assert_eq!(size(1_000_000).ok(), Some(200));
        assert!(size(-1).is_err());
    }

    fn page(read: i64, size: u32) -> Page<i64> {
        let request = PageRequest { size, after: None };
        Page::cut((1..=read).collect(), &request, |id| PageToken {
            sort: String::new(),
            id: *id,
        })
    }

    #[test]
    fn another_page_follows_only_when_one_more_row_was_read() {
        assert_eq!(page(3, 2).rows, [1, 2]);
        assert_eq!(page(3, 2).next.map(|token| token.id), Some(2));
        assert_eq!(
            page(2, 2),
            Page {
                rows: vec![1, 2],
                next: None
            }
        );
        assert_eq!(
            page(0, 2),
            Page {
                rows: vec![],
                next: None
            }
        );
    }
}
