//! Identity's events: an organisation that is deleted takes its portfolio with it.

use std::sync::Arc;

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::{Clock, OrganisationId};
use lintel_db::Tx;
use lintel_proto::{EVENT_TYPES, PublicEvent as _, identity::v1::OrganisationDeleted};
use prost::Message as _;
use tokio::sync::Notify;

use crate::app::note_departure;

/// Notes which organisations are gone. Everything else that identity tells of organisations is not of interest here.
#[derive(Debug)]
pub struct IdentityEvents {
    clock: Arc<dyn Clock>,
    wake: Arc<Notify>,
}

impl IdentityEvents {
    /// Organisations are gone from the moment that `clock` shows; whoever erases what is held of them is told through `wake`.
    #[must_use]
    pub const fn new(clock: Arc<dyn Clock>, wake: Arc<Notify>) -> Self {
        Self { clock, wake }
    }
}

impl Handler for IdentityEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        match event.event_type.as_str() {
            OrganisationDeleted::TYPE => {}
            known if EVENT_TYPES.contains(&known) => return Ok(Handled::Ignored),
            // Perhaps another way for an organisation to go: passed over, its data would stay.
            _ => return Err(HandlerError::UnknownType),
        }
        let fact = OrganisationDeleted::decode(event.payload.clone())
            .map_err(|_| HandlerError::Permanent("it is no OrganisationDeleted"))?;
        let organisation = OrganisationId::new(fact.organisation_id);
        if organisation.get() < 1 {
            return Err(HandlerError::Permanent("it names no organisation"));
        }
        note_departure(tx, organisation, self.clock.now()).await?;
        Ok(Handled::Done)
    }

    fn committed(&self) {
        self.wake.notify_one();
    }
}
