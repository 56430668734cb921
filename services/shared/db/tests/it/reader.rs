//! Reading without a transaction: every statement brings its caller along.

use futures::{TryStreamExt as _, future::try_join_all};
use lintel_db::Scope;
use lintel_testkit::TestDatabase;

use crate::{database, insert_note, organisation};

/// A database in which each of these organisations has a note.
async fn with_notes(organisations: impl IntoIterator<Item = i64>) -> anyhow::Result<TestDatabase> {
    let database = database().await?;
    for id in organisations {
        let mut tx = database.db.begin(organisation(id)).await?;
        insert_note(&mut tx).await?;
        tx.commit().await?;
    }
    Ok(database)
}

/// Whatever a query looks like, the caller is known before the first row is looked for. Each is asked more often than PostgreSQL
/// needs to settle on a plan for all callers.
#[tokio::test]
async fn a_query_of_any_shape_sees_the_callers_rows_and_no_others() -> anyhow::Result<()> {
    let database = with_notes([1, 2, 2, 3]).await?;
    for (sql, expected) in [
        ("SELECT organisation_id FROM notes", "2, 2"),
        (
            "SELECT organisation_id FROM notes ORDER BY note_id DESC LIMIT 1",
            "2",
        ),
        ("SELECT count(*) FROM notes", "2"),
        ("SELECT (SELECT count(*) FROM notes)", "2"),
        (
            "SELECT count(*) FROM notes WHERE EXISTS (SELECT FROM notes WHERE organisation_id <> 2)",
            "0",
        ),
        (
            "SELECT one.organisation_id FROM notes one JOIN notes two USING (note_id)",
            "2, 2",
        ),
        (
            "SELECT count(two.note_id) FROM generate_series(1, 1) LEFT JOIN notes two ON true",
            "2",
        ),
        (
            "WITH mine AS MATERIALIZED (SELECT * FROM notes) SELECT count(*) FROM mine",
            "2",
        ),
        (
            "SELECT organisation_id FROM notes UNION ALL SELECT organisation_id FROM notes",
            "2, 2, 2, 2",
        ),
        ("SELECT count(*) FROM notes -- and no more", "2"),
    ] {
        let mut reader = database.db.reader(organisation(2)).await?;
        for _ in 0..8 {
            let seen: Vec<i64> = sqlx::query_scalar(sql).fetch_all(&mut reader).await?;
            let seen: Vec<_> = seen.iter().map(ToString::to_string).collect();
            assert_eq!(seen.join(", "), expected, "{sql}");
        }
        let mut stranger = database.db.reader(Scope::none()).await?;
        let seen: Vec<i64> = sqlx::query_scalar("SELECT note_id FROM notes")
            .fetch_all(&mut stranger)
            .await?;
        assert_eq!(seen, Vec::<i64>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_statement_keeps_its_arguments_and_may_have_none() -> anyhow::Result<()> {
    let database = with_notes([1]).await?;
    let mut reader = database.db.reader(organisation(1)).await?;
    let row: Option<(i64, String)> =
        sqlx::query_as("SELECT organisation_id, $2 FROM notes WHERE organisation_id = $1")
            .bind(1_i64)
            .bind("second")
            .fetch_optional(&mut reader)
            .await?;
    assert_eq!(row, Some((1, "second".to_owned())));
    let raw: Vec<_> = sqlx::raw_sql("SELECT note_id FROM notes")
        .fetch_all(&mut reader)
        .await?;
    assert_eq!(raw.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_reader_writes_nothing() -> anyhow::Result<()> {
    let database = with_notes([1]).await?;
    let mut reader = database.db.reader(organisation(1)).await?;
    for sql in [
        "INSERT INTO notes (organisation_id) VALUES (1) RETURNING note_id",
        "DELETE FROM notes RETURNING note_id",
        "WITH gone AS (DELETE FROM notes RETURNING note_id) SELECT note_id FROM gone",
    ] {
        let written = sqlx::query(sql).fetch_optional(&mut reader).await;
        assert!(written.is_err(), "{sql} was carried out");
    }
    assert_eq!(crate::count(&database, "notes").await?, 1);
    Ok(())
}

/// T03: nothing is left of a caller on a connection that others use next, be it after an answer, after an error, or where
/// nobody waited for all of the answer.
#[tokio::test]
async fn no_caller_leaks_from_a_reader() -> anyhow::Result<()> {
    let database = with_notes(1..=8).await?;
    let clients = (0..64_i64).map(|client| {
        let db = database.db.clone();
        async move {
            for turn in 0..40 {
                let own = (client + turn) % 8 + 1;
                let mut reader = db.reader(organisation(own)).await?;
                match turn % 4 {
                    0 => {
                        let mut rows = sqlx::query("SELECT * FROM notes, generate_series(1, 3)")
                            .fetch(&mut reader);
                        rows.try_next().await?;
                    }
                    1 => {
                        let failed = sqlx::query("SELECT 1 / (note_id - note_id) FROM notes")
                            .fetch_all(&mut reader)
                            .await;
                        anyhow::ensure!(failed.is_err(), "organisation {own} divided by zero");
                    }
                    2 => {
                        let seen: Option<i64> =
                            sqlx::query_scalar("SELECT organisation_id FROM notes")
                                .fetch_optional(&mut reader)
                                .await?;
                        anyhow::ensure!(seen == Some(own), "organisation {own} saw {seen:?}");
                    }
                    _ => {
                        let seen: Vec<i64> =
                            sqlx::query_scalar("SELECT organisation_id FROM notes")
                                .fetch_all(&mut reader)
                                .await?;
                        anyhow::ensure!(seen == [own], "organisation {own} saw {seen:?}");
                    }
                }
                drop(reader);
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
