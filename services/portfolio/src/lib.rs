//! The portfolio: properties with their rooms and their history, and what they earn.
//!
//! * **Owns** properties, rooms, property history, certificates, inspections, sold properties and a copy of which tenancies are
//!   in force.
//! * **Publishes** `PropertyChanged`, a snapshot with the property's version, and `PropertyDeleted`; likewise of certificates
//!   and inspections; what expires and falls due, each fact once; `PropertySold`.
//! * **Consumes** `TenancyStarted` and `TenancyEnded`: what is let is occupied, and is neither deleted nor sold;
//!   `MembershipEnded`: who left is responsible for no property; `OrganisationDeleted`: everything of the organisation goes.
//!
//! Invariants: every row carries its organisation, in every key and every WHERE, with row-level security behind it. A change
//! of a property, its history entry, its event and the answer to its request id are one transaction. The rent of a shared
//! house is the sum of its rooms' rents, and `Partially Occupied` is derived and never stored as the landlord's word.
//! Every figure is computed in [`domain`] and only shown elsewhere.

// Modules without unit tests stay out of the library that is built for those: it takes half the time. An architecture test watches it.

pub mod app;
#[cfg(not(test))]
pub mod bootstrap;
#[cfg(not(test))]
pub mod consumers;
mod contract;
pub mod domain;
mod error;
mod events;
pub mod grpc;
#[cfg(not(test))]
pub mod jobs;
pub mod sheet;
pub mod store;

#[cfg(not(test))]
pub use bootstrap::Portfolio;
