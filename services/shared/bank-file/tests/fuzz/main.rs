//! Files that no bank writes: whatever they hold, reading them neither panics nor takes more than 64 MB besides the file.
//!
//! `LINTEL_FUZZ_SECONDS` says how long it goes on; without it, three seconds.

#![expect(clippy::expect_used, reason = "tests")]

mod large;
mod wounds;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use lintel_bank_file::{How, Layout, Meaning, Missing, Read, Statement, preview, read};
use peak_alloc::PeakAlloc;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The most memory that a file may take besides its own bytes.
const MOST: usize = 64 * 1024 * 1024;

/// Runs something and returns what it gave, with the most memory that it used.
fn measured<T>(run: impl FnOnce() -> T) -> (T, usize) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let result = run();
    (result, MEMORY.peak_usage().saturating_sub(before))
}

/// Reads a file in every way, and checks what holds of all files.
fn holds(bytes: &[u8], rng: &mut StdRng) -> usize {
    let ((), used) = measured(|| {
        let asked = match read(bytes, &How::default()) {
            Ok(Read::Statement(statement)) => {
                holds_of(&statement);
                None
            }
            Ok(Read::Asks(question)) => {
                assert!(!question.missing.is_empty());
                assert_eq!(question.header.len(), question.columns.len());
                assert!(question.rows.len() <= 40 && question.unreadable.len() <= 50);
                Some(question)
            }
            Err(refused) => {
                assert!(refused.message.ends_with('.'), "{refused}");
                None
            }
        };
        let Some(question) = asked else {
            let _ = preview(bytes, &How::default());
            return;
        };
        let how = How {
            layout: Some(question.layout),
            leave_out: true,
        };
        if let Ok(Read::Statement(statement)) = read(bytes, &how) {
            holds_of(&statement);
        }
        let how = How {
            layout: Some(random_layout(question.header.len(), rng)),
            leave_out: rng.gen_bool(0.5),
        };
        match read(bytes, &how) {
            Ok(Read::Statement(statement)) => holds_of(&statement),
            Ok(Read::Asks(question)) => {
                assert!(how.leave_out || !question.missing.is_empty());
                assert!(!how.leave_out || !question.missing.contains(&Missing::LeaveOut));
            }
            Err(_) => {}
        }
    });
    used
}

fn holds_of(statement: &Statement) {
    for line in &statement.lines {
        assert!(line.amount.minor() > 0);
        assert!(line.line > 0);
    }
}

fn random_layout(columns: usize, rng: &mut StdRng) -> Layout {
    let meanings = Meaning::ALL;
    Layout {
        columns: (0..columns + rng.gen_range(0..2))
            .map(|_| meanings[rng.gen_range(0..meanings.len())])
            .collect(),
        out_words: vec!["D".to_owned()],
        ..Layout::default()
    }
}

/// The bytes of every sample.
fn samples() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let mut samples = Vec::new();
    for folder in [folder.clone(), folder.join("real")] {
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .expect("samples")
            .map(|file| file.expect("a sample").path())
            .collect();
        files.sort();
        samples.extend(
            files
                .iter()
                .filter(|path| path.is_file())
                .map(|path| std::fs::read(path).expect("a sample")),
        );
    }
    assert!(samples.len() > 40, "{}", samples.len());
    samples
}

#[test]
fn no_file_makes_it_panic_or_take_too_much_memory() {
    let seconds = std::env::var("LINTEL_FUZZ_SECONDS")
        .ok()
        .and_then(|seconds| seconds.parse().ok())
        .unwrap_or(3);
    let until = Instant::now() + Duration::from_secs(seconds);
    let samples = samples();
    let first: u64 = rand::random();
    let (mut seed, mut files, mut most) = (first, 0_u64, 0);
    while Instant::now() < until {
        let mut rng = StdRng::seed_from_u64(seed);
        let bytes = wounds::file(&samples, &mut rng);
        let used =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| holds(&bytes, &mut rng)));
        let used = used.unwrap_or_else(|_| panic!("It panics at seed {seed}."));
        assert!(used <= MOST, "It takes {used} bytes at seed {seed}.");
        most = most.max(used);
        files += 1;
        seed = seed.wrapping_add(1);
    }
    assert!(files > 20, "{files}");
    eprintln!("{files} files from seed {first}, at most {most} bytes");
}
