//! The holding deposits of applicants.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_core::{
    ApplicationId, Clock, Error, OrganisationId, Principal, RequestKey, london_date,
};
use lintel_db::{Db, Scope, Tx, once};
use lintel_rules::Rent;
use sqlx::PgConnection;

use super::locked::changed;
use crate::{
    domain::applying::{HoldingDeposit, HoldingDraft, HoldingDuty},
    error::application_not_found,
    store,
};

/// Holding deposits of applicants.
#[derive(Debug, Clone)]
pub struct HoldingDeposits {
    db: Db,
    clock: Arc<dyn Clock>,
}

/// How a holding deposit stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingHolding {
    /// Everything that is known of it; `None` where none was recorded.
    pub held: Option<HoldingDeposit>,
    /// The last day for the agreement; `None` without one and where no rule is known.
    pub agree_by: Option<NaiveDate>,
    /// The last day for paying it back, once that is due.
    pub pay_back_by: Option<NaiveDate>,
    /// The rule there, in words for people.
    pub rule: String,
    /// The faults of its amount, as sentences.
    pub warnings: Vec<String>,
}

impl HoldingDeposits {
    /// Holding deposits kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// The holding deposit of an application with the rule there.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_holding_deposit", skip_all, fields(application.id = %application))]
    pub async fn get(
        &self,
        caller: &Principal,
        application: ApplicationId,
    ) -> Result<StandingHolding, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        self.standing(&mut tx, organisation, application).await
    }

    /// Records the holding deposit of an application: all that is known of it. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `HOLDING_DEPOSIT_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while
    /// the database is away.
    #[tracing::instrument(name = "app.record_holding_deposit", skip_all, fields(application.id = %application))]
    pub async fn record(
        &self,
        caller: &Principal,
        application: ApplicationId,
        draft: HoldingDraft,
        request: Option<&RequestKey>,
    ) -> Result<StandingHolding, Error> {
        self.change(caller, application, request, async |tx, organisation| {
            let now = self.clock.now();
            let held = draft.judge(london_date(now))?;
            store::applying::holding_deposit::keep(tx, organisation, application, &held, now)
                .await?;
            Ok(())
        })
        .await
    }

    /// Removes a holding deposit that was recorded by mistake; where there is none, nothing happens. A repeat under the same request id
    /// changes nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remove_holding_deposit", skip_all, fields(application.id = %application))]
    pub async fn remove(
        &self,
        caller: &Principal,
        application: ApplicationId,
        request: Option<&RequestKey>,
    ) -> Result<StandingHolding, Error> {
        self.change(caller, application, request, async |tx, organisation| {
            store::applying::holding_deposit::remove(tx, organisation, application).await?;
            Ok(())
        })
        .await
    }

    /// Changes a holding deposit under the lock of its application, of which it is told that it changed.
    async fn change(
        &self,
        caller: &Principal,
        application: ApplicationId,
        request: Option<&RequestKey>,
        change: impl AsyncFnOnce(&mut PgConnection, OrganisationId) -> Result<(), Error>,
    ) -> Result<StandingHolding, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::applying::application::lock(tx, organisation, application).await?;
            let found = found.ok_or_else(application_not_found)?;
            change(tx, organisation).await?;
            changed(tx, organisation, &found, self.clock.now()).await?;
            Ok(application.get())
        })
        .await?;
        let standing = self.standing(&mut tx, organisation, application).await?;
        tx.commit().await?;
        Ok(standing)
    }

    async fn standing(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        application: ApplicationId,
    ) -> Result<StandingHolding, Error> {
        let today = london_date(self.clock.now());
        let found = store::applying::application::find(tx, organisation, application).await?;
        let found = found.ok_or_else(application_not_found)?;
        let nation = store::letting::move_in::nation(tx, organisation, application).await?;
        let held = store::applying::holding_deposit::find(tx, organisation, application).await?;
        let state = store::applying::holding_deposit::state(tx, organisation, application).await?;
        let received = held.as_ref().map_or(today, |held| held.received);
        let duty = held
            .as_ref()
            .and_then(|held| held.duty(nation, state, today));
        // An application knows its rent by the month.
        let rent = Rent::monthly(found.home.rent);
        let warning = held.as_ref().and_then(|held| held.warning(nation, rent));
        Ok(StandingHolding {
            agree_by: held.as_ref().and_then(|held| held.agree_by(nation)),
            pay_back_by: match duty {
                Some(HoldingDuty::PayBackBy(day)) => Some(day),
                _ => None,
            },
            rule: HoldingDeposit::rule(nation, received),
            warnings: warning.into_iter().collect(),
            held,
        })
    }
}
