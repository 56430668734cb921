//! Imports as callers begin and follow them. Reading their files is [`super::import_work`]'s.

use std::sync::Arc;

use lintel_core::{
    Clock, Error, ListingImportId, Page, PageRequest, PageToken, Principal, RequestKey, Violations,
};
use lintel_db::{Db, Scope, once, outbox};

use crate::{
    connectors::Format,
    domain::{ImportState, LARGEST_PART, LARGEST_UPLOAD, ListingImport, MOST_OPEN},
    error::{
        bad_page_token, import_not_found, import_not_uploading, import_offset, import_running,
        import_too_large,
    },
    events, store,
};

/// The longest name of a file, in characters.
const LONGEST_NAME: usize = 255;
/// The longest name of a source, in characters.
const LONGEST_SOURCE: usize = 50;

/// The imports of the caller's organisation.
#[derive(Debug, Clone)]
pub struct Imports {
    db: Db,
    clock: Arc<dyn Clock>,
}

/// Returns the name of a source, without spaces around it.
///
/// # Errors
/// What to do about a name that is empty or too long.
pub fn source_name(text: &str) -> Result<String, &'static str> {
    let name: String = text.trim().chars().filter(|c| !c.is_control()).collect();
    if name.is_empty() || name.chars().count() > LONGEST_SOURCE {
        return Err("Name the source in 1 to 50 characters, for example Rightmove.");
    }
    Ok(name)
}

impl Imports {
    /// Imports kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// Begins an import whose file will come in parts. A repeat under the same request id gets the first answer.
    ///
    /// # Errors
    /// `IMPORT_INVALID` with every offending field; `IMPORT_RUNNING` while five are not done; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.begin_listing_import", skip_all)]
    pub async fn begin(
        &self,
        caller: &Principal,
        format: Option<Format>,
        source: &str,
        file_name: &str,
        request: Option<&RequestKey>,
    ) -> Result<ListingImport, Error> {
        let organisation = caller.organisation()?;
        let mut violations = Violations::default();
        let message = "Choose blm, rtdf, zoopla, propertydata, ppd, jupix or csv.";
        let format = violations.take("format", format.ok_or(message));
        let source = violations.take("source", source_name(source));
        violations.into_result("IMPORT_INVALID")?;
        let (Some(format), Some(source)) = (format, source) else {
            return Err(Error::internal("a checked import lost its fields"));
        };
        let name = file_name.chars().filter(|c| !c.is_control());
        let name: String = name.take(LONGEST_NAME).collect();
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let id: i64 = once(&mut tx, request, async |tx| {
            if store::listing_import::open(tx, organisation).await? >= MOST_OPEN {
                return Err(import_running());
            }
            let import = store::listing_import::insert(
                tx,
                organisation,
                caller.user,
                format,
                &source,
                &name,
                now,
            )
            .await?;
            outbox::append(tx, &events::import_changed(organisation, &import)).await?;
            Ok(import.id.get())
        })
        .await?;
        let found = store::listing_import::find(&mut tx, organisation, id.into()).await?;
        tx.commit().await?;
        found.ok_or_else(import_not_found)
    }

    /// Adds a part to the end of a file; one that is there already is ignored. Returns the bytes so far.
    ///
    /// # Errors
    /// `IMPORT_NOT_FOUND`; `IMPORT_TOO_LARGE`; `IMPORT_NOT_UPLOADING`; `IMPORT_OFFSET` for a part that leaves a gap or overlaps;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.append_listing_import", skip_all)]
    pub async fn append(
        &self,
        caller: &Principal,
        import: ListingImportId,
        offset: i64,
        content: &[u8],
    ) -> Result<i64, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::listing_import::lock(&mut tx, organisation, import).await?;
        let found = found.ok_or_else(import_not_found)?;
        if content.len() > LARGEST_PART {
            let message = "Send the file in parts of at most 1MB.";
            return Err(Error::field("IMPORT_TOO_LARGE", "content", message));
        }
        if found.state != ImportState::Uploading {
            return Err(import_not_uploading());
        }
        let length = i64::try_from(content.len()).map_err(Error::internal)?;
        let end = offset.checked_add(length).filter(|_| offset >= 0);
        let end = end.ok_or_else(|| import_offset(found.size))?;
        if end <= found.size {
            return Ok(found.size);
        }
        if offset != found.size {
            return Err(import_offset(found.size));
        }
        if end > LARGEST_UPLOAD {
            return Err(import_too_large());
        }
        let now = self.clock.now();
        let size =
            store::listing_import::append(&mut tx, organisation, import, offset, content, now)
                .await?;
        tx.commit().await?;
        Ok(size)
    }

    /// Lets the job read a file that is whole. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `IMPORT_NOT_FOUND`; `IMPORT_NOT_UPLOADING`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.start_listing_import", skip_all)]
    pub async fn start(
        &self,
        caller: &Principal,
        import: ListingImportId,
        request: Option<&RequestKey>,
    ) -> Result<ListingImport, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::listing_import::lock(tx, organisation, import).await?;
            let found = found.ok_or_else(import_not_found)?;
            if found.state != ImportState::Uploading {
                return Err(import_not_uploading());
            }
            let queued = store::listing_import::queue(tx, organisation, import, now).await?;
            outbox::append(tx, &events::import_changed(organisation, &queued)).await?;
            Ok(import.get())
        })
        .await?;
        let found = store::listing_import::find(&mut tx, organisation, import).await?;
        tx.commit().await?;
        found.ok_or_else(import_not_found)
    }

    /// An import with the rows that it refused.
    ///
    /// # Errors
    /// `IMPORT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_listing_import", skip_all)]
    pub async fn get(
        &self,
        caller: &Principal,
        import: ListingImportId,
    ) -> Result<ListingImport, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::listing_import::find(&mut tx, organisation, import).await?;
        let mut found = found.ok_or_else(import_not_found)?;
        found.refusals = store::listing_import::refusals(&mut tx, organisation, import).await?;
        Ok(found)
    }

    /// A page of imports, the newest first.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_listing_imports", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        page: &PageRequest,
    ) -> Result<Page<ListingImport>, Error> {
        let organisation = caller.organisation()?;
        let before = page.after.as_ref();
        if before.is_some_and(|token| !token.sort.is_empty()) {
            return Err(bad_page_token());
        }
        let before = before.map(|token| token.id);
        let limit = Page::<ListingImport>::limit(page);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let rows = store::listing_import::page(&mut tx, organisation, before, limit).await?;
        Ok(Page::cut(rows, page, |import| PageToken {
            sort: String::new(),
            id: import.id.get(),
        }))
    }
}
