//! Rows of links that invite, of forms and of applications.

pub mod application;
pub mod application_event;
pub mod application_listing;
pub mod draft;
pub mod erasure;
pub mod holding_deposit;
pub mod invite;
pub mod own_application;
