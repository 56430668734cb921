//! The contractor's own page, by the token of the private link. Opening it changes nothing.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, RequestKey, Violations, london_date};
use lintel_db::{Scope, Tx, links, once};
use lintel_sealing::LinkToken;

use super::{happening::happening, key_code, mails::Answered};
use crate::{
    app::{
        Links,
        maintenance::{Ground, cancelled_visit::cancel_visit, ground::record, visits::book_visit},
    },
    domain::maintenance::{
        Attachment, Circumstances, Finish, FinishDraft, Happening, JOB_INVALID, Job, JobCalendar,
        JobTime, JobTimeDraft, MaintenanceActor, MaintenanceEvent, MaintenanceRequest, Visit,
        job_message,
    },
    error::{link_invalid, maintenance_request_not_found},
    store::{
        self,
        maintenance::{attachment, job, request},
    },
};

/// The kind of link in [`links`]: a contractor's, of a job.
const PURPOSE: &str = "job";

/// The pages of contractors.
#[derive(Debug, Clone)]
pub struct JobPages {
    pub(super) ground: Ground,
    links: Links,
    organiser: String,
    public_url: String,
}

/// A job as its contractor may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobPage {
    /// The organisation that asks.
    pub organisation: OrganisationId,
    /// Its name as tenants know it.
    pub organisation_name: String,
    /// The request.
    pub request: MaintenanceRequest,
    /// The job.
    pub job: Job,
    /// Name and telephone number of who lives there, where the landlord shares them.
    pub tenant: Option<(String, String)>,
    /// The code of the key safe, on the day.
    pub key_code: Option<String>,
    /// The photos of the problem and the contractor's own files.
    pub attachments: Vec<Attachment>,
    /// A calendar file to keep; empty before a time is agreed.
    pub calendar: Vec<u8>,
}

/// A locked request and its job, whose link works.
#[derive(Debug)]
pub(super) struct AtWork {
    pub organisation: OrganisationId,
    pub request: MaintenanceRequest,
    pub job: Job,
}

impl JobPages {
    /// The pages of jobs on `ground`; calendars name `organiser` as the address that mails come from, and pages below `public_url`.
    #[must_use]
    pub const fn new(ground: Ground, links: Links, organiser: String, public_url: String) -> Self {
        Self {
            ground,
            links,
            organiser,
            public_url,
        }
    }

    /// The page of a private link.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; `LINK_CLOSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.open_job", skip_all)]
    pub async fn open(&self, token: &str) -> Result<JobPage, Error> {
        let (organisation, id) = self.of_token(token).await?;
        let mut tx = self.ground.db.begin(of(organisation)).await?;
        self.page(&mut tx, organisation, id).await
    }

    /// Takes the job at the time that is asked for, books the visit, and tells the members.
    ///
    /// # Errors
    /// As [`Self::open`]; `JOB_TRANSITION`; `REQUEST_ID_REUSED`.
    #[tracing::instrument(name = "app.accept_job", skip_all)]
    pub async fn accept(&self, token: &str, key: Option<&RequestKey>) -> Result<JobPage, Error> {
        let now = self.ground.clock.now();
        let (organisation, id) = self.of_token(token).await?;
        let mut tx = self.ground.db.begin(of(organisation)).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let mut work = self.take(tx, organisation, id, now).await?;
            let time = work.job.accept(now)?;
            let agreed = work.job.tenant_agreed;
            let ground = &self.ground;
            ground
                .check_notice(tx, organisation, &work.request, time, agreed, now)
                .await?;
            let (notices, visit) = (&ground.notices, time.visit(agreed));
            let request = &mut work.request;
            let booked = book_visit(notices, tx, organisation, request, visit, None, now).await?;
            let mut happened: Vec<_> = booked.into_iter().collect();
            happened.push(happening(&format!("Accepted: {}", time.text())));
            let answer = Answered {
                status: "accepted",
                text: "",
                time: Some(time),
            };
            self.save(tx, work, happened, answer, now).await?;
            Ok(id)
        })
        .await?;
        self.answered(tx, organisation, id).await
    }

    /// Proposes another time.
    ///
    /// # Errors
    /// As [`Self::open`]; `JOB_INVALID` with every offending field; `JOB_TRANSITION`; `REQUEST_ID_REUSED`.
    #[tracing::instrument(name = "app.propose_job_time", skip_all)]
    pub async fn propose(
        &self,
        token: &str,
        mut unreadable: Violations,
        typed: JobTimeDraft,
        message: &str,
        key: Option<&RequestKey>,
    ) -> Result<JobPage, Error> {
        let now = self.ground.clock.now();
        let (organisation, id) = self.of_token(token).await?;
        let mut tx = self.ground.db.begin(of(organisation)).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let mut work = self.take(tx, organisation, id, now).await?;
            let time = JobTime::try_read(&mut unreadable, "proposed_time", typed, now);
            let message = job_message(&mut unreadable, message);
            unreadable.into_result(JOB_INVALID)?;
            let time =
                time.ok_or_else(|| Error::internal("a time was neither read nor refused"))?;
            work.job.propose(time, message.clone(), now)?;
            let happened = vec![happening(&format!("Proposed: {}", time.text()))];
            let answer = Answered {
                status: "proposed",
                text: message.as_deref().unwrap_or_default(),
                time: Some(time),
            };
            self.save(tx, work, happened, answer, now).await?;
            Ok(id)
        })
        .await?;
        self.answered(tx, organisation, id).await
    }

    /// Does not take the job; nobody waits for the contractor any more.
    ///
    /// # Errors
    /// As [`Self::propose`].
    #[tracing::instrument(name = "app.decline_job", skip_all)]
    pub async fn decline(
        &self,
        token: &str,
        message: &str,
        key: Option<&RequestKey>,
    ) -> Result<JobPage, Error> {
        let now = self.ground.clock.now();
        let (organisation, id) = self.of_token(token).await?;
        let mut tx = self.ground.db.begin(of(organisation)).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let mut work = self.take(tx, organisation, id, now).await?;
            let mut found = Violations::default();
            let message = job_message(&mut found, message);
            found.into_result(JOB_INVALID)?;
            let had_time = work.job.agreed;
            work.job.decline(message.clone(), now)?;
            let mut happened = Vec::new();
            if had_time.is_some() {
                let (notices, request) = (&self.ground.notices, &mut work.request);
                happened.extend(cancel_visit(notices, tx, organisation, request, now).await?);
            }
            happened.push(happening("Declined"));
            let answer = Answered {
                status: "declined",
                text: message.as_deref().unwrap_or_default(),
                time: had_time,
            };
            self.save(tx, work, happened, answer, now).await?;
            Ok(id)
        })
        .await?;
        self.answered(tx, organisation, id).await
    }

    /// Says what was done; the request's status stays the landlord's.
    ///
    /// # Errors
    /// As [`Self::propose`].
    #[tracing::instrument(name = "app.finish_job", skip_all)]
    pub async fn finish(
        &self,
        token: &str,
        draft: FinishDraft,
        key: Option<&RequestKey>,
    ) -> Result<JobPage, Error> {
        let now = self.ground.clock.now();
        let (organisation, id) = self.of_token(token).await?;
        let mut tx = self.ground.db.begin(of(organisation)).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let mut work = self.take(tx, organisation, id, now).await?;
            let finish = Finish::try_new(draft, now)?;
            let (report, proposed) = (finish.report.clone(), finish.proposed);
            let (status, said) = match (finish.finished, proposed) {
                (true, _) => ("done", "Done".to_owned()),
                (false, Some(time)) => ("again", format!("Comes again: {}", time.text())),
                (false, None) => ("again", "Comes again".to_owned()),
            };
            work.job.finish(finish, now)?;
            let visit = work.request.visit.as_ref();
            let is_to_come = visit.and_then(Visit::starts_at);
            let mut happened = Vec::new();
            // Nobody is kept waiting at home for what is done.
            if is_to_come.is_some_and(|starts| starts > now) {
                let (notices, request) = (&self.ground.notices, &mut work.request);
                happened.extend(cancel_visit(notices, tx, organisation, request, now).await?);
            }
            happened.push(happening(&said));
            let answer = Answered {
                status,
                text: &report,
                time: proposed,
            };
            self.save(tx, work, happened, answer, now).await?;
            Ok(id)
        })
        .await?;
        self.answered(tx, organisation, id).await
    }

    /// The organisation and the job of a link that was made.
    pub(super) async fn of_token(&self, token: &str) -> Result<(OrganisationId, i64), Error> {
        let token = LinkToken::parse(token).ok_or_else(link_invalid)?;
        let db = self.ground.db.unscoped();
        let found = links::find(db, PURPOSE, &token.hash()).await?;
        let link = found.ok_or_else(link_invalid)?;
        if !link.is_live(self.ground.clock.now()) {
            return Err(crate::error::link_expired());
        }
        Ok((link.organisation, link.subject))
    }

    /// Locks the request of a job whose link works.
    pub(super) async fn take(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        id: i64,
        now: DateTime<Utc>,
    ) -> Result<AtWork, Error> {
        let found = job::find(tx, organisation, id).await?;
        let found = found.ok_or_else(link_invalid)?;
        let locked = request::lock(tx, organisation, found.request).await?;
        let request = locked.ok_or_else(maintenance_request_not_found)?;
        // The job is read again under the lock of its request.
        let job = job::find(tx, organisation, id).await?;
        let job = job.ok_or_else(link_invalid)?;
        let later = job::later(tx, organisation, &job).await?;
        job.check_link(&request, later, now)?;
        Ok(AtWork {
            organisation,
            request,
            job,
        })
    }

    async fn save(
        &self,
        tx: &mut Tx,
        work: AtWork,
        happened: Vec<Happening>,
        answer: Answered<'_>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let AtWork {
            organisation,
            request,
            job: of_it,
        } = work;
        job::update(tx, organisation, &of_it).await?;
        let mails = &self.ground.jobs.mails;
        mails
            .answered(tx, organisation, &request, &of_it, answer, now)
            .await?;
        let entries = happened.into_iter();
        let entries = entries.map(|happening| by_contractor(happening, now));
        record(tx, organisation, request, entries.collect(), now).await
    }

    /// The page after a change, which is committed.
    async fn answered(
        &self,
        mut tx: Tx,
        organisation: OrganisationId,
        id: i64,
    ) -> Result<JobPage, Error> {
        let page = self.page(&mut tx, organisation, id).await?;
        tx.commit().await?;
        Ok(page)
    }

    /// Returns the page of the link.
    pub(super) async fn page(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        id: i64,
    ) -> Result<JobPage, Error> {
        let now = self.ground.clock.now();
        let job = job::find(tx, organisation, id).await?;
        let job = job.ok_or_else(link_invalid)?;
        let request = request::find(tx, organisation, job.request).await?;
        let request = request.ok_or_else(link_invalid)?;
        let later = job::later(tx, organisation, &job).await?;
        job.check_link(&request, later, now)?;
        let name = store::organisation::name(tx, organisation).await?;
        let mut page = JobPage {
            organisation,
            organisation_name: name.unwrap_or_default(),
            tenant: None,
            key_code: None,
            attachments: Vec::new(),
            calendar: Vec::new(),
            request,
            job,
        };
        if !page.job.is_shown() {
            return Ok(page);
        }
        let files = attachment::of_request(tx, organisation, page.request.id).await?;
        page.attachments = files;
        page.attachments.retain(|file| file.is_for_job(id));
        if page.job.is_open() && page.job.tenant_contact {
            page.tenant = self.tenant(tx, organisation, &page.request, now).await?;
        }
        if page.job.shows_key_code(now) {
            page.key_code = key_code(&self.ground, tx, organisation, &page.job).await?;
        }
        let token = self.links.job(&page.job.token_nonce);
        let link = format!("{}/job/{}", self.public_url, token.expose().as_str());
        let calendar = JobCalendar {
            organiser_name: &page.organisation_name,
            organiser_email: &self.organiser,
            link: &link,
        };
        page.calendar = calendar.file(&page.request, &page.job);
        Ok(page)
    }

    /// Returns the tenant who reported it, or lives there, and has a telephone number.
    async fn tenant(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        request: &MaintenanceRequest,
        now: DateTime<Utc>,
    ) -> Result<Option<(String, String)>, Error> {
        let (ground, today) = (&self.ground, london_date(now));
        let mut people = match request.tenant {
            Some(tenant) => {
                store::tenant::of_ids(tx, &ground.opener, organisation, &[tenant]).await?
            }
            None => Vec::new(),
        };
        people.retain(|person| person.lives_there_on(today));
        if people.is_empty() {
            let notices = &ground.notices;
            people = notices.living_there(tx, organisation, request, now).await?;
        }
        let person = people.into_iter().next();
        Ok(person.map(|person| (person.name, person.phone)))
    }
}

impl Ground {
    /// Refuses a time at which who lives there would have less than 24 hours' notice.
    pub(in crate::app::maintenance) async fn check_notice(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        request: &MaintenanceRequest,
        time: JobTime,
        tenant_agreed: bool,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let is_booked = request.visit.as_ref().is_some_and(|visit| {
            (visit.date, visit.start, visit.end) == (time.date, time.start, time.end)
        });
        let people = self
            .notices
            .living_there(tx, organisation, request, now)
            .await?;
        let about = Circumstances {
            before: None,
            emergency: request.emergency,
            lived_in: !people.is_empty(),
            now,
        };
        if is_booked || time.has_notice(about, tenant_agreed) {
            return Ok(());
        }
        Err(Error::FailedPrecondition {
            reason: "JOB_TRANSITION",
            message: "The people who live there must be told 24 hours before. Choose a later time, or agree it with them.",
        })
    }
}

/// An entry of the history that a contractor made.
pub(super) const fn by_contractor(happening: Happening, now: DateTime<Utc>) -> MaintenanceEvent {
    MaintenanceEvent {
        happening,
        at: now,
        actor: MaintenanceActor::Contractor,
        user: None,
    }
}

/// The rows of an organisation, for somebody without an account.
pub(super) const fn of(organisation: OrganisationId) -> Scope {
    Scope {
        organisation: Some(organisation),
        user: None,
    }
}
