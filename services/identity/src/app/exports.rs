//! A copy of what is held of an account, for its owner.

use std::{num::NonZeroU32, sync::Arc};

use chrono::Duration;
use lintel_core::{Clock, Error, Grade, OrganisationId, Principal, RequestKey};
use lintel_db::{
    Db, Scope,
    export::{self, Page},
    once,
};

use crate::{
    domain::security_event::SecurityKind,
    error::{exports_exhausted, session_ended},
    store::{export::SECTIONS, security_events, users},
};

/// The time in which copies are counted.
const DAY: Duration = Duration::days(1);

/// Copies of accounts' data.
#[derive(Debug, Clone)]
pub struct Exports {
    /// Where the data are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Copies that an account may have in a day.
    pub per_day: NonZeroU32,
}

impl Exports {
    /// Counts a copy and notes it in the security log. Gives the organisation in which the caller acts as its Owner, whose data
    /// belong to the copy.
    ///
    /// # Errors
    /// `EXPORTS_EXHAUSTED`, `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.begin_export", skip_all)]
    pub async fn begin(
        &self,
        caller: &Principal,
        request: Option<&RequestKey>,
    ) -> Result<Option<OrganisationId>, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let owned = once(&mut tx, request, async |tx| {
            // Under the account's lock, so that of many at once each counts those before it.
            users::lock_credentials(tx, caller.user)
                .await?
                .ok_or_else(session_ended)?;
            let (now, kind) = (self.clock.now(), SecurityKind::DataExported);
            let limit = i64::from(self.per_day.get());
            if let Some(first) =
                security_events::nth_since(tx, caller.user, kind, now - DAY, limit).await?
            {
                return Err(exports_exhausted(self.per_day.get(), first + DAY - now));
            }
            security_events::append_of(tx, caller, kind, now).await?;
            let organisation = caller.membership.map(|membership| membership.organisation);
            let account = users::find(tx, caller.user, organisation).await?;
            let membership = account.and_then(|account| account.membership());
            let owned = membership.filter(|membership| membership.grade == Grade::Owner);
            Ok(owned.map(|membership| membership.organisation))
        })
        .await?;
        tx.commit().await?;
        Ok(owned)
    }

    /// A page of what is held of the caller.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`; the store's errors.
    #[tracing::instrument(name = "app.read_account_data", skip_all)]
    pub async fn read(&self, caller: &Principal, page_token: &str) -> Result<Page, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        export::read(&mut tx, SECTIONS, caller.user.get(), page_token).await
    }
}
