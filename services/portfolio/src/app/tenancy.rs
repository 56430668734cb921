//! The effects of the tenancy service's events.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId};
use lintel_db::{Tx, outbox};

use crate::{
    domain::{Property, Standing, Tenancy},
    events, store,
};

/// Keeps what was told of a tenancy, and lets or frees what it lets, with history and event, in the transaction of its inbox row.
/// An event older than the stored version changes nothing, and neither does the end of a tenancy that is not stored; so events may
/// come twice and in any order. Returns whether what was told was news.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn record(
    tx: &mut Tx,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    now: DateTime<Utc>,
) -> Result<bool, Error> {
    // Locks the property first, as every other use case does: two events about it, or an event and a save, take turns.
    let property = store::property::lock_whole(tx, organisation, tenancy.property).await?;
    let Some(was_in_force) = store::tenancy::keep(tx, organisation, tenancy).await? else {
        return Ok(false);
    };
    let Some(before) = property else {
        tracing::warn!(property.id = %tenancy.property, "a tenancy of a property that is not in the portfolio");
        return Ok(true);
    };
    if !tenancy.in_force && !was_in_force {
        return Ok(true);
    }
    let lettings = store::tenancy::in_force(tx, organisation, before.id).await?;
    let changed = before.let_as(&tenancy.letting, &lettings);
    let rents = before.let_rents(&lettings);
    let as_before =
        before.tenancy_active != lettings.is_empty() && before.clone().with_rents(&rents) == before;
    if as_before && changed.is_nothing_new(&before) {
        return Ok(true);
    }
    let updated = store::property_update::update(tx, organisation, &before, &changed, now).await?;
    store::rent::keep(tx, organisation, before.id, &rents).await?;
    let property = Property {
        tenancy_active: !lettings.is_empty(),
        ..updated.with_rents(&rents)
    };
    let standing = Standing::of(&property, None).map_err(Error::internal)?;
    let changes = before.changes_to(&property);
    store::history::append(tx, organisation, property.id, &standing, &changes).await?;
    outbox::append(tx, &events::property_changed(organisation, &property)).await?;
    Ok(true)
}
