//! R06: the mail server is away, puts off, refuses, is slow, and drops the connection after the data. Promise P4, and no storm
//! of attempts meanwhile.

use std::time::{Duration, Instant};

use anyhow::ensure;
use lintel_system_tests::{
    System,
    faults::{Report, Settings, checks, checks::database, experiment},
};
use lintel_testkit::{
    smtp::{Mode, Step},
    wait_for,
};

use crate::intents::{A_DAY, Asked, Asker, all_are, attempts, on_the_wire};

/// Attempts in a second that a server in trouble may be asked for, by all processes together.
const STORM: usize = 5;
/// The time, in milliseconds, within which mails show themselves that are on their way when the trouble begins.
const ONSET: i64 = 1_000;

pub async fn run(system: &mut System, asker: &Asker) -> anyhow::Result<()> {
    experiment(
        "R06",
        "SMTP away, putting off, refusing, slow, silent",
        async |settings, report| {
            let trouble = Trouble {
                system,
                asker,
                settings,
            };
            trouble.away(report).await?;
            trouble.putting_off(report).await?;
            trouble.refusing(report).await?;
            trouble.slow(report).await?;
            trouble.silent(report).await?;
            checks::versions(system, report).await
        },
    )
    .await
}

struct Trouble<'a> {
    system: &'a System,
    asker: &'a Asker,
    settings: Settings,
}

impl Trouble<'_> {
    async fn away(&self, report: &mut Report) -> anyhow::Result<()> {
        self.system
            .mails
            .set_mode(Mode::Slow(Duration::from_millis(50)));
        let mails = self.settings.pick(60, 400);
        let asked = self.asker.ask(self.system, mails, A_DAY).await?;
        let taken = self.system.mails.taken();
        self.more_taken(taken).await?;
        self.system.mails.set_mode(Mode::Away);
        let (from, taken) = (self.now().await?, self.system.mails.taken());
        let late = self
            .asker
            .ask(self.system, 5, Duration::from_secs(2))
            .await?;
        self.hold(Duration::from_secs(self.settings.pick(4, 60)))
            .await;
        ensure!(
            self.system.mails.taken() == taken,
            "mails went out while the server was away"
        );
        let failed = attempts(self.system, &asked, "failed", "connection").await?;
        ensure!(
            failed >= 2,
            "the fault did not bite: {failed} attempts failed"
        );
        let to = self.now().await?;
        let drained = self.over("away", &asked, report).await?;
        self.no_storm("away", from, to, report).await?;
        all_are(self.system, &late, "expired").await?;
        let sent_late = on_the_wire(self.system, &late).ids;
        report.promise(sent_late == 0, || {
            format!("{sent_late} mails were sent too late")
        });
        report.figure(format!("away: drained in {} ms", drained.as_millis()));
        Ok(())
    }

    async fn putting_off(&self, report: &mut Report) -> anyhow::Result<()> {
        let refusals = self.system.mails.refusals();
        self.system
            .mails
            .set_mode(Mode::Refuse(Step::Recipient, 451));
        let from = self.now().await?;
        let mails = self.settings.pick(30, 200);
        let asked = self.asker.ask(self.system, mails, A_DAY).await?;
        self.hold(Duration::from_secs(self.settings.pick(3, 30)))
            .await;
        ensure!(
            self.system.mails.refusals() > refusals,
            "the fault did not bite"
        );
        let to = self.now().await?;
        let drained = self.over("4xx", &asked, report).await?;
        let told = attempts(self.system, &asked, "failed", "451").await?;
        ensure!(told > 0, "no attempt was put off");
        self.no_storm("4xx", from, to, report).await?;
        report.figure(format!("4xx: drained in {} ms", drained.as_millis()));
        Ok(())
    }

    async fn refusing(&self, report: &mut Report) -> anyhow::Result<()> {
        let before = self.given_up().await?;
        self.system.mails.set_mode(Mode::REFUSE_FOR_GOOD);
        let mails = self.settings.pick(20, 100);
        let asked = self.asker.ask(self.system, mails, A_DAY).await?;
        all_are(self.system, &asked, "refused").await?;
        self.system.mails.set_mode(Mode::Accept);
        let noted = attempts(self.system, &asked, "refused", "550").await?;
        let told = usize::try_from(self.given_up().await? - before)?;
        let wire = on_the_wire(self.system, &asked);
        report.promise(noted == mails, || {
            format!("5xx: {noted} of {mails} are noted with their code, once")
        });
        report.promise(told == mails, || {
            format!("5xx: {told} of {mails} are told to others")
        });
        report.promise(wire.ids == 0, || "5xx: a refused mail was sent".to_owned());
        report.promise(
            self.system.logs_whole().contains("a mail was given up"),
            || "5xx: the log does not tell".to_owned(),
        );
        report.figure(format!(
            "5xx: {noted} bounced at the first attempt and visible"
        ));
        Ok(())
    }

    async fn slow(&self, report: &mut Report) -> anyhow::Result<()> {
        // Longer than an attempt may take: the server has the mail, and we do not know.
        self.system
            .mails
            .set_mode(Mode::Slow(Duration::from_secs(4)));
        let mails = self.settings.pick(20, 100);
        let asked = self.asker.ask(self.system, mails, A_DAY).await?;
        self.some("timed out", &asked, "timeout", self.settings.pick(2, 20))
            .await?;
        let drained = self.over("slow", &asked, report).await?;
        report.figure(format!("slow: drained in {} ms", drained.as_millis()));
        Ok(())
    }

    async fn silent(&self, report: &mut Report) -> anyhow::Result<()> {
        self.system.mails.set_mode(Mode::DropAfterData);
        let taken = self.system.mails.taken();
        let mails = self.settings.pick(20, 100);
        let asked = self.asker.ask(self.system, mails, A_DAY).await?;
        self.some("cut off", &asked, "%", self.settings.pick(2, 20))
            .await?;
        ensure!(self.system.mails.taken() > taken, "the fault did not bite");
        let drained = self.over("silent", &asked, report).await?;
        report.figure(format!("silent: drained in {} ms", drained.as_millis()));
        Ok(())
    }

    /// The server is well again: every mail goes out, as one. What was on the wire twice are attempts that got no answer.
    async fn over(
        &self,
        phase: &str,
        asked: &[Asked],
        report: &mut Report,
    ) -> anyhow::Result<Duration> {
        self.system.mails.set_mode(Mode::Accept);
        let drained = all_are(self.system, asked, "sent").await?;
        let unanswered = attempts(self.system, asked, "failed", "%").await?;
        let wire = on_the_wire(self.system, asked);
        report.acked += asked.len();
        report.lost += wire.missing;
        report.dup += wire.several;
        report.promise(wire.missing == 0 && wire.several == 0, || {
            format!("{phase}: {wire:?}")
        });
        report.promise(wire.duplicates <= unanswered, || {
            format!(
                "{phase}: {} duplicates, {unanswered} unanswered",
                wire.duplicates
            )
        });
        if wire.duplicates > 0 {
            report.figure(format!(
                "{phase}: wire duplicates {} of {unanswered} unanswered",
                wire.duplicates
            ));
        }
        Ok(drained)
    }

    /// The most attempts in any second between two moments of the database's clock, after the first.
    async fn no_storm(
        &self,
        phase: &str,
        from: i64,
        to: i64,
        report: &mut Report,
    ) -> anyhow::Result<()> {
        let begun: Vec<i64> = sqlx::query_scalar(
            "SELECT (extract(epoch FROM started_at) * 1000)::bigint AS begun FROM delivery_attempts \
             WHERE started_at BETWEEN to_timestamp($1 / 1000.0) AND to_timestamp($2 / 1000.0) ORDER BY begun",
        )
        .bind(from)
        .bind(to)
        .fetch_all(&mut database(self.system, "notifications").await?)
        .await?;
        let (onset, later): (Vec<i64>, Vec<i64>) =
            begun.into_iter().partition(|at| *at < from + ONSET);
        let most = later
            .iter()
            .map(|at| {
                later
                    .iter()
                    .filter(|other| (0..1_000).contains(&(*other - at)))
                    .count()
            })
            .max()
            .unwrap_or_default();
        report.promise(most <= STORM, || {
            format!("{phase}: {most} attempts in a second")
        });
        report.figure(format!(
            "{phase}: max {most} attempts/s, {} in the first second",
            onset.len()
        ));
        Ok(())
    }

    /// Deliveries of which the other services were told that they failed.
    async fn given_up(&self) -> anyhow::Result<i64> {
        Ok(sqlx::query_scalar(
            "SELECT count(*) FROM outbox WHERE event_type = 'notifications.delivery.failed.v1'",
        )
        .fetch_one(&mut database(self.system, "notifications").await?)
        .await?)
    }

    /// Milliseconds since 1970 by the database's clock.
    async fn now(&self) -> anyhow::Result<i64> {
        Ok(
            sqlx::query_scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
                .fetch_one(&mut database(self.system, "notifications").await?)
                .await?,
        )
    }

    async fn more_taken(&self, than: usize) -> anyhow::Result<()> {
        wait_for("mails go out", Duration::from_secs(30), async || {
            Ok((self.system.mails.taken() > than).then_some(()))
        })
        .await
    }

    async fn some(
        &self,
        what: &str,
        asked: &[Asked],
        cause: &str,
        count: usize,
    ) -> anyhow::Result<()> {
        wait_for(what, Duration::from_secs(60), async || {
            let seen = attempts(self.system, asked, "failed", cause).await?;
            ensure!(seen >= count, "{seen} of {count}");
            Ok(Some(()))
        })
        .await
    }

    /// The fault lasts this long.
    async fn hold(&self, time: Duration) {
        tokio::time::sleep_until((Instant::now() + time).into()).await;
    }
}
