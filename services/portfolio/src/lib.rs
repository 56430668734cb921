//! The portfolio: properties with their rooms and their history, and what they earn.
//!
//! * **Owns** properties, rooms and property history.
//! * **Publishes** `PropertyChanged`, a snapshot with the property's version, and `PropertyDeleted`.
//! * **Consumes** nothing yet; tenancies in force come with the tenancy service.
//!
//! Invariants: every row carries its organisation, in every key and every WHERE, with row-level security behind it. A change
//! of a property, its history entry, its event and the answer to its request id are one transaction. The rent of a shared
//! house is the sum of its rooms' rents, and `Partially Occupied` is derived and never stored as the landlord's word.
//! Every figure is computed in [`domain`] and only shown elsewhere.

pub mod app;
pub mod bootstrap;
pub mod domain;
mod error;
mod events;
pub mod grpc;
pub mod store;
mod wire;

pub use bootstrap::Portfolio;
