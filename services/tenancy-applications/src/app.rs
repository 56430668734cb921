//! The use cases. Each owns its transaction; nothing but PostgreSQL is awaited while one is open. What a copy lacks is asked for outside
//! of any.

pub mod agreeing;
mod allowance;
pub mod applying;
pub mod documents;
pub mod keeping;
pub mod letting;
mod links;
pub mod mail_requests;
pub mod references;
pub mod rent;
mod tenancy_data;

pub use links::{Links, NewToken};
pub use tenancy_data::TenancyData;
