//! What this service does with other services' events; one file a stream.

mod contacts;
mod identity;
mod maintenance;
mod sender;
mod tenancy;
mod viewings;

pub use identity::IdentityEvents;
pub use maintenance::MaintenanceEvents;
pub use tenancy::TenancyEvents;
pub use viewings::ViewingEvents;
