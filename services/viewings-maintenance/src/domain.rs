//! The rules: plain types and functions without input or output.

mod calendar;
pub mod check;
pub mod clock;
mod home;
mod inspection;
pub mod maintenance;
mod tenant;
pub mod viewing;

pub use home::{Home, HomeNews, HomeRoom, by_number, same_room};
pub use inspection::{Inspection, InspectionNews, LASTS as INSPECTION_LASTS};
pub use tenant::{LeaseStatus, TenantCopy, TenantNews, TenantState};
