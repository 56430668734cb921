//! The promises of a use case's transaction, on a real PostgreSQL.

mod copies;
mod failure;
mod given_up;
mod migrate;
mod network;
mod outbox;
mod request_id;
mod scope;
mod silence;

use lintel_core::{Error, OrganisationId, UserId};
use lintel_db::{Scope, StoreError, outbox::NewEvent};
use lintel_testkit::TestDatabase;
use sqlx::migrate::Migrator;

/// A table as a service would have it: rows of an organisation behind row-level security.
static MIGRATOR: Migrator = sqlx::migrate!("tests/migrations");

async fn database() -> anyhow::Result<TestDatabase> {
    TestDatabase::new("shared", &MIGRATOR).await
}

fn organisation(id: i64) -> Scope {
    Scope {
        organisation: Some(OrganisationId::new(id)),
        user: Some(UserId::new(id)),
    }
}

fn event(version: i64) -> NewEvent {
    NewEvent {
        event_type: "shared.note.changed.v1",
        aggregate_type: "note",
        aggregate_id: "1".to_owned(),
        aggregate_version: version,
        organisation: Some(OrganisationId::new(1)),
        payload: vec![1, 2, 3],
    }
}

async fn count(database: &TestDatabase, table: &'static str) -> anyhow::Result<i64> {
    let sql = match table {
        "outbox" => "SELECT count(*) FROM outbox",
        "request_ids" => "SELECT count(*) FROM request_ids",
        _ => "SELECT count(*) FROM notes",
    };
    let mut admin = database.superuser().await?;
    Ok(sqlx::query_scalar(sql).fetch_one(&mut admin).await?)
}

async fn insert_note(tx: &mut lintel_db::Tx) -> Result<i64, Error> {
    sqlx::query_scalar(
        "INSERT INTO notes (organisation_id) VALUES (current_setting('app.organisation_id')::bigint) RETURNING note_id",
    )
    .fetch_one(&mut **tx)
    .await
    .map_err(|error| StoreError::from(error).into())
}
