//! An application as somebody sees it, with what belongs to it.

use lintel_core::{Error, OrganisationId};
use sqlx::PgConnection;

use super::{References, documents, references};
use crate::{
    domain::{Application, Document, Reference, TimelineEntry},
    store::application_event,
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
    /// Whose eyes it is for.
    pub eyes: Eyes,
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
        let mut seen = whole(tx, organisation, application, eyes).await?;
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
) -> Result<ApplicationView, Error> {
    let id = application.id;
    let mut timeline = application_event::of_application(tx, organisation, id).await?;
    if eyes == Eyes::Applicant {
        timeline.iter_mut().for_each(TimelineEntry::hide_reason);
    }
    Ok(ApplicationView {
        timeline,
        documents: documents::of_application(tx, organisation, id).await?,
        references: references::of_application(tx, organisation, id).await?,
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
    let references = references::of_applications(tx, organisation, &ids).await?;
    let views = applications.into_iter().map(|application| ApplicationView {
        timeline: Vec::new(),
        documents: Vec::new(),
        references: references
            .iter()
            .filter(|one| one.application == application.id)
            .cloned()
            .collect(),
        application,
        eyes,
    });
    Ok(views.collect())
}
