//! Which requests a list shows, and in which order.

use std::cmp::Ordering;

use chrono::{DateTime, Utc};
use lintel_core::{
    ContractorId, Error, MaintenanceRequestId, Money, PageToken, PropertyId, Search, UserId,
    decimal, spelt,
};
use rust_decimal::Decimal;

use super::{MaintenanceCategory, MaintenancePriority, MaintenanceRequest, MaintenanceStatus};
use crate::error::bad_page_token;

/// In a page token: the last row has no target any more.
const NO_TARGET: &str = "none";

spelt! {
    /// The order of a list of requests.
    #[derive(Default)]
    RequestSort {
        /// The newest first.
        #[default]
        Newest = "newest",
        /// The oldest first.
        Oldest = "oldest",
        /// By the next target, those without one last.
        Target = "target",
        /// The costliest first.
        Cost = "cost",
        /// By the property's name.
        Home = "home",
    }
}

/// Which requests are listed; the default is all of them, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestFilter {
    /// One property.
    pub property: Option<PropertyId>,
    /// In any of these; none for all.
    pub statuses: Vec<MaintenanceStatus>,
    /// Any of these priorities; none for all.
    pub priorities: Vec<MaintenancePriority>,
    /// One category.
    pub category: Option<MaintenanceCategory>,
    /// One member.
    pub assignee: Option<UserId>,
    /// One contractor.
    pub contractor: Option<ContractorId>,
    /// High and unfinished ones alone, by their next target.
    pub urgent: bool,
    /// The order, unless they are the urgent ones.
    pub sort: RequestSort,
    /// Text to find in the title, the description, the home's name and address, and the contractor's name and phone number.
    pub search: Search,
}

/// Where a page begins: behind this request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestPlace {
    /// The last row's id.
    pub id: MaintenanceRequestId,
    /// Its next target, where the list is sorted by it.
    pub due: Option<DateTime<Utc>>,
    /// The sum of its costs in pounds, where the list is sorted by it.
    pub cost: Option<Decimal>,
    /// The property's name, where the list is sorted by it.
    pub home: Option<String>,
}

/// The figures of the cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaintenanceSummary {
    /// Open.
    pub open: i64,
    /// In Progress.
    pub in_progress: i64,
    /// Completed.
    pub completed: i64,
    /// Cancelled.
    pub cancelled: i64,
    /// High and unfinished.
    pub urgent: i64,
    /// Unfinished, and over a target.
    pub late: i64,
    /// The sum of the costs dated in this calendar year; `None` for a tenant.
    pub cost_this_year: Option<Money>,
}

impl RequestFilter {
    /// The order that the list has: urgent ones come by their target, whatever was asked.
    #[must_use]
    pub const fn order(&self) -> RequestSort {
        match self.urgent {
            true => RequestSort::Target,
            false => self.sort,
        }
    }

    /// Which of two requests comes first.
    #[must_use]
    pub fn compare(&self, one: &MaintenanceRequest, other: &MaintenanceRequest) -> Ordering {
        let by_id = one.id.cmp(&other.id);
        match self.order() {
            RequestSort::Newest => by_id.reverse(),
            RequestSort::Oldest => by_id,
            RequestSort::Target => {
                let due = |request: &MaintenanceRequest| {
                    let due = request.next_due();
                    (due.is_none(), due)
                };
                due(one).cmp(&due(other)).then(by_id)
            }
            RequestSort::Cost => {
                let cost = |request: &MaintenanceRequest| request.cost_total.minor();
                cost(other).cmp(&cost(one)).then(by_id)
            }
            RequestSort::Home => {
                let name = |request: &MaintenanceRequest| request.property_name.to_lowercase();
                name(one).cmp(&name(other)).then(by_id)
            }
        }
    }

    /// The token of a page that ends with `request`.
    #[must_use]
    pub fn token(&self, request: &MaintenanceRequest) -> PageToken {
        let order = self.order();
        let value = match order {
            RequestSort::Newest | RequestSort::Oldest => String::new(),
            RequestSort::Target => request.next_due().map_or_else(
                || NO_TARGET.to_owned(),
                |due| due.timestamp_micros().to_string(),
            ),
            RequestSort::Cost => request.cost_total.to_decimal().to_string(),
            RequestSort::Home => request.property_name.clone(),
        };
        PageToken {
            sort: format!("{}:{value}", order.as_str()),
            id: request.id.get(),
        }
    }

    /// Where the page behind a token begins.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for a token that this order did not make.
    pub fn place(&self, token: &PageToken) -> Result<RequestPlace, Error> {
        let (order, value) = token.sort.split_once(':').ok_or_else(bad_page_token)?;
        if order != self.order().as_str() || value.contains('\0') {
            return Err(bad_page_token());
        }
        let mut place = RequestPlace {
            id: token.id.into(),
            due: None,
            cost: None,
            home: None,
        };
        match self.order() {
            RequestSort::Newest | RequestSort::Oldest => {}
            RequestSort::Target if value == NO_TARGET && !self.urgent => {}
            RequestSort::Target => {
                let micros = value.parse::<i64>().map_err(|_| bad_page_token())?;
                let due = DateTime::from_timestamp_micros(micros);
                place.due = Some(due.ok_or_else(bad_page_token)?);
            }
            RequestSort::Cost => {
                place.cost = Some(decimal::read(value).map_err(|_| bad_page_token())?);
            }
            RequestSort::Home => place.home = Some(value.to_owned()),
        }
        Ok(place)
    }
}

impl MaintenanceSummary {
    /// Nothing at all.
    pub const EMPTY: Self = Self {
        open: 0,
        in_progress: 0,
        completed: 0,
        cancelled: 0,
        urgent: 0,
        late: 0,
        cost_this_year: None,
    };

    /// All requests.
    #[must_use]
    pub const fn total(&self) -> i64 {
        self.open + self.in_progress + self.completed + self.cancelled
    }

    /// The figures of two homes together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self {
            open: self.open + other.open,
            in_progress: self.in_progress + other.in_progress,
            completed: self.completed + other.completed,
            cancelled: self.cancelled + other.cancelled,
            urgent: self.urgent + other.urgent,
            late: self.late + other.late,
            cost_this_year: self.cost_this_year,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{MaintenanceActor, request::tests::request},
        *,
    };

    fn sorted(sort: RequestSort) -> RequestFilter {
        RequestFilter {
            sort,
            ..RequestFilter::default()
        }
    }

    #[test]
    fn a_token_belongs_to_one_order() {
        let mut request = request("2026-11-25T10:00:00Z");
        request.id = 7.into();
        request.cost_total = Money::gbp(12_050);
        let urgent = RequestFilter {
            urgent: true,
            ..RequestFilter::default()
        };
        let filters: Vec<_> = RequestSort::ALL.iter().map(|sort| sorted(*sort)).collect();
        for filter in &filters {
            let token = filter.token(&request);
            let place = filter.place(&token).ok();
            let order = filter.order();
            let only = |wanted| (order == wanted).then_some(());
            let expected = RequestPlace {
                id: request.id,
                due: only(RequestSort::Target).and_then(|()| request.next_due()),
                cost: only(RequestSort::Cost).map(|()| Decimal::new(12_050, 2)),
                home: only(RequestSort::Home).map(|()| request.property_name.clone()),
            };
            assert_eq!(place, Some(expected));
            let others = filters.iter().filter(|other| other.sort != filter.sort);
            for other in others {
                assert!(other.place(&token).is_err());
            }
        }
        let by_target = sorted(RequestSort::Target);
        assert_eq!(urgent.token(&request), by_target.token(&request));
        request.move_to(
            MaintenanceStatus::Cancelled,
            MaintenanceActor::Landlord,
            request.counted_from,
        );
        let last = by_target.token(&request);
        let place = by_target.place(&last).ok();
        assert_eq!(place.map(|place| place.due), Some(None));
        assert!(urgent.place(&last).is_err());
    }

    #[test]
    fn requests_come_in_the_order_that_is_asked_for() {
        let one = |id: i64, home: &str, cost: i64| {
            let mut one = request("2026-11-25T10:00:00Z");
            one.id = id.into();
            home.clone_into(&mut one.property_name);
            one.cost_total = Money::gbp(cost);
            one
        };
        let requests = [
            one(1, "mill", 500),
            one(2, "Abbey", 500),
            one(3, "Quay", 900),
        ];
        let ids = |sort: RequestSort| {
            let mut requests = requests.to_vec();
            requests.sort_by(|one, other| sorted(sort).compare(one, other));
            let ids = requests.iter().map(|one| one.id.get());
            ids.collect::<Vec<_>>()
        };
        assert_eq!(ids(RequestSort::Newest), [3, 2, 1]);
        assert_eq!(ids(RequestSort::Oldest), [1, 2, 3]);
        assert_eq!(ids(RequestSort::Cost), [3, 1, 2]);
        assert_eq!(ids(RequestSort::Home), [2, 1, 3]);
    }
}
