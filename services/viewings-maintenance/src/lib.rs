//! Viewings of homes and their maintenance: who comes to see a home and when, what is broken and who mends it.
//!
//! * **Owns** viewings with the links of their viewers, maintenance requests with their comments, costs, files, history and contractors' jobs, the
//!   directory of contractors, and copies of portfolio's properties and inspections, of tenancy-applications'
//!   tenants, and of identity's accounts, organisations and members.
//! * **Publishes** `ViewingChanged`, `MaintenanceRequestChanged` and `ContractorChanged` with their versions; mails that are to be sent.
//! * **Consumes** `PropertyChanged` and `PropertyDeleted`: what there is to show and to mend; `InspectionChanged`: what a viewing clashes
//!   with; `TenantChanged` and `TenantDeleted`: who lives there; `AccountChanged`, `OrganisationChanged`, `MembershipChanged`,
//!   `MembershipEnded` and `UserDeleted`: who is responsible; `OrganisationDeleted`: everything of the organisation goes.
//!
//! Invariants: every row carries its organisation, in every key and every WHERE, with row-level security behind it. A change, its event,
//! its mails and the answer to its request id are one transaction. Each reminder is sent once, however many replicas look for them.

// Modules without unit tests stay out of the library that is built for those: it takes half the time. An architecture test watches it.

pub mod app;
#[cfg(not(test))]
pub mod bootstrap;
pub mod config;
pub mod consumers;
mod contract;
pub mod domain;
mod error;
mod events;
pub mod grpc;
#[cfg(not(test))]
pub mod jobs;
pub mod store;

#[cfg(not(test))]
pub use bootstrap::ViewingsMaintenance;
