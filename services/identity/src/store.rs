//! SQL as functions over a connection. No rules: a function reads or writes what its name says.
//!
//! Before the caller is known, a `user_of_*` function looks up the account of an address, a token or a session through a function
//! with the owner's rights. The transaction then acts as that account, and everything else is under row-level security.

pub mod api_key;
pub mod backup;
pub mod call_limit;
pub mod device;
pub mod email_token;
pub mod export;
pub mod invitation;
pub mod landlord;
pub mod login_challenge;
pub mod login_try;
pub mod membership;
pub mod organisation;
pub mod own_session;
pub mod root_key;
pub mod second_factor;
pub mod security_event;
pub mod session;
pub mod settings;
pub mod signing_key;
pub mod snapshot;
pub mod user;

use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::{PgConnection, postgres::PgQueryResult};

/// Acts in `organisation`, which the transaction is about to make; the account stays the same.
pub async fn act_in(tx: &mut PgConnection, organisation: OrganisationId) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT set_config('app.organisation_id', $1, true)",
        organisation.to_string(),
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// The value of a column that the schema limits to known values; an error for any other.
fn known<T>(
    table: &'static str,
    column: &'static str,
    id: i64,
    value: Option<T>,
) -> Result<T, StoreError> {
    value.ok_or_else(|| StoreError::inconsistent(table, column, id))
}

/// Requires that a write changed exactly one row.
fn one_row(done: &PgQueryResult) -> Result<(), StoreError> {
    match done.rows_affected() {
        1 => Ok(()),
        rows => Err(StoreError::RowsAffected(rows)),
    }
}
