//! The endpoints of rent and of banks' files.

mod bank_messages;
mod bank_statement_service;
pub(super) mod convert;
mod rent_service;
mod shares;
mod tenancy_rent;

pub use bank_statement_service::BankStatementGrpc;
pub use rent_service::RentGrpc;
