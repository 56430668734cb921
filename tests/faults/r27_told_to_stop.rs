//! R27: SIGTERM under load. One of two replicas says that it is not ready, goes on serving until that has been noticed, and
//! ends; no request fails, neither behind a proxy that obeys readiness nor on a plain connection that is kept alive.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use lintel_system_tests::{
    System, Visitor,
    client::a_house,
    faults::{Load, checks, experiment},
};
use lintel_testkit::wait_for;
use reqwest::Client;
use uuid::Uuid;

/// Requests before and after each stop.
const BETWEEN: usize = 30;
/// Writes of the plain client begin so.
const PLAIN: &str = "R27 plain";

/// No request fails when one of two replicas is told to stop.
pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment("R27", "SIGTERM one of two", async |settings, report| {
        let load = Load::start_behind_readiness(system, settings, "R27", 4).await?;
        let plain = Plain::start(system, &load.landlord)?;
        for round in 0..settings.rounds() {
            for name in ["gateway", "identity", "portfolio", "notifications"] {
                let victim = (name, round % 2);
                load.ledger.more(BETWEEN).await?;
                plain.more(BETWEEN).await?;
                let told = Instant::now();
                system.replica(victim)?.tell_to_stop()?;
                wait_for("it ends", Duration::from_secs(30), async || {
                    Ok((!system.replica(victim)?.is_running()?).then_some(()))
                })
                .await?;
                let code = system.replica(victim)?.stop()?;
                report.promise(code == Some(0), || format!("{name} ended with {code:?}"));
                report.figure(format!("{name} ended in {} ms", told.elapsed().as_millis()));
                load.ledger.more(BETWEEN).await?;
                plain.more(BETWEEN).await?;
                system.revive()?;
                system.wait_until_ready().await?;
                if name != "gateway" {
                    wait_for("it is back", Duration::from_secs(30), async || {
                        Ok(system.is_serving(victim).await?.then_some(()))
                    })
                    .await?;
                }
            }
        }
        let (answered, failed) = plain.stop().await?;
        let failures = load.ledger.failures();
        let requests = load.ledger.count() + load.ledger.reads() + answered;
        report.figure(format!("requests {requests}"));
        report.figure(format!("failed {}", failures.len() + failed.len()));
        report.promise(failures.is_empty(), || {
            format!(
                "{} requests failed, the first: {}",
                failures.len(),
                failures[0].what
            )
        });
        report.promise(failed.is_empty(), || {
            format!(
                "{} plain requests failed, the first: {}",
                failed.len(),
                failed[0]
            )
        });
        let (ledger, landlord) = load.stop().await?;
        checks::all(system, &landlord, &ledger, report).await
    })
    .await
}

/// A client that knows the gateways' addresses and nothing of readiness: it keeps one connection alive, never asks twice, and
/// turns to the next address when one refuses to be connected to, as every HTTP client does with a name of two addresses.
struct Plain {
    answered: Arc<AtomicUsize>,
    failed: Arc<Mutex<Vec<String>>>,
    stop: Arc<AtomicBool>,
    task: tokio::task::JoinHandle<()>,
}

impl Plain {
    fn start(system: &System, landlord: &Visitor) -> anyhow::Result<Self> {
        let addresses = system
            .bases
            .iter()
            .map(|base| base.trim_start_matches("http://").parse())
            .collect::<Result<Vec<SocketAddr>, _>>()?;
        let client = Client::builder()
            .resolve_to_addrs("lintel.test", &addresses)
            .timeout(Duration::from_secs(20))
            .build()?;
        let token = landlord.token()?.to_owned();
        let answered = Arc::new(AtomicUsize::new(0));
        let failed = Arc::new(Mutex::new(Vec::new()));
        let stop = Arc::new(AtomicBool::new(false));
        let shared = (answered.clone(), failed.clone(), stop.clone());
        let task = tokio::spawn(async move {
            let (answered, failed, stop) = shared;
            while !stop.load(Ordering::SeqCst) {
                let name = format!("{PLAIN} {}", Uuid::now_v7());
                let reply = client
                    .post("http://lintel.test/api/properties")
                    .bearer_auth(&token)
                    .header("idempotency-key", Uuid::now_v7().to_string())
                    .json(&a_house(&name))
                    .send()
                    .await;
                match reply {
                    Ok(reply) if reply.status() == 201 => {
                        answered.fetch_add(1, Ordering::SeqCst);
                    }
                    Ok(reply) => note(&failed, reply.status().to_string()),
                    Err(error) => note(&failed, format!("{:#}", anyhow::Error::from(error))),
                }
            }
        });
        Ok(Self {
            answered,
            failed,
            stop,
            task,
        })
    }

    async fn more(&self, count: usize) -> anyhow::Result<()> {
        let goal = self.answered.load(Ordering::SeqCst) + count;
        wait_for("plain requests", Duration::from_secs(60), async || {
            Ok((self.answered.load(Ordering::SeqCst) >= goal).then_some(()))
        })
        .await
    }

    async fn stop(self) -> anyhow::Result<(usize, Vec<String>)> {
        self.stop.store(true, Ordering::SeqCst);
        self.task.await?;
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        Ok((self.answered.load(Ordering::SeqCst), failed.clone()))
    }
}

fn note(failed: &Mutex<Vec<String>>, what: String) {
    failed
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(what);
}
