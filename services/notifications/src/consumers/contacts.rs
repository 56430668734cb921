//! Of identity's events, those that say who is told what concerns an organisation.

use lintel_bus::{Event, HandlerError};
use lintel_db::Tx;
use lintel_proto::{
    PublicEvent,
    identity::v1::{
        AccountChanged, MembershipChanged, MembershipEnded, OrganisationChanged,
        OrganisationDeleted, SessionEnded, SessionsRevoked, UserDeleted,
    },
};

use super::{members, sender::Sender};
use crate::app::contacts;

/// Keeps what the event says; `false` where it says nothing of this.
pub(super) async fn handle(
    tx: &mut Tx,
    event: &Event,
    sender: Option<&Sender>,
) -> Result<bool, HandlerError> {
    match event.event_type.as_str() {
        AccountChanged::TYPE => {
            contacts::account(tx, decode(event)?, sender.map(Sender::sealed_box)).await?;
        }
        SessionEnded::TYPE => contacts::session_ended(tx, &decode(event)?).await?,
        SessionsRevoked::TYPE => contacts::sessions_revoked(tx, &decode(event)?).await?,
        UserDeleted::TYPE => contacts::account_gone(tx, &decode(event)?).await?,
        MembershipChanged::TYPE => {
            let told: MembershipChanged = decode(event)?;
            contacts::member(tx, &told).await?;
            if let Some(sender) = sender {
                members::joined(sender, tx, &told, event.time).await?;
            }
        }
        MembershipEnded::TYPE => {
            let told: MembershipEnded = decode(event)?;
            contacts::member_gone(tx, &told).await?;
            if let Some(sender) = sender {
                members::left(sender, tx, &told, event.time).await?;
            }
        }
        OrganisationChanged::TYPE => contacts::organisation(tx, decode(event)?).await?,
        OrganisationDeleted::TYPE => contacts::organisation_gone(tx, &decode(event)?).await?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn decode<M: PublicEvent + Default>(event: &Event) -> Result<M, HandlerError> {
    M::decode(event.payload.clone()).map_err(|_| HandlerError::Permanent("it is not of its type"))
}
