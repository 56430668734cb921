//! What all tenancies of an organisation owe as of a day, kept while no ledger and no tenancy of it changes: everybody who opens the
//! dashboard asks for the same day.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use chrono::{Datelike as _, NaiveDate};
use hashlink::LruCache;
use lintel_core::{Error, Money, OrganisationId, TenancyId, TenantId};
use sqlx::PgConnection;

use super::ledgers;
use crate::{
    domain::rent::ledger::{ArrearsPlace, ArrearsSort, TenancyArrears},
    store::{self, rent::arrears::Month},
};

/// How many answers are kept: a dozen organisations at work with some days each. One of 5,000 tenancies takes half a megabyte.
const KEPT: usize = 64;

/// The sums of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// What is overdue, each tenancy counted once.
    pub overdue: Money,
    /// How many tenants owe it.
    pub tenants: i64,
    /// How many tenancies do.
    pub tenancies: i64,
    /// What came and was due in the month of the day.
    pub month: Month,
}

/// What an organisation is owed as of a day.
#[derive(Debug)]
pub(in crate::app) struct Known {
    tenancies: Vec<TenancyArrears>,
    /// The tenants who owe together, each with the place of the tenancy: the oldest arrears first, those without last, then by id.
    order: Vec<(NaiveDate, TenantId, usize)>,
    /// The sums.
    pub totals: Totals,
}

type Key = (OrganisationId, NaiveDate);
type Answers = LruCache<Key, ((i64, i64), Arc<Known>)>;

/// The answers that are kept.
#[derive(Clone)]
pub(super) struct Answered(Arc<Mutex<Answers>>);

impl std::fmt::Debug for Answered {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Answered")
    }
}

impl Default for Answered {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::new(KEPT))))
    }
}

impl Answered {
    /// What the organisation is owed as of a day.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub(in crate::app) async fn of(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        day: NaiveDate,
    ) -> Result<Arc<Known>, Error> {
        // Read first: what changes while the rest is read is newer than this version, and asked for anew.
        let version = store::rent::arrears::version(tx, organisation).await?;
        let key = (organisation, day);
        if let Some((kept, known)) = self.kept().get(&key)
            && *kept == version
        {
            return Ok(Arc::clone(known));
        }
        let known = Arc::new(Known::read(tx, organisation, day).await?);
        self.kept().insert(key, (version, Arc::clone(&known)));
        Ok(known)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Answers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    async fn read(
        tx: &mut PgConnection,
        organisation: OrganisationId,
        day: NaiveDate,
    ) -> Result<Self, Error> {
        let tenancies = ledgers::owed(tx, organisation, None, day).await?;
        let tenants = store::rent::arrears::tenants(tx, organisation).await?;
        let first = day.with_day(1).unwrap_or(day);
        let month = store::rent::arrears::month(tx, organisation, first, day).await?;
        Ok(Self::new(tenancies, &tenants, month))
    }

    fn new(
        tenancies: Vec<TenancyArrears>,
        tenants: &[(TenantId, TenancyId, bool)],
        month: Month,
    ) -> Self {
        let staying = tenants.iter().filter(|(_, _, has_left)| !has_left);
        let inhabited: HashSet<_> = staying.map(|(_, tenancy, _)| *tenancy).collect();
        let places = tenancies.iter().enumerate();
        let places: HashMap<_, _> = places.map(|(place, one)| (one.tenancy, place)).collect();
        let owing = tenants.iter().filter(|(_, tenancy, has_left)| {
            // What is open of a tenancy that everybody has left is owed by all of them.
            !has_left || !inhabited.contains(tenancy)
        });
        let order = owing.filter_map(|(tenant, tenancy, _)| {
            let place = *places.get(tenancy)?;
            let oldest = tenancies.get(place)?.owed.oldest_unpaid;
            Some((oldest.unwrap_or(NaiveDate::MAX), *tenant, place))
        });
        let mut order: Vec<_> = order.collect();
        order.sort_unstable();
        let overdue = tenancies.iter().filter(|one| one.owed.overdue.minor() > 0);
        let sum = overdue.clone().map(|one| one.owed.overdue.minor()).sum();
        let late = order
            .iter()
            .filter(|(oldest, _, _)| *oldest < NaiveDate::MAX);
        let totals = Totals {
            overdue: Money::gbp(sum),
            tenants: i64::try_from(late.count()).unwrap_or(i64::MAX),
            tenancies: i64::try_from(overdue.count()).unwrap_or(i64::MAX),
            month,
        };
        Self {
            tenancies,
            order,
            totals,
        }
    }

    /// At most `limit` tenants behind `after` in the order `sort`; of all, or of those in arrears. `names` are asked for by name alone.
    pub(in crate::app) fn page(
        &self,
        all: bool,
        sort: ArrearsSort,
        names: &HashMap<TenantId, String>,
        after: Option<&ArrearsPlace>,
        limit: usize,
    ) -> Vec<(TenantId, TenancyArrears)> {
        let rows = self.order.iter();
        let rows = rows.take_while(|(oldest, _, _)| all || *oldest < NaiveDate::MAX);
        let rows = rows.filter_map(|(_, tenant, place)| {
            let tenancy = self.tenancies.get(*place)?;
            let name = names.get(tenant).map(String::as_str).unwrap_or_default();
            Some((
                ArrearsPlace::of(sort, *tenant, name, &tenancy.owed),
                tenancy,
            ))
        });
        let rows = rows.filter(|(place, _)| after.is_none_or(|after| place > after));
        let mut rows: Vec<_> = rows.collect();
        if sort != ArrearsSort::Oldest {
            rows.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        }
        rows.truncate(limit);
        let rows = rows.into_iter();
        rows.map(|(place, tenancy)| (place.tenant, tenancy.clone()))
            .collect()
    }

    /// The tenants who are listed, for whoever asks for their names.
    pub(in crate::app) fn tenants(&self) -> Vec<TenantId> {
        self.order.iter().map(|(_, tenant, _)| *tenant).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::rent::{Owed, RentPeriod};

    fn owing(tenancy: i64, oldest: Option<&str>, overdue: i64) -> TenancyArrears {
        TenancyArrears {
            tenancy: tenancy.into(),
            nation: lintel_rules::Nation::England,
            rent_then: Money::gbp(95_000),
            period: RentPeriod::Monthly,
            owed: Owed {
                balance: Money::gbp(overdue),
                overdue: Money::gbp(overdue),
                overdue_rent: Money::gbp(overdue),
                oldest_unpaid: oldest.and_then(|day| day.parse().ok()),
                oldest_amount: Money::gbp(overdue),
            },
        }
    }

    fn known() -> Known {
        let tenancies = vec![
            owing(1, None, 0),
            owing(2, Some("2026-11-01"), 95_000),
            owing(3, Some("2026-10-01"), 5_000),
        ];
        let tenants = [
            (1, 1, false),
            (2, 2, false),
            (3, 2, false),
            (4, 2, true),
            (5, 3, true),
            (6, 3, true),
        ];
        let tenants = tenants.map(|(tenant, tenancy, left)| (tenant.into(), tenancy.into(), left));
        let month = Month {
            received: Money::ZERO,
            due: Money::ZERO,
        };
        Known::new(tenancies, &tenants, month)
    }

    #[test]
    fn sums_count_a_tenancy_once_and_who_has_left_owes_with_nobody_there() {
        let totals = known().totals;
        assert_eq!(totals.overdue, Money::gbp(100_000));
        assert_eq!((totals.tenants, totals.tenancies), (4, 2));
    }

    fn ids(page: &[(TenantId, TenancyArrears)]) -> Vec<i64> {
        page.iter().map(|(tenant, _)| tenant.get()).collect()
    }

    #[test]
    fn the_oldest_arrears_come_first_and_pages_go_on_behind_each_other() {
        let known = known();
        let nobody = HashMap::new();
        let page = |all: bool, after: Option<&ArrearsPlace>, limit: usize| {
            ids(&known.page(all, ArrearsSort::Oldest, &nobody, after, limit))
        };
        assert_eq!(page(false, None, 9), [5, 6, 2, 3]);
        assert_eq!(page(true, None, 9), [5, 6, 2, 3, 1]);
        let behind = |oldest, tenant: i64| {
            let owed = owing(9, oldest, 0).owed;
            ArrearsPlace::of(ArrearsSort::Oldest, tenant.into(), "", &owed)
        };
        let [second, third] = [2, 3].map(|tenant| behind(Some("2026-11-01"), tenant));
        assert_eq!(page(true, Some(&second), 1), [3]);
        assert_eq!(page(true, Some(&third), 9), [1]);
        let last = behind(None, 1);
        assert!(page(true, Some(&last), 9).is_empty());
    }

    #[test]
    fn arrears_are_sorted_by_what_is_owed_and_by_the_tenants_name() {
        let known = known();
        let named = [(1, "Zoe"), (2, "bea"), (3, "Cy"), (5, "Abe"), (6, "Di")];
        let named = named.map(|(tenant, name)| (TenantId::from(tenant), name.to_owned()));
        let names = HashMap::from(named);
        for (sort, expected) in [
            (ArrearsSort::Amount, [2, 3, 5, 6, 1]),
            (ArrearsSort::Name, [5, 2, 3, 6, 1]),
        ] {
            let whole = known.page(true, sort, &names, None, 9);
            assert_eq!(ids(&whole), expected);
            let mut pieces = Vec::new();
            let mut after: Option<ArrearsPlace> = None;
            loop {
                let page = known.page(true, sort, &names, after.as_ref(), 2);
                let Some((tenant, last)) = page.last() else {
                    break;
                };
                after = Some(ArrearsPlace::of(sort, *tenant, &names[tenant], &last.owed));
                pieces.extend(ids(&page));
            }
            assert_eq!(pieces, expected);
        }
    }
}
