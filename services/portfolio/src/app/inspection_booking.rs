//! Making up for what is overdue.

use lintel_core::{Error, Principal, Violations, london_date};
use lintel_db::{Asked, Reply, Scope, once, outbox};
use lintel_rules::Nation;

use super::inspection::{Inspections, end, filter};
use crate::{
    domain::{
        Appointment, BookingDraft, Inspection, InspectionView, MOST_BOOKINGS, bookings, propose,
    },
    error::{inspection_closed, inspection_not_found},
    events, store,
};

impl Inspections {
    /// For every overdue inspection, the longest overdue first and at most as many as can be booked at once, a day and a time
    /// at which it could be made up for.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_inspection_proposals", skip_all)]
    pub async fn list_inspection_proposals(
        &self,
        caller: &Principal,
    ) -> Result<Vec<(Inspection, Appointment)>, Error> {
        let organisation = caller.organisation()?;
        let today = self.today();
        let filter = filter(None, Some(InspectionView::Overdue), today);
        let most = i64::try_from(MOST_BOOKINGS).map_err(Error::internal)?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let first = end(chrono::NaiveDate::from_yo_opt(1, 1), 0);
        let overdue = store::inspection::page(&mut tx, organisation, filter, first, most).await?;
        let taken = store::inspection::appointments(&mut tx, organisation, today).await?;
        let ids: Vec<_> = overdue.iter().map(|row| row.property.id).collect();
        let places = store::diary::places(&mut tx, organisation, &ids).await?;
        let homes = ids
            .iter()
            .map(|id| places.get(id).map_or(Nation::England, |place| place.nation));
        let proposals = propose(&homes.collect::<Vec<_>>(), &taken, today);
        Ok(overdue.into_iter().zip(proposals).collect())
    }

    /// Books several inspections for another day and time: all of them, or none.
    ///
    /// # Errors
    /// `INSPECTION_NOT_FOUND` when any is not the caller's; `INSPECTION_INVALID` with every offending field;
    /// `INSPECTION_CLOSED` when any is over already; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.schedule_inspections", skip_all)]
    pub async fn schedule_inspections<R: Reply>(
        &self,
        caller: &Principal,
        drafts: Vec<BookingDraft>,
        unreadable: Violations,
        request: Asked<Vec<Inspection>, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let scheduled = once(&mut tx, request, async |tx| {
            let ids: Vec<_> = drafts
                .iter()
                .take(MOST_BOOKINGS)
                .map(|draft| draft.inspection)
                .collect();
            let mut found = store::inspection::lock(tx, organisation, &ids).await?;
            if ids.iter().any(|id| found.iter().all(|row| row.id != *id)) {
                return Err(inspection_not_found());
            }
            let booked = bookings(drafts, unreadable, london_date(now))?;
            if !found.iter().all(Inspection::is_open) {
                return Err(inspection_closed());
            }
            let mut scheduled = Vec::with_capacity(booked.len());
            for (id, appointment) in booked {
                let place = found.iter().position(|row| row.id == id);
                let mut changed = found.swap_remove(place.ok_or_else(inspection_not_found)?);
                changed.appointment = appointment;
                let by = Some(caller.user);
                let changed = store::inspection::update(tx, organisation, changed, by, now).await?;
                outbox::append(tx, &events::inspection_changed(organisation, &changed)).await?;
                scheduled.push(changed);
            }
            Ok(scheduled)
        })
        .await?;
        tx.commit().await?;
        Ok(scheduled)
    }
}
