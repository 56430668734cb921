//! Homes with how their duties stand, counted, searched and in order.

use lintel_core::{Error, PageToken, spelt};
use lintel_rules::Duty;

use super::{DutyState, Home, Standing};
use crate::error::bad_page_token;

/// The number of duties in each state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DutyCounts {
    /// Missing.
    pub missing: i32,
    /// Expired.
    pub expired: i32,
    /// Due.
    pub due: i32,
    /// In date.
    pub valid: i32,
    /// Not needed.
    pub not_required: i32,
}

impl DutyCounts {
    /// Counts `standings`.
    #[must_use]
    pub fn of<'a>(standings: impl IntoIterator<Item = &'a Standing>) -> Self {
        let mut counts = Self::default();
        for standing in standings {
            counts.add(standing.state);
        }
        counts
    }

    /// Counts one more.
    pub const fn add(&mut self, state: DutyState) {
        match state {
            DutyState::Missing => self.missing += 1,
            DutyState::Expired => self.expired += 1,
            DutyState::Due => self.due += 1,
            DutyState::Valid => self.valid += 1,
            DutyState::NotRequired => self.not_required += 1,
        }
    }

    /// Returns whether anything is to be done.
    #[must_use]
    pub const fn has_to_do(self) -> bool {
        self.missing + self.expired + self.due > 0
    }
}

spelt! {
    /// By what homes are sorted.
    DutyOrder {
        /// The homes that miss most come first, then those with expired and due items, then by name.
        MissingFirst = "missing",
        /// By name, ignoring case.
        Name = "name",
    }
}

/// A place in a list of homes: the first comes first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DutyPlace(i32, i32, i32, i64, String, i64);

impl DutyPlace {
    /// The token of the page that ends here.
    #[must_use]
    pub fn token(&self, order: DutyOrder) -> PageToken {
        let Self(missing, expired, due, nearest, name, id) = self;
        let order = order.as_str();
        PageToken {
            sort: format!("{order}:{missing}:{expired}:{due}:{nearest}:{name}"),
            id: *id,
        }
    }

    /// The place of a token.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for a token that this order did not make.
    pub fn of(token: &PageToken, order: DutyOrder) -> Result<Self, Error> {
        let parts: Vec<_> = token.sort.splitn(6, ':').collect();
        let place = match parts.as_slice() {
            [of, missing, expired, due, nearest, name] if *of == order.as_str() => (|| {
                Some(Self(
                    missing.parse().ok()?,
                    expired.parse().ok()?,
                    due.parse().ok()?,
                    nearest.parse().ok()?,
                    (*name).to_owned(),
                    token.id,
                ))
            })(),
            _ => None,
        };
        place.ok_or_else(bad_page_token)
    }
}

/// A home with how its duties stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedHome {
    /// The home.
    pub home: Home,
    /// Its duties.
    pub standings: Vec<Standing>,
}

impl JudgedHome {
    /// Counts its duties by their states.
    #[must_use]
    pub fn counts(&self) -> DutyCounts {
        DutyCounts::of(&self.standings)
    }

    /// Returns the state of one duty.
    #[must_use]
    pub fn of(&self, duty: Duty) -> Option<&Standing> {
        self.standings
            .iter()
            .find(|standing| standing.duty.duty == duty)
    }

    /// Its place in a list of this order.
    #[must_use]
    pub fn place(&self, order: DutyOrder) -> DutyPlace {
        let (name, id) = (self.home.name.to_lowercase(), self.home.id.get());
        if order == DutyOrder::Name {
            return DutyPlace(0, 0, 0, 0, name, id);
        }
        let counts = self.counts();
        let due = self
            .standings
            .iter()
            .filter(|standing| standing.state == DutyState::Due);
        let nearest = due.filter_map(|standing| standing.days).min();
        DutyPlace(
            -counts.missing,
            -counts.expired,
            -counts.due,
            nearest.unwrap_or(i64::MAX),
            name,
            id,
        )
    }

    /// Returns whether each word appears in its name, address or postcode, the postcode with or without its blank.
    #[must_use]
    pub fn matches(&self, words: &[String]) -> bool {
        let Home {
            name,
            address,
            postcode,
            ..
        } = &self.home;
        let bare = postcode.replace(' ', "");
        let text = format!("{name}\n{address}\n{postcode}\n{bare}").to_lowercase();
        words.iter().all(|word| text.contains(&word.to_lowercase()))
    }
}
