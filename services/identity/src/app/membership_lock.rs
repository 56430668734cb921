//! The lock of an organisation, under which its members are counted.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, Principal};
use lintel_db::Tx;

use crate::{
    domain::member::Members,
    error::{organisation_not_found, session_ended},
    store::{memberships, organisations, sessions},
};

/// The members of an organisation under its lock, for a caller who is an Owner and whose session goes on now: a token may say so for
/// a moment longer than it is true, and what is made by it would stay.
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
    if !sessions::is_live(tx, caller.user, caller.session, now).await? {
        return Err(session_ended());
    }
    Ok(members)
}

/// The members of an organisation under its lock, so that of two Owners who leave at once the second finds himself the last.
pub(super) async fn locked(tx: &mut Tx, organisation: OrganisationId) -> Result<Members, Error> {
    organisations::lock(tx, organisation)
        .await?
        .ok_or_else(organisation_not_found)?;
    Ok(Members::new(memberships::list(tx, organisation).await?))
}
