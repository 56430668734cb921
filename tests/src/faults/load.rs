//! Clients that add properties, make accounts, apply for a home, report what is broken and read what they added, and one that changes
//! a property again and again, through every gateway there is.

mod doors;
mod home;
mod register;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::Context as _;
use rand::{Rng as _, rngs::StdRng};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::{
    Ledger, Settings,
    ledger::{Kind, Operation, is_unknown},
    report,
};
use crate::{
    System, Visitor,
    client::{PASSWORD, Reply, a_house},
};

pub use doors::Doors;
pub use home::Home;
use register::Register;
pub use register::number_of;

/// The pause between two writes of one client, in milliseconds.
const THINKING: std::ops::Range<u64> = 0..30;
/// The pause before a client asks again, in milliseconds.
const AGAIN: std::ops::Range<u64> = 20..60;
/// One in so many writes makes an account; hashing its password costs forty times what a property does. As many are applications,
/// and repairs.
const SIGN_UPS: u64 = 8;

/// A running load.
#[derive(Debug)]
pub struct Load {
    /// The answers that its clients got.
    pub ledger: Arc<Ledger>,
    /// The landlord whose properties they add.
    pub landlord: Visitor,
    doors: Doors,
    stop: Arc<AtomicBool>,
    clients: Vec<JoinHandle<()>>,
}

impl Load {
    /// Lets `clients` clients and a register begin. `label` is the experiment's name and begins the names of what they make.
    ///
    /// # Errors
    /// When nobody can sign up.
    pub async fn start(
        system: &System,
        settings: Settings,
        label: &str,
        clients: usize,
    ) -> anyhow::Result<Self> {
        let mut landlord = system.visitor()?;
        landlord.become_landlord(&system.mails).await?;
        let doors = Doors::new(&landlord, &system.bases);
        Self::begin(landlord, doors, settings, label, clients).await
    }

    /// Starts a load like [`Self::start`], which obeys the gateways' readiness as a proxy before them does.
    ///
    /// # Errors
    /// Fails like [`Self::start`].
    pub async fn start_behind_readiness(
        system: &System,
        settings: Settings,
        label: &str,
        clients: usize,
    ) -> anyhow::Result<Self> {
        let mut landlord = system.visitor()?;
        landlord.become_landlord(&system.mails).await?;
        let doors = Doors::new(&landlord, &system.bases).obeying_readiness();
        Self::begin(landlord, doors, settings, label, clients).await
    }

    async fn begin(
        landlord: Visitor,
        doors: Doors,
        settings: Settings,
        label: &str,
        clients: usize,
    ) -> anyhow::Result<Self> {
        let home = Home::create(&landlord, &format!("{label} home")).await?;
        let history = report::folder()?.join(format!("{label}.history.jsonl"));
        let ledger = Arc::new(Ledger::create(&history)?);
        let stop = Arc::new(AtomicBool::new(false));
        let register = Register::create(
            &landlord,
            label,
            doors.clone(),
            ledger.clone(),
            stop.clone(),
        )
        .await?;
        let mut clients: Vec<_> = (0..clients)
            .map(|number| {
                let client = Client {
                    number,
                    label: label.to_owned(),
                    random: settings.random(u64::try_from(number).unwrap_or_default()),
                    home: home.clone(),
                    doors: doors.clone(),
                    ledger: ledger.clone(),
                    stop: stop.clone(),
                };
                tokio::spawn(client.run())
            })
            .collect();
        clients.push(tokio::spawn(register.run()));
        Ok(Self {
            ledger,
            landlord,
            doors,
            stop,
            clients,
        })
    }

    /// Lets every client finish what it has begun: no outcome stays unknown.
    ///
    /// # Errors
    /// When an outcome is still unknown after a minute.
    pub async fn stop(mut self) -> anyhow::Result<(Arc<Ledger>, Visitor)> {
        self.stop.store(true, Ordering::SeqCst);
        for client in std::mem::take(&mut self.clients) {
            tokio::time::timeout(Duration::from_secs(60), client)
                .await
                .context("an outcome is still unknown")??;
        }
        Ok((self.ledger.clone(), self.landlord.clone()))
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for client in &self.clients {
            client.abort();
        }
        self.doors.close();
    }
}

struct Client {
    number: usize,
    label: String,
    random: StdRng,
    home: Home,
    doors: Doors,
    ledger: Arc<Ledger>,
    stop: Arc<AtomicBool>,
}

impl Client {
    async fn run(mut self) {
        let mut made = 0_u64;
        while !self.stop.load(Ordering::SeqCst) {
            made += 1;
            let operation = match made % SIGN_UPS {
                0 => self.sign_up(made),
                3 => self.application(made),
                5 => self.repair(made),
                _ => self.property(made),
            };
            if let Some(answer) = self.insist(operation).await {
                self.read_own(&answer).await;
            }
            self.pause(THINKING).await;
        }
    }

    fn property(&mut self, made: u64) -> Operation {
        let name = format!("{} {}-{made}", self.label, self.number);
        let mut body = a_house(&name);
        body["monthlyRent"] = json!(self.random.gen_range(400..2_000).to_string());
        self.operation(Kind::Property, "/api/properties", name, body)
    }

    fn sign_up(&mut self, made: u64) -> Operation {
        let name = format!(
            "{}-{}-{made}@example.com",
            self.label.to_lowercase(),
            self.number
        );
        let body =
            json!({"name": "Somebody", "email": name, "password": PASSWORD, "role": "Tenant"});
        self.operation(Kind::SignUp, "/api/auth/signup", name, body)
    }

    fn application(&mut self, made: u64) -> Operation {
        let name = format!("{} {}-{made}", self.label, self.number);
        let body = self.home.application(&name);
        self.operation(Kind::Application, "/api/tenant-signup", name, body)
    }

    fn repair(&mut self, made: u64) -> Operation {
        let name = format!("{} {}-{made}", self.label, self.number);
        let body = self.home.repair(&name);
        self.operation(Kind::Repair, "/api/maintenance-requests", name, body)
    }

    fn operation(
        &mut self,
        kind: Kind,
        path: &'static str,
        name: String,
        body: Value,
    ) -> Operation {
        let key = uuid::Builder::from_random_bytes(self.random.r#gen()).into_uuid();
        Operation {
            client: self.number,
            kind,
            name,
            key: key.to_string(),
            path,
            body,
        }
    }

    /// Writes under one key until the outcome is known, at the next gateway each time, as a patient client does.
    /// Returns nothing when it is refused for good.
    async fn insist(&mut self, operation: Operation) -> Option<Value> {
        let invoked = Instant::now();
        self.ledger.invoked(&operation);
        for tries in 0.. {
            let reply = match self.doors.door(self.number + tries) {
                Some(door) => {
                    door.post_as(operation.path, &operation.body, &operation.key)
                        .await
                }
                None => Err(anyhow::anyhow!("no gateway is ready")),
            };
            match reply {
                Ok(reply) if reply.status == StatusCode::CREATED => {
                    let answer = reply.body.clone();
                    self.ledger
                        .acknowledged(operation, reply.body, invoked, tries);
                    return Some(answer);
                }
                Ok(reply) if !is_unknown(reply.status) => {
                    self.ledger.refused(&operation, told(&reply));
                    return None;
                }
                Ok(reply) => self.ledger.unknown(&operation, told(&reply), tries),
                Err(error) => self.ledger.unknown(&operation, format!("{error:#}"), tries),
            }
            self.pause(AGAIN).await;
        }
        None
    }

    /// Reads a row that a client was told is there: it is found at once, also at another replica.
    async fn read_own(&mut self, answer: &Value) {
        let Some(id) = answer["id"]
            .as_u64()
            .filter(|_| answer["monthlyRent"].is_string())
        else {
            return;
        };
        for tries in 0..2 {
            let Some(door) = self.doors.door(self.number + 1 + tries) else {
                self.ledger.failed("no gateway is ready".to_owned(), tries);
                continue;
            };
            match door.get(&format!("/api/properties/{id}")).await {
                Ok(reply) if reply.status == StatusCode::OK => return self.ledger.read(),
                Ok(reply) => self.ledger.failed(format!("read: {}", told(&reply)), tries),
                Err(error) => self.ledger.failed(format!("read: {error:#}"), tries),
            }
            self.pause(AGAIN).await;
        }
    }

    async fn pause(&mut self, milliseconds: std::ops::Range<u64>) {
        let pause = self.random.gen_range(milliseconds);
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
}

fn told(reply: &Reply) -> String {
    format!("{} {}", reply.status.as_u16(), reply.body["reason"])
}
