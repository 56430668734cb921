//! One effect and one answer for one request id.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::try_join_all;
use lintel_core::{Error, RequestKey, UserId};
use lintel_db::{StoreError, once};

use crate::{count, database, insert_note, organisation};

fn key(name: &str, body: u8) -> anyhow::Result<Option<RequestKey>> {
    Ok(RequestKey::of_user(
        UserId::new(1),
        "/lintel.test/Do",
        name,
        [body; 32],
    )?)
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

/// The server would take the COMMIT and keep a key without an answer.
#[tokio::test]
async fn a_request_that_failed_cannot_be_committed() -> anyhow::Result<()> {
    let database = database().await?;
    let mut tx = database.db.begin(organisation(1)).await?;
    let refused: Result<i64, Error> = once(&mut tx, key("request-0001", 1)?.as_ref(), async |_| {
        Err(Error::field("NOTE_INVALID", "text", "Text is required."))
    })
    .await;
    assert!(refused.is_err());
    assert!(matches!(tx.commit().await, Err(StoreError::Spoilt)));
    assert_eq!(count(&database, "request_ids").await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_kept_answer_is_seen_by_nobody_but_who_asked() -> anyhow::Result<()> {
    let database = database().await?;
    let mut tx = database.db.begin(organisation(1)).await?;
    once(&mut tx, key("request-0001", 1)?.as_ref(), insert_note).await?;
    tx.commit().await?;
    for (caller, expected) in [(1, 1), (2, 0)] {
        let mut tx = database.db.begin(organisation(caller)).await?;
        let seen: i64 = sqlx::query_scalar("SELECT count(*) FROM request_ids")
            .fetch_one(&mut *tx)
            .await?;
        assert_eq!(seen, expected, "as user {caller}");
    }
    let mut tx = database.db.begin(organisation(2)).await?;
    let foreign = once(&mut tx, key("request-0002", 1)?.as_ref(), insert_note).await;
    assert!(foreign.is_err(), "a key was claimed in another's name");
    Ok(())
}
