//! The consumers of other services' events; one file a stream.

mod identity;
mod tenancy;

pub use identity::IdentityEvents;
pub use tenancy::TenancyEvents;
