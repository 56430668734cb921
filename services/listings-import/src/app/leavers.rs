//! The data of somebody who leaves an organisation. Their watchlist, saved searches and analyses were their own and go; what they
//! imported is the organisation's and stays.

use chrono::{DateTime, TimeDelta, Utc};
use lintel_auth::TOKENS_LIVE;
use lintel_core::{Error, OrganisationId, UserId};
use lintel_db::{Db, Tx};

use crate::{
    events,
    store::leaver::{self, Leaver},
};

/// The outbox keeps what was told for 30 days. Until then the versions stay of what these people were told: whoever comes back is told the
/// next one.
const TOLD_STAYS: TimeDelta = TimeDelta::days(31);

/// Records that somebody left.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn left(tx: &mut Tx, leaver: Leaver) -> Result<(), Error> {
    Ok(leaver::note(tx, leaver).await?)
}

/// Records that `user` has been a member since `since`, by a new membership if they left before: then what is left of theirs from the
/// time before goes at once, and what they begin with now stays.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn joined(
    tx: &mut Tx,
    organisation: OrganisationId,
    user: UserId,
    membership: i64,
    since: DateTime<Utc>,
) -> Result<(), Error> {
    if leaver::take_back(tx, organisation, user, membership).await? {
        leaver::erase(tx, organisation, user, since).await?;
    }
    Ok(())
}

/// Deletes what people who left had for themselves, and repeats it until no token of theirs can add to it any more. Returns how many
/// rows.
pub(super) async fn erase(db: &Db, now: DateTime<Utc>) -> Result<i64, Error> {
    let worker = db.worker();
    let mut erased = 0;
    for leaver in leaver::unerased(worker).await? {
        let until = leaver.gone_at + TOKENS_LIVE;
        let mut tx = db.begin_worker().await?;
        erased += leaver::erase(&mut tx, leaver.organisation, leaver.user, until).await?;
        tx.commit().await?;
        if now >= until {
            leaver::erased(worker, leaver.membership, now).await?;
        }
    }
    leaver::forget(worker, now - TOLD_STAYS, events::WATCHED).await?;
    Ok(erased)
}
