//! Filling a copy again while events arrive.

use std::time::Duration;

use lintel_db::copies;
use lintel_testkit::wait_for;

use crate::database;

/// More than one statement takes.
const ROWS: i64 = 10_050;

#[tokio::test]
async fn a_row_that_an_event_writes_meanwhile_leaves_no_other_unmarked() -> anyhow::Result<()> {
    let database = database().await?;
    let mut admin = database.superuser().await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "CREATE TABLE homes (id bigint, version bigint NOT NULL);
         GRANT SELECT, INSERT, UPDATE, DELETE ON homes TO lintel_worker;
         INSERT INTO homes SELECT number, 1 FROM generate_series(1, {ROWS}) AS number"
    )))
    .execute(&mut admin)
    .await?;
    let worker = database.db.worker().clone();
    let written = "UPDATE homes SET version = 2 WHERE id = 1";

    let mut event = database.db.begin_worker().await?;
    sqlx::query(written).execute(&mut *event).await?;
    let marking = tokio::spawn(async move { copies::mark(&worker, &["homes"]).await });
    wait_for("marking waits for the event", Duration::from_secs(10), async || {
        let waits: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')",
        )
        .fetch_one(&mut database.superuser().await?)
        .await?;
        Ok(waits.then_some(()))
    })
    .await?;
    event.commit().await?;
    marking.await??;
    let unmarked: Vec<i64> = sqlx::query_scalar("SELECT id FROM homes WHERE version >= 0")
        .fetch_all(&mut admin)
        .await?;
    assert!(unmarked.is_empty() || unmarked == [1], "{}", unmarked.len());

    sqlx::query(written).execute(&mut admin).await?;
    let gone = copies::sweep(database.db.worker(), &["homes"]).await?;
    assert_eq!(i64::try_from(gone)?, ROWS - 1);
    Ok(())
}
