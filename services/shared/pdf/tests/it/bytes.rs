//! The same bytes every time, so that a hash of them is evidence; and soon.

use std::process::Command;
use std::time::{Duration, Instant};

use lintel_pdf::{Block, Level, render};

use crate::{poppler, specimen};

/// Where the other process writes its file to.
const OUT: &str = "LINTEL_PDF_OUT";

#[test]
fn the_same_document_is_the_same_bytes_also_in_another_process() -> anyhow::Result<()> {
    let file = render(&specimen::agreement()?)?;
    assert!(file.starts_with(b"%PDF-1.7"));
    if let Some(out) = std::env::var_os(OUT) {
        std::fs::write(out, file)?;
        return Ok(());
    }
    assert_eq!(file, render(&specimen::agreement()?)?);

    let folder = tempfile::tempdir()?;
    let out = folder.path().join("other.pdf");
    let name = "bytes::the_same_document_is_the_same_bytes_also_in_another_process";
    let other = Command::new(std::env::current_exe()?)
        .args(["--exact", name])
        .env(OUT, &out)
        .output()?;
    assert!(
        other.status.success(),
        "{}",
        String::from_utf8_lossy(&other.stdout)
    );
    assert!(
        std::fs::read(out)? == file,
        "the other process wrote other bytes"
    );
    Ok(())
}

#[test]
fn time_and_id_are_part_of_the_bytes() -> anyhow::Result<()> {
    let document = specimen::agreement()?;
    let mut later = document.clone();
    later.created += chrono::TimeDelta::seconds(1);
    let mut other = document.clone();
    other.id.push('x');
    let file = render(&document)?;
    assert!(render(&later)? != file);
    assert!(render(&other)? != file);
    Ok(())
}

#[test]
fn forty_pages_take_seconds_at_most() -> anyhow::Result<()> {
    let mut blocks = Vec::new();
    for number in 1..=10 {
        blocks.push(Block::heading(
            Level::Two,
            format!("{number}. How long it lasts"),
        ));
        let clause = "The tenancy has no end date. It goes on from month to month until one of them ends it. ";
        blocks.extend((0..20).map(|_| Block::text(clause.repeat(4))));
        blocks.push(specimen::payments(60).into());
    }
    let begun = Instant::now();
    let file = render(&specimen::document(blocks))?;
    let taken = begun.elapsed();
    let about = poppler::about(&file)?;
    let pages = about.lines().find_map(|line| line.strip_prefix("Pages:"));
    let pages: u32 = pages.unwrap_or_default().trim().parse()?;
    assert!(pages >= 40, "{pages}");
    assert!(
        taken < Duration::from_secs(4),
        "{pages} pages took {taken:?}"
    );
    Ok(())
}
