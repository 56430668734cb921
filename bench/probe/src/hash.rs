//! Argon2id with the parameters that identity hashes with, on so many threads and with nothing around it: what signing in
//! cannot be faster than on this machine.

use std::{
    io::Write as _,
    thread,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};

use crate::setting;

const PASSWORD: &[u8] = b"correct horse battery staple";

/// Verifies one password again and again, and says as a line of JSON how many that were in which time, and how long one took.
pub fn run() -> anyhow::Result<()> {
    let threads: usize = setting("PROBE_THREADS")?.parse()?;
    let time = Duration::from_secs(setting("PROBE_SECONDS")?.parse()?);
    let hash = Argon2::default().hash_password(PASSWORD)?.to_string();
    let begun = Instant::now();
    let workers: Vec<_> = (0..threads)
        .map(|_| {
            let hash = hash.clone();
            thread::spawn(move || verify_until(begun + time, &hash))
        })
        .collect();
    let mut took = Vec::new();
    for worker in workers {
        let of_one = worker.join().ok().context("a thread panicked")?;
        took.extend(of_one?);
    }
    let elapsed = begun.elapsed().as_micros();
    took.sort_unstable();
    let percentile = |percent: usize| {
        let index = (took.len() * percent / 100).min(took.len().saturating_sub(1));
        took.get(index).copied().unwrap_or_default()
    };
    writeln!(
        std::io::stdout(),
        r#"{{"hashes":{},"micros":{elapsed},"p50":{},"p99":{}}}"#,
        took.len(),
        percentile(50),
        percentile(99),
    )?;
    Ok(())
}

/// The microseconds of each.
fn verify_until(end: Instant, hash: &str) -> anyhow::Result<Vec<u128>> {
    let hash = PasswordHash::new(hash)?;
    let mut took = Vec::new();
    while Instant::now() < end {
        let begun = Instant::now();
        Argon2::default().verify_password(PASSWORD, &hash)?;
        took.push(begun.elapsed().as_micros());
    }
    Ok(took)
}
