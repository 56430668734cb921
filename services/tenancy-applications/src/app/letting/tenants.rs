//! The tenants of the caller's homes: reading, adding, changing, starting and ending them.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_core::{
    Clock, Error, Expected, OrganisationId, Page, PageRequest, Principal, RequestKey, TenantId,
    london_date,
};
use lintel_db::{Db, Scope, once};
use sqlx::PgConnection;

use super::{TenancyMails, locked, tenancy};
use crate::{
    app::{
        keeping::owners::{Asking, Named},
        rent::ledgers,
    },
    domain::letting::{
        Addition, EndDraft, HomesToCall, LeaverPlace, OwnPlace, StartRefused, Tenancy,
        TenancyState, Tenant, TenantDraft, TenantField, TenantFilter, TenantPlace, TenantSort,
        TenantSummary, TenantToCall, ToldChange, changed_tenancy,
    },
    error::{
        home_not_found, tenancy_ended, tenancy_has_agreement, tenancy_not_upcoming,
        tenancy_starts_later, tenant_not_found,
    },
    store,
};

/// The tenants of the caller's organisation.
#[derive(Debug, Clone)]
pub struct Tenants {
    db: Db,
    clock: Arc<dyn Clock>,
    asking: Arc<Asking>,
    mails: TenancyMails,
}

impl Tenants {
    /// Tenants kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        asking: Arc<Asking>,
        mails: TenancyMails,
    ) -> Self {
        Self {
            db,
            clock,
            asking,
            mails,
        }
    }

    /// One tenant.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_tenant", skip_all, fields(tenant.id = %tenant))]
    pub async fn get(&self, caller: &Principal, tenant: TenantId) -> Result<Tenant, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        self.shown(&mut tx, organisation, tenant).await
    }

    /// A page of the tenants that match `filter`, in the order that it names. By property and room of those who have left alone means by
    /// when they left, the last first.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_tenants", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        filter: &TenantFilter,
        page: &PageRequest,
    ) -> Result<Page<Tenant>, Error> {
        let organisation = caller.organisation()?;
        let limit = Page::<Tenant>::limit(page);
        if filter.is_of_leavers() {
            let place = page.after.as_ref().map(LeaverPlace::parse).transpose()?;
            let mut tx = self.db.begin(Scope::of(caller)).await?;
            let rows =
                store::letting::tenant::left_page(&mut tx, organisation, filter, place, limit);
            let rows = rows.await?;
            let rows = self.with_arrears(&mut tx, organisation, rows).await?;
            return Ok(Page::cut(rows, page, LeaverPlace::token));
        }
        if filter.sort != TenantSort::Home {
            let parse = |token| OwnPlace::parse(filter.sort, token);
            let place = page.after.as_ref().map(parse).transpose()?;
            let mut tx = self.db.begin(Scope::of(caller)).await?;
            let rows = store::letting::tenant::sorted_page(
                &mut tx,
                organisation,
                filter,
                place.as_ref(),
                limit,
            );
            let rows = rows.await?;
            let rows = self.with_arrears(&mut tx, organisation, rows).await?;
            return Ok(Page::cut(rows, page, |tenant| {
                OwnPlace::token(filter.sort, tenant)
            }));
        }
        let place = page.after.as_ref().map(TenantPlace::parse).transpose()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let rows =
            store::letting::tenant::page(&mut tx, organisation, filter, place.as_ref(), limit);
        let rows = rows.await?;
        let rows = self.with_arrears(&mut tx, organisation, rows).await?;
        Ok(Page::cut(rows, page, |tenant| {
            TenantPlace::of(tenant).token()
        }))
    }

    /// The figures of the cards.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.tenant_summary", skip_all)]
    pub async fn summary(&self, caller: &Principal) -> Result<TenantSummary, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::letting::tenant::summary(&mut tx, organisation).await?)
    }

    /// Lists who can be called at `homes`.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.tenants_to_call", skip_all)]
    pub async fn to_call(
        &self,
        caller: &Principal,
        homes: &HomesToCall,
    ) -> Result<Vec<TenantToCall>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::letting::tenant::to_call(&mut tx, organisation, homes).await?)
    }

    /// Adds a tenant, with a tenancy of its own or to one that there is. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANT_INVALID` with every offending field; `HOME_NOT_FOUND`; `ROOM_NOT_FOUND`; `HOME_ALREADY_LET`; `TENANCY_NOT_FOUND`;
    /// `TENANCY_ENDED`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.create_tenant", skip_all)]
    pub async fn create(
        &self,
        caller: &Principal,
        draft: TenantDraft,
        request: Option<&RequestKey>,
    ) -> Result<Tenant, Error> {
        let (mut named, mut is_there) = (Vec::new(), true);
        if draft.tenancy == 0 {
            let home = Named::Home(caller.organisation()?, draft.property.into());
            // One that was sold or deleted a moment ago is not let.
            is_there = self.asking.is_there(home).await;
            named.push(home);
        }
        let use_case = || self.create_once(caller, draft.clone(), is_there, request);
        self.asking.or_ask(&named, use_case).await
    }

    async fn create_once(
        &self,
        caller: &Principal,
        draft: TenantDraft,
        is_there: bool,
        request: Option<&RequestKey>,
    ) -> Result<Tenant, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer names nobody: a repeat reads the tenant again.
        let id: i64 = once(&mut tx, request, async |tx| {
            // docs/reference/http.md: a home that is not there is reported before what is wrong with the rest.
            if draft.tenancy == 0 {
                let home =
                    store::keeping::home::find(tx, organisation, draft.property.into()).await?;
                home.filter(|_| is_there).ok_or_else(home_not_found)?;
            }
            let added = match Addition::try_new(draft)? {
                Addition::Tenancy(new) => {
                    let state = Tenancy::state_on(new.start, london_date(now));
                    tenancy::add(tx, organisation, new, state, now).await?
                }
                Addition::Joining(id, new, rent, share) => {
                    tenancy::join_at(tx, organisation, id, &new, (rent, share), now).await?
                }
            };
            Ok(added.id.get())
        })
        .await?;
        let added = self.shown(&mut tx, organisation, id.into()).await?;
        tx.commit().await?;
        Ok(added)
    }

    /// Changes `fields` of a tenant or of its tenancy to what `draft` says; a request that changes nothing writes nothing. A repeat
    /// under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `TENANT_INVALID` with every offending field; `RENT_CHANGE_DATED` for another rent where rent is charged;
    /// `STALE_ETAG` when the tenancy is not at the `expected`
    /// version; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.update_tenant", skip_all, fields(tenant.id = %tenant))]
    pub async fn update(
        &self,
        caller: &Principal,
        tenant: TenantId,
        fields: Result<Vec<TenantField>, Error>,
        draft: TenantDraft,
        expected: &Expected,
        request: Option<&RequestKey>,
    ) -> Result<Tenant, Error> {
        self.change(caller, tenant, expected, request, |before, today| {
            let member = before.member(tenant).ok_or_else(tenant_not_found)?;
            changed_tenancy(before, member, &fields?, draft, today)
        })
        .await
    }

    /// Makes an upcoming tenancy without an agreement active from its first day on (docs/reference/http.md: with one, its tenants move in from their
    /// application). A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `TENANCY_NOT_UPCOMING`; `TENANCY_HAS_AGREEMENT`; `TENANCY_STARTS_LATER`; `STALE_ETAG`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.start_tenancy", skip_all, fields(tenant.id = %tenant))]
    pub async fn start(
        &self,
        caller: &Principal,
        tenant: TenantId,
        expected: &Expected,
        request: Option<&RequestKey>,
    ) -> Result<Tenant, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let before = locked::lock_of(tx, organisation, tenant).await?;
            let agreement =
                store::agreeing::agreement::last_of_tenancy(tx, organisation, before.id).await?;
            let is_agreed = agreement.is_some_and(|one| one.state.is_in_force());
            if before.state == TenancyState::Upcoming && is_agreed {
                return Err(tenancy_has_agreement());
            }
            let mut after = before.clone();
            let started = after.start_on(london_date(now));
            started.map_err(|refused| match refused {
                StartRefused::NotUpcoming => tenancy_not_upcoming(),
                StartRefused::Later => tenancy_starts_later(),
            })?;
            expected.check(before.version)?;
            let mails = self.mails.to_referees();
            mails.close_of(tx, organisation, &before, now).await?;
            tenancy::save(tx, organisation, &before, after, now).await?;
            Ok(tenant.get())
        })
        .await?;
        let shown = self.shown(&mut tx, organisation, tenant).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// Lets a tenant leave on a day, and notes who ended it. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `TENANT_INVALID` with every offending field; `TENANCY_ENDED` for one who has left; `STALE_ETAG`;
    /// `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.end_tenant", skip_all, fields(tenant.id = %tenant))]
    pub async fn end(
        &self,
        caller: &Principal,
        tenant: TenantId,
        (draft, email_tenant): (EndDraft, Option<bool>),
        expected: &Expected,
        request: Option<&RequestKey>,
    ) -> Result<Tenant, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let before = locked::lock_of(tx, organisation, tenant).await?;
            let member = before.member(tenant).ok_or_else(tenant_not_found)?;
            if member.has_left {
                return Err(tenancy_ended());
            }
            // docs/reference/http.md: an invalid request is refused as such before a conflict with another change is reported.
            let (leaving, ending) = draft.clone().judged(&before, now)?;
            let mut after = before.clone();
            let told = (ToldChange::End(leaving.date), email_tenant);
            after.leave(tenant, leaving, london_date(now));
            expected.check(before.version)?;
            if after != before {
                tenancy::save(tx, organisation, &before, after, now).await?;
                store::letting::tenancy::note_ending(tx, organisation, tenant, ending).await?;
                let mails = &self.mails;
                mails
                    .tell_all(tx, organisation, &[tenant], told, now)
                    .await?;
            }
            Ok(tenant.get())
        })
        .await?;
        let shown = self.shown(&mut tx, organisation, tenant).await?;
        tx.commit().await?;
        Ok(shown)
    }

    async fn change(
        &self,
        caller: &Principal,
        tenant: TenantId,
        expected: &Expected,
        request: Option<&RequestKey>,
        become_: impl FnOnce(&Tenancy, NaiveDate) -> Result<Tenancy, Error>,
    ) -> Result<Tenant, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let before = locked::lock_of(tx, organisation, tenant).await?;
            // docs/reference/http.md: an invalid request is refused as such before a conflict with another change is reported.
            let after = become_(&before, london_date(now))?;
            expected.check(before.version)?;
            if after != before {
                tenancy::save(tx, organisation, &before, after, now).await?;
            }
            Ok(tenant.get())
        })
        .await?;
        let shown = self.shown(&mut tx, organisation, tenant).await?;
        tx.commit().await?;
        Ok(shown)
    }

    async fn shown(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        tenant: TenantId,
    ) -> Result<Tenant, Error> {
        ledgers::shown(tx, organisation, tenant, london_date(self.clock.now())).await
    }

    async fn with_arrears(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        tenants: Vec<Tenant>,
    ) -> Result<Vec<Tenant>, Error> {
        let today = london_date(self.clock.now());
        ledgers::with_arrears(tx, organisation, tenants, today).await
    }
}
