//! Inspections that schedule themselves.

use std::slice;

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Error, OrganisationId, london_date};
use lintel_db::{Tx, outbox};

use crate::{
    domain::{Appointment, InspectionSettings, Property, PropertyLabel},
    events, store,
};

/// Schedules the first inspection of each property that is being added; their settings are those that hold unless set.
pub(super) async fn first(
    tx: &mut Tx,
    organisation: OrganisationId,
    added: &[Property],
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let labels: Vec<_> = added
        .iter()
        .map(|property| PropertyLabel {
            id: property.id,
            name: property.details.name.clone(),
            address: property.details.address.clone(),
        })
        .collect();
    let today = london_date(now);
    let due = InspectionSettings::default().next_after(today, today);
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

/// Adds one for each property and tells of it; nothing where one has an inspection of Lintel's already.
pub(super) async fn schedule(
    tx: &mut Tx,
    organisation: OrganisationId,
    properties: &[PropertyLabel],
    due: NaiveDate,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let appointment = Appointment::on(due);
    let added =
        store::inspection::insert_automatic(tx, organisation, properties, appointment, now).await?;
    let changed = added
        .iter()
        .map(|added| events::inspection_changed(organisation, added));
    outbox::append_all(tx, &changed.collect::<Vec<_>>()).await?;
    Ok(())
}
