//! Failures of the database, as the caller sees them.

use std::time::Duration;

use futures::future::try_join;
use lintel_core::Error;
use lintel_db::{Db, Scope, StoreError, Tx};

use crate::{count, database, insert_note, organisation};

#[tokio::test]
async fn a_database_that_is_away_is_unavailable_not_a_fault_of_ours() -> anyhow::Result<()> {
    let mut config = database().await?.config.clone();
    config.url = format!(
        "postgres://nobody@127.0.0.1:{}/nowhere",
        lintel_testkit::free_port()?
    )
    .into();
    config.acquire_timeout = Duration::from_millis(300);
    let db = Db::connect(&config)?;
    let error = db.begin(Scope::none()).await.err().map(Error::from);
    assert!(
        matches!(error, Some(Error::Unavailable { .. })),
        "{error:?}"
    );
    Ok(())
}

/// PostgreSQL answers the COMMIT of a transaction in which a statement failed with a silent ROLLBACK.
#[tokio::test]
async fn a_transaction_in_which_a_statement_failed_is_not_committed_in_silence()
-> anyhow::Result<()> {
    let database = database().await?;
    let mut tx = database.db.begin(organisation(1)).await?;
    insert_note(&mut tx).await?;
    let failed = sqlx::query("SELECT 1 / 0").execute(&mut *tx).await;
    assert!(failed.is_err());
    assert!(tx.commit().await.is_err());
    assert_eq!(count(&database, "notes").await?, 0);
    Ok(())
}

async fn lock(tx: &mut Tx, key: i64) -> Result<(), Error> {
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(key)
        .execute(&mut **tx)
        .await
        .map_err(StoreError::from)?;
    Ok(())
}

#[tokio::test]
async fn a_lock_that_is_not_to_be_had_is_a_concurrent_update() -> anyhow::Result<()> {
    let database = database().await?;
    let mut holder = database.db.begin(Scope::none()).await?;
    lock(&mut holder, 1).await?;
    let mut waiter = database.db.begin(Scope::none()).await?;
    let refused = lock(&mut waiter, 1).await;
    assert_eq!(refused.map_err(|e| e.reason()), Err("CONCURRENT_UPDATE"));
    Ok(())
}

#[tokio::test]
async fn the_victim_of_a_deadlock_hears_of_a_concurrent_update() -> anyhow::Result<()> {
    let database = database().await?;
    let mut one = database.db.begin(Scope::none()).await?;
    let mut two = database.db.begin(Scope::none()).await?;
    for tx in [&mut one, &mut two] {
        // So that the deadlock is found before anybody's patience is over.
        sqlx::query("SET LOCAL lock_timeout = '20s'")
            .execute(&mut **tx)
            .await?;
    }
    lock(&mut one, 1).await?;
    lock(&mut two, 2).await?;
    let crossed = try_join(lock(&mut one, 2), lock(&mut two, 1)).await;
    assert_eq!(
        crossed.map(|_| ()).map_err(|e| e.reason()),
        Err("CONCURRENT_UPDATE")
    );
    Ok(())
}

#[tokio::test]
async fn a_slow_statement_and_an_exhausted_pool_are_unavailable() -> anyhow::Result<()> {
    let database = database().await?;
    let mut config = database.config.clone();
    config.statement_timeout = Duration::from_millis(100);
    config.acquire_timeout = Duration::from_secs(1);
    config.max_connections = 1;
    let db = Db::connect(&config)?;

    let mut tx = db.begin(Scope::none()).await?;
    let slow = sqlx::query("SELECT pg_sleep(20)").execute(&mut *tx).await;
    let slow = slow.err().map(|error| Error::from(StoreError::from(error)));
    assert!(matches!(slow, Some(Error::Unavailable { .. })), "{slow:?}");

    let second = db.begin(Scope::none()).await.err().map(Error::from);
    assert!(
        matches!(second, Some(Error::Unavailable { .. })),
        "{second:?}"
    );
    Ok(())
}

/// A connection that was in the pool for less than a second is not checked first; if it is broken, only the call that gets
/// it fails.
#[tokio::test]
async fn a_connection_that_broke_in_the_pool_fails_one_call_at_most() -> anyhow::Result<()> {
    let database = database().await?;
    let mut config = database.config.clone();
    config.max_connections = 1;
    let db = Db::connect(&config)?;
    let mut admin = database.superuser().await?;
    for _ in 0..5 {
        let mut tx = db.begin(organisation(1)).await?;
        let session: i32 = sqlx::query_scalar("SELECT pg_backend_pid()")
            .fetch_one(&mut *tx)
            .await?;
        tx.commit().await?;
        sqlx::query("SELECT pg_terminate_backend($1, 5000)")
            .bind(session)
            .execute(&mut admin)
            .await?;
        if let Err(error) = db.begin(organisation(1)).await {
            let error = Error::from(error);
            assert!(matches!(error, Error::Unavailable { .. }), "{error:?}");
        }
    }
    Ok(())
}
