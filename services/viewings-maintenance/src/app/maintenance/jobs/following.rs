//! The effect of a request's change on its job: moved with the visit, called off with the visit, the request or the contractor.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId};
use lintel_db::Tx;
use lintel_proto::maintenance::v1::MaintenanceMailKind as Kind;

use super::{JobMails, happening::happening};
use crate::{
    app::maintenance::{cancelled_visit::cancel_visit, notices::Notices},
    domain::maintenance::{Happening, Job, JobTime, MaintenanceRequest, MaintenanceStatus},
    store::maintenance::job,
};

/// Lets jobs follow their requests.
#[derive(Debug, Clone)]
pub struct JobFollowing {
    notices: Notices,
    pub(super) mails: JobMails,
}

impl JobFollowing {
    /// `notices` tells who lives there, `mails` the contractor.
    pub const fn new(notices: Notices, mails: JobMails) -> Self {
        Self { notices, mails }
    }

    /// The landlord booked the visit of a locked request anew: an agreed job is at that time, and its contractor is told.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn visit_moved(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        request: &MaintenanceRequest,
        now: DateTime<Utc>,
    ) -> Result<Option<Happening>, Error> {
        let Some(mut of_it) = open_job(tx, organisation, request).await? else {
            return Ok(None);
        };
        let time = request.visit.as_ref().map(|visit| JobTime {
            date: visit.date,
            start: visit.start,
            end: visit.end,
        });
        let (Some(time), Some(agreed)) = (time, of_it.agreed) else {
            return Ok(None);
        };
        if time == agreed {
            return Ok(None);
        }
        of_it.agree(time);
        job::update(tx, organisation, &of_it).await?;
        let notes = request.visit.as_ref();
        let notes = notes.and_then(|visit| visit.notes.as_deref());
        let (mails, kind) = (&self.mails, Kind::JobMoved);
        mails
            .to_contractor(
                tx,
                organisation,
                kind,
                request,
                &of_it,
                notes.unwrap_or_default(),
                now,
            )
            .await?;
        Ok(Some(happening(&format!("Moved to {}", time.text()))))
    }

    /// The landlord cancelled the visit of a locked request: an agreed job is off.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn visit_cancelled(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        request: &MaintenanceRequest,
        now: DateTime<Utc>,
    ) -> Result<Option<Happening>, Error> {
        match open_job(tx, organisation, request).await? {
            Some(of_it) if of_it.agreed.is_some() => {
                let called_off = self.call_off(tx, organisation, request, of_it, "", now);
                Ok(Some(called_off.await?))
            }
            _ => Ok(None),
        }
    }

    /// A locked request became another: with another contractor, or none, and when it is finished before the contractor came, its job is
    /// off. Who waited for that contractor is told.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn request_changed(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        before: &MaintenanceRequest,
        after: &mut MaintenanceRequest,
        now: DateTime<Utc>,
    ) -> Result<Vec<Happening>, Error> {
        let given_away = after.contractor != before.contractor;
        let finished = after.status.is_finished() && !before.status.is_finished();
        if !given_away && !finished {
            return Ok(Vec::new());
        }
        let Some(of_it) = open_job(tx, organisation, after).await? else {
            return Ok(Vec::new());
        };
        // Who completes a request after its visit began says that it was done.
        let came = of_it.agreed.and_then(|time| time.starts_at());
        let came = came.is_some_and(|starts| starts <= now);
        if !given_away && after.status == MaintenanceStatus::Completed && came {
            return Ok(Vec::new());
        }
        let mut happened = Vec::new();
        if of_it.agreed.is_some() {
            let cancelled = cancel_visit(&self.notices, tx, organisation, after, now).await?;
            happened.extend(cancelled);
        }
        let called_off = self.call_off(tx, organisation, after, of_it, "", now);
        happened.push(called_off.await?);
        Ok(happened)
    }

    /// Calls an open job off and tells its contractor. Returns what happened.
    ///
    /// # Errors
    /// `JOB_TRANSITION`; [`Error::Unavailable`] while the database is away.
    pub async fn call_off(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        request: &MaintenanceRequest,
        mut of_it: Job,
        message: &str,
        now: DateTime<Utc>,
    ) -> Result<Happening, Error> {
        of_it.call_off(now)?;
        job::update(tx, organisation, &of_it).await?;
        let (mails, kind) = (&self.mails, Kind::JobCalledOff);
        mails
            .to_contractor(tx, organisation, kind, request, &of_it, message, now)
            .await?;
        let name = &of_it.contractor_name;
        Ok(happening(&format!("Called off: {name}")))
    }
}

/// The job of a locked request, while it is open.
async fn open_job(
    tx: &mut Tx,
    organisation: OrganisationId,
    request: &MaintenanceRequest,
) -> Result<Option<Job>, Error> {
    let of_it = job::of_request(tx, organisation, request.id).await?;
    Ok(of_it.filter(Job::is_open))
}
