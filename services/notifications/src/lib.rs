//! Sends mails: each requested mail once, even if it is requested several times or a process dies on the way.
//!
//! * **Owns** deliveries and their attempts.
//! * **Publishes** `DeliveryFailed`.
//! * **Consumes** identity's events; of them `EmailVerificationRequested` becomes a delivery.
//!
//! Invariants: one delivery for each request for a mail, ensured by a unique key; its `Message-ID` is fixed when it is recorded, so
//! that a mail that had to be sent twice shows as one. Names, addresses and secrets are stored sealed, are opened in memory only
//! while the mail is being sent, and are deleted when the delivery ends. No transaction is open while a mail server is being talked
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
