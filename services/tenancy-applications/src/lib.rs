//! Tenancies and what leads to them: who lives where, who is invited to apply, and what is known of an applicant.
//!
//! * **Owns** tenancies and their tenants, invites, applications with their references, documents and timelines, and copies of
//!   portfolio's properties and of identity's accounts and organisations.
//! * **Publishes** `TenancyStarted`, `TenancyEnded` and `TenancyChanged` with the tenancy's version; likewise of applications and
//!   invites; mails that are to be sent.
//! * **Consumes** `PropertyChanged` and `PropertyDeleted`: what there is to let; `AccountChanged` and `UserDeleted`: whose verified
//!   address is whose; `OrganisationChanged`, and `OrganisationDeleted`: everything of the organisation goes.
//!
//! Invariants: every row of a landlord carries its organisation, in every key and every WHERE, with row-level security behind it. A
//! change, its event and the answer to its request id are one transaction. The tenancy is the aggregate: its version grows with every
//! change of any of its tenants. A home or a room has one tenancy at most that has not ended.

// Modules without unit tests stay out of the library that is built for those: it takes half the time. An architecture test watches it.

pub mod app;
#[cfg(not(test))]
pub mod bootstrap;
pub mod config;
pub mod consumers;
pub mod contract;
pub mod domain;
mod error;
mod events;
#[cfg(not(test))]
pub mod grpc;
#[cfg(not(test))]
pub mod jobs;
pub mod sheet;
pub mod store;

#[cfg(not(test))]
pub use bootstrap::TenancyApplications;
