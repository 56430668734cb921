//! The rows that a transaction sees.

use futures::{TryStreamExt as _, future::try_join_all};
use lintel_db::Scope;

use crate::{database, insert_note, organisation};

#[tokio::test]
async fn row_level_security_shows_only_the_callers_rows() -> anyhow::Result<()> {
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
    assert!(
        foreign.is_err(),
        "a row was written into a foreign organisation"
    );
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

/// T03: after an error, or after a reply that was not read to its end, the connection keeps nothing of its caller for the
/// next one.
#[tokio::test]
async fn no_caller_leaks_from_a_transaction_that_broke_off() -> anyhow::Result<()> {
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
                let mut tx = db.begin(organisation((client + turn) % 8 + 1)).await?;
                if turn % 2 == 0 {
                    sqlx::query("SELECT * FROM notes, generate_series(1, 3)")
                        .fetch(&mut *tx)
                        .try_next()
                        .await?;
                } else {
                    let failed = sqlx::query("SELECT 1 / (note_id - note_id) FROM notes")
                        .fetch_all(&mut *tx)
                        .await;
                    anyhow::ensure!(failed.is_err(), "it divided by zero");
                }
                drop(tx);
                let nobodys: Vec<i64> = sqlx::query_scalar("SELECT organisation_id FROM notes")
                    .fetch_all(db.unscoped())
                    .await?;
                anyhow::ensure!(nobodys.is_empty(), "nobody saw {nobodys:?}");
            }
            anyhow::Ok(())
        }
    });
    try_join_all(clients).await?;
    Ok(())
}
