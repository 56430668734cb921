//! A member who leaves the organisation is responsible for none of its properties any more.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, UserId};
use lintel_db::{Tx, outbox};

use crate::{
    domain::{ChangedProperty, Standing},
    events, store,
};

/// Leaves the properties of which `member` was responsible without anybody, with history and event, in the transaction of the event's inbox
/// row.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn member_left(
    tx: &mut Tx,
    organisation: OrganisationId,
    member: UserId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    for id in store::property::of_responsible(tx, organisation, member).await? {
        let Some(before) = store::property::lock_whole(tx, organisation, id).await? else {
            continue;
        };
        // Another may have become responsible while the lock was waited for.
        if before.responsible != Some(member) {
            continue;
        }
        let changed = ChangedProperty::without_responsible(&before);
        let property =
            store::property_update::update(tx, organisation, &before, &changed, now).await?;
        let standing = Standing::of(&property, None).map_err(Error::internal)?;
        let changes = before.changes_to(&property);
        store::history::append(tx, organisation, property.id, &standing, &changes).await?;
        outbox::append(tx, &events::property_changed(organisation, &property)).await?;
    }
    Ok(())
}
