//! R12 of docs/reference/promises.md, its worse half: an event that kills its process, and one whose handler panics, beside good
//! ones. The consumer is a process of its own (examples/killable.rs) that is started again whenever it dies.

use std::{
    path::PathBuf,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use anyhow::Context as _;
use lintel_testkit::wait_for;
use secrecy::ExposeSecret as _;
use tokio::process::Command;

use crate::fixture::{DEAD_LETTERS, EFFECTS, Fixture, SOON};

/// The program, which `cargo test -p lintel-bus` builds beside this test.
fn killable() -> anyhow::Result<PathBuf> {
    let test = std::env::current_exe()?;
    let folder = test.ancestors().nth(2).context("target/<profile>/deps")?;
    let program = folder.join("examples/killable");
    anyhow::ensure!(
        program.exists(),
        "{} is not built: cargo build -p lintel-bus --examples",
        program.display()
    );
    Ok(program)
}

/// Keeps the program running until the fixture's end, and counts how often it died.
fn supervise(fixture: &Fixture) -> anyhow::Result<Arc<AtomicUsize>> {
    let database = &fixture.database.config;
    let url = database.worker_url.expose_secret();
    let config = serde_json::json!({ "url": url, "worker_url": url, "owner_url": url });
    let mut command = Command::new(killable()?);
    command
        .args([fixture.nats.url(), config.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let (deaths, stop) = (Arc::new(AtomicUsize::new(0)), fixture.stop.clone());
    let counted = deaths.clone();
    tokio::spawn(async move {
        while let Ok(mut process) = command.spawn() {
            tokio::select! {
                () = stop.cancelled() => return,
                _ = process.wait() => counted.fetch_add(1, Ordering::SeqCst),
            };
        }
    });
    Ok(deaths)
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::print_stdout, reason = "the figures of a run")]
async fn an_event_that_kills_its_process_is_put_aside_within_six_deliveries() -> anyhow::Result<()>
{
    const GOOD: i64 = 60;
    let fixture = Fixture::new().await?;
    fixture.shorten_ack_wait().await?;
    fixture.start_relay();
    let deaths = supervise(&fixture)?;
    fixture.tell(1, "good 1").await?;
    fixture.wait_for_count(EFFECTS, 1).await?;
    fixture.tell(2, "die").await?;
    fixture.tell(3, "panic").await?;
    for version in 4..GOOD + 3 {
        fixture.tell(version, &format!("good {version}")).await?;
        // Spread over the deaths, not all before the first.
        if version % 15 == 0 {
            let before = deaths.load(Ordering::SeqCst);
            wait_for("a death, or the end of them", SOON, async || {
                let over = fixture.count(DEAD_LETTERS).await? > 0;
                Ok((over || deaths.load(Ordering::SeqCst) > before).then_some(()))
            })
            .await?;
        }
    }
    fixture.wait_for_count(DEAD_LETTERS, 2).await?;
    fixture.wait_for_count(EFFECTS, GOOD).await?;
    let deaths = deaths.load(Ordering::SeqCst);
    assert!((3..=5).contains(&deaths), "it died {deaths} times");
    for reason in [
        "SELECT count(*) FROM dead_letter WHERE reason = 'crash_suspect'",
        "SELECT count(*) FROM dead_letter WHERE reason = 'attempts' AND attempts = 5",
    ] {
        assert_eq!(fixture.count(reason).await?, 1, "{reason}");
    }
    let p99 = fixture
        .count(
            "SELECT (1000 * percentile_disc(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM processed_at - created_at)))::bigint \
             FROM inbox JOIN outbox USING (event_id)",
        )
        .await?;
    println!(
        "figures: R12 handler that kills its process, handler that panics | deaths {deaths} (the broker waits 500 ms here, 10 s in \
         production) | dead letters 2 | good messages {GOOD}, lost 0, p99 {p99} ms | PASS"
    );
    Ok(())
}
