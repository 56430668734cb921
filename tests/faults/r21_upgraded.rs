//! R21: a loaded installation of the release before is upgraded to this one and taken back, two replicas of everything, one process
//! after the other. No request fails at its second try, nothing acknowledged is lost, and each release hears what the other tells.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, ensure};
use lintel_system_tests::{
    Programs, System,
    faults::{Load, Report, checks, checks::database, experiment},
    system::Replicas,
};
use lintel_testkit::{smtp::SmtpSink, wait_for};
use sqlx::{Connection as _, PgConnection};
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::{WIDE, r21_reads::Readers};

/// The order of docs/operate/operating.md (Upgrade): those that hear events before those that tell them, and the gateway before
/// tenancy-applications, which needs tokens that the gateway of the release before does not send ([`Readers`]).
const UP: [&str; 7] = [
    "notifications",
    "listings-import",
    "viewings-maintenance",
    "gateway",
    "tenancy-applications",
    "portfolio",
    "identity",
];
/// The way back: the gateway last, so after tenancy-applications.
const BACK: [&str; 7] = [
    "notifications",
    "listings-import",
    "viewings-maintenance",
    "tenancy-applications",
    "portfolio",
    "identity",
    "gateway",
];
/// Replicas of each.
const EACH: usize = 2;
/// Writes before each replacement.
const BETWEEN: usize = 15;
/// The longest wait for a lock, in milliseconds (P13).
const LONGEST: i64 = 1_000;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs the programs of the release before, which only `make faults` builds"]
async fn an_upgrade_and_the_way_back_are_not_noticed() -> anyhow::Result<()> {
    experiment("R21", "upgrade and back", async |settings, report| {
        let Some(older) = Programs::older() else {
            report.skip("LINTEL_OLDER_PROGRAMS names no programs of the release before");
            return Ok(());
        };
        let newer = Programs::built()?;
        let mails = SmtpSink::start().await?;
        let mut system = System::start_as(older.clone(), mails, Replicas::TWO, &WIDE).await?;
        let load = Load::start_behind_readiness(&system, settings, "R21", 4).await?;
        load.ledger.more(BETWEEN).await?;
        let mut readers = Readers::settle(&system).await?;

        let locks = Locks::watch(&system).await?;
        system.prepare_for(&newer)?;
        load.ledger.more(BETWEEN).await?;
        let longest = locks.longest()?;
        report.figure(format!(
            "longest wait for a lock while migrating {longest} ms"
        ));
        report.promise(longest <= LONGEST, || {
            format!("somebody waited {longest} ms for a lock while migrating")
        });
        drop(locks);
        let up = Way {
            order: UP,
            programs: &newer,
            heard: "this release heard of the one before",
        };
        up.go(&mut system, &load, &mut readers, report).await?;
        load.ledger.more(BETWEEN).await?;
        let back = Way {
            order: BACK,
            programs: &older,
            heard: "the release before heard of this one",
        };
        back.go(&mut system, &load, &mut readers, report).await?;
        load.ledger.more(BETWEEN).await?;

        let (tries, again) = (
            load.ledger.failures().len(),
            load.ledger.failed_after_one_retry(),
        );
        report.figure(format!("failed {tries}, after one retry {again}"));
        report.promise(again == 0, || {
            format!(
                "{again} requests failed at their second try, too: {:?}",
                load.ledger.failures().last()
            )
        });
        let (ledger, landlord) = load.stop().await?;
        report.figure(format!("requests {}", ledger.count() + ledger.reads()));
        checks::all(&system, &landlord, &ledger, report)
            .await
            .with_context(|| system.logs())
    })
    .await
}

/// A way from one release to another. Those that hear go first, so at first the others alone tell.
struct Way<'a> {
    order: [&'static str; 7],
    programs: &'a Programs,
    heard: &'static str,
}

impl Way<'_> {
    /// Replaces every process, and reads after each what depends on the order.
    async fn go(
        &self,
        system: &mut System,
        load: &Load,
        readers: &mut Readers,
        report: &mut Report,
    ) -> anyhow::Result<()> {
        readers.sign_in().await?;
        for name in self.order {
            for replica in 0..EACH {
                load.ledger.more(BETWEEN).await?;
                system.replace((name, replica), self.programs).await?;
                let after = format!("{name} {replica} was replaced");
                readers.read(&system.bases, report, &after).await?;
            }
            if name == self.order[0] {
                let heard = hears(system, load).await?;
                report.figure(format!("{} {heard} times", self.heard));
            }
        }
        Ok(())
    }
}

/// Counts the events from now on that identity told of and notifications has heard, once it has heard some.
async fn hears(system: &System, load: &Load) -> anyhow::Result<i64> {
    let now: String = sqlx::query_scalar("SELECT clock_timestamp()::text")
        .fetch_one(&mut database(system, "identity").await?)
        .await?;
    load.ledger.more(BETWEEN).await?;
    wait_for("notifications hears", Duration::from_secs(30), async || {
        let told: Vec<Uuid> =
            sqlx::query_scalar("SELECT event_id FROM outbox WHERE created_at > $1::timestamptz")
                .bind(&now)
                .fetch_all(&mut database(system, "identity").await?)
                .await?;
        let heard: i64 = sqlx::query_scalar("SELECT count(*) FROM inbox WHERE event_id = ANY($1)")
            .bind(&told)
            .fetch_one(&mut database(system, "notifications").await?)
            .await?;
        Ok((heard > 0).then_some(heard))
    })
    .await
}

/// Looks all the time at who waits for a lock of the database.
struct Locks {
    longest: Arc<AtomicI64>,
    task: JoinHandle<sqlx::Result<()>>,
}

impl Locks {
    async fn watch(system: &System) -> anyhow::Result<Self> {
        let mut connection = PgConnection::connect(&system.postgres.admin_url("postgres")).await?;
        let longest = Arc::new(AtomicI64::new(0));
        let seen = longest.clone();
        let task = tokio::spawn(async move {
            loop {
                let waiting: i64 = sqlx::query_scalar(
                    "SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart) * 1000), 0)::bigint \
                     FROM pg_locks WHERE NOT granted",
                )
                .fetch_one(&mut connection)
                .await?;
                seen.fetch_max(waiting, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        Ok(Self { longest, task })
    }

    fn longest(&self) -> anyhow::Result<i64> {
        ensure!(!self.task.is_finished(), "nobody looked at the locks");
        Ok(self.longest.load(Ordering::SeqCst))
    }
}

impl Drop for Locks {
    fn drop(&mut self) {
        self.task.abort();
    }
}
