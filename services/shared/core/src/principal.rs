//! The caller, from a verified token.

use serde::{Deserialize, Serialize};

use crate::{OrganisationId, SessionId, UserId};

/// The account types of docs/reference/screens/accounts.md S1 2.4, spelt in the contract as the variants are here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Role {
    /// Owns or manages a portfolio.
    Landlord,
    /// Rents a home.
    Tenant,
    /// Gives employment references.
    Employer,
    /// Stands surety for a tenant.
    Guarantor,
}

impl Role {
    /// Every role, in the order that sign-up offers them.
    pub const ALL: [Self; 4] = [
        Self::Landlord,
        Self::Tenant,
        Self::Employer,
        Self::Guarantor,
    ];

    /// The spelling in the contract and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Landlord => "Landlord",
            Self::Tenant => "Tenant",
            Self::Employer => "Employer",
            Self::Guarantor => "Guarantor",
        }
    }

    /// The role that `text` spells exactly.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == text)
    }
}

/// The rights of a member of an organisation. Ordered: a higher grade may do everything that a lower one may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Grade {
    /// Reads only.
    Viewer,
    /// Everything except managing members and closing the organisation.
    Manager,
    /// Everything.
    Owner,
}

impl Grade {
    /// The spelling in the contract and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "Viewer",
            Self::Manager => "Manager",
            Self::Owner => "Owner",
        }
    }

    /// The grade that `text` spells exactly.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Viewer, Self::Manager, Self::Owner]
            .into_iter()
            .find(|grade| grade.as_str() == text)
    }
}

/// The organisation in which the caller acts, and the caller's grade in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Membership {
    /// The active organisation of the token.
    pub organisation: OrganisationId,
    /// The caller's grade in it.
    pub grade: Grade,
}

/// A caller whose token was verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Principal {
    /// The account.
    pub user: UserId,
    /// The session that the token belongs to.
    pub session: SessionId,
    /// The account's type.
    pub role: Role,
    /// The active organisation; `None` for tenants, employers and guarantors.
    pub membership: Option<Membership>,
}

impl Principal {
    /// The organisation in which the caller acts.
    ///
    /// # Errors
    /// [`crate::Error::PermissionDenied`] for an account without an organisation.
    pub fn organisation(&self) -> Result<OrganisationId, crate::Error> {
        self.membership
            .map(|membership| membership.organisation)
            .ok_or(crate::Error::PermissionDenied {
                reason: "NO_ORGANISATION",
                message: "Your account does not belong to an organisation.",
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_spelt_exactly() {
        for role in Role::ALL {
            assert_eq!(Role::parse(role.as_str()), Some(role));
        }
        assert_eq!(Role::parse("Admin"), None);
        assert_eq!(Role::parse("landlord"), None);
    }

    #[test]
    fn grades_are_ordered() {
        assert!(Grade::Viewer < Grade::Manager && Grade::Manager < Grade::Owner);
    }
}
