//! The regular work on certificates and inspections: schedules missing inspections, and publishes what expires or falls due. Every
//! replica may do it at any time.

use std::{slice, sync::Arc};

use chrono::TimeDelta;
use lintel_core::{Clock, Error, london_date};
use lintel_db::{Db, Tx, outbox};

use super::auto_schedule;
use crate::{
    domain::{
        EXPIRING, InspectionSettings, ReminderKind, THE_DAY_AFTER, days_to_tell, told_through,
    },
    events,
    store::{self, reminder::Wanted},
};

/// Rows of one transaction, so that no lock is long.
const BATCH: usize = 200;
/// The time for which published facts are kept: three times as long as they could be published again.
const REMEMBERED: TimeDelta = TimeDelta::days(90);

/// The time for which a checked file that was not imported is kept.
const UNUSED_IMPORTS: TimeDelta = TimeDelta::days(7);
/// The time for which the result of an import is kept after its end.
const ENDED_IMPORTS: TimeDelta = TimeDelta::days(90);

/// The upkeep of every organisation's certificates and inspections.
#[derive(Debug, Clone)]
pub struct Upkeep {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl Upkeep {
    /// Upkeep of what is kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// Schedules an inspection for every property that has none to be done and whose settings ask for one: properties that came
    /// in by another way than `CreateProperty`, and those whose settings were changed. Says for how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.schedule_missing_inspections", skip_all)]
    pub async fn schedule_missing(&self) -> Result<usize, Error> {
        let mut scheduled = 0;
        loop {
            let now = self.clock.now();
            let mut tx = self.db.begin_worker().await?;
            let found = store::unscheduled::unscheduled(&mut tx, limit()?).await?;
            for missing in &found {
                let due = missing
                    .settings
                    .next_after(missing.bases.since(), london_date(now));
                let (organisation, property) =
                    (missing.organisation, slice::from_ref(&missing.property));
                auto_schedule::schedule(&mut tx, organisation, property, due, now).await?;
            }
            tx.commit().await?;
            scheduled += found.len();
            if found.len() < BATCH {
                return Ok(scheduled);
            }
        }
    }

    /// Publishes what has expired or fallen due since the last time, each fact once. Returns how many; 0 while another replica does
    /// the same.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.tell_what_is_due", skip_all)]
    pub async fn tell_due(&self) -> Result<usize, Error> {
        let mut told = 0;
        loop {
            let now = self.clock.now();
            let through = told_through(now);
            let mut tx = self.db.begin_worker().await?;
            let Some(before) = store::reminder::lock_watermark(&mut tx).await? else {
                return Ok(told);
            };
            let wanted = Wanted {
                days: days_to_tell(before, through),
                today: london_date(now),
                now,
                limit: limit()?,
            };
            let (count, full) = tell(&mut tx, &wanted).await?;
            if !full && before != Some(through) {
                store::reminder::told_through(&mut tx, through).await?;
                store::reminder::forget(&mut tx, now - REMEMBERED).await?;
            }
            tx.commit().await?;
            told += count;
            if !full {
                return Ok(told);
            }
        }
    }

    /// Deletes checked files that were not imported, and the results of old imports. Returns how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.forget_imports", skip_all)]
    pub async fn forget_imports(&self) -> Result<u64, Error> {
        let now = self.clock.now();
        let (unused, ended) = (now - UNUSED_IMPORTS, now - ENDED_IMPORTS);
        Ok(store::import::forget(self.db.worker(), unused, ended).await?)
    }
}

/// Records and publishes a batch of each kind. Returns how many, and whether any batch was full.
async fn tell(tx: &mut Tx, wanted: &Wanted) -> Result<(usize, bool), Error> {
    let mut events = Vec::new();
    let mut full = false;
    for (kind, offsets) in [
        (ReminderKind::CertificateExpiring, &EXPIRING[..]),
        (ReminderKind::CertificateExpired, &[THE_DAY_AFTER]),
    ] {
        let facts = store::reminder::certificates(tx, kind, offsets, wanted).await?;
        full |= facts.len() >= BATCH;
        events.extend(facts.iter().map(events::certificate_expires));
    }
    let usual = InspectionSettings::default().reminder_days;
    let usual = i32::try_from(usual).map_err(Error::internal)?;
    for (kind, offset) in [
        (ReminderKind::InspectionDue, None),
        (ReminderKind::InspectionOverdue, Some(THE_DAY_AFTER)),
    ] {
        let facts = store::reminder::inspections(tx, kind, offset, usual, wanted).await?;
        full |= facts.len() >= BATCH;
        events.extend(facts.iter().map(events::inspection_due));
    }
    for event in &events {
        outbox::append(tx, event).await?;
    }
    Ok((events.len(), full))
}

fn limit() -> Result<i64, Error> {
    i64::try_from(BATCH).map_err(Error::internal)
}
