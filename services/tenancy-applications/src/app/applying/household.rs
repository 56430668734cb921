//! Those who rent together, and how far they are on the way into the home.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{ApplicationId, Error, OrganisationId, TenancyId, london_date};
use sqlx::PgConnection;

use crate::{
    app::references::asked,
    domain::{
        Nation,
        agreeing::Agreement,
        applying::{Application, ApplicationStatus},
        documents::is_recorded,
        letting::{Decided, Facts, TenancyState},
        references::{Reference, ReferenceKind, ReferenceState},
    },
    store,
};

/// Those who rent together, by one of their applications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::app) struct Household {
    /// Whose law applies to the home.
    pub nation: Nation,
    /// Their tenancy; `None` before the landlord has approved.
    pub tenancy: Option<TenancyId>,
    /// How far the tenancy is.
    pub state: Option<TenancyState>,
    /// The first day: the tenancy's, else the one that the applicant wishes.
    pub start: Option<NaiveDate>,
    /// Their applications with the names of their applicants, this one among them.
    pub people: Vec<(ApplicationId, String)>,
}

impl Household {
    /// Those who rent together with the applicant of `application`, and the applicant.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn of(
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
    ) -> Result<Self, Error> {
        let nation = store::letting::move_in::nation(tx, organisation, application.id).await?;
        let tenancy = match application.tenant {
            Some(tenant) => store::letting::move_in::tenancy_of(tx, organisation, tenant).await?,
            None => None,
        };
        let Some(tenancy) = tenancy else {
            let name = application.answers.name.clone();
            return Ok(Self {
                nation,
                tenancy: None,
                state: None,
                start: application.answers.move_in_date,
                people: vec![(application.id, name)],
            });
        };
        let mut people = store::letting::move_in::together(tx, organisation, tenancy.id).await?;
        if people.iter().all(|(id, _)| *id != application.id) {
            people.push((application.id, application.answers.name.clone()));
        }
        Ok(Self {
            nation,
            tenancy: Some(tenancy.id),
            state: Some(tenancy.state),
            start: Some(tenancy.start),
            people,
        })
    }

    /// The names of those whose right to rent is not recorded for a tenancy that begins on the household's first day; none outside
    /// England (docs/reference/uk-lettings.md 3.3).
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn without_right_to_rent(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        today: NaiveDate,
    ) -> Result<Vec<String>, Error> {
        if self.nation != Nation::England {
            return Ok(Vec::new());
        }
        let start = self.start.unwrap_or(today);
        let ids: Vec<i64> = self.people.iter().map(|(id, _)| id.get()).collect();
        let checks =
            store::documents::right_to_rent::of_applications(tx, organisation, &ids).await?;
        let missing = self.people.iter().filter(|(id, _)| {
            let own = checks.iter().filter(|one| one.application == *id).cloned();
            let own: Vec<_> = own.collect();
            !is_recorded(&own, start)
        });
        Ok(missing.map(|(_, name)| name.clone()).collect())
    }

    /// The names of the others whose references are missing.
    async fn others_without_references(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: ApplicationId,
    ) -> Result<Vec<String>, Error> {
        let others: Vec<_> = self
            .people
            .iter()
            .filter(|(id, _)| *id != application)
            .collect();
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<_> = others.iter().map(|(id, _)| *id).collect();
        let asked = asked::of_applications(tx, organisation, &ids).await?;
        let missing = others.into_iter().filter(|(id, _)| {
            let mut own = asked.iter().filter(|one| one.application == *id);
            own.any(|one| !matches!(one.state(), ReferenceState::Given | ReferenceState::Waived))
        });
        Ok(missing.map(|(_, name)| name.clone()).collect())
    }

    /// What is known of `application` on its way into the home, with its own `asked` references.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn facts(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
        asked: &[Reference],
        now: DateTime<Utc>,
    ) -> Result<Facts, Error> {
        let today = london_date(now);
        let state_of = |kind| {
            let found = asked.iter().find(|one| one.kind == kind);
            found.map(Reference::state)
        };
        let moved_in = application.moved_in;
        let without_right_to_rent = if moved_in {
            Vec::new()
        } else {
            self.without_right_to_rent(tx, organisation, today).await?
        };
        let agreement = match self.tenancy {
            Some(tenancy) => {
                store::agreeing::agreement::last_of_tenancy(tx, organisation, tenancy).await?
            }
            None => None,
        };
        let agreement = agreement.as_ref().map(Agreement::fact);
        Ok(Facts {
            employer: state_of(ReferenceKind::Employer),
            guarantor: state_of(ReferenceKind::Guarantor),
            decided: decided(application),
            without_right_to_rent,
            agreement,
            others: self
                .others_without_references(tx, organisation, application.id)
                .await?,
            start: self.tenancy.and(self.start),
            moved_in,
            today,
        })
    }
}

fn decided(application: &Application) -> Decided {
    match application.status {
        _ if application.withdrawn_at.is_some() && !application.moved_in => Decided::Withdrawn,
        ApplicationStatus::Approved => Decided::Approved,
        ApplicationStatus::Rejected => Decided::Rejected,
        _ => Decided::Not,
    }
}
