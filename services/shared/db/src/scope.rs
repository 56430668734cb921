//! Whose rows a transaction may see.

use lintel_core::{OrganisationId, Principal, UserId};

/// A setting of PostgreSQL's that row-level security reads; empty for none.
pub(crate) struct Setting {
    pub name: &'static str,
    pub value: String,
}

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

    /// What row-level security is told: nothing but our own numbers.
    pub(crate) fn settings(self) -> [Setting; 2] {
        let setting = |name, id: Option<i64>| Setting {
            name,
            value: id.map(|id| id.to_string()).unwrap_or_default(),
        };
        [
            setting(
                "app.organisation_id",
                self.organisation.map(OrganisationId::get),
            ),
            setting("app.user_id", self.user.map(UserId::get)),
        ]
    }
}
