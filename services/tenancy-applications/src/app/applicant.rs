//! Whose application it is: by its private link, or by a tenant's account.

use lintel_core::{ApplicationId, Error, OrganisationId, Principal};
use lintel_db::{Db, Tx};
use lintel_sealing::LinkToken;

use crate::{
    error::{application_not_found, link_invalid},
    store::{account, own_application},
};

/// The application of a private link.
///
/// # Errors
/// `LINK_INVALID` for a token that is not known or is another kind of link's; [`Error::Unavailable`] while the database is away.
pub async fn of_token(db: &Db, token: &str) -> Result<(OrganisationId, ApplicationId), Error> {
    let token = LinkToken::parse(token).ok_or_else(link_invalid)?;
    let found = own_application::of_token(db.unscoped(), &token.hash()).await?;
    found.ok_or_else(link_invalid)
}

/// The applications of a tenant's account: those that it made, and those under its verified address. The newest first. `tx` acts for
/// the account.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn of_account(
    tx: &mut Tx,
    caller: &Principal,
) -> Result<Vec<(OrganisationId, ApplicationId)>, Error> {
    let verified = account::email_key(tx, caller.user).await?;
    Ok(own_application::of_account(tx, caller.user, verified.as_deref()).await?)
}

/// The organisation of one of the account's own applications. `tx` acts for the account.
///
/// # Errors
/// `APPLICATION_NOT_FOUND` for somebody else's; [`Error::Unavailable`] while the database is away.
pub async fn organisation_of(
    tx: &mut Tx,
    caller: &Principal,
    application: ApplicationId,
) -> Result<OrganisationId, Error> {
    let own = of_account(tx, caller).await?;
    let found = own.into_iter().find(|(_, id)| *id == application);
    found
        .map(|(organisation, _)| organisation)
        .ok_or_else(application_not_found)
}
