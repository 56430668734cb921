//! Sends mails: each requested mail once, even if it is requested several times or a process dies on the way.
//!
//! * **Owns** deliveries and their attempts, and copies of who belongs to an organisation and how they are reached.
//! * **Publishes** `DeliveryFailed`.
//! * **Consumes** identity's events: a requested mail becomes a delivery, accounts and memberships go into the copies; and
//!   tenancy-applications' `TenancyMailRequested` and viewings-maintenance's `ViewingMailRequested` and `MaintenanceMailRequested`,
//!   each of which becomes a delivery to its recipient or to members of the organisation.
//!
//! Invariants: one delivery for each request for a mail, ensured by a unique key; its `Message-ID` is fixed when it is recorded, so
//! that a mail that had to be sent twice shows as one. Names, addresses and secrets are stored sealed and are opened in memory
//! only: while a mail is addressed to members or sent. What a mail says is deleted when the delivery ends, how an account is reached
//! when the account is deleted. No transaction is open while a mail server is being talked
//! to. No address and no server's reply text reaches a log.

pub mod app;
pub mod bootstrap;
pub mod config;
pub mod consumers;
pub mod domain;
mod events;
pub mod jobs;
pub mod mail;
mod sealing_key;
pub mod store;

pub use bootstrap::Notifications;
