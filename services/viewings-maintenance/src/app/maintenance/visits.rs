//! Visits of contractors and of the landlord, and the notice that is given of them.

use chrono::{DateTime, Utc};
use lintel_core::{Error, Expected, MaintenanceRequestId, OrganisationId, Principal, RequestKey};
use lintel_db::{Tx, once};
use lintel_proto::maintenance::v1::MaintenanceMailKind as Kind;

use super::{Ground, RequestView, cancelled_visit::cancel_visit, notices::Notices};
use crate::{
    domain::maintenance::{
        Circumstances, Happening, MaintenanceActor, MaintenanceEventKind, MaintenanceRequest,
        Visit, VisitDraft,
    },
    error::visit_not_found,
};

/// Books visits.
#[derive(Debug, Clone)]
pub struct Visits {
    ground: Ground,
}

impl Visits {
    /// Books them on `ground`.
    #[must_use]
    pub const fn new(ground: Ground) -> Self {
        Self { ground }
    }

    /// Books a visit, or moves it. Who lives there is mailed notice of a time that they were not told yet.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `MAINTENANCE_INVALID` with every offending field; `STALE_ETAG`; `MAINTENANCE_TRANSITION` for a
    /// request that is done or called off; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.book_visit", skip_all, fields(maintenance_request.id = %id))]
    pub async fn book(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        draft: VisitDraft,
        expected: &Expected,
        key: Option<&RequestKey>,
    ) -> Result<RequestView, Error> {
        let now = self.ground.clock.now();
        let notices = &self.ground.notices;
        let mut tx = self.ground.begin(caller).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let (reach, mut request) = self.ground.lock(tx, caller, id).await?;
            let organisation = reach.organisation;
            let booked = book_visit(
                notices,
                tx,
                organisation,
                &mut request,
                draft,
                Some(expected),
                now,
            );
            let Some(happening) = booked.await? else {
                return Ok(id.get());
            };
            let mut happenings = vec![happening];
            let jobs = &self.ground.jobs;
            happenings.extend(jobs.visit_moved(tx, organisation, &request, now).await?);
            let ground = &self.ground;
            ground.save(tx, &reach, request, happenings, now).await?;
            Ok(id.get())
        })
        .await?;
        let shown = self.ground.shown(&mut tx, caller, id).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// Calls the visit off. Who lives there is told, unless it is over.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `VISIT_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.cancel_visit", skip_all, fields(maintenance_request.id = %id))]
    pub async fn cancel(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        key: Option<&RequestKey>,
    ) -> Result<RequestView, Error> {
        let now = self.ground.clock.now();
        let notices = &self.ground.notices;
        let mut tx = self.ground.begin(caller).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let (reach, mut request) = self.ground.lock(tx, caller, id).await?;
            let organisation = reach.organisation;
            let cancelled = cancel_visit(notices, tx, organisation, &mut request, now).await?;
            let mut happenings = vec![cancelled.ok_or_else(visit_not_found)?];
            let jobs = &self.ground.jobs;
            happenings.extend(
                jobs.visit_cancelled(tx, organisation, &request, now)
                    .await?,
            );
            let ground = &self.ground;
            ground.save(tx, &reach, request, happenings, now).await?;
            Ok(id.get())
        })
        .await?;
        let shown = self.ground.shown(&mut tx, caller, id).await?;
        tx.commit().await?;
        Ok(shown)
    }
}

/// Books a visit of a locked request, or moves it, and tells who lives there. Returns what happened; `None` where nothing changes.
pub(super) async fn book_visit(
    notices: &Notices,
    tx: &mut Tx,
    organisation: OrganisationId,
    request: &mut MaintenanceRequest,
    draft: VisitDraft,
    expected: Option<&Expected>,
    now: DateTime<Utc>,
) -> Result<Option<Happening>, Error> {
    let people = notices.living_there(tx, organisation, request, now).await?;
    let before = request.visit.clone();
    let about = Circumstances {
        before: before.as_ref(),
        emergency: request.emergency,
        lived_in: !people.is_empty(),
        now,
    };
    let mut visit = Visit::try_new(draft, about)?;
    if let Some(expected) = expected {
        expected.check(request.version)?;
    }
    if request.status.is_finished() {
        return Err(request.status.refused(MaintenanceActor::Landlord));
    }
    let stays = before
        .as_ref()
        .filter(|before| before.is_at_the_time_of(&visit));
    if let Some(before) = stays {
        visit.noticed_at = before.noticed_at;
        if *before == visit {
            return Ok(None);
        }
    } else {
        let kind = match before {
            Some(_) => Kind::VisitMoved,
            None => Kind::Visit,
        };
        let is_told = people.iter().any(|person| !person.email.is_empty());
        visit.noticed_at = (is_told && notices.are_sent()).then_some(now);
        notices
            .of_visit(tx, organisation, kind, request, &visit, &people, now)
            .await?;
    }
    let was = before.as_ref().map(Visit::text).unwrap_or_default();
    let happening = Happening::new(MaintenanceEventKind::Visit, &was, &visit.text());
    request.answer(now);
    request.visit = Some(visit);
    Ok(Some(happening))
}
