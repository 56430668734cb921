//! What is done with every new application, whichever form it came by: the row, its timeline, the requests for references, the mails.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{ApplicationId, Error, OrganisationId};
use lintel_db::{Tx, outbox};
use lintel_proto::tenancy::v1::TenancyMailKind;

use super::{ApplicationMails, timeline};
use crate::{
    app::{allowance, references::References},
    config::Allowances,
    domain::{
        applying::{Actor, Application, TimelineEvent},
        references::ReferenceKind,
    },
    error::application_not_found,
    events,
    store::{
        self,
        applying::{application::NewApplication, own_application},
    },
};

/// What became of a form.
#[derive(Debug)]
pub enum Submission {
    /// A new application.
    Made(Box<Application>),
    /// Nothing: the same person has applied for the same home already, and is told by mail where that stands.
    Standing(ApplicationId),
}

/// Adds new applications.
#[derive(Debug, Clone)]
pub struct Submissions {
    references: References,
    mails: ApplicationMails,
    allowances: Allowances,
}

impl Submissions {
    /// Asks `references` for references and `mails` for mails.
    #[must_use]
    pub const fn new(
        references: References,
        mails: ApplicationMails,
        allowances: Allowances,
    ) -> Self {
        Self {
            references,
            mails,
            allowances,
        }
    }

    /// What is kept of the network address that a form comes from.
    #[must_use]
    pub fn device(&self, address: Option<&str>) -> Option<[u8; 32]> {
        address.map(|address| self.references.device(address))
    }

    /// Adds an application in the caller's transaction, unless one of the same address for the same home stands; with `own`, one of those.
    ///
    /// # Errors
    /// `RATE_LIMITED` for too many of one address; [`Error::Unavailable`] while the database is away.
    pub async fn add(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        new: &NewApplication<'_>,
        own: Option<&[i64]>,
        now: DateTime<Utc>,
    ) -> Result<Submission, Error> {
        let day = Duration::days(1);
        let email = &new.answers.email;
        let (count, first) =
            own_application::by_address(tx, organisation, email, now - day).await?;
        allowance::check(count, self.allowances.of_address_a_day, first, day, now)?;
        let standing = own_application::standing(tx, organisation, email, new.home, own).await?;
        if let Some(first) = standing {
            self.tell_where_it_stands(tx, organisation, first, now)
                .await?;
            return Ok(Submission::Standing(first));
        }
        let id = store::applying::application::insert(tx, organisation, new, now).await?;
        let made = store::applying::application::find(tx, organisation, id).await?;
        let made = made.ok_or_else(application_not_found)?;

        let submitted = TimelineEvent::Submitted;
        timeline::record(tx, organisation, id, submitted, Actor::Applicant, now).await?;
        let received = TenancyMailKind::ApplicationReceived;
        self.mails
            .tell_applicant(tx, organisation, &made, received, "", now)
            .await?;
        let submitted = TenancyMailKind::ApplicationSubmitted;
        self.mails
            .tell_members(tx, organisation, &made, submitted, now)
            .await?;
        if self.mails.are_sent() {
            for told in [TimelineEvent::ApplicantTold, TimelineEvent::LandlordTold] {
                timeline::record(tx, organisation, id, told, Actor::Lintel, now).await?;
            }
        }
        let guarantor = &made.answers.guarantor_email;
        self.references
            .request(
                tx,
                organisation,
                &made,
                ReferenceKind::Guarantor,
                guarantor,
                now,
            )
            .await?;
        if let Some(employer) = &made.answers.employer_email {
            self.references
                .request(
                    tx,
                    organisation,
                    &made,
                    ReferenceKind::Employer,
                    employer,
                    now,
                )
                .await?;
        }
        let property = made.home.property;
        let event = events::application_changed(organisation, id, property, made.version);
        outbox::append(tx, &event).await?;
        Ok(Submission::Made(Box::new(made)))
    }

    async fn tell_where_it_stands(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        first: ApplicationId,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let found = store::applying::application::find(tx, organisation, first).await?;
        let found = found.ok_or_else(application_not_found)?;
        let kind = TenancyMailKind::AlreadyApplied;
        self.mails
            .tell_applicant(tx, organisation, &found, kind, "", now)
            .await
    }
}
