//! The promises of a use case's transaction, on a real PostgreSQL.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::try_join_all;
use lintel_core::{Error, OrganisationId, RequestKey, UserId};
use lintel_db::{Scope, once, outbox};
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

fn event(version: i64) -> outbox::NewEvent {
    outbox::NewEvent {
        event_type: "shared.note.changed.v1",
        aggregate_type: "note",
        aggregate_id: "1".to_owned(),
        aggregate_version: version,
        organisation: Some(OrganisationId::new(1)),
        payload: vec![1, 2, 3],
    }
}

fn key(name: &str, body: u8) -> anyhow::Result<Option<RequestKey>> {
    Ok(RequestKey::of_user(
        UserId::new(1),
        "/lintel.test/Do",
        name,
        [body; 32],
    )?)
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
    .map_err(|error| lintel_db::StoreError::from(error).into())
}

#[tokio::test]
async fn an_event_is_written_with_its_change_or_not_at_all() -> anyhow::Result<()> {
    let database = database().await?;
    let mut tx = database.db.begin(organisation(1)).await?;
    insert_note(&mut tx).await?;
    outbox::append(&mut tx, &event(1)).await?;
    drop(tx);
    assert_eq!(count(&database, "outbox").await?, 0);
    assert_eq!(count(&database, "notes").await?, 0);

    let mut tx = database.db.begin(organisation(1)).await?;
    insert_note(&mut tx).await?;
    outbox::append(&mut tx, &event(1)).await?;
    tx.commit().await?;
    assert_eq!(count(&database, "outbox").await?, 1);
    assert_eq!(count(&database, "notes").await?, 1);
    Ok(())
}

#[tokio::test]
async fn a_use_case_may_append_events_but_never_read_them() -> anyhow::Result<()> {
    let database = database().await?;
    let mut app = database.app().await?;
    for sql in [
        "SELECT payload FROM outbox",
        "UPDATE outbox SET published_at = now()",
        "DELETE FROM outbox",
        "SELECT * FROM dead_letter",
        "DELETE FROM request_ids",
    ] {
        let refused = sqlx::query(sql).execute(&mut app).await;
        let message = refused.map(|_| ()).map_err(|error| error.to_string());
        assert!(
            matches!(&message, Err(text) if text.contains("permission denied")),
            "{sql}: {message:?}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn one_version_of_a_thing_tells_one_event_of_a_type() -> anyhow::Result<()> {
    let database = database().await?;
    let mut tx = database.db.begin(organisation(1)).await?;
    outbox::append(&mut tx, &event(1)).await?;
    let again = outbox::append(&mut tx, &event(1)).await;
    assert_eq!(
        again.err().and_then(|e| e.constraint().map(str::to_owned)),
        Some("outbox_aggregate_uq".to_owned())
    );
    Ok(())
}

#[tokio::test]
async fn a_repeated_request_gets_the_first_answer_and_has_one_effect() -> anyhow::Result<()> {
    let database = database().await?;
    let mut answers = Vec::new();
    for _ in 0..3 {
        let mut tx = database.db.begin(organisation(1)).await?;
        answers.push(once(&mut tx, key("request-0001", 1)?.as_ref(), insert_note).await?);
        tx.commit().await?;
    }
    assert_eq!(answers, [answers[0]; 3]);
    assert_eq!(count(&database, "notes").await?, 1);
    Ok(())
}

#[tokio::test]
async fn fifty_twins_at_once_have_one_effect_and_one_answer() -> anyhow::Result<()> {
    let database = database().await?;
    let effects = AtomicUsize::new(0);
    let twins = (0..50).map(|_| async {
        let mut tx = database.db.begin(organisation(1)).await?;
        let answer = once(&mut tx, key("request-twin", 1)?.as_ref(), async |tx| {
            effects.fetch_add(1, Ordering::SeqCst);
            insert_note(tx).await
        })
        .await?;
        tx.commit().await?;
        anyhow::Ok(answer)
    });
    let answers = try_join_all(twins).await?;
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert_eq!(effects.load(Ordering::SeqCst), 1);
    assert_eq!(count(&database, "notes").await?, 1);
    Ok(())
}

#[tokio::test]
async fn a_request_id_is_for_one_request() -> anyhow::Result<()> {
    let database = database().await?;
    let mut tx = database.db.begin(organisation(1)).await?;
    once(&mut tx, key("request-0001", 1)?.as_ref(), insert_note).await?;
    tx.commit().await?;

    let mut tx = database.db.begin(organisation(1)).await?;
    let other = once(&mut tx, key("request-0001", 2)?.as_ref(), insert_note).await;
    assert_eq!(other.map_err(|e| e.reason()), Err("REQUEST_ID_REUSED"));
    Ok(())
}

#[tokio::test]
async fn a_refused_request_leaves_its_id_free() -> anyhow::Result<()> {
    let database = database().await?;
    let mut tx = database.db.begin(organisation(1)).await?;
    let refused: Result<i64, Error> = once(&mut tx, key("request-0001", 1)?.as_ref(), async |_| {
        Err(Error::field("NOTE_INVALID", "text", "Text is required."))
    })
    .await;
    assert!(refused.is_err());
    drop(tx);
    assert_eq!(count(&database, "request_ids").await?, 0);
    Ok(())
}

#[tokio::test]
async fn row_level_security_shows_nothing_without_a_caller_and_only_the_callers_rows_with_one()
-> anyhow::Result<()> {
    let database = database().await?;
    for id in [1, 2] {
        let mut tx = database.db.begin(organisation(id)).await?;
        insert_note(&mut tx).await?;
        tx.commit().await?;
    }
    let seen = async |scope: Scope| -> anyhow::Result<i64> {
        let mut tx = database.db.begin(scope).await?;
        Ok(sqlx::query_scalar("SELECT count(*) FROM notes")
            .fetch_one(&mut *tx)
            .await?)
    };
    assert_eq!(seen(Scope::none()).await?, 0);
    assert_eq!(seen(organisation(1)).await?, 1);
    assert_eq!(seen(organisation(3)).await?, 0);

    let mut tx = database.db.begin(organisation(1)).await?;
    let foreign = sqlx::query("INSERT INTO notes (organisation_id) VALUES (2)")
        .execute(&mut *tx)
        .await;
    assert!(foreign.is_err(), "a row was written into a foreign organisation");
    Ok(())
}

/// T03: a pooled connection remembers no caller, however many callers share it.
#[tokio::test]
async fn no_caller_leaks_through_the_pool() -> anyhow::Result<()> {
    let database = database().await?;
    for id in 1..=8 {
        let mut tx = database.db.begin(organisation(id)).await?;
        insert_note(&mut tx).await?;
        tx.commit().await?;
    }
    let clients = (0..64_i64).map(|client| {
        let db = database.db.clone();
        async move {
            for turn in 0..40 {
                let own = (client + turn) % 8 + 1;
                let mut tx = db.begin(organisation(own)).await?;
                let seen: Vec<i64> = sqlx::query_scalar("SELECT organisation_id FROM notes")
                    .fetch_all(&mut *tx)
                    .await?;
                anyhow::ensure!(seen == [own], "organisation {own} saw {seen:?}");
                if turn % 3 == 0 {
                    drop(tx);
                } else {
                    tx.commit().await?;
                }
            }
            anyhow::Ok(())
        }
    });
    try_join_all(clients).await?;
    Ok(())
}

#[tokio::test]
async fn a_database_that_is_away_is_unavailable_not_a_fault_of_ours() -> anyhow::Result<()> {
    let mut config = database().await?.config.clone();
    config.url = format!(
        "postgres://nobody@127.0.0.1:{}/nowhere",
        lintel_testkit::free_port()?
    )
    .into();
    config.acquire_timeout = std::time::Duration::from_millis(300);
    let db = lintel_db::Db::connect(&config)?;
    let error = db.begin(Scope::none()).await.err().map(Error::from);
    assert!(
        matches!(error, Some(Error::Unavailable { .. })),
        "{error:?}"
    );
    Ok(())
}
