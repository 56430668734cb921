//! Telling other services of properties and inspections, of which they keep copies.

use std::collections::BTreeMap;

use lintel_core::{Error, InspectionId, OrganisationId, Page, PageRequest, PageToken, PropertyId};
use lintel_db::Db;

use crate::{
    domain::{Inspection, InspectionStatus, Property},
    error::bad_page_token,
    store::{
        inspection, property,
        snapshot::{self, Listed},
    },
};

/// The properties and inspections of every organisation.
#[derive(Debug, Clone)]
pub struct Snapshots {
    db: Db,
}

impl Snapshots {
    /// The use cases over `db`.
    #[must_use]
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// A page of the properties that are `listed` by id, each with its organisation.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_property_snapshots", skip_all)]
    pub async fn list(
        &self,
        listed: Listed,
        page: &PageRequest,
    ) -> Result<Page<(OrganisationId, Property)>, Error> {
        let after = after(page)?;
        let mut tx = self.db.begin_worker().await?;
        let limit = Page::<Property>::limit(page);
        let rows = snapshot::page(&mut tx, listed, after, limit).await?;
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

    /// One property of an organisation.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.find_property_snapshot", skip_all)]
    pub async fn property(
        &self,
        organisation: OrganisationId,
        property: PropertyId,
    ) -> Result<Option<Property>, Error> {
        let mut tx = self.db.begin_worker().await?;
        let found = property::of_ids(&mut tx, organisation, &[property.get()]).await?;
        Ok(found.into_iter().next())
    }

    /// One scheduled inspection of an organisation.
    ///
    /// # Errors
    /// As [`Self::property`].
    #[tracing::instrument(name = "app.find_inspection_snapshot", skip_all)]
    pub async fn inspection(
        &self,
        organisation: OrganisationId,
        inspection: InspectionId,
    ) -> Result<Option<Inspection>, Error> {
        let mut tx = self.db.begin_worker().await?;
        let found = inspection::find(&mut tx, organisation, inspection).await?;
        Ok(found.filter(|found| found.status == InspectionStatus::Scheduled))
    }

    /// A page of all scheduled inspections by id, each with its organisation.
    ///
    /// # Errors
    /// As [`Self::list`].
    #[tracing::instrument(name = "app.list_inspection_snapshots", skip_all)]
    pub async fn inspections(
        &self,
        page: &PageRequest,
    ) -> Result<Page<(OrganisationId, Inspection)>, Error> {
        let after = after(page)?;
        let mut tx = self.db.begin_worker().await?;
        let limit = Page::<Inspection>::limit(page);
        let rows = snapshot::inspections(&mut tx, after, limit).await?;
        let rows = Page::cut(rows, page, |(_, inspection)| PageToken {
            sort: String::new(),
            id: inspection.get(),
        });
        let mut ids: BTreeMap<OrganisationId, Vec<i64>> = BTreeMap::new();
        for (organisation, inspection) in rows.rows {
            ids.entry(organisation).or_default().push(inspection.get());
        }
        let mut inspections = Vec::new();
        for (organisation, ids) in ids {
            let whole = inspection::of_ids(&mut tx, organisation, &ids).await?;
            inspections.extend(whole.into_iter().map(|each| (organisation, each)));
        }
        inspections.sort_by_key(|(_, inspection)| inspection.id);
        Ok(Page {
            rows: inspections,
            next: rows.next,
        })
    }
}

fn after(page: &PageRequest) -> Result<i64, Error> {
    match &page.after {
        None => Ok(0),
        Some(token) if token.sort.is_empty() => Ok(token.id),
        Some(_) => Err(bad_page_token()),
    }
}
