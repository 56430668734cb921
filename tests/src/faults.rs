//! The base of the experiments of `tests/faults`: a seeded load, a ledger of what its clients were told, checks of what
//! must hold afterwards, and one line of figures for each experiment. tests/README.md says how to read that line.

pub mod checks;
pub mod ledger;
pub mod load;
pub mod report;

use anyhow::{Context as _, bail};
use rand::{SeedableRng as _, rngs::StdRng};

pub use ledger::Ledger;
pub use load::Load;
pub use report::{Report, experiment};

/// The extent of the experiments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One round of everything: within `make test-all`.
    Short,
    /// Three rounds, and the faults that last a minute: `make faults`.
    Full,
}

/// The settings in `LINTEL_FAULTS` and `LINTEL_FAULTS_SEED`.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// `LINTEL_FAULTS`: `short` (the default) or `full`.
    pub form: Form,
    /// `LINTEL_FAULTS_SEED`: what every random choice of the load comes from; another one for each run where it is unset.
    pub seed: u64,
}

impl Settings {
    /// Reads them.
    ///
    /// # Errors
    /// When one says what it cannot say.
    pub fn from_environment() -> anyhow::Result<Self> {
        let form = match std::env::var("LINTEL_FAULTS").as_deref() {
            Err(_) | Ok("short") => Form::Short,
            Ok("full") => Form::Full,
            Ok(other) => bail!("LINTEL_FAULTS is short or full, not {other}"),
        };
        let seed = match std::env::var("LINTEL_FAULTS_SEED") {
            Ok(text) => text.parse().context("LINTEL_FAULTS_SEED is a number")?,
            // Small enough to be typed again.
            Err(_) => u64::from(rand::random::<u32>()),
        };
        Ok(Self { form, seed })
    }

    /// `short` or `full`, as the form says.
    pub fn pick<T>(self, short: T, full: T) -> T {
        match self.form {
            Form::Short => short,
            Form::Full => full,
        }
    }

    /// Returns the number of times that each fault is tried.
    #[must_use]
    pub fn rounds(self) -> usize {
        self.pick(1, 3)
    }

    /// The random choices of one part (a client, say); the same for the same seed.
    #[must_use]
    pub fn random(self, part: u64) -> StdRng {
        StdRng::seed_from_u64(self.seed.wrapping_mul(1_000_003).wrapping_add(part))
    }
}
