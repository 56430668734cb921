//! Accounts and the organisations in which they act.

use chrono::{DateTime, Utc};
use lintel_core::{Grade, Membership, OrganisationId, Role, UserId};
use serde::{Deserialize, Serialize};

/// An organisation, as one of its members sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Organisation {
    /// Its id.
    pub id: OrganisationId,
    /// Its name.
    pub name: String,
    /// The member's grade in it.
    pub grade: Grade,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    /// Its id.
    pub id: UserId,
    /// The name given at sign-up.
    pub name: String,
    /// The sign-in address as typed.
    pub email: String,
    /// The account type.
    pub role: Role,
    /// When the address was verified.
    pub verified_at: Option<DateTime<Utc>>,
    /// A phone number; empty when none was given.
    pub phone: String,
    /// When the account was made.
    pub created_at: DateTime<Utc>,
    /// Grows by one with every change.
    pub version: i64,
    /// The organisation in which the account acts.
    pub organisation: Option<Organisation>,
}

impl User {
    /// The membership that a token names.
    #[must_use]
    pub fn membership(&self) -> Option<Membership> {
        self.organisation.as_ref().map(|organisation| Membership {
            organisation: organisation.id,
            grade: organisation.grade,
        })
    }
}
