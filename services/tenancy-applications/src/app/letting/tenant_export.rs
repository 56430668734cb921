//! Exporting tenants as the lines of a CSV file.

use lintel_core::{Error, Page, PageRequest, PageToken, Principal, page::MAX_PAGE_SIZE};

use super::Tenants;
use crate::{domain::letting::TenantFilter, sheet};

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Lines; of the first part the header too.
    pub content: Vec<u8>,
    /// Where the next part begins.
    pub next: Option<PageToken>,
}

impl Tenants {
    /// A page of the matching tenants as lines of a file; the first with the file's first line.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.export_tenants", skip_all)]
    pub async fn export(
        &self,
        caller: &Principal,
        filter: &TenantFilter,
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
        let Page { rows, next } = self.list(caller, filter, &page).await?;
        for tenant in &rows {
            content.extend(sheet::line(tenant)?);
        }
        Ok(Part { content, next })
    }
}

/// A file without tenants: what an import wants.
///
/// # Errors
/// [`Error::Internal`] when it cannot be written; this cannot happen in memory.
pub fn template() -> Result<Vec<u8>, Error> {
    lintel_sheet::template(sheet::COLUMNS)
}
