//! Rows of ledgers and of banks' files.

pub mod arrears;
pub mod bank_account;
pub mod bank_candidate;
pub mod bank_layout;
pub mod bank_line;
pub mod bank_line_part;
pub mod bank_statement;
pub mod ledger;
pub mod ledger_entry;
