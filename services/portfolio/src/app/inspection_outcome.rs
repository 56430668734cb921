//! The ends of inspections: completed with their findings, or cancelled.

use lintel_core::{Error, Expected, InspectionId, Principal, london_date};
use lintel_db::{Asked, Reply, Scope, once};

use super::{auto_schedule, files, inspection::Inspections};
use crate::{
    domain::{Inspection, InspectionStatus, MOST_MEDIA, Outcome, OutcomeDraft},
    error::{inspection_closed, inspection_not_due},
    store,
};

impl Inspections {
    /// Notes what an inspection showed, and schedules the next one where the property's settings ask for it.
    ///
    /// # Errors
    /// `INSPECTION_NOT_FOUND`; `INSPECTION_INVALID` with every offending field; `STALE_ETAG` when it is not at the `expected`
    /// version; `INSPECTION_CLOSED` when it is over already; `INSPECTION_NOT_DUE` before its day; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.complete_inspection", skip_all, fields(inspection.id = %inspection))]
    pub async fn complete_inspection<R: Reply>(
        &self,
        caller: &Principal,
        inspection: InspectionId,
        mut draft: OutcomeDraft,
        expected: &Expected,
        request: Asked<Inspection, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        for (index, address) in draft.media.iter().take(MOST_MEDIA).enumerate() {
            let field = format!("media_urls[{index}]");
            let unreadable = &mut draft.unreadable;
            files::check(&self.files, organisation, &field, address, unreadable).await?;
        }
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let completed = once(&mut tx, request, async |tx| {
            store::diary::take_turn(tx, organisation).await?;
            let completed = self
                .change_in(tx, caller, inspection, |mut found| {
                    let outcome = Outcome::try_new(draft, now)?;
                    still_open(&found, expected)?;
                    if !found.is_due(london_date(now)) {
                        return Err(inspection_not_due());
                    }
                    found.status = InspectionStatus::Completed;
                    found.completed_at = Some(outcome.completed_at);
                    found.findings = outcome.findings;
                    found.notes = outcome.notes.or(found.notes);
                    Ok(found)
                })
                .await?;
            let done = completed.completed_at.unwrap_or(now);
            auto_schedule::next(
                tx,
                organisation,
                &completed.property,
                london_date(done),
                now,
            )
            .await?;
            store::inspection::note_next(tx, organisation, &completed, now).await?;
            Ok(completed)
        })
        .await?;
        tx.commit().await?;
        Ok(completed)
    }

    /// Calls an inspection off. Where the settings ask for it, the next one is scheduled from its day on.
    ///
    /// # Errors
    /// `INSPECTION_NOT_FOUND`; `STALE_ETAG` when it is not at the `expected` version; `INSPECTION_CLOSED` when it is over
    /// already; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.cancel_inspection", skip_all, fields(inspection.id = %inspection))]
    pub async fn cancel_inspection<R: Reply>(
        &self,
        caller: &Principal,
        inspection: InspectionId,
        expected: &Expected,
        request: Asked<Inspection, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let cancelled = once(&mut tx, request, async |tx| {
            store::diary::take_turn(tx, organisation).await?;
            let cancelled = self
                .change_in(tx, caller, inspection, |mut found| {
                    still_open(&found, expected)?;
                    found.status = InspectionStatus::Cancelled;
                    Ok(found)
                })
                .await?;
            let day = cancelled.appointment.date;
            auto_schedule::next(tx, organisation, &cancelled.property, day, now).await?;
            Ok(cancelled)
        })
        .await?;
        tx.commit().await?;
        Ok(cancelled)
    }
}

fn still_open(found: &Inspection, expected: &Expected) -> Result<(), Error> {
    expected.check(found.version)?;
    if found.is_open() {
        Ok(())
    } else {
        Err(inspection_closed())
    }
}
