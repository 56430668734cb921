//! Making an empty landlord account a tenant's: its organisation goes, as at a deletion, and the account with its settings stays.

use lintel_core::{Error, Principal, SessionId, UserId};
use lintel_db::{Asked, Reply, Scope, once};
use secrecy::SecretString;

use super::{deletion::Deletion, own_organisations, sessions};
use crate::{
    domain::{member::Members, security_event::SecurityKind},
    error::organisation_shared,
    store::{security_event, user},
};

impl Deletion {
    /// Makes the caller's landlord account a tenant's, and returns the sessions that ended with it: each says the role. Deletes its
    /// organisation; whether that holds anything is for the asking program to know. A repeat under the same request id gets the first
    /// answer.
    ///
    /// # Errors
    /// `PASSWORD_WRONG`, `ACCOUNT_LOCKED`, `CODE_WRONG` where the second factor is on; `ORGANISATION_SHARED` where others belong to its
    /// organisation, or it belongs to more than one; `CONCURRENT_UPDATE`, `REQUEST_ID_REUSED`; `Unavailable` when too many hash at once;
    /// the store's errors.
    #[tracing::instrument(name = "app.become_tenant", skip_all)]
    pub async fn become_tenant<R: Reply>(
        &self,
        caller: &Principal,
        password: SecretString,
        code: &str,
        request: Asked<Vec<SessionId>, R>,
    ) -> Result<R, Error> {
        let proved = self.prove(caller, password, code, has_it_alone).await;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let ended = once(&mut tx, request, async |tx| {
            let password_hash = proved?;
            let (user, now) = (caller.user, self.clock.now());
            // What the others hold was not looked at by whoever asks.
            if own_organisations::ids(tx, user).await?.len() > 1 {
                return Err(organisation_shared());
            }
            self.leave_all(tx, caller, &password_hash, has_it_alone)
                .await?;
            let noted = SecurityKind::OrganisationLeft;
            security_event::append_of(tx, caller, noted, now).await?;
            user::become_tenant(tx, user, now).await?;
            let ended = sessions::end_all(tx, user, now).await?;
            tx.act_as(Scope::of(caller)).await?;
            Ok(ended)
        })
        .await?;
        tx.commit().await?;
        Ok(ended)
    }
}

/// Checks that nobody else belongs to an organisation.
fn has_it_alone(members: &Members, user: UserId) -> Result<(), Error> {
    if members.is_only(user) {
        Ok(())
    } else {
        Err(organisation_shared())
    }
}
