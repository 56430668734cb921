//! Whatever is committed, rolled back, repeated, forgotten and killed in whatever order: one effect for one committed event.

use std::sync::atomic::Ordering;

use lintel_db::{Scope, outbox};
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use tokio::task::JoinHandle;

use crate::fixture::{DEAD_LETTERS, Fixture, Recorder, UNPUBLISHED, event};

#[derive(Debug, Clone, Copy)]
enum Step {
    /// A use case commits events.
    Commit(u8),
    /// A use case appends an event and fails.
    RollBack,
    /// The broker delivers an event again as if it were new.
    Duplicate(u8),
    /// The relay died between publishing and marking.
    Unmark(u8),
    /// The relay is killed and, its lease over, another begins.
    KillRelay,
    /// The consumer is killed and another begins.
    KillConsumer,
    /// The handler's infrastructure is away for the next event.
    Fault,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (1..6_u8).prop_map(Step::Commit),
        2 => Just(Step::RollBack),
        3 => any::<u8>().prop_map(Step::Duplicate),
        2 => any::<u8>().prop_map(Step::Unmark),
        1 => Just(Step::KillRelay),
        1 => Just(Step::KillConsumer),
        1 => Just(Step::Fault),
    ];
    prop::collection::vec(step, 5..25)
}

struct World {
    fixture: Fixture,
    recorder: Recorder,
    relay: JoinHandle<anyhow::Result<()>>,
    consumer: JoinHandle<anyhow::Result<()>>,
    committed: Vec<String>,
}

impl World {
    async fn new() -> anyhow::Result<Self> {
        let fixture = Fixture::new().await?;
        fixture.shorten_ack_wait().await?;
        let recorder = Recorder::default();
        Ok(Self {
            relay: fixture.start_relay(),
            consumer: fixture.start_consumer(recorder.clone()),
            recorder,
            fixture,
            committed: Vec::new(),
        })
    }

    async fn take(&mut self, number: usize, step: Step) -> anyhow::Result<()> {
        match step {
            Step::Commit(events) => {
                let mut tx = self.fixture.database.db.begin(Scope::none()).await?;
                for _ in 0..events {
                    let text = format!("away {}", self.committed.len());
                    let version = i64::try_from(self.committed.len())?;
                    outbox::append(&mut tx, &event(version, &text)).await?;
                    self.committed.push(text);
                }
                tx.commit().await?;
            }
            Step::RollBack => {
                let mut tx = self.fixture.database.db.begin(Scope::none()).await?;
                outbox::append(&mut tx, &event(i64::MAX, "rolled back")).await?;
            }
            Step::Duplicate(which) => {
                let stream = self.fixture.jetstream.get_stream("EVT_IDENTITY").await?;
                let last = stream.cached_info().state.last_sequence;
                if last > 0 {
                    let message = stream.get_raw_message(u64::from(which) % last + 1).await?;
                    let mut headers = message.headers;
                    headers.insert("Nats-Msg-Id", format!("copy-{number}"));
                    self.fixture
                        .jetstream
                        .publish_with_headers(message.subject, headers, message.payload)
                        .await?
                        .await?;
                }
            }
            Step::Unmark(which) => {
                self.admin(
                    "UPDATE outbox SET published_at = NULL, stream_seq = NULL WHERE seq % 3 = $1 % 3",
                    which.into(),
                )
                .await?;
            }
            Step::KillRelay => {
                self.relay.abort();
                self.admin(
                    "UPDATE relay_lease SET expires_at = '-infinity' WHERE $1 IS NOT NULL",
                    0,
                )
                .await?;
                self.relay = self.fixture.start_relay();
            }
            Step::KillConsumer => {
                self.consumer.abort();
                self.consumer = self.fixture.start_consumer(self.recorder.clone());
            }
            Step::Fault => {
                self.recorder.faults_left.fetch_add(1, Ordering::SeqCst);
            }
        }
        Ok(())
    }

    async fn admin(&self, sql: &'static str, number: i64) -> anyhow::Result<()> {
        let mut admin = self.fixture.database.superuser().await?;
        sqlx::query(sql).bind(number).execute(&mut admin).await?;
        Ok(())
    }

    async fn check(self) -> anyhow::Result<()> {
        let expected = i64::try_from(self.committed.len())?;
        self.fixture.wait_for_count(UNPUBLISHED, 0).await?;
        self.fixture
            .wait_for_count("SELECT count(*) FROM inbox", expected)
            .await?;
        let mut effects = self.fixture.effects().await?;
        let mut committed = self.committed.clone();
        effects.sort();
        committed.sort();
        anyhow::ensure!(effects == committed, "{effects:?} instead of {committed:?}");
        anyhow::ensure!(
            self.fixture.count(DEAD_LETTERS).await? == 0,
            "a dead letter"
        );
        Ok(())
    }
}

#[test]
fn every_committed_event_has_one_effect_and_no_other_has_any() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    let mut runner = TestRunner::new(Config {
        cases: 12,
        max_shrink_iters: 20,
        failure_persistence: None,
        ..Config::default()
    });
    runner.run(&steps(), |steps| {
        let tried = runtime.block_on(async {
            let mut world = World::new().await?;
            for (number, step) in steps.into_iter().enumerate() {
                world.take(number, step).await?;
            }
            world.check().await
        });
        tried.map_err(|error| TestCaseError::fail(format!("{error:#}")))
    })?;
    Ok(())
}
