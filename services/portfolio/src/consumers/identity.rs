//! Identity's events: a member who leaves is responsible for nothing any more, and an organisation that is deleted takes its portfolio with
//! it.

use std::sync::Arc;

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::{Clock, OrganisationId};
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    identity::v1::{MembershipEnded, OrganisationDeleted},
};
use prost::Message as _;
use tokio::sync::Notify;

use crate::app::{member_left, note_departure};

/// Takes leavers from their properties and records deleted organisations. All other events of identity are ignored.
#[derive(Debug)]
pub struct IdentityEvents {
    clock: Arc<dyn Clock>,
    wake: Arc<Notify>,
}

impl IdentityEvents {
    /// `clock` gives the time of a change; `wake` starts the job that erases the data.
    #[must_use]
    pub const fn new(clock: Arc<dyn Clock>, wake: Arc<Notify>) -> Self {
        Self { clock, wake }
    }
}

impl Handler for IdentityEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        match event.event_type.as_str() {
            MembershipEnded::TYPE => {
                let fact = MembershipEnded::decode(event.payload.clone())
                    .map_err(|_| HandlerError::Permanent("it is no MembershipEnded"))?;
                let organisation = organisation(fact.organisation_id)?;
                member_left(tx, organisation, fact.user_id.into(), self.clock.now()).await?;
            }
            OrganisationDeleted::TYPE => {
                let fact = OrganisationDeleted::decode(event.payload.clone())
                    .map_err(|_| HandlerError::Permanent("it is no OrganisationDeleted"))?;
                let organisation = organisation(fact.organisation_id)?;
                note_departure(tx, organisation, self.clock.now()).await?;
            }
            known if EVENT_TYPES.contains(&known) => return Ok(Handled::Ignored),
            // It may be a new kind of deletion: if it were skipped, the data would stay.
            _ => return Err(HandlerError::UnknownType),
        }
        Ok(Handled::Done)
    }

    fn committed(&self) {
        self.wake.notify_one();
    }
}

fn organisation(id: i64) -> Result<OrganisationId, HandlerError> {
    if id < 1 {
        return Err(HandlerError::Permanent("it names no organisation"));
    }
    Ok(id.into())
}
