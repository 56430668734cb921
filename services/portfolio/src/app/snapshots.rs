//! Telling other services of properties, of which they keep copies.

use std::collections::BTreeMap;

use lintel_core::{Error, OrganisationId, Page, PageRequest, PageToken};
use lintel_db::Db;

use crate::{
    domain::Property,
    error::bad_page_token,
    store::{property, snapshot},
};

/// The properties of every organisation.
#[derive(Debug, Clone)]
pub struct Snapshots {
    db: Db,
}

impl Snapshots {
    /// Of what is kept in `db`.
    #[must_use]
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// A page of all properties by id, each with its organisation.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_property_snapshots", skip_all)]
    pub async fn list(
        &self,
        page: &PageRequest,
    ) -> Result<Page<(OrganisationId, Property)>, Error> {
        let after = match &page.after {
            None => 0,
            Some(token) if token.sort.is_empty() => token.id,
            Some(_) => return Err(bad_page_token()),
        };
        let mut tx = self.db.begin_worker().await?;
        let limit = Page::<Property>::limit(page);
        let rows = snapshot::page(&mut tx, after, limit).await?;
        let rows = Page::cut(rows, page, |(_, property)| PageToken {
            sort: String::new(),
            id: property.get(),
        });
        let mut ids: BTreeMap<OrganisationId, Vec<i64>> = BTreeMap::new();
        for (organisation, property) in rows.rows {
            ids.entry(organisation).or_default().push(property.get());
        }
        let mut properties = Vec::new();
        for (organisation, ids) in ids {
            let whole = property::of_ids(&mut tx, organisation, &ids).await?;
            properties.extend(whole.into_iter().map(|property| (organisation, property)));
        }
        properties.sort_by_key(|(_, property)| property.id);
        Ok(Page {
            rows: properties,
            next: rows.next,
        })
    }
}
