//! Mails: each one that is asked for is sent once, however often it is asked for and whatever dies on the way.
//!
//! * **Owns** deliveries and their attempts.
//! * **Publishes** `DeliveryFailed`.
//! * **Consumes** identity's events; of them `EmailVerificationRequested` becomes a delivery.
//!
//! Invariants: one delivery for each thing that asks for a mail, kept so by its key; its `Message-ID` is fixed when it is
//! recorded, so that a mail that had to be sent twice is one mail to its receiver. Name, address and secrets are sealed
//! wherever they rest, are opened in memory while the mail is being sent, and are wiped when the delivery ends. No
//! transaction is open while a mail server is being talked to. No address and no server's reply text reaches a log.

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
