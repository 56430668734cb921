//! An application as somebody sees it, with what belongs to it.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, Error, OrganisationId, Principal};
use lintel_db::Tx;
use sqlx::PgConnection;

use super::{applicant::organisation_of, household::Household, locked::act_in};
use crate::{
    app::references::{References, asked},
    domain::{
        Nation,
        agreeing::AgreementState,
        applying::{Application, TimelineEntry},
        documents::Document,
        letting::{Step, StepReader},
        references::Reference,
    },
    error::application_not_found,
    store::{self, applying::application_event},
};

/// Whose eyes an application is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eyes {
    /// A member of the organisation.
    Landlord,
    /// Who applies: no figures about them, no notices, no forms that others gave and no reasons why they gave none, no tenant's
    /// number.
    Applicant,
}

/// An application with what belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct ApplicationView {
    /// The application.
    pub application: Application,
    /// What happened, the oldest first; none in a list.
    pub timeline: Vec<TimelineEntry>,
    /// The documents, the oldest first; none in a list.
    pub documents: Vec<Document>,
    /// The references that were asked for.
    pub references: Vec<Reference>,
    /// How far the last agreement is; `None` before there is one.
    pub agreement: Option<AgreementState>,
    /// How far it is on the way into the home; `None` in a list.
    pub way: Option<Way>,
    /// Whose eyes it is for.
    pub eyes: Eyes,
}

/// How far an application is on the way into the home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// The six steps, in their order.
    pub steps: Vec<Step>,
    /// Whose law applies to the home.
    pub nation: Nation,
}

/// Reads what belongs to applications.
#[derive(Debug, Clone)]
pub struct Views {
    references: References,
}

impl Views {
    /// With the answers of `references`.
    #[must_use]
    pub const fn new(references: References) -> Self {
        Self { references }
    }

    /// The time by which an application is read.
    pub fn now(&self) -> DateTime<Utc> {
        self.references.clock.now()
    }

    /// An application with everything. What guarantor and employer gave is opened for a landlord alone.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn whole(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: Application,
        eyes: Eyes,
    ) -> Result<ApplicationView, Error> {
        let mut seen = whole(tx, organisation, application, eyes, self.now()).await?;
        if eyes == Eyes::Landlord {
            let references = &mut seen.references;
            self.references.open(tx, organisation, references).await?;
        }
        Ok(seen)
    }
}

/// An application with everything; what guarantor and employer gave stays sealed.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn whole(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: Application,
    eyes: Eyes,
    now: DateTime<Utc>,
) -> Result<ApplicationView, Error> {
    let id = application.id;
    let mut timeline = application_event::of_application(tx, organisation, id).await?;
    if eyes == Eyes::Applicant {
        timeline.iter_mut().for_each(TimelineEntry::hide_reason);
    }
    let references = asked::of_application(tx, organisation, id).await?;
    let household = Household::of(tx, organisation, &application).await?;
    let facts = household
        .facts(tx, organisation, &application, &references, now)
        .await?;
    let reader = match eyes {
        Eyes::Landlord => StepReader::Landlord,
        Eyes::Applicant => StepReader::Applicant,
    };
    let way = Way {
        steps: facts.steps(reader),
        nation: household.nation,
    };
    Ok(ApplicationView {
        timeline,
        documents: store::documents::document::of_application(tx, organisation, id).await?,
        references,
        agreement: facts.agreement.map(|agreement| agreement.state),
        way: Some(way),
        application,
        eyes,
    })
}

/// Applications as a list shows them, in their order.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn brief(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    applications: Vec<Application>,
    eyes: Eyes,
) -> Result<Vec<ApplicationView>, Error> {
    let ids: Vec<_> = applications.iter().map(|one| one.id).collect();
    let references = asked::of_applications(tx, organisation, &ids).await?;
    let numbers: Vec<_> = ids.iter().map(|id| id.get()).collect();
    let agreements = store::agreeing::agreement::states(tx, organisation, &numbers).await?;
    let views = applications.into_iter().map(|application| ApplicationView {
        timeline: Vec::new(),
        documents: Vec::new(),
        references: references
            .iter()
            .filter(|one| one.application == application.id)
            .cloned()
            .collect(),
        agreement: agreements
            .iter()
            .find(|(id, _)| *id == application.id)
            .map(|(_, state)| *state),
        way: None,
        application,
        eyes,
    });
    Ok(views.collect())
}

/// One of the account's own applications as its applicant sees it at `now`. The transaction acts in its organisation from then on.
///
/// # Errors
/// As [`organisation_of`].
pub async fn seen(
    tx: &mut Tx,
    caller: &Principal,
    application: ApplicationId,
    now: DateTime<Utc>,
) -> Result<ApplicationView, Error> {
    let organisation = organisation_of(tx, caller, application).await?;
    act_in(tx, caller, organisation).await?;
    let found = store::applying::application::find(tx, organisation, application).await?;
    let found = found.ok_or_else(application_not_found)?;
    whole(tx, organisation, found, Eyes::Applicant, now).await
}
