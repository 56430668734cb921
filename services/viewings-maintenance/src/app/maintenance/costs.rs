//! The costs of requests.

use lintel_core::{CostId, Error, MaintenanceRequestId, Principal, RequestKey};
use lintel_db::once;

use super::{Ground, RequestView, reach::Reach};
use crate::{
    domain::maintenance::{
        AttachmentKind, Cost, CostDraft, CostLine, Happening, MaintenanceEventKind,
    },
    error::cost_not_found,
    store::maintenance::{attachment, cost},
};

/// Adds costs and takes them away.
#[derive(Debug, Clone)]
pub struct Costs {
    ground: Ground,
}

impl Costs {
    /// The use cases of requests on `ground`.
    #[must_use]
    pub const fn new(ground: Ground) -> Self {
        Self { ground }
    }

    /// Adds a line.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `MAINTENANCE_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`]
    /// while the database is away.
    #[tracing::instrument(name = "app.add_cost", skip_all, fields(maintenance_request.id = %id))]
    pub async fn add(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        draft: CostDraft,
        key: Option<&RequestKey>,
    ) -> Result<(Cost, RequestView), Error> {
        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        let added: i64 = once(&mut tx, key, async |tx| {
            let (reach, request) = self.ground.lock(tx, caller, id).await?;
            let there = attachment::of_request(tx, reach.organisation, id).await?;
            let invoice_known = there
                .iter()
                .any(|file| file.id.get() == draft.invoice && file.kind == AttachmentKind::Invoice);
            let line = CostLine::try_new(draft, invoice_known)?;
            let organisation = reach.organisation;
            let added = cost::insert(tx, organisation, id, &line, reach.user, now).await?;
            let happening = Happening::private(MaintenanceEventKind::Cost, "", &line.text());
            let ground = &self.ground;
            ground
                .save(tx, &reach, request, vec![happening], now)
                .await?;
            Ok(added.get())
        })
        .await?;
        let organisation = Reach::of_member(caller)?.organisation;
        let costs = cost::of_request(&mut tx, organisation, id).await?;
        let added = costs.into_iter().find(|cost| cost.id.get() == added);
        let added = added.ok_or_else(cost_not_found)?;
        let shown = self.ground.shown(&mut tx, caller, id).await?;
        tx.commit().await?;
        Ok((added, shown))
    }

    /// Takes a line away; the history keeps it.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `COST_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remove_cost", skip_all, fields(maintenance_request.id = %id))]
    pub async fn remove(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        gone: CostId,
        key: Option<&RequestKey>,
    ) -> Result<RequestView, Error> {
        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let (reach, request) = self.ground.lock(tx, caller, id).await?;
            let costs = cost::of_request(tx, reach.organisation, id).await?;
            let line = costs.into_iter().find(|cost| cost.id == gone);
            let line = line.ok_or_else(cost_not_found)?.line;
            cost::delete(tx, reach.organisation, id, gone).await?;
            let happening = Happening::private(MaintenanceEventKind::Cost, &line.text(), "");
            let ground = &self.ground;
            ground
                .save(tx, &reach, request, vec![happening], now)
                .await?;
            Ok(id.get())
        })
        .await?;
        let shown = self.ground.shown(&mut tx, caller, id).await?;
        tx.commit().await?;
        Ok(shown)
    }
}
