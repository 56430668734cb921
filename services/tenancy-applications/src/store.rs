//! SQL as functions over a caller's connection. There are no rules here. Rows are checked when they are read: one that does not fit
//! the domain's types is an error, not a value to guess.

pub mod agreeing;
pub mod applying;
pub mod documents;
pub mod keeping;
pub mod letting;
pub mod references;
pub mod rent;

use lintel_db::{RowName, StoreError};
use lintel_rules::Nation;

/// The nation of a row's home: what portfolio said, else what its postcode says.
fn nation(row: &RowName, said: Option<&str>, postcode: &str) -> Result<Nation, StoreError> {
    let said = said.map(|text| row.known("nation", Nation::parse(text)));
    Ok(Nation::of_home(said.transpose()?, postcode))
}

/// The service's own tables; the shared ones are lintel-db's.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
