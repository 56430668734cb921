//! The tenant's word that it is fixed.

use lintel_core::{Error, MaintenanceRequestId, Principal, RequestKey};
use lintel_db::once;
use lintel_proto::maintenance::v1::MaintenanceMailKind as Kind;

use super::{Ground, RequestView, notices::News};
use crate::domain::maintenance::{Happening, MaintenanceEventKind, MaintenanceStatus};

/// Takes tenants' confirmations.
#[derive(Debug, Clone)]
pub struct Confirming {
    ground: Ground,
}

impl Confirming {
    /// Takes them on `ground`.
    #[must_use]
    pub const fn new(ground: Ground) -> Self {
        Self { ground }
    }

    /// Confirms that a completed request is fixed. What was confirmed before stays as it is.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `TENANCY_ENDED`; `MAINTENANCE_TRANSITION` for one that is not completed; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database or tenancy-applications is away.
    #[tracing::instrument(name = "app.confirm_repair", skip_all, fields(maintenance_request.id = %id))]
    pub async fn confirm(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        key: Option<&RequestKey>,
    ) -> Result<RequestView, Error> {
        self.ground.know_tenant(caller).await?;
        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let (reach, mut request) = self.ground.lock(tx, caller, id).await?;
            if request.status != MaintenanceStatus::Completed {
                return Err(request.status.refused(reach.actor));
            }
            if request.confirmed_at.is_some() {
                reach.leave(tx).await?;
                return Ok(id.get());
            }
            request.confirmed_at = Some(now);
            let notices = &self.ground.notices;
            let (organisation, news) = (reach.organisation, News::default());
            notices
                .to_members(tx, organisation, Kind::Confirmed, &request, news, now)
                .await?;
            let confirmed = Happening::new(MaintenanceEventKind::Confirmed, "", "");
            let ground = &self.ground;
            ground
                .save(tx, &reach, request, vec![confirmed], now)
                .await?;
            Ok(id.get())
        })
        .await?;
        let shown = self.ground.shown(&mut tx, caller, id).await?;
        tx.commit().await?;
        Ok(shown)
    }
}
