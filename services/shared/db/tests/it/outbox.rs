//! Appending events.

use lintel_db::outbox;

use crate::{count, database, event, insert_note, organisation};

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
