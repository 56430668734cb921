//! The tables of maintenance.

pub mod attachment;
pub mod comment;
pub mod contractor;
pub mod cost;
pub mod event;
pub mod export;
pub mod job;
pub mod listing;
pub mod overdue;
pub mod request;
pub mod retention;
pub mod seen_by;
