//! The lock of an organisation, taken before its members are counted or changed.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, Principal};
use lintel_db::Tx;

use crate::{
    domain::member::Members,
    error::{organisation_not_found, session_ended},
    store::{membership, organisation, session},
};

/// Locks an organisation and returns its members, for a caller who is an Owner and whose session has not ended. Both are checked
/// here because a token stays valid a moment longer, and what is made with it would last.
///
/// # Errors
/// `NOT_ALLOWED`, `SESSION_ENDED`; as [`locked`].
pub(super) async fn locked_by_owner(
    tx: &mut Tx,
    organisation: OrganisationId,
    caller: &Principal,
    now: DateTime<Utc>,
) -> Result<Members, Error> {
    let members = locked(tx, organisation).await?;
    members.require_owner(caller.user)?;
    if !session::is_live(tx, caller.user, caller.session, now).await? {
        return Err(session_ended());
    }
    Ok(members)
}

/// Locks an organisation and returns its members, so that of two Owners who leave at once the second is seen to be the last.
pub(super) async fn locked(tx: &mut Tx, organisation: OrganisationId) -> Result<Members, Error> {
    organisation::lock(tx, organisation)
        .await?
        .ok_or_else(organisation_not_found)?;
    Ok(Members::new(membership::list(tx, organisation).await?))
}
