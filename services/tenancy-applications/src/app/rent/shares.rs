//! Who pays which part of the rent of a tenancy.

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{Error, Money, Principal, RequestKey, TenancyId, london_date};
use lintel_db::{Scope, once};

use super::Rent;
use crate::{
    app::letting::{locked, tenancy},
    domain::letting::{
        TenancyState,
        tenancy::{DatedShares, SharesDraft},
    },
    error::{tenancy_ended, tenancy_not_found},
    store,
};

impl Rent {
    /// Sets what each tenant pays of the rent from a day on. Gives the shares with the rent of that day. A repeat under the same request id
    /// changes nothing more.
    ///
    /// # Errors
    /// `TENANCY_NOT_FOUND`; `TENANCY_ENDED`; `SHARES_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while
    /// the database is away.
    #[tracing::instrument(name = "app.set_shares", skip_all, fields(tenancy.id = %id))]
    pub async fn set_shares(
        &self,
        caller: &Principal,
        id: TenancyId,
        draft: SharesDraft,
        request: Option<&RequestKey>,
    ) -> Result<(DatedShares, Money), Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let today = london_date(now);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let from: i64 = once(&mut tx, request, async |tx| {
            let property = store::letting::tenant::property_of(tx, organisation, id).await?;
            let property = property.ok_or_else(tenancy_not_found)?;
            let before = locked::lock_with_home(tx, organisation, property, id).await?;
            if before.state == TenancyState::Ended {
                return Err(tenancy_ended());
            }
            let ledger = store::rent::ledger::find(tx, organisation, id).await?;
            let terms = ledger.as_ref().and_then(|ledger| ledger.terms.as_ref());
            let rent = |day| terms.map_or(before.rent, |(_, rents)| rents.on(day));
            let mut after = before.clone();
            let from = after.set_shares(draft.clone(), rent, terms.is_some(), today)?;
            if after != before {
                tenancy::save(tx, organisation, &before, after, now).await?;
            }
            Ok(from.num_days_from_ce().into())
        })
        .await?;
        let from = i32::try_from(from).map_err(Error::internal)?;
        let from = NaiveDate::from_num_days_from_ce_opt(from).unwrap_or(today);
        let tenancy = store::letting::tenancy::find(&mut tx, organisation, id).await?;
        let tenancy = tenancy.ok_or_else(tenancy_not_found)?;
        let ledger = store::rent::ledger::find(&mut tx, organisation, id).await?;
        tx.commit().await?;
        let rent = ledger.map_or(tenancy.rent, |ledger| ledger.rent_on(from, tenancy.rent));
        let said = tenancy.said_on(from).cloned();
        Ok((said.ok_or_else(tenancy_not_found)?, rent))
    }
}
