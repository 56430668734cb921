//! Reading, adding and deleting properties; [`super::update`] changes them.

use std::{slice, sync::Arc};

use chrono::NaiveDate;
use lintel_core::{
    Clock, Error, Expected, Page, PageRequest, PageToken, Principal, PropertyId, london_date,
    london_today,
};
use lintel_db::{Asked, Db, Reply, ResultExt as _, Scope, once, outbox};
use lintel_files::FileStore;

use super::{Asking, auto_schedule, files};
use crate::{
    domain::{
        Departure, Filter, HistoryEntry, InspectionSettings, NewProperty, Property, PropertyDraft,
        RentRule, Room, Sort, Standing,
    },
    error::{bad_page_token, property_not_found, room_number_taken, tenancy_active},
    events, store,
};

const LET_AND_NOT_DELETED: &str =
    "A tenancy is in force here, so the property cannot be deleted. End the tenancy first.";

/// The properties of the caller's organisation.
#[derive(Debug, Clone)]
pub struct Properties {
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) files: FileStore,
    pub(super) asking: Arc<Asking>,
}

impl Properties {
    /// Properties kept in `db`, their photos in `files`; `asking` knows what is let.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, files: FileStore, asking: Arc<Asking>) -> Self {
        Self {
            db,
            clock,
            files,
            asking,
        }
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

    /// A page of the properties that match `filter` in the order of `sort`; with how many match, on the first page.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's or order's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_properties", skip_all)]
    pub async fn list_properties(
        &self,
        caller: &Principal,
        filter: &Filter,
        sort: Sort,
        page: &PageRequest,
    ) -> Result<(Page<Property>, Option<i64>), Error> {
        let organisation = caller.organisation()?;
        let place = page
            .after
            .as_ref()
            .map(|token| sort.place(token))
            .transpose()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let limit = Page::<Property>::limit(page);
        let ids =
            store::listing::ids(&mut tx, organisation, filter, sort, place.as_ref(), limit).await?;
        let rows = store::property::of_ids(&mut tx, organisation, &ids).await?;
        let total = match place {
            // Everything was read already, or has to be counted.
            None if rows.len() <= usize::try_from(page.size).unwrap_or(0) => {
                i64::try_from(rows.len()).ok()
            }
            None => Some(store::listing::count(&mut tx, organisation, filter).await?),
            Some(_) => None,
        };
        Ok((
            Page::cut(rows, page, |property| sort.token(property)),
            total,
        ))
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
        let before = page.after.as_ref().map_or(Ok(NEWEST), before_entry)?;
        let limit = Page::<HistoryEntry>::limit(page);
        let rows = store::history::page(&mut tx, organisation, property, before, limit).await?;
        Ok(Page::cut(rows, page, |entry| PageToken {
            sort: entry.standing.version.to_string(),
            id: entry.id.get(),
        }))
    }

    /// Adds a property with its rooms, its first history entry, its event, how it is inspected and its first inspection, all in
    /// one transaction. A repeat under the same request id gets the first answer.
    ///
    /// # Errors
    /// `PROPERTY_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is
    /// away.
    #[tracing::instrument(name = "app.create_property", skip_all)]
    pub async fn create_property<R: Reply>(
        &self,
        caller: &Principal,
        mut draft: PropertyDraft,
        rent: RentRule,
        inspections: InspectionSettings,
        request: Asked<Property, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        files::check_photos(
            &self.files,
            organisation,
            &draft.photos,
            &mut draft.unreadable,
        )
        .await?;
        let now = self.clock.now();
        let responsible = draft.responsible.unwrap_or(caller.user);
        let new = NewProperty::try_new(draft, rent, london_date(now))?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let property = once(&mut tx, request, async |tx| {
            let property = store::property::insert(tx, organisation, &new, responsible, now)
                .await
                .on_constraint(store::room::NUMBER_UQ, room_number_taken)?;
            let standing = Standing::of(&property, Some(caller.user)).map_err(Error::internal)?;
            store::history::append(tx, organisation, property.id, &standing, &[]).await?;
            outbox::append(tx, &events::property_changed(organisation, &property)).await?;
            let added = slice::from_ref(&property);
            auto_schedule::first(tx, organisation, added, inspections, now).await?;
            Ok(property)
        })
        .await?;
        tx.commit().await?;
        Ok(property)
    }

    /// Deletes a property with its rooms and publishes that. Its figures over time are kept and get a closing entry; the changed
    /// values in its history are deleted. A repeat under the same request id succeeds again.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`; `STALE_ETAG` when it is not at the `expected` version; `TENANCY_ACTIVE`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.delete_property", skip_all, fields(property.id = %property))]
    pub async fn delete_property<R: Reply>(
        &self,
        caller: &Principal,
        property: PropertyId,
        expected: &Expected,
        request: Asked<(), R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let refreshed = self.asking.refresh((organisation, property)).await;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, request, async |tx| {
            refreshed?;
            let version = store::property::lock(tx, organisation, property)
                .await?
                .ok_or_else(property_not_found)?;
            expected.check(version)?;
            if !store::tenancy::in_force(tx, organisation, property)
                .await?
                .is_empty()
            {
                return Err(tenancy_active(LET_AND_NOT_DELETED));
            }
            store::property::delete(tx, organisation, property).await?;
            let (left, now) = (Departure::Deleted, self.clock.now());
            store::history::close(tx, organisation, property, left, now, caller.user).await?;
            store::history::forget_changes(tx, organisation, property).await?;
            let gone = events::property_deleted(organisation, property, version + 1);
            outbox::append(tx, &gone).await?;
            Ok(())
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }
}

/// The start of a history, which is listed newest first: after every possible entry.
pub(super) const NEWEST: (i64, i64) = (i64::MAX, i64::MAX);

/// The version and the id of the entry that a page ended with.
pub(super) fn before_entry(token: &PageToken) -> Result<(i64, i64), Error> {
    let version = token.sort.parse().map_err(|_| bad_page_token())?;
    Ok((version, token.id))
}
