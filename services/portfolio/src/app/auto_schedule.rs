//! Inspections that schedule themselves.

use std::slice;

use chrono::{DateTime, Days, NaiveDate, Utc};
use lintel_core::{Error, InspectionId, OrganisationId, london_date};
use lintel_db::{Tx, outbox};

use crate::{
    domain::{Appointment, Diary, InspectionSettings, Property, PropertyLabel},
    events, store,
};

/// The time after its due day within which an inspection may be placed at first: a quarter of a year.
const SOON: Days = Days::new(91);

/// Writes the inspection settings of each property that is being added, and schedules its first inspection.
pub(super) async fn first(
    tx: &mut Tx,
    organisation: OrganisationId,
    added: &[Property],
    settings: InspectionSettings,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    if settings != InspectionSettings::default() {
        let ids: Vec<_> = added.iter().map(|property| property.id).collect();
        store::inspection_settings::put_new(tx, organisation, &ids, settings).await?;
    }
    let labels: Vec<_> = added
        .iter()
        .map(|property| PropertyLabel {
            id: property.id,
            name: property.details.name.clone(),
            address: property.details.address.clone(),
        })
        .collect();
    let today = london_date(now);
    let due = settings.next_after(today, today);
    schedule(tx, organisation, &labels, due, now).await
}

/// Schedules the inspection that follows `since`, where the property's settings ask for it and none is scheduled already.
pub(super) async fn next(
    tx: &mut Tx,
    organisation: OrganisationId,
    property: &PropertyLabel,
    since: NaiveDate,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let (settings, _) = store::inspection_settings::find(tx, organisation, property.id).await?;
    if !settings.auto_schedule {
        return Ok(());
    }
    if !store::inspection::lock_open(tx, organisation, property.id)
        .await?
        .is_empty()
    {
        return Ok(());
    }
    let due = settings.next_after(since, london_date(now));
    schedule(tx, organisation, slice::from_ref(property), due, now).await
}

/// Adds an inspection for each property, on `due` or the first later day with room, and publishes it. Skips a property that already
/// has an automatically scheduled one.
pub(super) async fn schedule(
    tx: &mut Tx,
    organisation: OrganisationId,
    properties: &[PropertyLabel],
    due: NaiveDate,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    store::diary::take_turn(tx, organisation).await?;
    let bookings = book(tx, organisation, properties, due, None).await?;
    let added = store::inspection::insert_automatic(tx, organisation, &bookings, now).await?;
    let changed = added
        .iter()
        .map(|added| events::inspection_changed(organisation, added));
    outbox::append_all(tx, &changed.collect::<Vec<_>>()).await?;
    Ok(())
}

/// Moves an inspection to `due` or the first later day with room. The caller must hold the organisation's scheduling lock.
pub(super) async fn moved(
    tx: &mut Tx,
    organisation: OrganisationId,
    property: &PropertyLabel,
    due: NaiveDate,
    inspection: InspectionId,
) -> Result<Option<Appointment>, Error> {
    let property = slice::from_ref(property);
    let found = book(tx, organisation, property, due, Some(inspection)).await?;
    Ok(found.into_iter().next().map(|(_, appointment)| appointment))
}

/// Finds a day and a time for each property; `None` for one that has just been deleted.
async fn book<'p>(
    tx: &mut Tx,
    organisation: OrganisationId,
    properties: &'p [PropertyLabel],
    due: NaiveDate,
    except: Option<InspectionId>,
) -> Result<Vec<(&'p PropertyLabel, Appointment)>, Error> {
    let ids: Vec<_> = properties.iter().map(|property| property.id).collect();
    let places = store::diary::places(tx, organisation, &ids).await?;
    let soon = due + SOON;
    let mut diary = Diary::default();
    diary.enter(store::diary::visits(tx, organisation, due, soon, except).await?);
    let mut late = None;
    let mut booked = Vec::with_capacity(properties.len());
    for property in properties {
        let Some(place) = places.get(&property.id) else {
            continue;
        };
        let soon_days = due.iter_days().take_while(|day| *day <= soon);
        let mut found = diary.book(place, soon_days);
        if found.is_none() {
            let from = match late {
                Some(from) => from,
                // A portfolio may fill years, so the search does not go day by day: it continues after the last visit and wherever
                // there is room.
                None => {
                    let last = store::diary::last_day(tx, organisation).await?;
                    let last = last.unwrap_or(soon);
                    let from = due.max(last - SOON);
                    let unread = from.max(soon + Days::new(1));
                    let rest = store::diary::visits(tx, organisation, unread, last, except);
                    diary.enter(rest.await?);
                    *late.insert(from)
                }
            };
            found = diary.book(place, from.iter_days());
        }
        let found = found.ok_or_else(|| Error::internal("there is no day left"))?;
        booked.push((property, found));
    }
    Ok(booked)
}
