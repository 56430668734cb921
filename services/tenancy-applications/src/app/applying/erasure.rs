//! Erasing an application of somebody who asks for it (docs/reference/uk-lettings.md 4.5): at once, not only when its time is over.

use std::sync::Arc;

use chrono::Days;
use lintel_core::{ApplicationId, Clock, Error, Principal, RequestKey, london_date};
use lintel_db::{Db, Scope, once, outbox};

use super::locked::lock_with_home;
use crate::{
    domain::letting::LeaseStatus,
    error::{application_in_progress, application_not_found, tenancy_active},
    events, store,
};

/// Checks of the right to rent are kept a year after the tenant left, whoever asks (docs/reference/uk-lettings.md 3.3).
const RIGHT_TO_RENT: Days = Days::new(366);

/// Erases applications.
#[derive(Debug, Clone)]
pub struct Erasure {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl Erasure {
    /// Of what is kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// Erases an application of the caller's organisation that nobody decides on any more. A repeat under the same request id changes
    /// nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `APPLICATION_IN_PROGRESS`; `TENANCY_ACTIVE` while its tenant lives there; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.erase_application", skip_all, fields(application.id = %application))]
    pub async fn erase(
        &self,
        caller: &Principal,
        application: ApplicationId,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = lock_with_home(tx, organisation, application).await?;
            let found = found.ok_or_else(application_not_found)?;
            let lease = match found.tenant {
                Some(tenant) => store::letting::tenant::find(tx, organisation, tenant).await?,
                None => None,
            };
            let left = lease.as_ref().and_then(|tenant| tenant.leaving.as_ref());
            let keep_until = left.and_then(|left| left.date.checked_add_days(RIGHT_TO_RENT));
            match lease.map(|tenant| tenant.status) {
                Some(LeaseStatus::Active) => return Err(tenancy_active()),
                Some(LeaseStatus::Upcoming) => return Err(application_in_progress()),
                Some(LeaseStatus::Ended) => {}
                None if found.is_being_considered(now) => return Err(application_in_progress()),
                None => {}
            }
            if let Some(until) = keep_until.filter(|until| *until > london_date(now)) {
                store::documents::right_to_rent::keep_without_application(
                    tx,
                    organisation,
                    application,
                    until,
                )
                .await?;
            }
            store::applying::erasure::erase(tx, organisation, application, now).await?;
            let (property, version) = (found.home.property, found.version + 1);
            let told = events::application_changed(organisation, application, property, version);
            outbox::append(tx, &told).await?;
            Ok(application.get())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }
}
