//! A consumer in its own process, whose handler fails as an event's payload asks: `die` kills the process.
//! The tests start it again and again, as a supervisor would (tests/it/killers.rs); no program of the product holds such a
//! handler.

use async_nats::jetstream;
use lintel_bus::{
    Consumer, Event, Handled, Handler, HandlerError, topology::NOTIFICATIONS_IDENTITY,
};
use lintel_db::{Db, StoreError, Tx};
use tokio_util::sync::CancellationToken;

struct Killable;

impl Handler for Killable {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        match &event.payload[..] {
            b"die" => std::process::abort(),
            b"panic" => panic!("the handler broke"),
            text => {
                sqlx::query("INSERT INTO effects (text) VALUES ($1)")
                    .bind(String::from_utf8_lossy(text))
                    .execute(&mut **tx)
                    .await
                    .map_err(StoreError::from)?;
                Ok(Handled::Done)
            }
        }
    }
}

/// Arguments: the broker's address, and the database's configuration as JSON.
#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, nats, database] = arguments.as_slice() else {
        anyhow::bail!("usage: killable <nats url> <database configuration>");
    };
    let db = Db::connect(&serde_json::from_str(database)?)?;
    let jetstream = jetstream::new(lintel_bus::connect("killable", nats).await?);
    Consumer::new(NOTIFICATIONS_IDENTITY, db, jetstream, Killable)
        .run(CancellationToken::new())
        .await
}
