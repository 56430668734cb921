//! Whose application it is: by its private link, or by a tenant's account.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{ApplicationId, Error, OrganisationId, Principal};
use lintel_db::{Db, Tx, links::Link};

use super::invites;
use crate::{
    app::links::{self, Purpose},
    domain::applying::{Application, TimelineEvent},
    error::{application_not_found, link_expired},
    store::{
        self,
        applying::{application_event, own_application},
        keeping::account,
    },
};

/// How long a private link works after its application was rejected or withdrawn, or its applicant moved in: long enough to read why.
const AFTER_THE_END: Duration = Duration::days(14);

/// The application of a private link that works, in a transaction of its organisation.
///
/// # Errors
/// As [`behind_link`] and [`require_works`].
pub async fn of_link(
    db: &Db,
    token: &str,
    now: DateTime<Utc>,
) -> Result<(Tx, OrganisationId, Application), Error> {
    let (mut tx, link, found) = behind_link(db, token).await?;
    require_works(&mut tx, &link, &found, now).await?;
    Ok((tx, link.organisation, found))
}

/// The application of a private link, whether it still works or not, in a transaction of its organisation.
///
/// # Errors
/// `LINK_INVALID` for a token that nobody made, or made for something else; `LINK_EXPIRED` for one whose application is gone;
/// [`Error::Unavailable`] while the database is away.
pub async fn behind_link(db: &Db, token: &str) -> Result<(Tx, Link, Application), Error> {
    let link = links::find(db, Purpose::Status, token).await?;
    let organisation = link.organisation;
    let mut tx = db.begin(invites::of(organisation)).await?;
    let found =
        store::applying::application::find(&mut tx, organisation, link.subject.into()).await?;
    Ok((tx, link, found.ok_or_else(link_expired)?))
}

/// Refuses a private link that does not work any more.
///
/// # Errors
/// `LINK_EXPIRED` for one that a newer one replaced, or whose application has ended [`AFTER_THE_END`] ago; [`Error::Unavailable`] while
/// the database is away.
pub async fn require_works(
    tx: &mut Tx,
    link: &Link,
    application: &Application,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    links::require_live(link, now)?;
    if is_long_over(tx, link.organisation, application, now).await? {
        return Err(link_expired());
    }
    Ok(())
}

/// Whether an application has ended [`AFTER_THE_END`] ago, so that no link to it works.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn is_long_over(
    tx: &mut Tx,
    organisation: OrganisationId,
    application: &Application,
    now: DateTime<Utc>,
) -> Result<bool, Error> {
    let end = ended_at(tx, organisation, application).await?;
    Ok(end.is_some_and(|end| end + AFTER_THE_END <= now))
}

/// When an application was over; `None` while it is not. One whose tenancy began by hand has no entry for it: then it is the last change.
async fn ended_at(
    tx: &mut Tx,
    organisation: OrganisationId,
    application: &Application,
) -> Result<Option<DateTime<Utc>>, Error> {
    let decided = application.rejected_at.or(application.withdrawn_at);
    if decided.is_some() || !application.moved_in {
        return Ok(decided);
    }
    let event = TimelineEvent::MovedIn.word();
    let moved = application_event::last_at(tx, organisation, application.id, event).await?;
    Ok(Some(moved.unwrap_or(application.updated_at)))
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
