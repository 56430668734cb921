//! The duties of the homes: the list, exemptions that the landlord states, and facts that nobody has stated.

use std::{collections::BTreeMap, sync::Arc};

use chrono::NaiveDate;
use lintel_core::{
    Clock, Error, Expected, OrganisationId, Page, PageRequest, Principal, PropertyId, london_today,
};
use lintel_db::{Asked, Db, Reply, Scope, Tx, once};
use lintel_rules::{Duty, Fact};

use super::{
    PropertyChange,
    home_duties::{ListedHomes, judged, totals},
    update,
};
use crate::{
    domain::{
        DutyCounts, DutyOrder, DutyPlace, DutyStanding, DutyState, JudgedHome, PropertyDraft,
        RentRule, StatedFacts, UpdateMask, exemption_reason,
    },
    error::property_not_found,
    store,
};

/// The number of homes that get a fact in one transaction.
const ANSWERED_AT_ONCE: usize = 100;

/// Which homes are listed.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Words that each appear in name, address or postcode.
    pub words: Vec<String>,
    /// The duty that the homes listed have.
    pub duty: Option<Duty>,
    /// True for homes with something to do alone.
    pub to_do: bool,
    /// One home alone.
    pub property: Option<PropertyId>,
}

/// A fact that is said of every home of which it is not known.
#[derive(Debug)]
pub struct FactStatement {
    /// Which.
    pub fact: Fact,
    /// Its path in the contract.
    pub path: &'static str,
    /// The facts that are stated.
    pub said: StatedFacts,
}

/// The number of homes that got a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answered {
    /// The homes that have it now.
    pub done: usize,
    /// The homes that are left.
    pub left: usize,
}

/// The duties of the caller's homes.
#[derive(Debug, Clone)]
pub struct Compliance {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl Compliance {
    /// The use cases over `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// The day in London on which they are judged.
    fn today(&self) -> NaiveDate {
        london_today(self.clock.as_ref())
    }

    /// A page of homes with their duties, and the totals.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_home_duties", skip_all)]
    pub async fn list_home_duties(
        &self,
        caller: &Principal,
        wanted: &Wanted,
        order: DutyOrder,
        page: &PageRequest,
    ) -> Result<ListedHomes, Error> {
        let organisation = caller.organisation()?;
        let after = page.after.as_ref();
        let after = after.map(|token| DutyPlace::of(token, order)).transpose()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let homes = judged(&mut tx, organisation, None, self.today()).await?;
        drop(tx);
        let mut listed = totals(&homes);
        let mut matching: Vec<_> = homes
            .into_iter()
            .filter(|home| is_wanted(home, wanted))
            .map(|home| (home.place(order), home))
            .collect();
        matching.sort_by(|(one, _), (other, _)| one.cmp(other));
        listed.matching = matching.len();
        let limit = usize::try_from(Page::<JudgedHome>::limit(page)).unwrap_or_default();
        let rows = matching
            .into_iter()
            .filter(|(place, _)| after.as_ref().is_none_or(|after| place > after))
            .take(limit);
        let rows = Page::cut(rows.collect(), page, |(place, _)| place.token(order));
        listed.page = Page {
            rows: rows.rows.into_iter().map(|(_, home)| home).collect(),
            next: rows.next,
        };
        Ok(listed)
    }

    /// Returns the states of these homes' duties.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.duty_counts", skip_all)]
    pub async fn counts(
        &self,
        caller: &Principal,
        ids: &[i64],
    ) -> Result<BTreeMap<i64, DutyCounts>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let homes = judged(&mut tx, organisation, Some(ids), self.today()).await?;
        Ok(homes
            .iter()
            .map(|home| (home.home.id.get(), home.counts()))
            .collect())
    }

    /// Keeps the landlord's word that a home does not need something. A repeat under the same request id gets the first answer.
    ///
    /// # Errors
    /// `DUTY_EXEMPTION_INVALID` for a reason that cannot be kept; `PROPERTY_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while
    /// the database is away.
    #[tracing::instrument(name = "app.set_duty_exemption", skip_all, fields(property.id = %property))]
    pub async fn set_duty_exemption<R: Reply>(
        &self,
        caller: &Principal,
        property: PropertyId,
        duty: Duty,
        reason: &str,
        request: Asked<DutyStanding, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let reason = exemption_reason(reason)?;
        let (now, today) = (self.clock.now(), self.today());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, request, async |tx| {
            store::property::lock(tx, organisation, property)
                .await?
                .ok_or_else(property_not_found)?;
            store::duty::exempt(tx, organisation, property, duty, &reason, caller.user, now)
                .await?;
            standing(tx, organisation, property, duty, today).await
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }

    /// Takes that word back. A repeat under the same request id gets the first answer.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remove_duty_exemption", skip_all, fields(property.id = %property))]
    pub async fn remove_duty_exemption<R: Reply>(
        &self,
        caller: &Principal,
        property: PropertyId,
        duty: Duty,
        request: Asked<DutyStanding, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let today = self.today();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, request, async |tx| {
            store::property::lock(tx, organisation, property)
                .await?
                .ok_or_else(property_not_found)?;
            store::duty::require(tx, organisation, property, duty).await?;
            standing(tx, organisation, property, duty, today).await
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }

    /// Says a fact of homes of which it is not known and on which something depends, so many at once, each with its history entry and
    /// event. A repeat under the same request id gets the first answer.
    ///
    /// # Errors
    /// `PROPERTY_INVALID` for a number out of range; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.answer_home_fact", skip_all)]
    pub async fn answer_home_fact<R: Reply>(
        &self,
        caller: &Principal,
        answer: FactStatement,
        request: Asked<Answered, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let mask = UpdateMask::parse([answer.path])?;
        let (now, today) = (self.clock.now(), self.today());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, request, async |tx| {
            let homes = judged(tx, organisation, None, today).await?;
            let open = homes.iter().filter(|home| {
                let mut standings = home.standings.iter();
                standings.any(|standing| standing.unknown() == Some(answer.fact))
            });
            let open: Vec<_> = open.map(|home| home.home.id).collect();
            let these = open.get(..ANSWERED_AT_ONCE).unwrap_or(&open);
            for property in these {
                let change = PropertyChange {
                    mask: vec![answer.path.to_owned()],
                    given: PropertyDraft {
                        facts: answer.said,
                        ..PropertyDraft::default()
                    },
                    rent: RentRule::Typed,
                };
                let any = Expected::parse("");
                update::change_in(tx, caller, *property, &mask, change, &any, now).await?;
            }
            Ok(Answered {
                done: these.len(),
                left: open.len() - these.len(),
            })
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }
}

async fn standing(
    tx: &mut Tx,
    organisation: OrganisationId,
    property: PropertyId,
    duty: Duty,
    today: NaiveDate,
) -> Result<DutyStanding, Error> {
    let homes = judged(tx, organisation, Some(&[property.get()]), today).await?;
    let home = homes.first().ok_or_else(property_not_found)?;
    home.of(duty).cloned().ok_or_else(property_not_found)
}

fn is_wanted(home: &JudgedHome, wanted: &Wanted) -> bool {
    let of_duty = match wanted.duty.and_then(|duty| home.of(duty)) {
        Some(standing) if wanted.to_do => standing.state.is_to_do(),
        Some(standing) => standing.state != DutyState::NotRequired,
        None => !wanted.to_do || home.counts().has_to_do(),
    };
    of_duty && wanted.property.is_none_or(|id| id == home.home.id) && home.matches(&wanted.words)
}
