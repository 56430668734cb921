//! Visits that are cancelled.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId};
use lintel_db::Tx;
use lintel_proto::maintenance::v1::MaintenanceMailKind as Kind;

use super::notices::Notices;
use crate::domain::maintenance::{Happening, MaintenanceEventKind, MaintenanceRequest};

/// Takes the visit of a locked request away; who lives there is told, unless it is over. Returns what happened; `None` where none is booked.
pub(super) async fn cancel_visit(
    notices: &Notices,
    tx: &mut Tx,
    organisation: OrganisationId,
    request: &mut MaintenanceRequest,
    now: DateTime<Utc>,
) -> Result<Option<Happening>, Error> {
    let Some(visit) = request.visit.take() else {
        return Ok(None);
    };
    if !visit.is_over(now) {
        let people = notices.living_there(tx, organisation, request, now).await?;
        let kind = Kind::VisitCancelled;
        notices
            .of_visit(tx, organisation, kind, request, &visit, &people, now)
            .await?;
    }
    Ok(Some(Happening::new(
        MaintenanceEventKind::Visit,
        &visit.text(),
        "",
    )))
}
