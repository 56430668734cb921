//! Reading, adding and deleting properties.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use lintel_core::{
    Clock, Error, Expected, PageRequest, PageToken, Principal, PropertyId, RequestKey, london_date,
    london_today,
};
use lintel_db::{Db, ResultExt as _, Scope, once, outbox};

use super::Page;
use crate::{
    domain::{HistoryEntry, NewProperty, Property, PropertyDraft, Room, Standing},
    error::{bad_page_token, property_not_found, room_number_taken},
    events,
    store::{self, property::Before},
};

/// The properties of whoever calls.
#[derive(Debug, Clone)]
pub struct Properties {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl Properties {
    /// Properties kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// The day in London on which figures are computed.
    #[must_use]
    pub fn today(&self) -> NaiveDate {
        london_today(self.clock.as_ref())
    }

    /// One property.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_property", skip_all, fields(property.id = %property))]
    pub async fn get_property(
        &self,
        caller: &Principal,
        property: PropertyId,
    ) -> Result<Property, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        store::property::find(&mut tx, organisation, property)
            .await?
            .ok_or_else(property_not_found)
    }

    /// A page of the properties, the newest first.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_properties", skip_all)]
    pub async fn list_properties(
        &self,
        caller: &Principal,
        page: &PageRequest,
    ) -> Result<Page<Property>, Error> {
        let organisation = caller.organisation()?;
        let before = page
            .after
            .as_ref()
            .map_or(Ok(Before::END_OF_TIME), before)?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let limit = Page::<Property>::limit(page);
        let rows = store::property::page(&mut tx, organisation, before, limit).await?;
        Ok(Page::cut(rows, page, |property| PageToken {
            sort: property
                .created_at
                .to_rfc3339_opts(SecondsFormat::Micros, true),
            id: property.id.get(),
        }))
    }

    /// The rooms of a property in the order of their numbers; none for anything but a shared house.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_rooms", skip_all, fields(property.id = %property))]
    pub async fn list_rooms(
        &self,
        caller: &Principal,
        property: PropertyId,
    ) -> Result<Vec<Room>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        if !store::property::exists(&mut tx, organisation, property).await? {
            return Err(property_not_found());
        }
        let ids = [property.get()];
        let mut rooms = store::room::of_properties(&mut tx, organisation, &ids).await?;
        Ok(rooms.remove(&property).unwrap_or_default())
    }

    /// A page of a property's history, the newest first.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`; `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is
    /// away.
    #[tracing::instrument(name = "app.list_property_history", skip_all, fields(property.id = %property))]
    pub async fn list_property_history(
        &self,
        caller: &Principal,
        property: PropertyId,
        page: &PageRequest,
    ) -> Result<Page<HistoryEntry>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        if !store::property::exists(&mut tx, organisation, property).await? {
            return Err(property_not_found());
        }
        let version = page.after.as_ref().map_or(Ok(i64::MAX), before_version)?;
        let limit = Page::<HistoryEntry>::limit(page);
        let rows = store::history::page(&mut tx, organisation, property, version, limit).await?;
        Ok(Page::cut(rows, page, |entry| PageToken {
            sort: entry.standing.version.to_string(),
            id: entry.id.get(),
        }))
    }

    /// Adds a property with its rooms, its first history entry and its event, all in one transaction. A repeat under the
    /// same request id gets the first answer.
    ///
    /// # Errors
    /// `PROPERTY_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is
    /// away.
    #[tracing::instrument(name = "app.create_property", skip_all)]
    pub async fn create_property(
        &self,
        caller: &Principal,
        draft: PropertyDraft,
        request: Option<&RequestKey>,
    ) -> Result<Property, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let new = NewProperty::try_new(draft, london_date(now))?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let property = once(&mut tx, request, async |tx| {
            let property = store::property::insert(tx, organisation, &new, now)
                .await
                .on_constraint(store::room::NUMBER_UQ, room_number_taken)?;
            let standing = Standing::of(&property, Some(caller.user)).map_err(Error::internal)?;
            store::history::append(tx, organisation, property.id, &standing).await?;
            outbox::append(tx, &events::property_changed(organisation, &property)).await?;
            Ok(property)
        })
        .await?;
        tx.commit().await?;
        Ok(property)
    }

    /// Deletes a property with its rooms and publishes that it is gone; its history is kept. A repeat under the same request
    /// id succeeds again.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`; `STALE_ETAG` when it is not at the `expected` version; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.delete_property", skip_all, fields(property.id = %property))]
    pub async fn delete_property(
        &self,
        caller: &Principal,
        property: PropertyId,
        expected: &Expected,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            let version = store::property::lock(tx, organisation, property)
                .await?
                .ok_or_else(property_not_found)?;
            expected.check(version)?;
            store::property::delete(tx, organisation, property).await?;
            let gone = events::property_deleted(organisation, property, version + 1);
            outbox::append(tx, &gone).await?;
            Ok(())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

fn before(token: &PageToken) -> Result<Before, Error> {
    let created_at = DateTime::parse_from_rfc3339(&token.sort).map_err(|_| bad_page_token())?;
    Ok(Before {
        created_at: created_at.with_timezone(&Utc),
        id: token.id,
    })
}

fn before_version(token: &PageToken) -> Result<i64, Error> {
    token.sort.parse().map_err(|_| bad_page_token())
}
