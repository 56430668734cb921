//! What this service does with other services' events; one file a stream.

mod contacts;
mod identity;
mod listings;
mod maintenance;
mod members;
mod portfolio;
mod sender;
mod tenancy;
mod viewings;

pub use identity::IdentityEvents;
pub use listings::ListingEvents;
pub use maintenance::MaintenanceEvents;
pub use portfolio::PortfolioEvents;
pub use tenancy::{TenancyEvents, notice_of};
pub use viewings::ViewingEvents;
