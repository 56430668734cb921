//! Identity's side of the broker: it publishes what its relay would.

use std::{collections::HashMap, sync::Arc};

use async_nats::jetstream::{self, consumer::PullConsumer};
use lintel_bus::{
    Consumer, Event, Handler,
    topology::{self, ConsumerSpec},
};
use lintel_core::{Clock as _, SystemClock};
use lintel_db::Db;
use lintel_notifications::consumers::IdentityEvents;
use lintel_proto::{
    PublicEvent, common::v1::Sealed, convert::timestamp, identity::v1::EmailVerificationRequested,
};
use lintel_testkit::{NatsServer, wait_for};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{ALLOWANCE, Bench, DOMAIN, PATIENCE, in_a_day};

pub struct Broker {
    pub server: NatsServer,
    pub jetstream: jetstream::Context,
    stop: CancellationToken,
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Returns the event that identity publishes when a verification mail is asked for.
pub fn verification_requested(token: i64, sealed: Vec<u8>) -> Event {
    event(&EmailVerificationRequested {
        user_id: 7,
        email_token_id: token,
        expire_time: Some(timestamp(in_a_day())),
        mail: Some(Sealed { ciphertext: sealed }),
    })
}

pub fn event<M: PublicEvent>(message: &M) -> Event {
    Event {
        id: Uuid::now_v7(),
        event_type: M::TYPE.to_owned(),
        aggregate_type: "test".to_owned(),
        aggregate_id: "1".to_owned(),
        aggregate_version: 1,
        organisation: None,
        time: SystemClock.now(),
        trace: HashMap::new(),
        payload: message.encode_to_vec().into(),
    }
}

impl Broker {
    pub async fn start() -> anyhow::Result<Self> {
        let server = NatsServer::start().await?;
        let client = lintel_bus::connect("test", &server.url()).await?;
        let jetstream = jetstream::new(client);
        topology::apply(&jetstream, 1).await?;
        Ok(Self {
            server,
            jetstream,
            stop: CancellationToken::new(),
        })
    }

    /// Runs this service's consumer until the broker is dropped.
    pub fn consume(&self, bench: &Bench, wake: Arc<Notify>) {
        let handler = IdentityEvents::new(DOMAIN.to_owned(), bench.sealed_box(), ALLOWANCE, wake);
        let db = &bench.database.db;
        self.consume_with(db, topology::NOTIFICATIONS_IDENTITY, handler);
    }

    /// Runs a consumer until the broker is dropped.
    pub fn consume_with<H: Handler>(&self, db: &Db, spec: ConsumerSpec, handler: H) {
        let consumer = Consumer::new(spec, db.clone(), self.jetstream.clone(), handler);
        tokio::spawn(consumer.run(self.stop.clone()));
    }

    /// Publishes `event`; under a `copy` of its own, the broker does not recognise it as a repeat.
    pub async fn publish(&self, event: &Event, copy: Option<u32>) -> anyhow::Result<()> {
        let mut headers = event.headers();
        if let Some(copy) = copy {
            headers.insert("Nats-Msg-Id", format!("{}:{copy}", event.id));
        }
        self.jetstream
            .publish_with_headers(event.subject(), headers, event.payload.clone())
            .await?
            .await?;
        Ok(())
    }

    /// Waits until everything that identity published was delivered and acknowledged.
    pub async fn wait_until_consumed(&self) -> anyhow::Result<()> {
        self.wait_until_consumed_by(topology::NOTIFICATIONS_IDENTITY)
            .await
    }

    /// Waits until everything published for `spec` was delivered and acknowledged.
    pub async fn wait_until_consumed_by(&self, spec: ConsumerSpec) -> anyhow::Result<()> {
        wait_for("every event is acknowledged", PATIENCE, async || {
            let mut consumer: PullConsumer = self
                .jetstream
                .get_consumer_from_stream(spec.durable, spec.stream)
                .await?;
            let info = consumer.info().await?;
            anyhow::ensure!(
                info.num_pending == 0 && info.num_ack_pending == 0,
                "{} to come, {} in hand",
                info.num_pending,
                info.num_ack_pending
            );
            Ok(Some(()))
        })
        .await
    }
}
