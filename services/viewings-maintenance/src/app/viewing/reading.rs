//! The viewings of the caller's homes: reading, listing, and looking at a time before it is booked.

use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};
use lintel_core::{
    Clock, Error, Page, PageRequest, Principal, PropertyId, ViewingId, Violations, london_date,
};
use lintel_db::{Db, Scope};

use super::{ViewingMails, seen, seen::SeenViewing};
use crate::{
    app::{Asking, Named},
    domain::{
        Inspection,
        viewing::{LASTS, Moment, NOTICE, Viewing, ViewingFilter, ViewingPlace, ViewingSummary},
    },
    error::{home_not_found, viewing_not_found},
    store,
};

/// The viewings of organisations.
#[derive(Debug, Clone)]
pub struct Viewings {
    db: Db,
    clock: Arc<dyn Clock>,
    mails: ViewingMails,
    asking: Arc<Asking>,
}

/// A day and a time as somebody typed them, with what cannot be read of them.
pub type AskedTime = (Option<NaiveDate>, Option<NaiveTime>, Violations);

/// The appointments that a time overlaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedTime {
    /// Viewings of the same home or host.
    pub viewings: Vec<SeenViewing>,
    /// Inspections of the organisation.
    pub inspections: Vec<Inspection>,
    /// True when somebody lives there.
    pub occupied: bool,
    /// True when they would get less than 24 hours' notice (docs/reference/uk-lettings.md 5.3).
    pub short_notice: bool,
}

impl Viewings {
    /// Viewings kept in `db`, of homes that `asking` knows; `mails` makes their calendar files.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        mails: ViewingMails,
        asking: Arc<Asking>,
    ) -> Self {
        Self {
            db,
            clock,
            mails,
            asking,
        }
    }

    /// One viewing.
    ///
    /// # Errors
    /// `VIEWING_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_viewing", skip_all, fields(viewing.id = %viewing))]
    pub async fn get(&self, caller: &Principal, viewing: ViewingId) -> Result<SeenViewing, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::viewing::find(&mut tx, organisation, viewing).await?;
        seen::one(&mut tx, found.ok_or_else(viewing_not_found)?).await
    }

    /// A page of the viewings that match `filter`, by their time.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_viewings", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        filter: &ViewingFilter,
        page: &PageRequest,
    ) -> Result<Page<SeenViewing>, Error> {
        let organisation = caller.organisation()?;
        let newest_first = filter.newest_first();
        let place = page.after.as_ref();
        let place = place.map(|token| ViewingPlace::parse(token, newest_first));
        let place = place.transpose()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let limit = Page::<Viewing>::limit(page);
        let rows = store::viewing::page(&mut tx, organisation, filter, place.as_ref(), limit);
        let Page { rows, next } = Page::cut(rows.await?, page, |viewing| {
            ViewingPlace::token(viewing, newest_first)
        });
        let rows = seen::seen(&mut tx, organisation, rows).await?;
        Ok(Page { rows, next })
    }

    /// The figures of the cards and tabs.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.viewing_summary", skip_all)]
    pub async fn summary(&self, caller: &Principal) -> Result<ViewingSummary, Error> {
        let organisation = caller.organisation()?;
        let today = london_date(self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::viewing::summary(&mut tx, organisation, today).await?)
    }

    /// Returns the overlaps of a viewing at a time. `but` is the viewing that is to be moved; its host counts, else the caller.
    ///
    /// # Errors
    /// `HOME_NOT_FOUND`; `VIEWING_INVALID` for a time that does not exist or is over; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.check_viewing_time", skip_all)]
    pub async fn check(
        &self,
        caller: &Principal,
        property: PropertyId,
        at: AskedTime,
        but: Option<ViewingId>,
    ) -> Result<CheckedTime, Error> {
        let home = Named::Home(caller.organisation()?, property);
        let use_case = || self.check_once(caller, property, at.clone(), but);
        self.asking.or_ask(&[home], use_case).await
    }

    async fn check_once(
        &self,
        caller: &Principal,
        property: PropertyId,
        (day, time, unreadable): AskedTime,
        but: Option<ViewingId>,
    ) -> Result<CheckedTime, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let home = store::home::find(&mut tx, organisation, property).await?;
        let home = home.ok_or_else(home_not_found)?;
        let mut found = unreadable;
        let (day, time) = (("viewing_date", day), ("viewing_time", time));
        let at = Moment::named(&mut found, day, time, now);
        found.into_result("VIEWING_INVALID")?;
        let at = at.ok_or_else(|| Error::internal("a time was neither read nor refused"))?;
        let moved = match but {
            Some(but) => store::viewing::find(&mut tx, organisation, but).await?,
            None => None,
        };
        let host = moved.as_ref().map_or(caller.user, |viewing| viewing.host);
        let room = moved.as_ref().and_then(|one| one.home.room.clone());
        let of = (property, host);
        let viewings =
            store::viewing::overlapping(&mut tx, organisation, of, at.instant, but).await?;
        let viewings = seen::seen(&mut tx, organisation, viewings).await?;
        let to = at.instant + LASTS;
        let inspections = store::inspection::overlapping(&mut tx, organisation, at.instant, to);
        let inspections = inspections.await?.into_iter().map(|(one, _)| one);
        let inspections = inspections.collect();
        let occupied = home.lived_in(room.as_deref())
            || self
                .mails
                .somebody_lives_in(&mut tx, organisation, property, room.as_deref(), at.day)
                .await?;
        Ok(CheckedTime {
            viewings,
            inspections,
            occupied,
            short_notice: occupied && at.instant - now < NOTICE,
        })
    }

    /// A viewing as a calendar file to keep.
    ///
    /// # Errors
    /// `VIEWING_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.viewing_calendar", skip_all, fields(viewing.id = %viewing))]
    pub async fn calendar(&self, caller: &Principal, viewing: ViewingId) -> Result<Vec<u8>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::viewing::find(&mut tx, organisation, viewing).await?;
        let found = found.ok_or_else(viewing_not_found)?;
        let name = store::organisation::name(&mut tx, organisation).await?;
        Ok(self
            .mails
            .to_keep_for_host(&found, &name.unwrap_or_default()))
    }
}
