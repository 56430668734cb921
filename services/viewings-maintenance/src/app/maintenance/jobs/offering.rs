//! The landlord's part of a job: asking, deciding on a proposed time, calling off.

use chrono::{DateTime, Utc};
use lintel_core::{Error, MaintenanceRequestId, OrganisationId, Principal, RequestKey, Violations};
use lintel_db::{Tx, once};
use lintel_proto::maintenance::v1::MaintenanceMailKind as Kind;

use super::{context, happening::happening, key_code};
use crate::{
    app::{
        Links,
        maintenance::{Ground, RequestView, cancelled_visit::cancel_visit, visits::book_visit},
    },
    domain::maintenance::{
        Circumstances, Happening, JOB_INVALID, Job, JobState, MaintenanceRequest, Offer,
        OfferDraft, job_message,
    },
    error::{job_not_found, job_not_possible},
    store::maintenance::{contractor, job},
};

/// Asks contractors.
#[derive(Debug, Clone)]
pub struct Jobs {
    ground: Ground,
    links: Links,
}

/// A job as the landlord sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenJob {
    /// The job.
    pub job: Job,
    /// The code of the key safe.
    pub key_code: Option<String>,
}

impl Ground {
    /// The job of a request as the landlord sees it.
    pub(in crate::app::maintenance) async fn seen_job(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        id: MaintenanceRequestId,
    ) -> Result<Option<SeenJob>, Error> {
        let Some(job) = job::of_request(tx, organisation, id).await? else {
            return Ok(None);
        };
        let key_code = key_code(self, tx, organisation, &job).await?;
        Ok(Some(SeenJob { job, key_code }))
    }
}

impl Jobs {
    /// Asks for requests on `ground`; `links` makes the links of contractors.
    #[must_use]
    pub const fn new(ground: Ground, links: Links) -> Self {
        Self { ground, links }
    }

    /// Asks the request's contractor to do it. An open job of before is called off, and the contractor of before is told where another is
    /// asked.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `JOB_INVALID` with every offending field; `JOB_NOT_POSSIBLE` without a contractor or an address, or
    /// for a finished request; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.offer_job", skip_all, fields(maintenance_request.id = %id))]
    pub async fn offer(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        draft: OfferDraft,
        key: Option<&RequestKey>,
    ) -> Result<(RequestView, SeenJob), Error> {
        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let (reach, mut request) = self.ground.lock(tx, caller, id).await?;
            let organisation = reach.organisation;
            let name = reachable(tx, organisation, &request).await?;
            let people = self
                .ground
                .notices
                .living_there(tx, organisation, &request, now)
                .await?;
            let about = Circumstances {
                before: None,
                emergency: request.emergency,
                lived_in: !people.is_empty(),
                now,
            };
            let offer = Offer::try_new(draft, &request, about)?;
            let before = job::of_request(tx, organisation, id).await?;
            let sequence = before.as_ref().map_or(0, |before| before.sequence + 1);
            let mut happenings = self
                .replace(tx, organisation, &mut request, before, now)
                .await?;
            let mut new = self.new_job(&request, name, &offer, sequence, now)?;
            new.offered_by = reach.user;
            if let Some(code) = &offer.key_code {
                let key = self.ground.keys.of_organisation(tx, organisation).await?;
                let sealed = key.seal(code.as_bytes(), &context(&new));
                new.sealed_key_code = Some(sealed.map_err(Error::internal)?);
            }
            new.id = job::insert(tx, organisation, &new).await?;
            let (mails, kind) = (&self.ground.jobs.mails, Kind::JobOffered);
            let text = request.description.clone();
            mails
                .to_contractor(tx, organisation, kind, &request, &new, &text, now)
                .await?;
            let said = match new.asked {
                Some(time) => format!("Sent to {} for {}", new.contractor_name, time.text()),
                None => format!("Sent to {}", new.contractor_name),
            };
            happenings.push(happening(&said));
            let ground = &self.ground;
            ground.save(tx, &reach, request, happenings, now).await?;
            Ok(id.get())
        })
        .await?;
        self.answered(tx, caller, id).await
    }

    /// Decides on the time that the contractor proposes.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `JOB_NOT_FOUND`; `JOB_INVALID`; `JOB_TRANSITION` where no time is proposed, or who lives there would
    /// have less than 24 hours' notice; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.decide_job_time", skip_all, fields(maintenance_request.id = %id))]
    pub async fn decide(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        (accept, tenant_agreed): (bool, bool),
        message: &str,
        key: Option<&RequestKey>,
    ) -> Result<(RequestView, SeenJob), Error> {
        let now = self.ground.clock.now();
        let text = read_message(message)?;
        let mut tx = self.ground.begin(caller).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let (reach, mut request) = self.ground.lock(tx, caller, id).await?;
            let organisation = reach.organisation;
            let found = job::of_request(tx, organisation, id).await?;
            let mut of_it = found.ok_or_else(job_not_found)?;
            let mut happenings = Vec::new();
            let kind = if accept {
                let time = of_it.take_proposal()?;
                let agreed = tenant_agreed || of_it.tenant_agreed;
                self.ground
                    .check_notice(tx, organisation, &request, time, agreed, now)
                    .await?;
                let notices = &self.ground.notices;
                let visit = time.visit(agreed);
                let booked =
                    book_visit(notices, tx, organisation, &mut request, visit, None, now).await?;
                happenings.extend(booked);
                happenings.push(happening(&format!("Agreed: {}", time.text())));
                Kind::JobAgreed
            } else {
                let time = of_it.refuse_proposal()?;
                happenings.push(happening(&format!("Does not suit: {}", time.text())));
                Kind::JobTimeRefused
            };
            job::update(tx, organisation, &of_it).await?;
            let mails = &self.ground.jobs.mails;
            mails
                .to_contractor(tx, organisation, kind, &request, &of_it, &text, now)
                .await?;
            let ground = &self.ground;
            ground.save(tx, &reach, request, happenings, now).await?;
            Ok(id.get())
        })
        .await?;
        self.answered(tx, caller, id).await
    }

    /// Calls the job off, with its visit.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `JOB_NOT_FOUND`; `JOB_INVALID`; `JOB_TRANSITION` where it is over; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.call_off_job", skip_all, fields(maintenance_request.id = %id))]
    pub async fn call_off(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        message: &str,
        key: Option<&RequestKey>,
    ) -> Result<(RequestView, SeenJob), Error> {
        let now = self.ground.clock.now();
        let text = read_message(message)?;
        let mut tx = self.ground.begin(caller).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let (reach, mut request) = self.ground.lock(tx, caller, id).await?;
            let organisation = reach.organisation;
            let found = job::of_request(tx, organisation, id).await?;
            let of_it = found.ok_or_else(job_not_found)?;
            let mut happenings = Vec::new();
            if of_it.is_open() && of_it.agreed.is_some() {
                let notices = &self.ground.notices;
                let cancelled = cancel_visit(notices, tx, organisation, &mut request, now).await?;
                happenings.extend(cancelled);
            }
            let jobs = &self.ground.jobs;
            let called_off = jobs
                .call_off(tx, organisation, &request, of_it, &text, now)
                .await?;
            happenings.push(called_off);
            let ground = &self.ground;
            ground.save(tx, &reach, request, happenings, now).await?;
            Ok(id.get())
        })
        .await?;
        self.answered(tx, caller, id).await
    }

    /// The request and its job after a change, which is committed.
    async fn answered(
        &self,
        mut tx: Tx,
        caller: &Principal,
        id: MaintenanceRequestId,
    ) -> Result<(RequestView, SeenJob), Error> {
        let shown = self.ground.shown(&mut tx, caller, id).await?;
        let organisation = caller.organisation()?;
        let seen = self.ground.seen_job(&mut tx, organisation, id).await?;
        tx.commit().await?;
        Ok((shown, seen.ok_or_else(job_not_found)?))
    }

    /// An open job of before gives way to a new one. A contractor who was asked before another one hears that it is off, and nobody waits
    /// for them; the same contractor gets a newer link.
    async fn replace(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        request: &mut MaintenanceRequest,
        before: Option<Job>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Happening>, Error> {
        let Some(mut before) = before.filter(Job::is_open) else {
            return Ok(Vec::new());
        };
        if request.contractor == Some(before.contractor) {
            before.call_off(now)?;
            job::update(tx, organisation, &before).await?;
            return Ok(Vec::new());
        }
        let mut happened = Vec::new();
        if before.agreed.is_some() {
            let notices = &self.ground.notices;
            happened.extend(cancel_visit(notices, tx, organisation, request, now).await?);
        }
        let jobs = &self.ground.jobs;
        let called_off = jobs.call_off(tx, organisation, request, before, "", now);
        happened.push(called_off.await?);
        Ok(happened)
    }

    fn new_job(
        &self,
        request: &MaintenanceRequest,
        name: String,
        offer: &Offer,
        sequence: i32,
        now: DateTime<Utc>,
    ) -> Result<Job, Error> {
        let contractor = request.contractor.ok_or_else(job_not_found)?;
        let token = self.links.new_job();
        Ok(Job {
            id: 0,
            request: request.id,
            contractor,
            contractor_name: name,
            state: JobState::Offered,
            asked: offer.asked,
            proposed: None,
            agreed: None,
            answer_by: offer.answer_by,
            cost_limit: offer.cost_limit,
            access: offer.access.clone(),
            sealed_key_code: None,
            tenant_contact: offer.tenant_contact,
            tenant_agreed: offer.tenant_agreed,
            proposals: 0,
            sequence,
            message: None,
            report: None,
            invoice_total: None,
            invoice_number: None,
            offered_by: request.reported_by,
            offered_at: now,
            answered_at: None,
            ended_at: None,
            token_nonce: token.nonce,
            token_hash: token.hash,
        })
    }
}

/// The name of the request's contractor, who can be asked by mail.
async fn reachable(
    tx: &mut Tx,
    organisation: OrganisationId,
    request: &MaintenanceRequest,
) -> Result<String, Error> {
    if request.status.is_finished() {
        return Err(job_not_possible(
            "This request is finished. Reopen it before you ask a contractor.",
        ));
    }
    let nobody = || job_not_possible("Choose a contractor for this request first.");
    let id = request.contractor.ok_or_else(nobody)?;
    let found = contractor::lock(tx, organisation, id).await?;
    let details = found.ok_or_else(nobody)?.details;
    if details.email.is_none() {
        return Err(job_not_possible(
            "This contractor has no email address. Add one under Contractors first.",
        ));
    }
    Ok(details.name)
}

fn read_message(typed: &str) -> Result<String, Error> {
    let mut found = Violations::default();
    let message = job_message(&mut found, typed);
    found.into_result(JOB_INVALID)?;
    Ok(message.unwrap_or_default())
}
