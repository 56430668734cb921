//! The caller whose rows a transaction may see.

use lintel_core::{OrganisationId, Principal, UserId};

/// A PostgreSQL setting that row-level security reads; empty for none.
pub(crate) struct Setting {
    pub name: &'static str,
    pub value: String,
}

/// The caller whose rows row-level security shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scope {
    /// The organisation whose rows are visible.
    pub organisation: Option<OrganisationId>,
    /// The account whose rows are visible.
    pub user: Option<UserId>,
}

impl Scope {
    /// The rows of a signed-in caller: of the account, and of the active organisation if there is one.
    #[must_use]
    pub fn of(principal: &Principal) -> Self {
        Self {
            organisation: principal
                .membership
                .map(|membership| membership.organisation),
            user: Some(principal.user),
        }
    }

    /// The rows of one account.
    #[must_use]
    pub const fn user(user: UserId) -> Self {
        Self {
            organisation: None,
            user: Some(user),
        }
    }

    /// No caller: no row that has an owner is visible.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            organisation: None,
            user: None,
        }
    }

    /// The settings for row-level security. They contain only our own numbers.
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
