//! What a new day brings: charges that are due, rents that change, what became overdue. Every replica may do it at any time: what one has
//! done another finds done.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_core::{Clock, Error, london_date};
use lintel_db::Db;

use super::ledgers;
use crate::{
    app::{
        agreeing::agreement_void,
        applying::invites,
        letting::{locked, tenancy},
    },
    domain::rent::{
        Entry,
        ledger::{Ledger, standing},
    },
    store::{self, rent::ledger::Due},
};

/// Days after which nobody is reminded of an unpaid charge any more.
const REMINDED: i64 = 30;

/// Looks at the ledgers of a new day.
#[derive(Debug, Clone)]
pub struct RentDays {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl RentDays {
    /// Of tenancies kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// Looks at every ledger that was not looked at today. Returns how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away; what a tenancy failed with, after all others had their turn.
    #[tracing::instrument(name = "app.look_at_rent", skip_all)]
    pub async fn look(&self) -> Result<usize, Error> {
        let today = london_date(self.clock.now());
        let mut done = 0;
        loop {
            let due = store::rent::ledger::to_look_at(self.db.worker(), today).await?;
            let (before, mut failed) = (done, None);
            for one in due {
                match self.look_at(one).await {
                    Ok(looked) => done += usize::from(looked),
                    Err(error) => {
                        let reason = error.reason();
                        tracing::warn!(reason, tenancy = %one.2, "rent could not be charged yet");
                        failed = Some(error);
                    }
                }
            }
            if done == before {
                return failed.map_or(Ok(done), Err);
            }
        }
    }

    async fn look_at(&self, (organisation, property, id): Due) -> Result<bool, Error> {
        let now = self.clock.now();
        let today = london_date(now);
        // In the organisation's name: a change of the rent may make an agreement void, which the worker has no right to.
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        let mut tenancy = locked::lock_with_home(&mut tx, organisation, property, id).await?;
        let Some(mut ledger) = store::rent::ledger::find(&mut tx, organisation, id).await? else {
            return Ok(false);
        };
        if ledger.looked_on >= today {
            return Ok(false);
        }
        let charged =
            ledgers::charge_due(&mut tx, organisation, &tenancy, &mut ledger, today, now).await?;
        let rent = ledger.rent_on(today, tenancy.rent);
        if rent != tenancy.rent {
            agreement_void::void_at_other_rent(&mut tx, organisation, id, rent, now).await?;
        }
        let before = tenancy.clone();
        tenancy.rent = rent;
        tenancy.share_out(today);
        if tenancy != before {
            tenancy::save_rent(&mut tx, organisation, &before, tenancy.clone(), now).await?;
        }
        let entries = store::rent::ledger_entry::of_tenancy(&mut tx, organisation, id).await?;
        let oldest = standing(&entries, today).owed.oldest_unpaid;
        let overdue = oldest.is_some_and(|day| day >= ledger.looked_on);
        if charged || overdue {
            ledgers::tell_arrears(&mut tx, organisation, &tenancy, &mut ledger, today).await?;
        }
        ledger.quiet = is_quiet(&ledger, &entries, today);
        ledger.looked_on = today;
        store::rent::ledger::save(&mut tx, organisation, &ledger).await?;
        tx.commit().await?;
        Ok(true)
    }
}

/// Whether another day would change nothing: no more charges, none to come, and none unpaid that people are still reminded of.
fn is_quiet(ledger: &Ledger, entries: &[Entry], today: NaiveDate) -> bool {
    let tomorrow = today.succ_opt().unwrap_or(today);
    let oldest = standing(entries, tomorrow).owed.oldest_unpaid;
    ledger.next_due.is_none()
        && oldest.is_none_or(|day| (today - day).num_days() > REMINDED)
        && entries.iter().all(|entry| entry.date <= today)
}
