//! Reading requests.

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{Error, MaintenanceRequestId, Page, PageRequest, Principal, london_date};

use super::{Ground, RequestView, jobs::SeenJob, reach::Reach, view};
use crate::{
    domain::maintenance::{Cost, MaintenanceEvent, MaintenanceSummary, RequestFilter},
    error::maintenance_request_not_found,
    store::maintenance::{cost, event, listing, request},
};

/// Reads requests.
#[derive(Debug, Clone)]
pub struct Requests {
    ground: Ground,
}

/// A request with its costs and its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestDetails {
    /// The request.
    pub view: RequestView,
    /// Its costs, the oldest first; for the landlord alone.
    pub costs: Vec<Cost>,
    /// Its history, the oldest first. A tenant is told of accounts but their own nothing.
    pub events: Vec<MaintenanceEvent>,
    /// The job of its contractor; for the landlord alone.
    pub job: Option<SeenJob>,
}

impl Requests {
    /// Reads them on `ground`.
    #[must_use]
    pub const fn new(ground: Ground) -> Self {
        Self { ground }
    }

    /// One request with its costs and history.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_maintenance_request", skip_all, fields(maintenance_request.id = %id))]
    pub async fn get(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
    ) -> Result<RequestDetails, Error> {
        let mut tx = self.ground.begin(caller).await?;
        let reach = self.ground.reach(&mut tx, caller, id).await?;
        let organisation = reach.organisation;
        let found = request::find(&mut tx, organisation, id).await?;
        let found = found.ok_or_else(maintenance_request_not_found)?;
        let mut events = event::of_request(&mut tx, organisation, id).await?;
        let mut costs = Vec::new();
        let mut job = None;
        if reach.is_landlord() {
            job = self.ground.seen_job(&mut tx, organisation, id).await?;
            costs = cost::of_request(&mut tx, organisation, id).await?;
        } else {
            events.retain(|event| !event.happening.private && reach.sees(event.at));
            for event in &mut events {
                event.user = event.user.filter(|user| *user == caller.user);
            }
        }
        let now = self.ground.clock.now();
        let view = view::one(&mut tx, &self.ground.opener, &reach, found, now).await?;
        Ok(RequestDetails {
            view,
            costs,
            events,
            job,
        })
    }

    /// A page of the requests that match: the newest first, or by their next target where the filter says so.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_maintenance_requests", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        filter: &RequestFilter,
        page: &PageRequest,
    ) -> Result<Page<RequestView>, Error> {
        let after = page.after.as_ref();
        let place = after.map(|token| filter.place(token)).transpose()?;
        let limit = Page::<RequestView>::limit(page);
        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        let mut rows = Vec::new();
        let (opener, today) = (&self.ground.opener, london_date(now));
        for reach in Reach::all(&mut tx, opener, caller, today).await? {
            reach.enter(&mut tx).await?;
            let (of, tenants, until) = (reach.organisation, reach.tenants(), reach.until());
            let found =
                listing::page(&mut tx, of, filter, tenants, until, place.as_ref(), limit).await?;
            rows.extend(view::all(&mut tx, opener, &reach, found, now).await?);
        }
        // Of several homes of a tenant the pages are put together; what is seen from two of them, as from the first: where they live.
        rows.sort_by(|one, other| filter.compare(&one.request, &other.request));
        rows.dedup_by_key(|view| view.request.id);
        Ok(Page::cut(rows, page, |view| filter.token(&view.request)))
    }

    /// The figures of the cards; of a tenant those of where they live, without costs.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.maintenance_summary", skip_all)]
    pub async fn summary(&self, caller: &Principal) -> Result<MaintenanceSummary, Error> {
        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        let mut all = MaintenanceSummary::EMPTY;
        let reaches = Reach::all(&mut tx, &self.ground.opener, caller, london_date(now)).await?;
        for reach in reaches.into_iter().filter(|reach| reach.left.is_none()) {
            reach.enter(&mut tx).await?;
            let organisation = reach.organisation;
            let figures = listing::summary(&mut tx, organisation, reach.tenants(), now).await?;
            all = all.with(figures);
            if reach.is_landlord() {
                let year = london_date(now).year();
                let day =
                    |month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default();
                let (first, last) = (day(1, 1), day(12, 31));
                let cost = listing::cost_between(&mut tx, organisation, first, last).await?;
                all.cost_this_year = Some(cost);
            }
        }
        Ok(all)
    }
}
