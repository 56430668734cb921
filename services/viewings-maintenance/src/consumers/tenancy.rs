//! The events of tenants: who lives where.

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    tenancy::v1::{TenantChanged, TenantDeleted},
};
use lintel_sealing::Opener;

use super::decode;
use crate::{app::viewing::ShownHomes, events::inbound};

/// Keeps the copy of tenants. All other events of tenancy-applications are ignored.
#[derive(Debug)]
pub struct TenancyEvents {
    opener: Opener,
    shown: ShownHomes,
}

impl TenancyEvents {
    /// `opener` opens what tenancy-applications seals to this service; `shown` gives notice to who moved in.
    #[must_use]
    pub const fn new(opener: Opener, shown: ShownHomes) -> Self {
        Self { opener, shown }
    }
}

impl Handler for TenancyEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        let read = match event.event_type.as_str() {
            TenantChanged::TYPE => inbound::tenant(decode(event)?, &self.opener),
            TenantDeleted::TYPE => inbound::tenant_gone(&decode(event)?),
            known if EVENT_TYPES.contains(&known) => return Ok(Handled::Ignored),
            // It may be a new kind of erasure: if it were skipped, the person would stay.
            _ => return Err(HandlerError::UnknownType),
        };
        let (organisation, news) = read.map_err(HandlerError::Permanent)?;
        self.shown
            .tenant(tx, &self.opener, organisation, &news)
            .await?;
        Ok(Handled::Done)
    }
}
