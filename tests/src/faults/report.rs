//! One experiment, one line: what was tried, what was acknowledged, what became of it.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs::{self, OpenOptions},
    io::Write as _,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use super::Settings;

const HEADING: &str = "| | fault | acked | lost | dup | unknown→resolved | recovery p50/p99/max (ms) | lag max (ms) | figures | seed | versions | |\n\
                       |---|---|---|---|---|---|---|---|---|---|---|---|\n";

/// The findings of an experiment so far.
#[derive(Debug, Default)]
pub struct Report {
    name: &'static str,
    fault: String,
    begun: Option<Instant>,
    /// Writes that were acknowledged.
    pub acked: usize,
    /// Acknowledged writes that are not there afterwards.
    pub lost: usize,
    /// Acknowledged writes that are there more than once.
    pub dup: usize,
    /// Outcomes that were unknown at first.
    pub unknown: usize,
    /// Outcomes that were unknown at first and are known now.
    pub resolved: usize,
    /// The longest time from commit to a subscriber's inbox (or to the broker, where there is no subscriber).
    pub lag: Option<Duration>,
    /// The versions of PostgreSQL and NATS that took part.
    pub versions: String,
    recoveries: BTreeMap<String, Vec<Duration>>,
    figures: Vec<String>,
    broken: Vec<String>,
    skipped: Option<&'static str>,
}

/// Runs an experiment and prints its line, also when it failed. `name` is its number in docs/reference/promises.md 3.3.
///
/// # Errors
/// When a promise was broken, the fault did not bite, or the experiment could not be carried through.
pub async fn experiment(
    name: &'static str,
    fault: &str,
    body: impl AsyncFnOnce(Settings, &mut Report) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let settings = Settings::from_environment()?;
    let mut report = Report {
        name,
        fault: fault.to_owned(),
        begun: Some(Instant::now()),
        ..Report::default()
    };
    let carried_through = body(settings, &mut report).await;
    if let Err(error) = &carried_through {
        report.broken.push(format!("{error:#}"));
    }
    report.publish(settings)?;
    carried_through.with_context(|| format!("{name}, seed {}", settings.seed))?;
    ensure!(
        report.broken.is_empty(),
        "{name}, seed {}: {}",
        settings.seed,
        report.broken.join("; ")
    );
    Ok(())
}

impl Report {
    /// Notes that a promise was broken (or that the fault did not bite) unless `holds`; the experiment goes on.
    pub fn promise(&mut self, holds: bool, broken: impl FnOnce() -> String) {
        if !holds {
            self.broken.push(broken());
        }
    }

    /// Notes that nothing was tried, and why: such a line is not one of a promise that holds.
    pub fn skip(&mut self, why: &'static str) {
        self.skipped = Some(why);
    }

    /// Returns the time for which the experiment has been going on.
    #[must_use]
    pub fn age(&self) -> Duration {
        self.begun.map(|begun| begun.elapsed()).unwrap_or_default()
    }

    /// Adds a figure of this experiment's own, `errors after one retry 0`.
    pub fn figure(&mut self, text: impl Into<String>) {
        self.figures.push(text.into());
    }

    /// Notes how long `component` took to recover, and that it took no longer than `limit` (promise P6).
    pub fn recovered(&mut self, component: &str, took: Duration, limit: Duration) {
        self.promise(took <= limit, || {
            format!(
                "{component} took {} ms to recover, {} are promised",
                took.as_millis(),
                limit.as_millis()
            )
        });
        self.recoveries
            .entry(component.to_owned())
            .or_default()
            .push(took);
    }

    fn publish(&self, settings: Settings) -> anyhow::Result<()> {
        let cells = self.cells(settings);
        print_figures(&cells.join(" | "));
        let folder = folder()?;
        let table = folder.join("report.md");
        if !table.exists() {
            fs::write(&table, HEADING)?;
        }
        append(
            &table,
            &format!("| {} |\n", self.columns(settings).join(" | ")),
        )?;
        append(
            &folder.join("report.jsonl"),
            &format!("{}\n", self.json(settings)),
        )
    }

    fn verdict(&self) -> &'static str {
        match (self.broken.is_empty(), self.skipped) {
            (false, _) => "FAIL",
            (true, Some(_)) => "SKIP",
            (true, None) => "PASS",
        }
    }

    fn cells(&self, settings: Settings) -> Vec<String> {
        let mut cells = vec![
            format!("{} {}", self.name, self.fault),
            format!("acked {}", self.acked),
            format!("lost {}", self.lost),
            format!("dup {}", self.dup),
            format!("unknown→resolved {}→{}", self.unknown, self.resolved),
            format!("recovery p50/p99/max {} ms", self.recovery()),
            format!("lag max {} ms", self.lag_text()),
        ];
        cells.extend(self.figures.iter().cloned());
        cells.extend([
            format!("seed {}", settings.seed),
            self.versions.clone(),
            self.verdict().to_owned(),
        ]);
        cells.extend(self.skipped.map(str::to_owned));
        cells.extend(self.broken.iter().cloned());
        cells
    }

    fn columns(&self, settings: Settings) -> Vec<String> {
        vec![
            self.name.to_owned(),
            self.fault.clone(),
            self.acked.to_string(),
            self.lost.to_string(),
            self.dup.to_string(),
            format!("{}→{}", self.unknown, self.resolved),
            self.recovery(),
            self.lag_text(),
            self.figures.join(", "),
            settings.seed.to_string(),
            self.versions.clone(),
            std::iter::once(self.verdict())
                .chain(self.skipped)
                .chain(self.broken.iter().map(String::as_str))
                .collect::<Vec<_>>()
                .join("; ")
                .replace(['\n', '|'], " "),
        ]
    }

    fn json(&self, settings: Settings) -> Value {
        let recoveries: BTreeMap<_, Vec<_>> = self
            .recoveries
            .iter()
            .map(|(component, all)| (component, all.iter().map(Duration::as_millis).collect()))
            .collect();
        json!({
            "experiment": self.name, "fault": self.fault, "acked": self.acked, "lost": self.lost, "dup": self.dup,
            "unknown": self.unknown, "resolved": self.resolved, "recovery_ms": recoveries,
            "lag_max_ms": self.lag.map(|lag| lag.as_millis()), "figures": self.figures, "seed": settings.seed,
            "versions": self.versions, "verdict": self.verdict(), "broken": self.broken,
        })
    }

    /// `identity 312/401/401, portfolio …`; `-` where nothing had to recover.
    fn recovery(&self) -> String {
        let mut text = String::new();
        for (component, all) in &self.recoveries {
            let mut sorted = all.clone();
            sorted.sort_unstable();
            let at = |percent: usize| {
                let index = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
                sorted.get(index).map_or(0, Duration::as_millis)
            };
            let separator = if text.is_empty() { "" } else { ", " };
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "{separator}{component} {}/{}/{}",
                at(50),
                at(99),
                at(100)
            );
        }
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    }

    fn lag_text(&self) -> String {
        self.lag
            .map_or_else(|| "-".to_owned(), |lag| lag.as_millis().to_string())
    }
}

#[expect(
    clippy::print_stdout,
    reason = "scripts/lib/report.sh shows such lines of a run"
)]
fn print_figures(line: &str) {
    println!("figures: {}", line.replace('\n', " "));
}

/// `target/faults`, where reports and histories are kept.
///
/// # Errors
/// When it cannot be made.
pub fn folder() -> anyhow::Result<PathBuf> {
    let test = std::env::current_exe()?;
    let folder = test
        .ancestors()
        .nth(3)
        .context("the test runs from target/<profile>/deps")?
        .join("faults");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn append(path: &std::path::Path, text: &str) -> anyhow::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    Ok(file.write_all(text.as_bytes())?)
}
