//! SQL as functions over a caller's connection. There are no rules here. Rows are checked when they are read: one that does not fit
//! the domain's types is an error, not a value to guess.

pub mod account;
pub mod agreement;
pub mod agreement_event;
pub mod agreement_signer;
pub mod application;
pub mod application_event;
pub mod application_listing;
pub mod arrears;
pub mod bank_account;
pub mod bank_candidate;
pub mod bank_layout;
pub mod bank_line;
pub mod bank_line_part;
pub mod bank_statement;
pub mod deadline;
pub mod deadline_duty;
pub mod departure;
pub mod deposit;
pub mod deposit_answer;
pub mod document;
pub mod document_ticket;
pub mod draft;
pub mod erasure;
pub mod export;
pub mod filled;
pub mod guarantee;
pub mod holding_deposit;
pub mod home;
pub mod invite;
pub mod ledger;
pub mod ledger_entry;
pub mod move_in;
pub mod organisation;
pub mod organisation_key;
pub mod own_application;
pub mod paper;
pub mod pet_request;
pub mod reference;
pub mod retention;
pub mod right_to_rent;
pub mod shares;
pub mod stored;
pub mod taken_back;
pub mod tenancy;
pub mod tenancy_document;
pub mod tenant;
pub mod tenant_confirmation;
pub mod tenant_import;
pub mod tenant_invitation;
pub mod tenant_mail;
pub mod tenant_message;
pub mod tenant_photo;
pub mod tenant_snapshot;

use lintel_db::{RowName, StoreError};
use lintel_rules::Nation;

/// The nation of a row's home: what portfolio said, else what its postcode says.
fn nation(row: &RowName, said: Option<&str>, postcode: &str) -> Result<Nation, StoreError> {
    let said = said.map(|text| row.known("nation", Nation::parse(text)));
    Ok(Nation::of_home(said.transpose()?, postcode))
}

/// The service's own tables; the shared ones are lintel-db's.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
