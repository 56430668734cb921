//! Portfolio's events: what there is to let.

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    portfolio::v1::{PropertyChanged, PropertyDeleted},
};
use prost::Message as _;

use crate::{app::keeping::copies, events::inbound};

/// Keeps the copy of properties. All other events of portfolio are ignored.
#[derive(Debug, Clone, Copy)]
pub struct PortfolioEvents;

impl Handler for PortfolioEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        let payload = event.payload.clone();
        let read = match event.event_type.as_str() {
            PropertyChanged::TYPE => PropertyChanged::decode(payload)
                .map_err(|_| "it is no PropertyChanged")
                .and_then(inbound::property),
            PropertyDeleted::TYPE => PropertyDeleted::decode(payload)
                .map_err(|_| "it is no PropertyDeleted")
                .and_then(|gone| inbound::property_gone(&gone)),
            known if EVENT_TYPES.contains(&known) => return Ok(Handled::Ignored),
            // It may be a new kind of leaving: if it were skipped, the home would be offered for ever.
            _ => return Err(HandlerError::UnknownType),
        };
        copies::homes(tx, &[read.map_err(HandlerError::Permanent)?]).await?;
        Ok(Handled::Done)
    }
}
