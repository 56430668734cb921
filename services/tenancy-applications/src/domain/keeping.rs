//! Copies from other services, and the snapshots that they copy from here.

mod home;
mod landlord;
mod tenant_snapshot;

pub use home::{Home, HomeNews, HomeRoom, by_number, same_room};
pub use landlord::{Landlord, LandlordKind, Lessor};
pub use tenant_snapshot::{TenantNews, TenantSnapshot};
