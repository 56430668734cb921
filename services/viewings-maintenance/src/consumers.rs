//! What this service does with other services' events; one file a stream.

mod identity;
mod portfolio;
mod tenancy;

pub use identity::IdentityEvents;
pub use portfolio::PortfolioEvents;
pub use tenancy::TenancyEvents;

use lintel_bus::{Event, HandlerError};
use prost::Message;

fn decode<M: Message + Default>(event: &Event) -> Result<M, HandlerError> {
    M::decode(event.payload.clone())
        .map_err(|_| HandlerError::Permanent("it is not what its type says"))
}
