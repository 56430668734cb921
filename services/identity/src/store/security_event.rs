//! The security log. Rows are added and never changed.

use chrono::{DateTime, Utc};
use lintel_core::{PageToken, Principal, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::known;
use crate::domain::{
    client::Client,
    security_event::{SecurityEvent, SecurityKind},
};

/// Adds an entry for what was done with `client`.
pub async fn append(
    tx: &mut PgConnection,
    user: UserId,
    kind: SecurityKind,
    client: &Client,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO security_events (user_id, at, kind, user_agent, address) VALUES ($1, $2, $3, $4, $5)",
        user.get(),
        at,
        kind.as_str(),
        client.user_agent,
        client.address,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Adds an entry for what was done in a session, with the device and address of its sign-in.
pub async fn append_of(
    tx: &mut PgConnection,
    caller: &Principal,
    kind: SecurityKind,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO security_events (user_id, at, kind, user_agent, address)
         SELECT user_id, $3, $4, user_agent, address FROM sessions WHERE user_id = $1 AND session_id = $2",
        caller.user.get(),
        caller.session.get(),
        at,
        kind.as_str(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The time of the `nth` newest entry of `kind` after `since`, counted from 1.
pub async fn nth_since(
    tx: &mut PgConnection,
    user: UserId,
    kind: SecurityKind,
    since: DateTime<Utc>,
    nth: i64,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let at = sqlx::query_scalar!(
        "SELECT at FROM security_events WHERE user_id = $1 AND kind = $2 AND at > $3
         ORDER BY security_event_id DESC OFFSET $4::bigint - 1 LIMIT 1",
        user.get(),
        kind.as_str(),
        since,
        nth,
    )
    .fetch_optional(tx)
    .await?;
    Ok(at)
}

/// An account's entries after `after`, the newest first.
pub async fn list(
    tx: &mut PgConnection,
    user: UserId,
    after: Option<&PageToken>,
    limit: i64,
) -> Result<Vec<SecurityEvent>, StoreError> {
    let rows = sqlx::query!(
        "SELECT security_event_id, at, kind, user_agent, address FROM security_events
         WHERE user_id = $1 AND security_event_id < $2 ORDER BY security_event_id DESC LIMIT $3",
        user.get(),
        after.map_or(i64::MAX, |after| after.id),
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let id = row.security_event_id;
            Ok(SecurityEvent {
                id,
                at: row.at,
                kind: known(
                    "security_events",
                    "kind",
                    id,
                    SecurityKind::parse(&row.kind),
                )?,
                client: Client {
                    user_agent: row.user_agent,
                    address: row.address,
                },
            })
        })
        .collect()
}

/// Deletes entries from before `before`; for the worker.
pub async fn delete_old(tx: &mut PgConnection, before: DateTime<Utc>) -> Result<u64, StoreError> {
    let done = sqlx::query!("DELETE FROM security_events WHERE at < $1", before)
        .execute(tx)
        .await?;
    Ok(done.rows_affected())
}
