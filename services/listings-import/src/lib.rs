//! Homes for sale: reading the files of portals, agents and the Land Registry, searching what they hold, and what a home would earn.
//!
//! * **Owns** listings with their prices and pictures, rents and sales to compare them with, imports, and each person's watchlist, saved
//!   searches and saved analyses. Organisation 0 stands for the operator, whose sources everybody reads.
//! * **Publishes** `ListingImportChanged` and `WatchedListingChanged`.
//! * **Consumes** `UserDeleted` and `OrganisationDeleted`: everything of theirs goes; `MembershipEnded` and `MembershipChanged`: what
//!   somebody who leaves had for themselves goes.
//!
//! Invariants: rows of an import, its counts and the place in its file are one transaction, so that a process that dies at any moment
//! leaves no half of a batch and the next goes on where it stopped. A home is what its organisation, its source and the source's key
//! say; of one home in several sources the search shows one. The search answers numbers by a function of the tables' owner and reads
//! the rows under row-level security.

// Modules without unit tests stay out of the library that is built for those: it takes half the time. An architecture test watches it.

pub mod app;
#[cfg(not(test))]
pub mod bootstrap;
pub mod config;
pub mod connectors;
#[cfg(not(test))]
pub mod consumers;
mod contract;
pub mod domain;
mod error;
mod events;
#[cfg(not(test))]
pub mod grpc;
#[cfg(not(test))]
pub mod jobs;
pub mod sources;
pub mod store;

#[cfg(not(test))]
pub use bootstrap::ListingsImport;
