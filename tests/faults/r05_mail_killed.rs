//! R05: kill -9 notifications, one of two in turn, while mails go out. Promise P4.

use std::time::Duration;

use anyhow::ensure;
use lintel_system_tests::{
    System,
    faults::{checks, experiment},
};
use lintel_testkit::{smtp::Mode, wait_for};

use crate::intents::{A_DAY, Asker, all_are, attempts, on_the_wire};

/// Mails that one process sends at once: what a kill can leave undecided.
const AT_ONCE: usize = 4;

pub async fn run(system: &mut System, asker: &Asker) -> anyhow::Result<()> {
    experiment("R05", "kill -9 notifications", async |settings, report| {
        // The server takes its time, so that mails are going out all along.
        let taking = Duration::from_millis(settings.pick(300, 240));
        let (intents, kills, every) = settings.pick((150, 4, 1), (2_001, 20, 3));
        system.mails.set_mode(Mode::Slow(taking));
        let each = intents / 3;
        let mut asked = asker.ask(system, each, A_DAY).await?;
        asked.extend(asker.ask_about_letting(system, each, A_DAY).await?);
        let mut clock = tokio::time::interval(Duration::from_secs(every));
        for kill in 0..kills {
            let taken = system.mails.taken();
            wait_for("mails go out", Duration::from_secs(30), async || {
                Ok((system.mails.taken() > taken + AT_ONCE).then_some(()))
            })
            .await?;
            clock.tick().await;
            let process = system.replica(("notifications", kill % 2))?;
            let before = process.id();
            process.kill()?;
            process.restart()?;
            ensure!(process.id() != before, "it is the same process");
        }
        system.mails.set_mode(Mode::Accept);
        all_are(system, &asked, "sent").await?;

        let lost = attempts(system, &asked, "lost", "%").await?;
        let wire = on_the_wire(system, &asked);
        (report.acked, report.lost, report.dup) = (intents, wire.missing, wire.several);
        report.promise(wire.missing == 0 && wire.several == 0, || {
            format!("{wire:?}")
        });
        report.promise(wire.ids == intents, || format!("{} Message-IDs", wire.ids));
        report.promise(lost > 0, || "no kill met a mail on its way".to_owned());
        report.promise(lost <= kills * AT_ONCE, || {
            format!("{lost} attempts were cut off")
        });
        report.promise(wire.duplicates <= lost, || {
            format!(
                "{} duplicates, {lost} attempts were cut off",
                wire.duplicates
            )
        });
        report.figure(format!("kills {kills}"));
        report.figure(format!(
            "intents {intents} of three services, unique Message-IDs {}",
            wire.ids
        ));
        report.figure(format!(
            "sends cut off {lost}, wire duplicates {}",
            wire.duplicates
        ));
        report.figure(format!(
            "longest silence on the wire {} ms",
            wire.silence.as_millis()
        ));
        checks::versions(system, report).await
    })
    .await
}
