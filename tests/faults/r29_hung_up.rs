//! R29: clients hang up at any moment, also while a transaction begins, and PostgreSQL is slow for everybody. A connection that served such
//! a
//! call serves the next one: what is acknowledged on it is there, and nobody acts for anybody else.

use std::{
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    time::{Duration, Instant},
};

use anyhow::bail;
use futures::future::try_join_all;
use lintel_system_tests::{
    System, Visitor,
    client::a_house,
    faults::{
        Ledger, Load, Settings, checks, experiment,
        ledger::{Kind, Operation, is_unknown},
    },
    proxy::Toxic,
    system::{Edge, Replicas, SERVICES},
};
use rand::{Rng as _, rngs::StdRng};

use crate::WIDE;

/// The delay before PostgreSQL hears of anything.
const LATE: Duration = Duration::from_millis(20);
/// The milliseconds after which a client hangs up: before it is heard, within each statement of its call, and after the
/// answer.
const HANGS_UP_AFTER: Range<u64> = 0..400;
const IMPATIENT: usize = 8;
const LEFT_OPEN: &str = "there is already a transaction in progress";
/// The number of times that a client hangs up on one write before it waits for the answer.
const TIMES: usize = 6;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a minute, which `make faults` takes"]
async fn nothing_is_lost_when_clients_hang_up_on_a_slow_database() -> anyhow::Result<()> {
    let system = System::start_behind_proxies(Replicas::TWO, &WIDE).await?;
    let fault = "clients hang up, PostgreSQL 20 ms late";
    experiment("R29", fault, async |settings, report| {
        let load = Load::start(&system, settings, "R29", 4).await?;
        let lasts = Duration::from_secs(settings.pick(10, 40));
        let edges = SERVICES.map(Edge::Postgres);
        system.edges.set(&edges, Toxic::Late(LATE));
        let hung_up = AtomicUsize::new(0);
        let clients = (0..IMPATIENT).map(|number| {
            let client = Impatient::new(&system, &load, settings, number, &hung_up);
            client.run(Instant::now() + lasts)
        });
        let written: usize = try_join_all(clients).await?.into_iter().sum();
        system.edges.set(&edges, Toxic::Clear);
        let (ledger, landlord) = load.stop().await?;
        let hung_up = hung_up.into_inner();
        report.figure(format!("hung up {hung_up} times on {written} writes"));
        report.promise(hung_up > written, || "hardly anybody hung up".to_owned());
        // PostgreSQL logs this line where a caller begins on a connection that was left in a transaction.
        let left_open = system.postgres.log()?.matches(LEFT_OPEN).count();
        report.promise(left_open == 0, || {
            format!("{left_open} transactions began within another caller's")
        });
        checks::all(&system, &landlord, &ledger, report).await
    })
    .await
}

/// A client that hangs up some times before it waits.
struct Impatient<'a> {
    number: usize,
    doors: Vec<Visitor>,
    ledger: &'a Ledger,
    random: StdRng,
    hung_up: &'a AtomicUsize,
}

impl<'a> Impatient<'a> {
    fn new(
        system: &System,
        load: &'a Load,
        settings: Settings,
        number: usize,
        hung_up: &'a AtomicUsize,
    ) -> Self {
        let bases = system.bases.iter();
        Self {
            number,
            doors: bases.map(|base| load.landlord.at(base)).collect(),
            ledger: &load.ledger,
            random: settings.random(1_000 + u64::try_from(number).unwrap_or_default()),
            hung_up,
        }
    }

    async fn run(mut self, until: Instant) -> anyhow::Result<usize> {
        let mut written = 0;
        while Instant::now() < until {
            self.write(written).await?;
            written += 1;
        }
        Ok(written)
    }

    /// Writes under one key until the outcome is known.
    async fn write(&mut self, made: usize) -> anyhow::Result<()> {
        let name = format!("R29 impatient {}-{made}", self.number);
        let key = uuid::Builder::from_random_bytes(self.random.r#gen()).into_uuid();
        let operation = Operation {
            client: 100 + self.number,
            kind: Kind::Property,
            body: a_house(&name),
            name,
            key: key.to_string(),
            path: "/api/properties",
        };
        let invoked = Instant::now();
        self.ledger.invoked(&operation);
        for tries in 0..200 {
            let patience = if tries < TIMES {
                Duration::from_millis(self.random.gen_range(HANGS_UP_AFTER))
            } else {
                Duration::from_secs(10)
            };
            let Some(door) = self.doors.get((self.number + tries) % self.doors.len()) else {
                bail!("there is no gateway");
            };
            let sent = door.post_as(operation.path, &operation.body, &operation.key);
            // Given up, the request is dropped and its connection closed.
            let what = match tokio::time::timeout(patience, sent).await {
                Err(_) => {
                    self.hung_up.fetch_add(1, Relaxed);
                    "hung up".to_owned()
                }
                Ok(Err(error)) => format!("{error:#}"),
                Ok(Ok(reply)) if reply.status == 201 => {
                    let answer = reply.body;
                    self.ledger.acknowledged(operation, answer, invoked, tries);
                    return Ok(());
                }
                Ok(Ok(reply)) if is_unknown(reply.status) => reply.status.to_string(),
                Ok(Ok(reply)) => {
                    self.ledger.refused(&operation, reply.status.to_string());
                    return Ok(());
                }
            };
            self.ledger.unknown(&operation, what, tries);
        }
        bail!("the outcome of {} is still unknown", operation.name)
    }
}
