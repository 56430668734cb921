//! Handles the tenancy service's events: the start and the end of tenancies.

use std::sync::Arc;

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::Clock;
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    tenancy::v1::{TenancyEnded, TenancyStarted},
};
use prost::Message as _;

use crate::{app::record_tenancy, events::inbound};

/// Keeps the copy of tenancies. All other events of the tenancy service are ignored.
#[derive(Debug)]
pub struct TenancyEvents {
    clock: Arc<dyn Clock>,
}

impl TenancyEvents {
    /// Changes are of the moment that `clock` shows.
    #[must_use]
    pub const fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }
}

impl Handler for TenancyEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        let read = match event.event_type.as_str() {
            TenancyStarted::TYPE => TenancyStarted::decode(event.payload.clone())
                .map_err(|_| "it is no TenancyStarted")
                .and_then(inbound::started),
            TenancyEnded::TYPE => TenancyEnded::decode(event.payload.clone())
                .map_err(|_| "it is no TenancyEnded")
                .and_then(inbound::ended),
            known if EVENT_TYPES.contains(&known) => return Ok(Handled::Ignored),
            // It may be a new kind of letting: if it were skipped, the letting would never be known here.
            _ => return Err(HandlerError::UnknownType),
        };
        let (organisation, tenancy) = read.map_err(HandlerError::Permanent)?;
        record_tenancy(tx, organisation, &tenancy, self.clock.now()).await?;
        Ok(Handled::Done)
    }
}
