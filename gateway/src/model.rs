//! What the REST API says: the shapes of replies, converted from the contract, and the larger bodies.

pub mod account;
pub mod analytics;
pub mod api_key;
pub mod certificate;
pub mod compliance_summary;
pub mod convert;
pub mod history;
pub mod inspection;
pub mod invitation;
pub mod names;
pub mod organisation;
pub mod property;
pub mod property_import;
pub mod property_input;
pub mod property_preview;
pub mod room;
mod room_shapes;
pub mod sale_input;
pub mod second_factor;
pub mod security_event;
pub mod series;
pub mod session;
pub mod settings;
pub mod settings_input;
pub mod sold;
