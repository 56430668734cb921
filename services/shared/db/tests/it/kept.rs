//! Connections that reads leave to the reads behind them.

use std::{pin::pin, time::Duration};

use anyhow::Context as _;
use futures::{TryStreamExt as _, future::poll_immediate};
use lintel_db::{Db, Reader, Scope};
use lintel_testkit::{TestDatabase, wait_for};

use crate::database;

/// How long something may take that happens at once when all is well.
const SOON: Duration = Duration::from_secs(20);

/// A service's pool of `connections`, whose waiters are patient: whoever is forgotten fails the test.
fn pool_of(database: &TestDatabase, connections: u32) -> anyhow::Result<Db> {
    let mut config = database.config.clone();
    config.max_connections = connections;
    config.acquire_timeout = SOON;
    Ok(Db::connect(&config)?)
}

/// Reads one thing: which connection this is.
async fn read(reader: &mut Reader) -> anyhow::Result<i32> {
    let connection: Option<i32> = sqlx::query_scalar("SELECT pg_backend_pid()")
        .fetch_optional(reader)
        .await?;
    connection.context("there was no row")
}

/// Reads one thing and is done.
async fn read_once(db: &Db) -> anyhow::Result<i32> {
    read(&mut db.reader(Scope::none()).await?).await
}

async fn given_back(db: &Db) -> anyhow::Result<()> {
    wait_for("a connection given back to the pool", SOON, async || {
        Ok((db.unscoped().num_idle() > 0).then_some(()))
    })
    .await
}

#[tokio::test]
async fn a_read_leaves_its_connection_to_the_read_behind_it() -> anyhow::Result<()> {
    let database = database().await?;
    let db = &database.db;
    wait_for("reads that leave the pool alone", SOON, async || {
        let first = read_once(db).await?;
        for _ in 0..16 {
            // Longer than the pool's question takes, were it asked.
            for _ in 0..2 {
                sqlx::query("SELECT 1").execute(db.worker()).await?;
            }
            let was_given_back = db.unscoped().num_idle() > 0;
            if was_given_back || read_once(db).await? != first {
                return Ok(None);
            }
        }
        Ok(Some(()))
    })
    .await
}

#[tokio::test]
async fn a_transaction_gets_what_a_read_left_when_the_pool_has_nothing() -> anyhow::Result<()> {
    let database = database().await?;
    let db = pool_of(&database, 2)?;
    let held = db.begin(Scope::none()).await?;
    read_once(&db).await?;
    let second = db.begin(Scope::none()).await?;
    drop((held, second));
    Ok(())
}

#[tokio::test]
async fn whoever_waits_in_the_pool_gets_the_connection_of_a_read_that_is_done() -> anyhow::Result<()>
{
    let database = database().await?;
    let db = pool_of(&database, 2)?;
    let held = db.begin(Scope::none()).await?;

    let mut reader = db.reader(Scope::none()).await?;
    read(&mut reader).await?;
    let mut next = pin!(db.reader(Scope::none()));
    assert!(poll_immediate(&mut next).await.is_none(), "nobody waited");
    drop(reader);
    let mut reader = next.await?;

    read(&mut reader).await?;
    let mut next = pin!(db.begin(Scope::none()));
    assert!(poll_immediate(&mut next).await.is_none(), "nobody waited");
    drop(reader);
    drop((held, next.await?));
    Ok(())
}

#[tokio::test]
async fn whoever_asks_the_pool_itself_finds_a_connection() -> anyhow::Result<()> {
    let database = database().await?;
    for connections in 1..=3 {
        let db = pool_of(&database, connections)?;
        let mut readers = Vec::new();
        for _ in 0..connections {
            let mut reader = db.reader(Scope::none()).await?;
            read(&mut reader).await?;
            readers.push(reader);
        }
        drop(readers);
        db.ping().await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_connection_whose_last_statement_was_not_answered_goes_back_to_the_pool()
-> anyhow::Result<()> {
    let database = database().await?;
    let db = &database.db;

    let mut failed = db.reader(Scope::none()).await?;
    read(&mut failed).await?;
    let answer = sqlx::query("SELECT 1 / 0")
        .fetch_optional(&mut failed)
        .await;
    assert!(answer.is_err());
    drop(failed);
    given_back(db).await?;

    let mut left = db.reader(Scope::none()).await?;
    read(&mut left).await?;
    let first = sqlx::query("SELECT generate_series(1, 3)")
        .fetch(&mut left)
        .try_next()
        .await?;
    assert!(first.is_some());
    drop(left);
    given_back(db).await?;

    let mut cancelled = db.reader(Scope::none()).await?;
    read(&mut cancelled).await?;
    let answer = sqlx::query("SELECT pg_sleep(0.1)").fetch_optional(&mut cancelled);
    assert!(poll_immediate(answer).await.is_none(), "it was answered");
    drop(cancelled);
    given_back(db).await?;

    drop(db.reader(Scope::none()).await?);
    given_back(db).await?;
    read_once(db).await?;
    Ok(())
}

#[tokio::test]
async fn a_connection_that_broke_meanwhile_fails_no_more_than_one_read() -> anyhow::Result<()> {
    let database = database().await?;
    let broken = read_once(&database.db).await?;
    let mut admin = database.superuser().await?;
    sqlx::query("SELECT pg_terminate_backend($1, 10000)")
        .bind(broken)
        .execute(&mut admin)
        .await?;
    // Fails, unless it came so late that the pool was asked.
    let _ = read_once(&database.db).await;
    assert_ne!(read_once(&database.db).await?, broken);
    Ok(())
}

/// The pool judges a connection's age when it gets it back.
#[tokio::test]
async fn a_connection_goes_back_to_the_pool_now_and_then_however_busy_it_is() -> anyhow::Result<()>
{
    let database = database().await?;
    let db = &database.db;
    wait_for("a connection given back to the pool", SOON, async || {
        let was_given_back = db.unscoped().num_idle() > 0;
        read_once(db).await?;
        Ok(was_given_back.then_some(()))
    })
    .await
}
