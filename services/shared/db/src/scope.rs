//! Whose rows a transaction may see.

use lintel_core::{OrganisationId, Principal, UserId};

/// The caller that row-level security judges by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scope {
    /// The organisation whose rows are visible.
    pub organisation: Option<OrganisationId>,
    /// The account whose rows are visible.
    pub user: Option<UserId>,
}

impl Scope {
    /// A signed-in caller's: their account, and their active organisation if they act in one.
    #[must_use]
    pub fn of(principal: &Principal) -> Self {
        Self {
            organisation: principal
                .membership
                .map(|membership| membership.organisation),
            user: Some(principal.user),
        }
    }

    /// One account's.
    #[must_use]
    pub const fn user(user: UserId) -> Self {
        Self {
            organisation: None,
            user: Some(user),
        }
    }

    /// Nobody's: no row with an owner is visible.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            organisation: None,
            user: None,
        }
    }
}
