//! SQL as functions over a connection. No rules: a function reads or writes what its name says.
//!
//! Before the caller is known, a `user_of_*` function looks up the account of an address, a token or a session through a function
//! with the owner's rights. The transaction then acts as that account, and everything else is under row-level security.

pub mod api_keys;
pub mod backups;
pub mod call_limits;
pub mod devices;
pub mod email_tokens;
pub mod export;
pub mod invitations;
pub mod landlords;
pub mod login_challenges;
pub mod login_tries;
pub mod memberships;
pub mod organisations;
pub mod own_sessions;
pub mod root_keys;
pub mod second_factors;
pub mod security_events;
pub mod sessions;
pub mod settings;
pub mod signing_keys;
pub mod snapshots;
pub mod users;

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
