//! Rent: ledgers, arrears, statements, and the files of banks that payments are read from.

mod arrears;
mod bank_deciding;
mod bank_layouts;
mod bank_lines;
mod bank_reading;
pub(super) mod bank_seal;
mod bank_statements;
pub mod ledgers;
mod rent_days;
mod rent_mails;
mod rent_statement;
mod rents;
mod shares;
mod tenancy_rent;

pub use bank_deciding::{BankDecision, Become, Decided as DecidedBankLines};
pub use bank_lines::{BankLine, ProposedPart};
pub use bank_statements::{BankStatements, NewFile, ShownStatement};
pub use rent_days::RentDays;
pub use rent_mails::RentMails;
pub use rent_statement::Statement;
pub use rents::{ArrearsList, LedgerView, Line, ProposedRise, Rent};
pub use tenancy_rent::TenancyRent;
