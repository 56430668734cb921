//! Reading, planning and moving inspections.

use std::sync::Arc;

use chrono::{NaiveDate, NaiveDateTime};
use lintel_core::{
    Clock, Error, Expected, InspectionId, Page, PageRequest, PageToken, Principal, PropertyId,
    london_today,
};
use lintel_db::{Asked, Db, Reply, ResultExt as _, Scope, Tx, once, outbox};
use lintel_files::FileStore;

use crate::{
    domain::{
        Appointment, Inspection, InspectionDraft, InspectionField, InspectionPlan, InspectionView,
    },
    error::{bad_page_token, inspection_closed, inspection_not_found, property_not_found},
    events,
    store::{
        self,
        inspection::{Filter, PageStart},
    },
};

/// The format of a page token's time.
const PLACE: &str = "%Y-%m-%dT%H:%M";

/// The inspections of the caller's organisation.
#[derive(Debug, Clone)]
pub struct Inspections {
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) files: FileStore,
}

impl Inspections {
    /// Inspections kept in `db`, what shows their outcome in `files`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, files: FileStore) -> Self {
        Self { db, clock, files }
    }

    /// The day in London on which overdue is judged.
    #[must_use]
    pub fn today(&self) -> NaiveDate {
        london_today(self.clock.as_ref())
    }

    /// One inspection.
    ///
    /// # Errors
    /// `INSPECTION_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_inspection", skip_all, fields(inspection.id = %inspection))]
    pub async fn get_inspection(
        &self,
        caller: &Principal,
        inspection: InspectionId,
    ) -> Result<Inspection, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        store::inspection::find(&mut tx, organisation, inspection)
            .await?
            .ok_or_else(inspection_not_found)
    }

    /// A page of inspections: open ones with the soonest first, finished ones with the latest first.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_inspections", skip_all)]
    pub async fn list_inspections(
        &self,
        caller: &Principal,
        property: Option<PropertyId>,
        view: Option<InspectionView>,
        page: &PageRequest,
    ) -> Result<Page<Inspection>, Error> {
        let organisation = caller.organisation()?;
        let filter = filter(property, view, self.today());
        let latest_first = view.is_some_and(InspectionView::latest_first);
        let begins = page.after.as_ref().map(place).transpose()?;
        let limit = Page::<Inspection>::limit(page);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let rows = if latest_first {
            let place = begins.unwrap_or_else(|| end(NaiveDate::from_yo_opt(9999, 365), i64::MAX));
            store::inspection::page_latest_first(&mut tx, organisation, filter, place, limit)
                .await?
        } else {
            let place = begins.unwrap_or_else(|| end(NaiveDate::from_yo_opt(1, 1), 0));
            store::inspection::page(&mut tx, organisation, filter, place, limit).await?
        };
        Ok(Page::cut(rows, page, |inspection| {
            let when = inspection.appointment;
            PageToken {
                sort: when.date.and_time(when.time).format(PLACE).to_string(),
                id: inspection.id.get(),
            }
        }))
    }

    /// Plans an inspection of a property.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`; `INSPECTION_INVALID` with every offending field; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.create_inspection", skip_all, fields(property.id = %property))]
    pub async fn create_inspection<R: Reply>(
        &self,
        caller: &Principal,
        property: PropertyId,
        draft: InspectionDraft,
        request: Asked<Inspection, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let inspection = once(&mut tx, request, async |tx| {
            let property = store::property::label(tx, organisation, property)
                .await?
                .ok_or_else(property_not_found)?;
            let plan = InspectionPlan::try_new(draft)?;
            let planned =
                store::inspection::insert(tx, organisation, &property, plan, caller.user, now)
                    .await
                    .on_constraint(store::inspection::PROPERTY_FK, property_not_found)?;
            outbox::append(tx, &events::inspection_changed(organisation, &planned)).await?;
            Ok(planned)
        })
        .await?;
        tx.commit().await?;
        Ok(inspection)
    }

    /// Sets `fields` of an inspection to their values in `given`; once it is over, only its notes can be changed.
    ///
    /// # Errors
    /// `INSPECTION_NOT_FOUND`; `UPDATE_MASK_INVALID`; `INSPECTION_INVALID` with every offending field; `STALE_ETAG` when it is
    /// not at the `expected` version; `INSPECTION_CLOSED`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is
    /// away.
    #[tracing::instrument(name = "app.update_inspection", skip_all, fields(inspection.id = %inspection))]
    pub async fn update_inspection<R: Reply>(
        &self,
        caller: &Principal,
        inspection: InspectionId,
        fields: Result<Vec<InspectionField>, Error>,
        given: InspectionDraft,
        expected: &Expected,
        request: Asked<Inspection, R>,
    ) -> Result<R, Error> {
        self.change(caller, inspection, request, |mut changed| {
            let fields = fields?;
            let mut draft = changed.draft();
            draft.take(&fields, &given);
            let plan = InspectionPlan::try_new(draft)?;
            expected.check(changed.version)?;
            if !changed.is_open() && plan.appointment != changed.appointment {
                return Err(inspection_closed());
            }
            changed.appointment = plan.appointment;
            changed.notes = plan.notes;
            Ok(changed)
        })
        .await
    }

    /// Changes one inspection: locks it, lets `alter` check and change it, writes it and appends its event.
    async fn change<R: Reply>(
        &self,
        caller: &Principal,
        inspection: InspectionId,
        request: Asked<Inspection, R>,
        alter: impl FnOnce(Inspection) -> Result<Inspection, Error>,
    ) -> Result<R, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let changed = once(&mut tx, request, async |tx| {
            self.change_in(tx, caller, inspection, alter).await
        })
        .await?;
        tx.commit().await?;
        Ok(changed)
    }

    /// Works like [`Self::change`], within a transaction that does more.
    pub(super) async fn change_in(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        inspection: InspectionId,
        alter: impl FnOnce(Inspection) -> Result<Inspection, Error>,
    ) -> Result<Inspection, Error> {
        let organisation = caller.organisation()?;
        let found = store::inspection::lock(tx, organisation, &[inspection]).await?;
        let found = found.into_iter().next().ok_or_else(inspection_not_found)?;
        let altered = alter(found)?;
        let (by, now) = (Some(caller.user), self.clock.now());
        let changed = store::inspection::update(tx, organisation, altered, by, now).await?;
        outbox::append(tx, &events::inspection_changed(organisation, &changed)).await?;
        Ok(changed)
    }
}

/// Which inspections `view` shows on `today`.
pub(super) fn filter(
    property: Option<PropertyId>,
    view: Option<InspectionView>,
    today: NaiveDate,
) -> Filter {
    let (from, before) = view.map_or((None, None), |view| view.days(today));
    Filter {
        property,
        status: view.map(InspectionView::status),
        from,
        before,
    }
}

/// The start or the end of the order of inspections: before the first possible one, or after the last.
pub(super) fn end(date: Option<NaiveDate>, id: i64) -> PageStart {
    let appointment = Appointment::on(date.unwrap_or_default());
    PageStart { appointment, id }
}

fn place(token: &PageToken) -> Result<PageStart, Error> {
    let when = NaiveDateTime::parse_from_str(&token.sort, PLACE).map_err(|_| bad_page_token())?;
    Ok(PageStart {
        appointment: Appointment {
            date: when.date(),
            time: when.time(),
        },
        id: token.id,
    })
}
