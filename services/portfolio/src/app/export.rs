//! Exporting properties as the lines of a CSV file.

use lintel_core::{Error, Page, PageRequest, PageToken, Principal, page::MAX_PAGE_SIZE};

use super::Properties;
use crate::{
    domain::{Filter, Sort},
    sheet,
};

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Lines; of the first part the header too.
    pub content: Vec<u8>,
    /// Where the next part begins.
    pub next: Option<PageToken>,
    /// The number of properties that match, with the first part.
    pub total: Option<i64>,
}

impl Properties {
    /// A page of the matching properties as lines of a file; the first with the file's first line.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's or order's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.export_properties", skip_all)]
    pub async fn export_properties(
        &self,
        caller: &Principal,
        filter: &Filter,
        sort: Sort,
        after: Option<PageToken>,
    ) -> Result<Part, Error> {
        let mut content = match after {
            None => template()?,
            Some(_) => Vec::new(),
        };
        let page = PageRequest {
            size: MAX_PAGE_SIZE,
            after,
        };
        let (Page { rows, next }, total) =
            self.list_properties(caller, filter, sort, &page).await?;
        for property in &rows {
            content.extend(sheet::line(property)?);
        }
        Ok(Part {
            content,
            next,
            total,
        })
    }
}

/// A file without properties: what an import wants.
///
/// # Errors
/// [`Error::Internal`] when it cannot be written; this cannot happen in memory.
pub fn template() -> Result<Vec<u8>, Error> {
    lintel_sheet::template(sheet::COLUMNS)
}
