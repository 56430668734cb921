//! A member who leaves is responsible for nothing any more.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, UserId};
use lintel_db::Tx;

use super::ground::{by_lintel, publish};
use crate::{
    domain::maintenance::{Happening, MaintenanceEventKind, MaintenanceRequest},
    store::maintenance::{event, request},
};

/// Takes requests that are not finished from a member who left, with history and event.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn leave(
    tx: &mut Tx,
    organisation: OrganisationId,
    member: UserId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    for before in request::lock_assigned(tx, organisation, member).await? {
        let mut after = MaintenanceRequest {
            assignee: None,
            ..before
        };
        after.version = request::update(tx, organisation, &after, now).await?;
        let left = Happening::private(MaintenanceEventKind::Assigned, &member.to_string(), "");
        event::append(tx, organisation, after.id, &by_lintel(left, now)).await?;
        publish(tx, organisation, &after, now).await?;
    }
    Ok(())
}
