//! The organisations that an account belongs to, locked together.

use lintel_core::{Error, OrganisationId, UserId};
use lintel_db::{Scope, Tx};

use super::membership_lock::locked;
use crate::{domain::member::Members, error::changed_meanwhile, store::organisation};

/// The ids of the account's organisations, in the order in which they are locked.
///
/// # Errors
/// The store's errors.
pub(super) async fn ids(tx: &mut Tx, user: UserId) -> Result<Vec<OrganisationId>, Error> {
    let listed = organisation::list(tx, user).await?;
    let mut ids: Vec<_> = listed.into_iter().map(|row| row.id).collect();
    ids.sort_unstable();
    Ok(ids)
}

/// The scope of `user` in `organisation`.
pub(super) const fn within(organisation: OrganisationId, user: UserId) -> Scope {
    Scope {
        organisation: Some(organisation),
        user: Some(user),
    }
}

/// Locks every organisation of an account and returns their members. Organisations are locked first, in one order, and then the
/// account, as in every transaction that locks both. The transaction acts as `user` afterwards.
///
/// # Errors
/// The store's errors.
pub(super) async fn locked_all(
    tx: &mut Tx,
    user: UserId,
) -> Result<Vec<(OrganisationId, Members)>, Error> {
    let mut all = Vec::new();
    for organisation in ids(tx, user).await? {
        tx.act_as(within(organisation, user)).await?;
        all.push((organisation, locked(tx, organisation).await?));
    }
    tx.act_as_user(user).await?;
    Ok(all)
}

/// Requires that an account, whose row is locked, belongs to exactly the organisations that [`locked_all`] found. Nobody can join
/// once the account is locked, because a new membership needs a share of that lock.
///
/// # Errors
/// `CONCURRENT_UPDATE`; the store's errors.
pub(super) async fn require_same(
    tx: &mut Tx,
    user: UserId,
    locked: &[(OrganisationId, Members)],
) -> Result<(), Error> {
    if ids(tx, user)
        .await?
        .iter()
        .eq(locked.iter().map(|(id, _)| id))
    {
        Ok(())
    } else {
        Err(changed_meanwhile())
    }
}
