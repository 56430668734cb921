//! Which viewings a list shows, and in which order.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use lintel_core::{Error, PageToken, PropertyId, Search, ViewingId, spelt};

use super::{Viewing, ViewingStatus};
use crate::error::bad_page_token;

spelt! {
    /// The tabs of the list.
    ViewingView {
        /// Scheduled or Confirmed.
        Upcoming = "upcoming",
        /// Completed or Move-in Process Started.
        Completed = "completed",
        /// Cancelled.
        Cancelled = "cancelled",
    }
}

impl ViewingView {
    /// The statuses of the tab (docs/reference/screens/viewings.md S2 4).
    #[must_use]
    pub const fn statuses(self) -> &'static [ViewingStatus] {
        match self {
            Self::Upcoming => &[ViewingStatus::Scheduled, ViewingStatus::Confirmed],
            Self::Completed => &[ViewingStatus::Completed, ViewingStatus::MoveInStarted],
            Self::Cancelled => &[ViewingStatus::Cancelled],
        }
    }
}

/// Which viewings are listed; the default is all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ViewingFilter {
    /// One tab.
    pub view: Option<ViewingView>,
    /// One property.
    pub property: Option<PropertyId>,
    /// On this day or later.
    pub from: Option<NaiveDate>,
    /// On this day or earlier.
    pub to: Option<NaiveDate>,
    /// Text to find in the viewer's name, address and phone number and in the home's name, address and postcode.
    pub search: Search,
}

impl ViewingFilter {
    /// Returns whether the newest come first: where only viewings that are over or called off are wanted.
    #[must_use]
    pub fn newest_first(&self) -> bool {
        matches!(
            self.view,
            Some(ViewingView::Completed | ViewingView::Cancelled)
        )
    }
}

/// Where a page ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewingPlace {
    /// When the last row begins.
    pub at: DateTime<Utc>,
    /// The last row.
    pub id: ViewingId,
}

impl ViewingPlace {
    /// The token of the page behind a row.
    #[must_use]
    pub fn token(viewing: &Viewing, newest_first: bool) -> PageToken {
        let at = viewing.at.instant;
        PageToken {
            sort: format!(
                "{}{}",
                order(newest_first),
                at.to_rfc3339_opts(SecondsFormat::Micros, true)
            ),
            id: viewing.id.get(),
        }
    }

    /// Reads what [`Self::token`] made of a list in the same order.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`.
    pub fn parse(token: &PageToken, newest_first: bool) -> Result<Self, Error> {
        let at = token.sort.strip_prefix(order(newest_first));
        let at = at.and_then(|at| at.parse().ok());
        Ok(Self {
            at: at.ok_or_else(bad_page_token)?,
            id: token.id.into(),
        })
    }
}

const fn order(newest_first: bool) -> char {
    if newest_first { '-' } else { '+' }
}

#[cfg(test)]
mod tests {
    use super::{super::example, *};

    #[test]
    fn every_status_is_of_one_tab() {
        for status in ViewingStatus::ALL {
            let tabs = ViewingView::ALL.iter();
            let tabs = tabs.filter(|view| view.statuses().contains(status));
            assert_eq!(tabs.count(), 1, "{status:?}");
        }
    }

    #[test]
    fn a_place_comes_back_as_it_was_in_its_own_order_alone() {
        let viewing = example();
        for newest_first in [true, false] {
            let token = ViewingPlace::token(&viewing, newest_first);
            let place = ViewingPlace::parse(&token, newest_first).ok();
            assert_eq!(place.map(|place| place.at), Some(viewing.at.instant));
            assert!(ViewingPlace::parse(&token, !newest_first).is_err());
        }
        let other = PageToken {
            sort: "+yesterday".to_owned(),
            id: 1,
        };
        assert!(ViewingPlace::parse(&other, false).is_err());
    }
}
