//! The organisations that an account belongs to, locked together.

use lintel_core::{Error, OrganisationId, UserId};
use lintel_db::{Scope, Tx};

use super::membership_lock::locked;
use crate::{domain::member::Members, error::changed_meanwhile, store::organisations};

/// In the order in which they are locked.
///
/// # Errors
/// The store's errors.
pub(super) async fn ids(tx: &mut Tx, user: UserId) -> Result<Vec<OrganisationId>, Error> {
    let listed = organisations::list(tx, user).await?;
    let mut ids: Vec<_> = listed.into_iter().map(|row| row.id).collect();
    ids.sort_unstable();
    Ok(ids)
}

/// For acting as `user` in `organisation`.
pub(super) const fn within(organisation: OrganisationId, user: UserId) -> Scope {
    Scope {
        organisation: Some(organisation),
        user: Some(user),
    }
}

/// The members of every organisation of an account, under the organisations' locks. Organisations come first, in one order, then the
/// account: as everything that locks both does. Leaves the transaction acting as `user`.
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

/// That an account whose row is locked belongs to the organisations that [`locked_all`] found, and to no others. Nobody joins once the
/// account is locked, because a membership takes a share of it.
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
