//! What this service does with other services' events; one file a stream.

mod identity;
mod portfolio;

pub use identity::IdentityEvents;
pub use portfolio::PortfolioEvents;
