//! The reason of every refusal of what is typed about maintenance.

/// The reason of a refusal that names fields.
pub const INVALID: &str = "MAINTENANCE_INVALID";
