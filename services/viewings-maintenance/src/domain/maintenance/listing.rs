//! Which requests a list shows, and in which order.

use chrono::{DateTime, Utc};
use lintel_core::{
    ContractorId, Error, MaintenanceRequestId, Money, PageToken, PropertyId, UserId,
};

use super::{MaintenanceCategory, MaintenancePriority, MaintenanceRequest, MaintenanceStatus};
use crate::error::bad_page_token;

/// The longest search, in characters.
const LONGEST_SEARCH: usize = 200;
/// In a page token: the last row has no target any more.
const NO_TARGET: &str = "none";

/// Which requests are listed; the default is all of them, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestFilter {
    /// Of one property.
    pub property: Option<PropertyId>,
    /// In any of these; none for all.
    pub statuses: Vec<MaintenanceStatus>,
    /// Of any of these; none for all.
    pub priorities: Vec<MaintenancePriority>,
    /// Of one category.
    pub category: Option<MaintenanceCategory>,
    /// Of one member.
    pub assignee: Option<UserId>,
    /// Of one contractor.
    pub contractor: Option<ContractorId>,
    /// High and unfinished ones alone, by their next target.
    pub urgent: bool,
    /// By their next target, those without one last.
    pub by_target: bool,
    /// Words that must each appear in the title, the description or the property's name.
    pub words: Vec<String>,
}

/// Where a page begins: behind this request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestPlace {
    /// The last row's id.
    pub id: MaintenanceRequestId,
    /// Its next target, where the list is sorted by it.
    pub due: Option<DateTime<Utc>>,
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
    /// The words of a search.
    ///
    /// # Errors
    /// `SEARCH_INVALID` for more than 200 characters or a zero byte among them.
    pub fn words(search: &str) -> Result<Vec<String>, Error> {
        let refused = |text: &str| Error::field("SEARCH_INVALID", "search", text);
        if search.chars().count() > LONGEST_SEARCH {
            return Err(refused("Search for at most 200 characters."));
        }
        if search.contains('\0') {
            return Err(refused("Search for text without control characters."));
        }
        Ok(search.split_whitespace().map(str::to_owned).collect())
    }

    /// Whether requests come by their next target, those without one last; else the newest first.
    #[must_use]
    pub const fn sorts_by_target(&self) -> bool {
        self.urgent || self.by_target
    }

    /// The token of a page that ends with `request`.
    #[must_use]
    pub fn token(&self, request: &MaintenanceRequest) -> PageToken {
        let sort = if self.sorts_by_target() {
            let due = request.next_due();
            due.map_or_else(
                || NO_TARGET.to_owned(),
                |due| due.timestamp_micros().to_string(),
            )
        } else {
            String::new()
        };
        PageToken {
            sort,
            id: request.id.get(),
        }
    }

    /// Where the page behind a token begins.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for a token that this order did not make.
    pub fn place(&self, token: &PageToken) -> Result<RequestPlace, Error> {
        let due = if self.by_target && !self.urgent && token.sort == NO_TARGET {
            None
        } else if self.sorts_by_target() {
            let micros = token.sort.parse().map_err(|_| bad_page_token())?;
            Some(DateTime::from_timestamp_micros(micros).ok_or_else(bad_page_token)?)
        } else if token.sort.is_empty() {
            None
        } else {
            return Err(bad_page_token());
        };
        Ok(RequestPlace {
            id: token.id.into(),
            due,
        })
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

    #[test]
    fn a_token_belongs_to_one_order() {
        let mut request = request("2026-11-25T10:00:00Z");
        request.id = 7.into();
        let (newest, urgent) = (
            RequestFilter::default(),
            RequestFilter {
                urgent: true,
                ..RequestFilter::default()
            },
        );
        for (filter, due) in [(&newest, None), (&urgent, request.next_due())] {
            let place = filter.place(&filter.token(&request)).ok();
            let id = request.id;
            assert_eq!(place, Some(RequestPlace { id, due }));
        }
        assert!(newest.place(&urgent.token(&request)).is_err());
        let by_target = RequestFilter {
            by_target: true,
            ..RequestFilter::default()
        };
        request.move_to(
            MaintenanceStatus::Cancelled,
            MaintenanceActor::Landlord,
            request.counted_from,
        );
        let (last, id) = (by_target.token(&request), request.id);
        let place = by_target.place(&last).ok();
        assert_eq!(place, Some(RequestPlace { id, due: None }));
        assert!(newest.place(&last).is_err() && urgent.place(&last).is_err());
        assert!(by_target.place(&newest.token(&request)).is_err());
        assert!(urgent.place(&newest.token(&request)).is_err());
    }

    #[test]
    fn a_search_is_its_words() {
        let words = RequestFilter::words(" gas  boiler ").ok();
        assert_eq!(words, Some(vec!["gas".to_owned(), "boiler".to_owned()]));
        assert!(RequestFilter::words(&"x".repeat(201)).is_err());
        assert!(RequestFilter::words("a\0b").is_err());
    }
}
