//! Tells people what concerns them: behind the bell, by mail, to browsers and to phones, each thing once, even if it is requested
//! several times or a process dies on the way.
//!
//! * **Owns** notifications, digests, deliveries and their attempts, browsers, text messages and backups; and copies of who belongs to
//!   an organisation, how accounts are reached and what homes are called.
//! * **Publishes** `NotificationsChanged` and `DeliveryFailed`.
//! * **Consumes** identity's events: a requested mail becomes a delivery, accounts and memberships go into the copies;
//!   tenancy-applications' `TenancyMailRequested` and viewings-maintenance's `ViewingMailRequested` and `MaintenanceMailRequested`,
//!   each of which is told to its recipient or to members of the organisation; portfolio's reminders, and its properties for the copy;
//!   listings-import's `WatchedListingChanged`.
//!
//! Invariants: one table ([`domain::Fact`]) says of everything that is told to whom, by which ways and under which setting. One
//! notification for an account and a key, one delivery for each request for a mail and recipient, ensured by unique keys; a mail's
//! `Message-ID` is fixed when it is recorded, so that a mail that had to be sent twice shows as one. Names, addresses and secrets are
//! stored sealed and are opened in memory only: while something is addressed, sent or shown to its reader. What a mail says is deleted
//! when the delivery ends, how an account is reached and what it was told when the account is deleted. No transaction is open while
//! another server is being talked to. No address and no server's reply text reaches a log.

// Modules without unit tests stay out of the library that is built for those: it takes half the time. An architecture test watches it.

pub mod app;
#[cfg(not(test))]
pub mod bootstrap;
pub mod clients;
#[cfg(not(test))]
mod commands;
pub mod config;
#[cfg(not(test))]
pub mod consumers;
mod contract;
pub mod domain;
mod error;
mod events;
#[cfg(not(test))]
pub mod grpc;
pub mod jobs;
pub mod mail;
pub mod push;
pub mod store;

#[cfg(not(test))]
pub use bootstrap::Notifications;
