//! Tests of the gateway in process, with prepared services behind it.
#![expect(clippy::unwrap_used, reason = "tests")]

mod api_keys;
mod applicant;
mod applications;
mod certificates;
mod closing;
mod contract;
mod door;
mod events;
mod feed;
mod front;
mod inspections;
mod invitations;
mod invites;
mod limits;
mod organisations;
mod pages;
mod privacy;
mod properties;
mod property_changes;
mod protection;
mod references;
mod refusals;
mod retries;
mod sales;
mod second_factor;
mod security_log;
mod session;
mod sessions;
mod tenants;
mod transfer;
mod uploads;
mod upstream;
mod user_settings;
