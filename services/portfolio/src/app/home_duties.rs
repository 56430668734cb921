//! The duties of homes, judged and added up.

use std::collections::HashMap;

use chrono::NaiveDate;
use lintel_core::{Error, OrganisationId, Page};
use lintel_db::Tx;
use lintel_rules::{Duty, Fact, rules};

use crate::{
    domain::{DutyCounts, DutyOrder, DutyState, JudgedHome},
    store,
};

/// The number of homes without anything to do that are named.
const NAMED: usize = 2;

/// A page of homes, and the totals over all of them.
#[derive(Debug)]
pub struct ListedHomes {
    /// The page.
    pub page: Page<JudgedHome>,
    /// The number of homes that match.
    pub matching: usize,
    /// The number of homes.
    pub all: usize,
    /// The number of homes with something to do.
    pub to_do: usize,
    /// The duties of all.
    pub totals: DutyCounts,
    /// Each duty over all homes, with the first last day that is due.
    pub columns: Vec<(Duty, DutyCounts, Option<NaiveDate>)>,
    /// Facts that nobody has said, with the number of homes.
    pub unknown: Vec<(Fact, usize)>,
    /// The first homes by name that have nothing to do.
    pub in_date: Vec<String>,
}

/// Homes with their duties: those of these ids, or all.
pub(super) async fn judged(
    tx: &mut Tx,
    organisation: OrganisationId,
    ids: Option<&[i64]>,
    today: NaiveDate,
) -> Result<Vec<JudgedHome>, Error> {
    let homes = store::duty::homes(tx, organisation, ids).await?;
    // Thousands of homes have few different facts, and the same facts lead to the same duties.
    let mut known = HashMap::new();
    let judged = homes.into_iter().map(|home| {
        let duties = known
            .entry(home.facts)
            .or_insert_with(|| rules().home_duties(&home.facts, today));
        let standings = home.standings(duties, today);
        JudgedHome { home, standings }
    });
    Ok(judged.collect())
}

/// Everything but the page.
pub(super) fn totals(homes: &[JudgedHome]) -> ListedHomes {
    let columns = Duty::ALL.iter().map(|duty| {
        let standings: Vec<_> = homes.iter().filter_map(|home| home.of(*duty)).collect();
        let due = standings
            .iter()
            .filter(|standing| standing.state == DutyState::Due);
        let next = due.filter_map(|standing| standing.valid_until).min();
        (*duty, DutyCounts::of(standings.iter().copied()), next)
    });
    let columns = columns.collect();
    let mut unknown = Vec::new();
    for fact in Fact::ALL {
        let open = homes.iter().filter(|home| {
            let mut standings = home.standings.iter();
            standings.any(|standing| standing.unknown() == Some(*fact))
        });
        let count = open.count();
        if count > 0 {
            unknown.push((*fact, count));
        }
    }
    let (busy, mut calm): (Vec<_>, Vec<_>) =
        homes.iter().partition(|home| home.counts().has_to_do());
    calm.sort_by_cached_key(|home| home.place(DutyOrder::Name));
    ListedHomes {
        page: Page {
            rows: Vec::new(),
            next: None,
        },
        matching: homes.len(),
        all: homes.len(),
        to_do: busy.len(),
        totals: DutyCounts::of(homes.iter().flat_map(|home| &home.standings)),
        columns,
        unknown,
        in_date: calm
            .iter()
            .take(NAMED)
            .map(|home| home.home.name.clone())
            .collect(),
    }
}
