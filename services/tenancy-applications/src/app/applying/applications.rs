//! Reading applications: a landlord's organisation's, or a tenant account's own.

use lintel_core::{ApplicationId, Error, OrganisationId, Page, PageRequest, Principal, Role};
use lintel_db::{Db, Scope, Tx};

use super::{ApplicationView, Eyes, Views, applicant, locked::act_in, view};
use crate::{
    domain::applying::{Application, ApplicationFilter, ApplicationPlace, ApplicationSort},
    error::application_not_found,
    store::{self, applying::application_listing::Counts},
};

/// Applications as callers read them.
#[derive(Debug, Clone)]
pub struct Applications {
    db: Db,
    views: Views,
}

impl Applications {
    /// Applications kept in `db`.
    #[must_use]
    pub const fn new(db: Db, views: Views) -> Self {
        Self { db, views }
    }

    /// One application with everything that belongs to it.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_application", skip_all, fields(application.id = %application))]
    pub async fn get(
        &self,
        caller: &Principal,
        application: ApplicationId,
    ) -> Result<ApplicationView, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let (organisation, eyes) = if caller.role == Role::Tenant {
            let organisation = applicant::organisation_of(&mut tx, caller, application).await?;
            act_in(&mut tx, caller, organisation).await?;
            (organisation, Eyes::Applicant)
        } else {
            (caller.organisation()?, Eyes::Landlord)
        };
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        let found = found.ok_or_else(application_not_found)?;
        self.views.whole(&mut tx, organisation, found, eyes).await
    }

    /// A page of applications, without timeline and documents.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_applications", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        filter: &ApplicationFilter,
        sort: ApplicationSort,
        page: &PageRequest,
    ) -> Result<Page<ApplicationView>, Error> {
        let place = page.after.as_ref().map(|token| sort.place(token));
        let place = place.transpose()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        if caller.role == Role::Tenant {
            return own(&mut tx, caller, filter, sort, place.as_ref(), page).await;
        }
        let organisation = caller.organisation()?;
        let limit = Page::<Application>::limit(page);
        let place = place.as_ref();
        let rows = store::applying::application_listing::page(
            &mut tx,
            organisation,
            filter,
            sort,
            place,
            limit,
        )
        .await?;
        let page = Page::cut(rows, page, |row| sort.token(row));
        let rows = view::brief(&mut tx, organisation, page.rows, Eyes::Landlord).await?;
        Ok(Page {
            rows,
            next: page.next,
        })
    }

    /// How many applications the organisation has.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_application_summary", skip_all)]
    pub async fn summary(&self, caller: &Principal) -> Result<Counts, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::applying::application_listing::counts(&mut tx, organisation).await?)
    }

    /// The application of a private link, as its applicant may see it.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_own_application", skip_all)]
    pub async fn by_link(&self, token: &str) -> Result<(OrganisationId, ApplicationView), Error> {
        let now = self.views.now();
        let (mut tx, organisation, found) = applicant::of_link(&self.db, token, now).await?;
        let seen = view::whole(&mut tx, organisation, found, Eyes::Applicant, now).await?;
        Ok((organisation, seen))
    }
}

/// A page of an account's own applications. They are few and lie in several organisations, so they are sorted here.
async fn own(
    tx: &mut Tx,
    caller: &Principal,
    filter: &ApplicationFilter,
    sort: ApplicationSort,
    place: Option<&ApplicationPlace>,
    page: &PageRequest,
) -> Result<Page<ApplicationView>, Error> {
    let mut ids = applicant::of_account(tx, caller).await?;
    ids.sort_unstable();
    let mut found: Vec<(OrganisationId, Application)> = Vec::new();
    for same in ids.chunk_by(|one, other| one.0 == other.0) {
        let organisation = same[0].0;
        act_in(tx, caller, organisation).await?;
        let ids: Vec<_> = same.iter().map(|(_, id)| id.get()).collect();
        let rows = store::applying::application::of_ids(tx, organisation, &ids).await?;
        let rows = rows.into_iter().filter(|row| filter.matches(row));
        found.extend(rows.map(|row| (organisation, row)));
    }
    let of = |row: &(OrganisationId, Application)| ApplicationPlace::of(&row.1);
    if let Some(place) = place {
        found.retain(|row| sort.compare(&of(row), place).is_gt());
    }
    found.sort_by(|one, other| sort.compare(&of(one), &of(other)));
    let page = Page::cut(found, page, |row| sort.token(&row.1));
    let mut rows = Vec::new();
    for (organisation, row) in page.rows {
        act_in(tx, caller, organisation).await?;
        rows.extend(view::brief(tx, organisation, vec![row], Eyes::Applicant).await?);
    }
    Ok(Page {
        rows,
        next: page.next,
    })
}
