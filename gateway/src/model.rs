//! What the REST face says: the shapes of replies, converted from the contract, and the shapes of bodies for its
//! description.

pub mod account;
pub mod analytics;
pub mod bodies;
pub mod convert;
pub mod history;
pub mod names;
pub mod property;
pub mod property_input;
pub mod room;
pub mod settings;
