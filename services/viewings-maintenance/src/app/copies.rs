//! Keeping what identity tells, from its events or from its snapshots.

use lintel_db::{StoreError, Tx};

use crate::{
    events::inbound::{AccountNews, MemberNews, OrganisationNews},
    store,
};

/// The copies, as the rows that say which are filled name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// Portfolio's properties.
    Homes,
    /// Portfolio's scheduled inspections.
    Inspections,
    /// Tenancy-applications' tenants with their last days.
    Tenants,
    /// Identity's accounts.
    Accounts,
    /// Identity's organisations with their members.
    Organisations,
}

impl Copied {
    /// Every copy.
    pub const ALL: [Self; 5] = [
        Self::Homes,
        Self::Inspections,
        Self::Tenants,
        Self::Accounts,
        Self::Organisations,
    ];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Homes => "homes",
            Self::Inspections => "inspections",
            // As "tenants" it was filled by programs that knew of no last days.
            Self::Tenants => "tenants-and-last-days",
            Self::Accounts => "accounts",
            Self::Organisations => "organisations",
        }
    }

    /// The tables that hold it; what hangs on their rows goes with them.
    #[must_use]
    pub const fn tables(self) -> &'static [&'static str] {
        match self {
            Self::Homes => &["vm_homes"],
            Self::Inspections => &["vm_inspections"],
            Self::Tenants => &["vm_tenants"],
            Self::Accounts => &["vm_accounts"],
            Self::Organisations => &["vm_organisations", "vm_members"],
        }
    }
}

/// Keeps an account, or that it was deleted; what is older than the copy says nothing.
///
/// # Errors
/// [`StoreError`] when the database refuses.
pub(crate) async fn account(tx: &mut Tx, news: &AccountNews) -> Result<(), StoreError> {
    store::account::keep(tx, news.user, news.auto_assign, news.version).await?;
    Ok(())
}

/// Keeps an organisation's name; what is older than the copy says nothing.
///
/// # Errors
/// As [`account`].
pub(crate) async fn organisation(tx: &mut Tx, news: &OrganisationNews) -> Result<(), StoreError> {
    let told = (news.name.as_str(), news.off_mails.as_slice());
    store::organisation::keep(tx, news.organisation, told, news.version).await?;
    Ok(())
}

/// Keeps a membership, or that it ended; what is older than the copy says nothing. Gives whether it was news.
///
/// # Errors
/// As [`account`].
pub(crate) async fn member(tx: &mut Tx, news: &MemberNews) -> Result<bool, StoreError> {
    let MemberNews {
        organisation,
        membership,
        user,
        grade,
        version,
    } = *news;
    store::member::keep(tx, organisation, membership, user, grade, version).await
}
