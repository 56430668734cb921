//! The audience of a change, and its listeners.

use lintel_core::{OrganisationId, Principal, UserId};

/// The accounts that are told of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audience {
    /// The members of this organisation.
    pub organisation: Option<OrganisationId>,
    /// These accounts, wherever they belong.
    pub accounts: Vec<UserId>,
}

impl Audience {
    /// The members of an organisation.
    #[must_use]
    pub const fn organisation(organisation: OrganisationId) -> Self {
        Self {
            organisation: Some(organisation),
            accounts: Vec::new(),
        }
    }

    /// One account.
    #[must_use]
    pub fn account(account: UserId) -> Self {
        Self {
            organisation: None,
            accounts: vec![account],
        }
    }

    /// Returns true where `listener` is told.
    #[must_use]
    pub fn has(&self, listener: Listener) -> bool {
        let is_member = self.organisation.is_some() && self.organisation == listener.organisation;
        is_member || self.accounts.contains(&listener.account)
    }
}

/// A listener to changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Listener {
    /// The organisation in which they act; none for accounts without one.
    pub organisation: Option<OrganisationId>,
    /// Their account.
    pub account: UserId,
}

impl From<&Principal> for Listener {
    fn from(caller: &Principal) -> Self {
        Self {
            organisation: caller.membership.map(|membership| membership.organisation),
            account: caller.user,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_told_of_their_organisation_and_each_of_what_is_their_own() {
        let listener = |organisation: Option<i64>, account| Listener {
            organisation: organisation.map(OrganisationId::new),
            account: UserId::new(account),
        };
        let organisation = Audience::organisation(OrganisationId::new(1));
        assert!(organisation.has(listener(Some(1), 7)));
        assert!(!organisation.has(listener(Some(2), 7)) && !organisation.has(listener(None, 7)));
        let account = Audience::account(UserId::new(7));
        assert!(account.has(listener(Some(1), 7)) && account.has(listener(None, 7)));
        assert!(!account.has(listener(Some(1), 8)) && !account.has(listener(None, 8)));
    }
}
