//! Calls that are given up at any moment, as a deadline does to a call whose database is slow: what the next caller finds on the connection.

use std::time::Duration;

use futures::future::try_join_all;
use lintel_db::{Db, Scope};
use lintel_testkit::TestDatabase;
use sqlx::PgPool;

use crate::{database, insert_note, network::Network, organisation};

/// The delay of everything that the server hears: long enough to be given up before it does, and after.
const LATE: Duration = Duration::from_millis(4);
/// The longest that anybody waits: a whole use case takes longer.
const MOST: u64 = 40;

/// `database` behind a slow network, with so many connections for requests.
async fn slow(database: &TestDatabase, connections: u32) -> anyhow::Result<(Network, Db)> {
    let (network, mut config) = Network::before(&database.config, LATE).await?;
    config.max_connections = connections;
    config.acquire_timeout = Duration::from_secs(30);
    Ok((network, Db::connect(&config)?))
}

async fn with_notes_of_four() -> anyhow::Result<TestDatabase> {
    let database = database().await?;
    for id in 1..=4 {
        let mut tx = database.db.begin(organisation(id)).await?;
        insert_note(&mut tx).await?;
        tx.commit().await?;
    }
    Ok(database)
}

/// A row without an owner, written by a single statement, as call limits and marks are.
async fn keep(db: &PgPool, key: &str) -> anyhow::Result<()> {
    let kept = sqlx::query(
        "INSERT INTO request_ids (scope, method, key, request_hash) VALUES ('anon:x', 'keep', $1, '')",
    )
    .bind(key)
    .execute(db)
    .await?;
    anyhow::ensure!(kept.rows_affected() == 1, "{key} was not written");
    Ok(())
}

async fn seen_by_nobody(db: &Db) -> anyhow::Result<()> {
    let seen: Vec<i64> = sqlx::query_scalar("SELECT organisation_id FROM notes")
        .fetch_all(db.unscoped())
        .await?;
    anyhow::ensure!(seen.is_empty(), "nobody saw the rows of {seen:?}");
    Ok(())
}

async fn kept(database: &TestDatabase) -> anyhow::Result<i64> {
    let mut admin = database.superuser().await?;
    let count = "SELECT count(*) FROM request_ids WHERE method = 'keep'";
    Ok(sqlx::query_scalar(count).fetch_one(&mut admin).await?)
}

#[tokio::test]
async fn no_single_insert_is_lost_and_no_scope_leaks_wherever_calls_end() -> anyhow::Result<()> {
    let database = with_notes_of_four().await?;
    let (_network, db) = slow(&database, 4).await?;
    let clients = (0..8_u64).map(|client| {
        let db = db.clone();
        async move {
            for turn in 0..=MOST {
                let own = i64::try_from(turn % 4)? + 1;
                // Each client gives up at every moment once, in another order than the others.
                let patience = Duration::from_millis((turn * 7 + client * 5) % (MOST + 1));
                let work = async {
                    let mut tx = db.begin(organisation(own)).await?;
                    insert_note(&mut tx).await?;
                    tx.act_as(Scope::none()).await?;
                    tx.commit().await?;
                    anyhow::Ok(())
                };
                // Given up or not, a later caller must not notice.
                if let Ok(done) = tokio::time::timeout(patience, work).await {
                    done?;
                }
                keep(db.unscoped(), &format!("{client} {turn}")).await?;
                seen_by_nobody(&db).await?;
                // A use case that is rolled back takes nothing along that was not its own.
                drop(db.begin(organisation(own)).await?);
            }
            anyhow::Ok(())
        }
    });
    try_join_all(clients).await?;
    assert_eq!(kept(&database).await?, 8 * (i64::try_from(MOST)? + 1));
    Ok(())
}

#[tokio::test]
async fn background_work_that_is_given_up_takes_no_single_statement_along() -> anyhow::Result<()> {
    let database = with_notes_of_four().await?;
    let (_network, db) = slow(&database, 1).await?;
    for turn in 0..=MOST {
        let begun = tokio::time::timeout(Duration::from_millis(turn % 12), db.begin_worker());
        drop(begun.await);
        let written = sqlx::query("INSERT INTO notes (organisation_id) VALUES (9)")
            .execute(db.worker())
            .await?;
        assert_eq!(written.rows_affected(), 1);
        drop(db.begin_worker().await?);
    }
    let mut admin = database.superuser().await?;
    let count = "SELECT count(*) FROM notes WHERE organisation_id = 9";
    let notes: i64 = sqlx::query_scalar(count).fetch_one(&mut admin).await?;
    assert_eq!(notes, i64::try_from(MOST)? + 1);
    Ok(())
}

#[tokio::test]
async fn a_session_that_somebody_gave_a_scope_has_none_for_the_next() -> anyhow::Result<()> {
    let database = with_notes_of_four().await?;
    let (_network, db) = slow(&database, 1).await?;
    sqlx::query("SET app.organisation_id = '1'")
        .execute(db.unscoped())
        .await?;
    seen_by_nobody(&db).await
}

#[tokio::test]
async fn a_transaction_that_failed_as_it_began_is_not_handed_on() -> anyhow::Result<()> {
    let database = with_notes_of_four().await?;
    let (_network, db) = slow(&database, 1).await?;
    let begun = db.unscoped().begin_with("BEGIN; SELECT 1 / 0").await;
    assert!(begun.is_err(), "it divided by zero");
    keep(db.unscoped(), "after a failure").await?;
    assert_eq!(kept(&database).await?, 1);
    Ok(())
}
