//! Owners hear of members who come and go.

use chrono::{DateTime, TimeDelta, Utc};
use lintel_bus::HandlerError;
use lintel_core::{OrganisationId, UserId};
use lintel_db::Tx;
use lintel_proto::identity::v1::{MembershipChanged, MembershipEnded};

use super::sender::Sender;
use crate::{domain::Fact, mail::NewsMail, store::contact};

/// The version of a membership that has just begun; a higher one is another grade.
const FIRST: i64 = 1;
/// How long it is worth telling.
const WORTH: TimeDelta = TimeDelta::days(7);

/// Tells the Owners that somebody joined.
pub(super) async fn joined(
    sender: &Sender,
    tx: &mut Tx,
    told: &MembershipChanged,
    at: DateTime<Utc>,
) -> Result<(), HandlerError> {
    if told.version != FIRST {
        return Ok(());
    }
    let key = format!("member-joined:{}", told.membership_id);
    let who = (told.organisation_id.into(), told.user_id.into());
    tell(sender, tx, Fact::MemberJoined, &key, who, at).await
}

/// Tells the Owners that somebody left.
pub(super) async fn left(
    sender: &Sender,
    tx: &mut Tx,
    told: &MembershipEnded,
    at: DateTime<Utc>,
) -> Result<(), HandlerError> {
    let key = format!("member-left:{}", told.membership_id);
    let who = (told.organisation_id.into(), told.user_id.into());
    tell(sender, tx, Fact::MemberLeft, &key, who, at).await
}

async fn tell(
    sender: &Sender,
    tx: &mut Tx,
    fact: Fact,
    key: &str,
    (organisation, who): (OrganisationId, UserId),
    at: DateTime<Utc>,
) -> Result<(), HandlerError> {
    let owners = contact::owners(tx, organisation).await?.into_iter();
    // Nobody is told of themselves.
    let owners = owners.filter(|(owner, _)| *owner != who);
    let owners: Vec<_> = owners
        .filter_map(|(owner, sealed)| Some((owner, sender.contact(owner, sealed)?)))
        .collect();
    let name = contact::of_user(tx, who).await?;
    let name = name.and_then(|sealed| sender.contact(who, sealed));
    let mail = NewsMail {
        what: name.map(|contact| contact.display_name).unwrap_or_default(),
        ..NewsMail::default()
    };
    let about = (fact, key, organisation);
    sender
        .of_our_own(tx, about, &owners, &mail, at + WORTH)
        .await
}
