//! A register: one client writes ever larger numbers into one property and reads them back, in the manner of Jepsen. What it has
//! been told is written never becomes less.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::Context as _;
use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    super::{Ledger, ledger::is_unknown},
    Doors, told,
};
use crate::{Visitor, client::a_house};

/// The pause between two writes, and before one that has no answer is sent again.
const PAUSE: Duration = Duration::from_millis(30);

/// The client of a register. The number is the property's current value, in whole pounds.
pub(super) struct Register {
    path: String,
    doors: Doors,
    ledger: Arc<Ledger>,
    stop: Arc<AtomicBool>,
}

impl Register {
    /// A new property of the landlord's.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(super) async fn create(
        landlord: &Visitor,
        label: &str,
        doors: Doors,
        ledger: Arc<Ledger>,
        stop: Arc<AtomicBool>,
    ) -> anyhow::Result<Self> {
        let mut house = a_house(&format!("{label} register"));
        house["currentValue"] = json!("0");
        let reply = landlord.post("/api/properties", &house).await?;
        let id = reply.body["id"].as_u64().with_context(|| told(&reply))?;
        let path = format!("/api/properties/{id}");
        ledger.registered(path.clone());
        Ok(Self {
            path,
            doors,
            ledger,
            stop,
        })
    }

    /// Writes and reads until it is stopped.
    pub(super) async fn run(self) {
        for number in 1.. {
            if self.stop.load(Ordering::SeqCst) {
                return;
            }
            self.write(number).await;
            self.read(number).await;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Writes under one key until the outcome is known, at the next gateway each time.
    async fn write(&self, number: i64) {
        let body = json!({"currentValue": number.to_string()});
        let key = Uuid::now_v7().to_string();
        for tries in 0.. {
            let reply = match self.door(tries) {
                Ok(door) => {
                    door.patch(&self.path, &body, &[("idempotency-key", &key)])
                        .await
                }
                Err(error) => Err(error),
            };
            match reply {
                Ok(reply) if reply.status == StatusCode::OK => {
                    return self.ledger.register_holds(number);
                }
                Ok(reply) if !is_unknown(reply.status) => {
                    return self
                        .ledger
                        .register_broke(format!("{number}: {}", told(&reply)));
                }
                Ok(reply) => self
                    .ledger
                    .failed(format!("register: {}", told(&reply)), tries),
                Err(error) => self.ledger.failed(format!("register: {error:#}"), tries),
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Checks that the last write is there at every gateway. Each is asked once, so none of these is a second try.
    async fn read(&self, written: i64) {
        for gateway in 0..2 {
            let reply = match self.door(gateway) {
                Ok(door) => door.get(&self.path).await,
                Err(error) => Err(error),
            };
            match reply {
                Ok(reply) if reply.status == StatusCode::OK => {
                    let found = number_of(&reply.body);
                    if found < Some(written) {
                        self.ledger
                            .register_broke(format!("{written} was written, {found:?} is read"));
                    }
                }
                Ok(reply) => self.ledger.failed(format!("register: {}", told(&reply)), 0),
                Err(error) => self.ledger.failed(format!("register: {error:#}"), 0),
            }
        }
    }

    fn door(&self, tries: usize) -> anyhow::Result<&Visitor> {
        self.doors.door(tries).context("no gateway is ready")
    }
}

/// The register's number in a property of the contract.
#[must_use]
pub fn number_of(property: &Value) -> Option<i64> {
    property["currentValue"]
        .as_str()?
        .split('.')
        .next()?
        .parse()
        .ok()
}
