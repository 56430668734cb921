//! The gateway in process against services that are third parties from its point of view.
#![expect(clippy::unwrap_used, reason = "tests")]

mod closing;
mod door;
mod events;
mod feed;
mod front;
mod pages;
mod properties;
mod protection;
mod refusals;
mod retries;
mod session;
mod upstream;
