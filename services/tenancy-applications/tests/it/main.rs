//! The tenancy-applications service as its callers and its database see it: the real gRPC stack in process on a real PostgreSQL, with
//! the generated client and tokens of the test's own.

mod agreements;
mod application_lists;
mod applying;
mod asking;
mod bank_statements;
mod copies;
mod data;
mod deciding;
mod documents;
mod drafts;
mod duties;
mod erasure;
mod harness;
mod holding_deposits;
mod invites;
mod links;
mod migrations;
mod own_applications;
mod photos;
mod portal;
mod portal_invitations;
mod process;
mod references;
mod rent;
mod retention;
mod rights_to_rent;
mod shares;
mod signups;
mod snapshots;
mod take_back;
mod tenancy_documents;
mod tenant_imports;
mod tenant_mails;
mod tenants;
