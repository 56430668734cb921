//! One page of a list.

use lintel_core::{PageRequest, PageToken};

/// Some rows, and where the next ones begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Where the next page begins; none on the last.
    pub next: Option<PageToken>,
}

impl<T> Page<T> {
    /// How many rows to read for a page of this size: one more, which tells whether another page follows.
    #[must_use]
    pub fn limit(request: &PageRequest) -> i64 {
        i64::from(request.size) + 1
    }

    /// Cuts what was read by [`Self::limit`] to the page's size.
    #[must_use]
    pub fn cut(mut rows: Vec<T>, request: &PageRequest, token: impl Fn(&T) -> PageToken) -> Self {
        let size = usize::try_from(request.size).unwrap_or(usize::MAX);
        let more = rows.len() > size;
        rows.truncate(size);
        let next = rows.last().filter(|_| more).map(token);
        Self { rows, next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
