//! The rows that other services keep copies of.

use lintel_core::{Grade, OrganisationId, Role, UserId};

use super::{
    landlord::Landlord, name::first_and_last, settings::Wishes, tenant_mail::TenantMailKind,
};

/// The public state of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSnapshot {
    /// The account.
    pub user: UserId,
    /// Its type.
    pub role: Role,
    /// The name given at sign-up.
    pub name: String,
    /// The first name that was saved in the settings.
    pub first_name: Option<String>,
    /// The last name that was saved in the settings.
    pub last_name: Option<String>,
    /// The sign-in address, if it is verified.
    pub verified_email: Option<String>,
    /// The contact phone; may be empty.
    pub phone: String,
    /// The notifications that the account wants, and their ways.
    pub wishes: Wishes,
    /// True when a nightly backup is wanted.
    pub data_backup: bool,
    /// True when new maintenance requests of the account's properties are assigned to it.
    pub maintenance_auto_assign: bool,
    /// Grows by one each time it is told.
    pub version: i64,
}

impl AccountSnapshot {
    /// The name as the settings have it now (docs/reference/decisions.md 2).
    #[must_use]
    pub fn display_name(&self) -> String {
        let (first, last) = first_and_last(&self.name);
        let first = self.first_name.as_deref().unwrap_or(first);
        let last = self.last_name.as_deref().unwrap_or(last);
        format!("{first} {last}").trim().to_owned()
    }
}

/// The public state of an organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganisationSnapshot {
    /// The organisation.
    pub organisation: OrganisationId,
    /// Its name.
    pub name: String,
    /// The landlord; `None` until the details are given.
    pub landlord: Option<Landlord>,
    /// The kinds of mails to tenants that are not wanted.
    pub mails_off: Vec<TenantMailKind>,
    /// Its version.
    pub version: i64,
    /// Its members.
    pub members: Vec<MemberSnapshot>,
}

/// The public state of a membership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberSnapshot {
    /// The membership.
    pub membership: i64,
    /// The member's account.
    pub user: UserId,
    /// The member's grade.
    pub grade: Grade,
    /// The membership's version.
    pub version: i64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::settings::SavedSettings;

    #[test]
    fn the_settings_own_the_name_once_they_were_saved() {
        let mut account = AccountSnapshot {
            user: UserId::new(1),
            role: Role::Tenant,
            name: "Ada King Lovelace".to_owned(),
            first_name: None,
            last_name: None,
            verified_email: None,
            phone: String::new(),
            wishes: Wishes::of(&SavedSettings::default()),
            data_backup: true,
            maintenance_auto_assign: false,
            version: 1,
        };
        assert_eq!(account.display_name(), "Ada King Lovelace");
        account.first_name = Some("Augusta".to_owned());
        assert_eq!(account.display_name(), "Augusta Lovelace");
        account.last_name = Some(String::new());
        assert_eq!(account.display_name(), "Augusta");
    }
}
