//! Of identity's events, those that say who is told what concerns an organisation.

use lintel_bus::{Event, HandlerError};
use lintel_db::Tx;
use lintel_proto::{
    PublicEvent,
    identity::v1::{
        AccountChanged, MembershipChanged, MembershipEnded, OrganisationDeleted, UserDeleted,
    },
};

use crate::app::contacts;

/// Keeps what the event says; `false` where it says nothing of this.
pub(super) async fn handle(tx: &mut Tx, event: &Event) -> Result<bool, HandlerError> {
    match event.event_type.as_str() {
        AccountChanged::TYPE => contacts::account(tx, decode(event)?).await?,
        UserDeleted::TYPE => contacts::account_gone(tx, &decode(event)?).await?,
        MembershipChanged::TYPE => contacts::member(tx, &decode(event)?).await?,
        MembershipEnded::TYPE => contacts::member_gone(tx, &decode(event)?).await?,
        OrganisationDeleted::TYPE => contacts::organisation_gone(tx, &decode(event)?).await?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn decode<M: PublicEvent + Default>(event: &Event) -> Result<M, HandlerError> {
    M::decode(event.payload.clone()).map_err(|_| HandlerError::Permanent("it is not of its type"))
}
