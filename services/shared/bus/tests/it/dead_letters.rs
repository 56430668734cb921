//! Dead letters: listed, handed to the handler again, or discarded.

use std::sync::atomic::Ordering;

use lintel_bus::{DeadLetters, Handler, topology::NOTIFICATIONS_IDENTITY};

use crate::fixture::{DEAD_LETTERS, EFFECTS, Fixture, Recorder};

const OPEN: &str = "SELECT count(*) FROM dead_letter WHERE state = 'open'";

async fn ask(fixture: &Fixture, handler: impl Handler, words: &[&str]) -> anyhow::Result<String> {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    DeadLetters::new(fixture.database.db.clone())
        .with(NOTIFICATIONS_IDENTITY, handler)
        .command(&words)
        .await
}

/// The only dead letter's column, as text.
async fn column(fixture: &Fixture, sql: &'static str) -> anyhow::Result<String> {
    let mut admin = fixture.database.superuser().await?;
    Ok(sqlx::query_scalar(sql).fetch_one(&mut admin).await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_of_a_newer_type_waits_for_a_program_that_knows_it() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    fixture.start_relay();
    let old = Recorder::default();
    fixture.start_consumer(old.clone());
    fixture.tell(1, "new").await?;
    fixture.tell(2, "good").await?;
    fixture.wait_for_count(EFFECTS, 1).await?;
    fixture.wait_for_count(OPEN, 1).await?;
    assert_eq!(old.calls_of("new"), 1, "it is not tried again");

    let list = ask(&fixture, old.clone(), &["list"]).await?;
    assert!(
        list.contains("unknown_type") && list.ends_with("1 open"),
        "{list}"
    );
    let refused = ask(&fixture, old, &["redrive", "--all"]).await;
    let refused = refused.err().map(|error| error.to_string());
    assert!(
        refused
            .as_deref()
            .is_some_and(|text| text.contains("0 redriven, 1 failed")),
        "{refused:?}"
    );

    let upgraded = Recorder {
        knows_new: true,
        ..Recorder::default()
    };
    let words = [
        "redrive",
        "--all",
        "--reason",
        "unknown_type",
        "--by",
        "ada",
    ];
    let done = ask(&fixture, upgraded.clone(), &words).await?;
    assert!(done.ends_with("1 redriven, 0 failed"), "{done}");
    assert_eq!(fixture.effects().await?, ["good", "new"]);
    let ended = column(
        &fixture,
        "SELECT concat_ws(' ', state, resolved_by, attempts, length(payload)) FROM dead_letter",
    )
    .await?;
    assert_eq!(ended, "resolved ada 1 0");
    let via = column(
        &fixture,
        "SELECT string_agg(via, ' ' ORDER BY via) FROM inbox",
    )
    .await?;
    assert_eq!(via, "nats redrive");

    // Nothing is left to be done, and the broker's copy has no second effect.
    let again = ask(&fixture, upgraded, &["redrive", "--all"]).await?;
    assert_eq!(again, "0 redriven, 0 failed");
    assert!(
        ask(&fixture, Recorder::default(), &["list"])
            .await?
            .starts_with("0 open")
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_redrive_leaves_no_effect_and_the_letter_open() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    fixture.start_relay();
    let recorder = Recorder::default();
    recorder.faults_left.store(6, Ordering::SeqCst);
    fixture.start_consumer(recorder.clone());
    fixture.tell(1, "flaky").await?;
    fixture.wait_for_count(OPEN, 1).await?;
    let id = column(&fixture, "SELECT dead_letter_id::text FROM dead_letter").await?;
    assert!(
        ask(&fixture, recorder.clone(), &["redrive", &id])
            .await
            .is_err()
    );
    assert_eq!(fixture.count(EFFECTS).await?, 0);
    let shown = ask(&fixture, recorder.clone(), &["show", &id]).await?;
    for part in [
        "attempts  6",
        "state     open",
        "error     flaky",
        "ce-type",
        "payload   5 bytes",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(
        !shown.contains("Zmxha3k")
            && ask(&fixture, recorder.clone(), &["redrive", &id])
                .await
                .is_ok()
    );
    assert_eq!(fixture.effects().await?, ["flaky"]);
    assert_eq!(fixture.count(OPEN).await?, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_is_discarded_and_a_panic_in_a_redrive_is_a_failure() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    fixture.start_relay();
    fixture.start_consumer(Recorder::default());
    fixture.tell(1, "panic").await?;
    fixture
        .jetstream
        .publish("lintel.evt.identity.user.registered.v1", "junk".into())
        .await?
        .await?;
    fixture.wait_for_count(OPEN, 2).await?;
    let failed = ask(&fixture, Recorder::default(), &["redrive", "--all"]).await;
    let failed = failed
        .err()
        .map(|error| error.to_string())
        .unwrap_or_default();
    assert!(
        failed.contains("the handler panicked") && failed.contains("it is no event"),
        "{failed}"
    );
    for reason in ["attempts", "decode"] {
        let mut admin = fixture.database.superuser().await?;
        let id: String =
            sqlx::query_scalar("SELECT dead_letter_id::text FROM dead_letter WHERE reason = $1")
                .bind(reason)
                .fetch_one(&mut admin)
                .await?;
        let said = ask(&fixture, Recorder::default(), &["discard", &id]).await?;
        assert!(said.ends_with("1 discarded, 0 failed"), "{said}");
    }
    let kept = fixture
        .count("SELECT count(*) FROM dead_letter WHERE state = 'discarded' AND payload = ''")
        .await?;
    assert_eq!((kept, fixture.count(DEAD_LETTERS).await?), (2, 2));
    assert_eq!(fixture.count(EFFECTS).await?, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn words_that_are_not_known_are_answered_with_those_that_are() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    for words in [
        &[][..],
        &["redrive"],
        &["redrive", "--all", "0192f000-0000-7000-8000-000000000000"],
        &[
            "redrive",
            "0192f000-0000-7000-8000-000000000000",
            "--reason",
            "decode",
        ],
        &["redrive", "--all", "--reason"],
        &["discard", "everything"],
    ] {
        let refused = ask(&fixture, Recorder::default(), words).await;
        let text = refused
            .err()
            .map(|error| format!("{error:#}"))
            .unwrap_or_default();
        assert!(text.contains("usage:"), "{words:?}: {text}");
    }
    let absent = ["show", "0192f000-0000-7000-8000-000000000000"];
    assert!(ask(&fixture, Recorder::default(), &absent).await.is_err());
    Ok(())
}
