//! Keeping what other services tell, from their events or from their snapshots.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, Role, UserId};
use lintel_db::Tx;

use crate::{
    domain::keeping::{HomeNews, Lessor},
    store,
};

/// The copies, as the rows that say which are filled name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// Portfolio's properties.
    Homes,
    /// Identity's accounts.
    Accounts,
    /// Identity's organisations.
    Organisations,
}

impl Copied {
    /// Every copy.
    pub const ALL: [Self; 3] = [Self::Homes, Self::Accounts, Self::Organisations];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Homes => "homes",
            Self::Accounts => "accounts",
            Self::Organisations => "organisations",
        }
    }

    /// The tables that hold it; what hangs on their rows goes with them.
    #[must_use]
    pub const fn tables(self) -> &'static [&'static str] {
        match self {
            Self::Homes => &["homes"],
            Self::Accounts => &["accounts"],
            Self::Organisations => &["organisation_names"],
        }
    }
}

/// Keeps properties, or that they left the portfolio; what is older than the copy says nothing. Their tenancies are called as they are.
/// Returns whether something was news.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn homes(tx: &mut Tx, told: &[(OrganisationId, HomeNews)]) -> Result<bool, Error> {
    let news = store::keeping::home::keep(tx, told).await?;
    store::letting::tenancy::rename_homes(tx, &news).await?;
    Ok(!news.is_empty())
}

/// Keeps an account, or that it was deleted (without a role); what is older than the copy says nothing. Returns whether it was news.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn account(
    tx: &mut Tx,
    user: UserId,
    role: Option<Role>,
    verified_email: &str,
    version: i64,
) -> Result<bool, Error> {
    let key = verified_email.trim().to_lowercase();
    let key = Some(key.as_str()).filter(|key| role.is_some() && !key.is_empty());
    Ok(store::keeping::account::keep(tx, user, role, key, version).await?)
}

/// Keeps what is told of an organisation; what is older than the copy says nothing. Returns whether it was news.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn organisation(
    tx: &mut Tx,
    organisation: OrganisationId,
    told: &Lessor,
    version: i64,
) -> Result<bool, Error> {
    Ok(store::keeping::organisation::keep(tx, organisation, told, version).await?)
}

/// Records that `organisation` was deleted.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn gone(
    tx: &mut Tx,
    organisation: OrganisationId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    Ok(store::keeping::departure::note(tx, organisation, now).await?)
}
