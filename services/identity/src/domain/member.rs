//! Members of an organisation, and the rules that a change must keep.

use chrono::{DateTime, Utc};
use lintel_core::{Error, Grade, UserId};

use crate::error::{last_owner, not_allowed};

/// A member of an organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The membership's own id.
    pub membership: i64,
    /// The account.
    pub user: UserId,
    /// The name given at sign-up.
    pub name: String,
    /// The sign-in address as typed.
    pub email: String,
    /// The member's grade.
    pub grade: Grade,
    /// When the member joined.
    pub joined_at: DateTime<Utc>,
    /// Grows by one with every change.
    pub version: i64,
}

/// The members of one organisation, read under its lock: they cannot change meanwhile.
#[derive(Debug)]
pub struct Members(Vec<Member>);

impl Members {
    /// From the members that were read.
    pub const fn new(members: Vec<Member>) -> Self {
        Self(members)
    }

    /// The member with this account.
    pub fn find(&self, user: UserId) -> Option<&Member> {
        self.0.iter().find(|member| member.user == user)
    }

    /// Returns the number of members.
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns whether a member has this sign-in address, given as its key.
    pub fn has_address(&self, email_key: &str) -> bool {
        let mut keys = self
            .0
            .iter()
            .map(|member| member.email.to_ascii_lowercase());
        keys.any(|key| key == email_key)
    }

    /// Checks that `caller` is an Owner now, because a token stays valid a moment longer than a grade.
    ///
    /// # Errors
    /// `NOT_ALLOWED`.
    pub fn require_owner(&self, caller: UserId) -> Result<(), Error> {
        match self.find(caller) {
            Some(member) if member.grade == Grade::Owner => Ok(()),
            _ => Err(not_allowed()),
        }
    }

    /// Returns whether `user` is the only member.
    pub fn is_only(&self, user: UserId) -> bool {
        self.0.iter().all(|member| member.user == user)
    }

    /// Checks that another Owner remains if `member` is no longer one.
    ///
    /// # Errors
    /// `LAST_OWNER`.
    pub fn can_lose_owner(&self, member: &Member) -> Result<(), Error> {
        let others = self.0.iter().filter(|other| other.user != member.user);
        if member.grade < Grade::Owner
            || others.map(|other| other.grade).max() == Some(Grade::Owner)
        {
            Ok(())
        } else {
            Err(last_owner())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(grades: &[Grade]) -> Members {
        let member = |(place, grade): (usize, &Grade)| Member {
            membership: 0,
            user: UserId::new(i64::try_from(place).unwrap_or_default()),
            name: String::new(),
            email: String::new(),
            grade: *grade,
            joined_at: DateTime::UNIX_EPOCH,
            version: 1,
        };
        Members::new(grades.iter().enumerate().map(member).collect())
    }

    #[test]
    fn the_last_owner_stays_one_and_everybody_else_may_go() {
        for (grades, may) in [
            (vec![Grade::Owner], false),
            (vec![Grade::Owner, Grade::Manager, Grade::Viewer], false),
            (vec![Grade::Owner, Grade::Owner], true),
            (vec![Grade::Viewer, Grade::Owner], true),
            (vec![Grade::Manager, Grade::Owner], true),
        ] {
            let members = members(&grades);
            let first = members.find(UserId::new(0));
            let can = first.map(|first| members.can_lose_owner(first).is_ok());
            assert_eq!(can, Some(may), "{grades:?}");
        }
    }

    #[test]
    fn only_who_is_an_owner_now_acts_as_one() {
        let members = members(&[Grade::Owner, Grade::Manager]);
        let acts = |user| members.require_owner(UserId::new(user)).is_ok();
        assert!(acts(0) && !acts(1) && !acts(2));
    }
}
