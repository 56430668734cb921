//! One producer and one consumer on a database and a broker of their own.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_nats::jetstream::{
    Context as JetStream,
    consumer::{FromConsumer as _, PullConsumer, pull},
};
use lintel_bus::{
    Consumer, Event, Handled, Handler, HandlerError, Relay,
    topology::{self, NOTIFICATIONS_IDENTITY},
};
use lintel_core::Error;
use lintel_db::{Scope, StoreError, Tx, outbox};
use lintel_testkit::{NatsServer, TestDatabase, wait_for};
use sqlx::migrate::Migrator;
use tokio::{sync::watch, task::JoinHandle};
use tokio_util::sync::CancellationToken;

/// The effect that the tests' handler has.
static MIGRATOR: Migrator = sqlx::migrate!("tests/migrations");

/// Generous, because many tests share two cores.
pub const SOON: Duration = Duration::from_secs(30);

pub struct Fixture {
    pub database: TestDatabase,
    pub nats: NatsServer,
    pub jetstream: JetStream,
    pub stop: CancellationToken,
}

impl Fixture {
    pub async fn new() -> anyhow::Result<Self> {
        let fixture = Self::without_streams().await?;
        topology::apply(&fixture.jetstream, 1).await?;
        Ok(fixture)
    }

    pub async fn without_streams() -> anyhow::Result<Self> {
        let database = TestDatabase::new("bus", &MIGRATOR).await?;
        let nats = NatsServer::start().await?;
        let client = lintel_bus::connect("test", &nats.url()).await?;
        let jetstream = async_nats::jetstream::new(client);
        Ok(Self {
            database,
            nats,
            jetstream,
            stop: CancellationToken::new(),
        })
    }

    pub fn start_relay(&self) -> JoinHandle<anyhow::Result<()>> {
        self.start_relay_until(self.stop.clone())
    }

    pub fn start_relay_until(&self, stop: CancellationToken) -> JoinHandle<anyhow::Result<()>> {
        let relay = Relay::new(self.database.db.clone(), self.jetstream.clone());
        tokio::spawn(relay.run(stop))
    }

    pub fn start_consumer(&self, handler: impl Handler) -> JoinHandle<anyhow::Result<()>> {
        self.start_consumer_until(handler, self.stop.clone())
    }

    /// A consumer, and whether it has found the broker's.
    pub fn start_watched(
        &self,
        handler: impl Handler,
    ) -> (watch::Receiver<bool>, JoinHandle<anyhow::Result<()>>) {
        let consumer = self.consumer(handler);
        (
            consumer.attached(),
            tokio::spawn(consumer.run(self.stop.clone())),
        )
    }

    pub fn start_consumer_until(
        &self,
        handler: impl Handler,
        stop: CancellationToken,
    ) -> JoinHandle<anyhow::Result<()>> {
        tokio::spawn(self.consumer(handler).run(stop))
    }

    fn consumer<H: Handler>(&self, handler: H) -> Consumer<H> {
        Consumer::new(
            NOTIFICATIONS_IDENTITY,
            self.database.db.clone(),
            self.jetstream.clone(),
            handler,
        )
    }

    /// The broker waits only half a second before it delivers again what a dead process had fetched.
    pub async fn shorten_ack_wait(&self) -> anyhow::Result<()> {
        let (durable, stream) = (
            NOTIFICATIONS_IDENTITY.durable,
            NOTIFICATIONS_IDENTITY.stream,
        );
        let consumer: PullConsumer = self
            .jetstream
            .get_consumer_from_stream(durable, stream)
            .await?;
        let kept = consumer.cached_info().config.clone();
        let config = pull::Config {
            ack_wait: Duration::from_millis(500),
            ..pull::Config::try_from_consumer_config(kept).map_err(anyhow::Error::msg)?
        };
        self.jetstream
            .create_consumer_on_stream(config, stream)
            .await?;
        Ok(())
    }

    /// Commits an event whose payload is `text`.
    pub async fn tell(&self, version: i64, text: &str) -> anyhow::Result<()> {
        let mut tx = self.database.db.begin(Scope::none()).await?;
        outbox::append(&mut tx, &event(version, text)).await?;
        tx.commit().await?;
        Ok(())
    }

    pub async fn count(&self, sql: &'static str) -> anyhow::Result<i64> {
        let mut admin = self.database.superuser().await?;
        Ok(sqlx::query_scalar(sql).fetch_one(&mut admin).await?)
    }

    pub async fn wait_for_count(&self, sql: &'static str, expected: i64) -> anyhow::Result<()> {
        wait_for(&format!("{sql} = {expected}"), SOON, async || {
            let count = self.count(sql).await?;
            anyhow::ensure!(count == expected, "it is {count}");
            Ok(Some(()))
        })
        .await
    }

    /// Every effect in the order it was had.
    pub async fn effects(&self) -> anyhow::Result<Vec<String>> {
        let mut admin = self.database.superuser().await?;
        Ok(
            sqlx::query_scalar("SELECT text FROM effects ORDER BY effect_id")
                .fetch_all(&mut admin)
                .await?,
        )
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

pub fn event(version: i64, text: &str) -> outbox::NewEvent {
    outbox::NewEvent {
        event_type: "identity.user.registered.v1",
        aggregate_type: "user",
        aggregate_id: "1".to_owned(),
        aggregate_version: version,
        organisation: None,
        payload: text.as_bytes().to_vec(),
    }
}

pub const EFFECTS: &str = "SELECT count(*) FROM effects";
pub const UNPUBLISHED: &str = "SELECT count(*) FROM outbox WHERE published_at IS NULL";
pub const DEAD_LETTERS: &str = "SELECT count(*) FROM dead_letter";

/// Writes each event's payload into a table; some payloads make it fail first.
#[derive(Clone, Default)]
pub struct Recorder {
    pub calls: Arc<Mutex<Vec<String>>>,
    pub faults_left: Arc<AtomicUsize>,
    /// True when it is a program that knows the type of "new".
    pub knows_new: bool,
}

impl Recorder {
    pub fn calls_of(&self, text: &str) -> usize {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.iter().filter(|call| *call == text).count()
    }

    fn fault_is_due(&self) -> bool {
        self.faults_left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                left.checked_sub(1)
            })
            .is_ok()
    }
}

impl Handler for Recorder {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        let text = String::from_utf8_lossy(&event.payload).into_owned();
        self.calls
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(text.clone());
        match text.as_str() {
            "poison" => return Err(HandlerError::Failed(Error::internal("bad event"))),
            "never" => return Err(HandlerError::Permanent("can never be taken")),
            "new" if !self.knows_new => return Err(HandlerError::UnknownType),
            "foreign" => return Ok(Handled::Ignored),
            "panic" => panic!("the handler broke"),
            "hang" => std::future::pending().await,
            away if away.starts_with("away") && self.fault_is_due() => {
                return Err(HandlerError::Transient(Error::unavailable("away")));
            }
            "flaky" if self.fault_is_due() => {
                // An effect that is rolled back with the fault.
                insert(tx, "flaky, failed").await?;
                return Err(HandlerError::Failed(Error::internal("flaky")));
            }
            _ => {}
        }
        insert(tx, &text).await?;
        Ok(Handled::Done)
    }
}

async fn insert(tx: &mut Tx, text: &str) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO effects (text) VALUES ($1)")
        .bind(text)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
