//! What this service does with other services' events; one file a stream.

mod contacts;
mod identity;
mod tenancy;

pub use identity::IdentityEvents;
pub use tenancy::TenancyEvents;
