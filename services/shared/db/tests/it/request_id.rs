//! One effect and one answer for one request id.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::try_join_all;
use lintel_core::{
    Error, Grade, Membership, OrganisationId, Principal, RequestKey, Role, SessionId, UserId,
};
use lintel_db::{Asked, Scope, StoreError, once};

use crate::{count, database, insert_note, organisation};

/// User 1 as a member of an organisation.
fn member_of(organisation: i64) -> Principal {
    Principal {
        user: UserId::new(1),
        session: SessionId::generate(),
        role: Role::Landlord,
        membership: Some(Membership {
            organisation: OrganisationId::new(organisation),
            grade: Grade::Manager,
        }),
    }
}

fn key_of(caller: &Principal, name: &str, body: u8) -> anyhow::Result<Option<RequestKey>> {
    Ok(RequestKey::of_caller(
        caller,
        "/lintel.test/Do",
        name,
        [body; 32],
    )?)
}

fn key(name: &str, body: u8) -> anyhow::Result<Option<RequestKey>> {
    key_of(&member_of(1), name, body)
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

/// A member who was removed from an organisation continues in another one or in none, with the same request ids.
#[tokio::test]
async fn a_kept_reply_is_given_in_the_organisation_in_which_it_was_asked_for() -> anyhow::Result<()>
{
    let database = database().await?;
    let mut replies = Vec::new();
    for organisation in [1, 2, 1, 2] {
        let caller = member_of(organisation);
        let key = key_of(&caller, "request-0001", 1)?;
        let mut tx = database.db.begin(Scope::of(&caller)).await?;
        replies.push(once(&mut tx, key.as_ref(), insert_note).await?);
        tx.commit().await?;
    }
    assert_eq!(replies[2..], replies[..2]);
    assert_ne!(replies[0], replies[1]);

    for (scope, expected) in [
        (Scope::of(&member_of(1)), 1),
        (Scope::of(&member_of(3)), 0),
        (Scope::user(UserId::new(1)), 0),
    ] {
        let mut tx = database.db.begin(scope).await?;
        let seen: i64 = sqlx::query_scalar("SELECT count(*) FROM request_ids")
            .fetch_one(&mut *tx)
            .await?;
        assert_eq!(seen, expected, "as {scope:?}");
    }
    Ok(())
}

/// The reply of a version that knew one field, and of the version after it.
#[derive(Clone, PartialEq, prost::Message)]
struct Older {
    #[prost(int64, tag = "1")]
    note_id: i64,
}

#[derive(Clone, PartialEq, prost::Message)]
struct Newer {
    #[prost(int64, tag = "1")]
    note_id: i64,
    #[prost(string, tag = "2")]
    text: String,
    #[prost(message, optional, tag = "3")]
    before: Option<Older>,
}

#[tokio::test]
async fn a_reply_that_an_older_version_kept_is_given_to_a_repeat() -> anyhow::Result<()> {
    let database = database().await?;
    let mut tx = database.db.begin(organisation(1)).await?;
    let asked = Asked::new(key("request-0001", 1)?, |note_id| Ok(Older { note_id }));
    let older = once(&mut tx, asked, insert_note).await?;
    tx.commit().await?;

    let mut tx = database.db.begin(organisation(1)).await?;
    let asked = Asked::new(key("request-0001", 1)?, |note_id| {
        Ok(Newer {
            note_id,
            text: "new".to_owned(),
            before: None,
        })
    });
    let repeated = once(&mut tx, asked, insert_note).await?;
    let kept = Newer {
        note_id: older.note_id,
        ..Newer::default()
    };
    assert_eq!(repeated, kept);
    assert_eq!(count(&database, "notes").await?, 1);
    Ok(())
}

/// Otherwise the reply would be lost silently: row-level security hides the row from another caller.
#[tokio::test]
async fn work_that_leaves_the_transaction_acting_for_another_fails() -> anyhow::Result<()> {
    let database = database().await?;
    let mut tx = database.db.begin(organisation(1)).await?;
    let lost = once(&mut tx, key("request-0001", 1)?.as_ref(), async |tx| {
        let note = insert_note(tx).await?;
        tx.act_as(organisation(2)).await?;
        Ok(note)
    })
    .await;
    assert!(matches!(lost, Err(Error::Internal { .. })), "{lost:?}");
    assert!(matches!(tx.commit().await, Err(StoreError::Spoilt)));
    Ok(())
}
