//! The first steps of every change of an application: whose rows it works on, the lock, and telling of the change.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, Error, OrganisationId, Principal};
use lintel_db::{Scope, Tx, outbox};
use sqlx::PgConnection;

use crate::{domain::applying::Application, events, store};

/// Continues with the rows of `organisation` on behalf of an account that does not belong to it; what the account may see of them is
/// the use case's to say.
pub(in crate::app) async fn act_in(
    tx: &mut Tx,
    caller: &Principal,
    organisation: OrganisationId,
) -> Result<(), Error> {
    let scope = Scope {
        organisation: Some(organisation),
        user: Some(caller.user),
    };
    Ok(tx.act_as(scope).await?)
}

/// Says that an application has changed with what belongs to it.
pub(in crate::app) async fn changed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: &Application,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let version = store::applying::application::bump(tx, organisation, application.id, now).await?;
    let property = application.home.property;
    let event = events::application_changed(organisation, application.id, property, version);
    outbox::append(tx, &event).await?;
    Ok(())
}

/// An application locked for a change of it and of its tenancy: the home first, then the application.
pub(in crate::app) async fn lock_with_home(
    tx: &mut Tx,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<Option<Application>, Error> {
    let Some(found) = store::applying::application::find(tx, organisation, application).await?
    else {
        return Ok(None);
    };
    // A property that has left the portfolio has nothing to lock; then nothing can be reserved in it either.
    store::keeping::home::lock(tx, organisation, found.home.property).await?;
    Ok(store::applying::application::lock(tx, organisation, application).await?)
}
