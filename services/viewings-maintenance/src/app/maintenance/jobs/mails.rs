//! The mails of a job: to its contractor, and to the members what the contractor answered.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId};
use lintel_proto::{
    convert::timestamp,
    maintenance::v1::{MaintenanceMail, MaintenanceMailKind as Kind},
};
use sqlx::PgConnection;

use crate::{
    app::{
        Links,
        mail_requests::{Mails, NEWS},
        maintenance::notices::{News, about, for_members},
    },
    domain::maintenance::{Job, JobTime, MaintenanceRequest},
    store::{self, maintenance::contractor},
};

/// Asks for the mails of jobs.
#[derive(Debug, Clone)]
pub struct JobMails {
    mails: Mails,
    links: Links,
}

/// A contractor's answer, as the members read it.
#[derive(Debug, Clone, Copy)]
pub struct Answered<'a> {
    /// accepted, proposed, declined, done or again.
    pub status: &'a str,
    /// The contractor's text.
    pub text: &'a str,
    /// The time that it is about.
    pub time: Option<JobTime>,
}

impl JobMails {
    /// Asks `mails` for them; `links` makes the links of contractors.
    pub const fn new(mails: Mails, links: Links) -> Self {
        Self { mails, links }
    }

    /// To the contractor, while they are in the directory with an address.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[expect(clippy::too_many_arguments, reason = "each is one part of the mail")]
    pub async fn to_contractor(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        kind: Kind,
        request: &MaintenanceRequest,
        job: &Job,
        text: &str,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let contractor = contractor::find(tx, organisation, job.contractor).await?;
        let Some(address) = contractor.and_then(|contractor| contractor.details.email) else {
            return Ok(());
        };
        let news = News {
            text,
            due: (kind == Kind::JobOffered).then_some(job.answer_by),
            ..News::default()
        };
        let asked = job.asked.filter(|_| kind == Kind::JobOffered);
        let time = job.agreed.or(asked);
        let mail = MaintenanceMail {
            recipient_name: job.contractor_name.clone(),
            recipient_email: address,
            contractor_name: job.contractor_name.clone(),
            token: self.links.job(&job.token_nonce).expose().to_string(),
            room_number: request.room_number.clone(),
            cost_limit: job.cost_limit.map(Into::into),
            calendar_sequence: job.sequence,
            // What a tenant is to do at once is not for the contractor.
            advice: String::new(),
            start_time: time.and_then(|time| time.starts_at()).map(timestamp),
            end_time: time.and_then(|time| time.ends_at()).map(timestamp),
            ..about(tx, organisation, request, news).await?
        };
        let mails = &self.mails;
        mails
            .maintenance(tx, organisation, kind, &mail, false, None, now + NEWS)
            .await
    }

    /// To the member who is responsible, or to the members.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn answered(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        request: &MaintenanceRequest,
        job: &Job,
        answer: Answered<'_>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mut member = None;
        if let Some(user) = request.assignee
            && store::member::exists(tx, organisation, user).await?
        {
            member = Some(user);
        }
        let Answered { status, text, time } = answer;
        let news = News {
            text,
            ..News::default()
        };
        let mail = MaintenanceMail {
            contractor_name: job.contractor_name.clone(),
            status: status.to_owned(),
            advice: String::new(),
            start_time: time.and_then(|time| time.starts_at()).map(timestamp),
            end_time: time.and_then(|time| time.ends_at()).map(timestamp),
            ..for_members(tx, organisation, request, news).await?
        };
        let (mails, to_all) = (&self.mails, member.is_none());
        let (kind, expire) = (Kind::JobAnswered, now + NEWS);
        mails
            .maintenance(tx, organisation, kind, &mail, to_all, member, expire)
            .await
    }
}
