//! Poppler's programs, which read PDF files.

use std::io::Write as _;
use std::process::Command;

use anyhow::{Context as _, ensure};

/// Returns the output of one of poppler's programs about a file. It warns of "Suspects" in good files, on its error output.
fn says(program: &str, options: &[&str], file: &[u8], after: &[&str]) -> anyhow::Result<String> {
    let mut stored = tempfile::NamedTempFile::new()?;
    stored.write_all(file)?;
    let run = Command::new(program)
        .args(options)
        .arg(stored.path())
        .args(after)
        .output()
        .with_context(|| format!("{program} (apt install poppler-utils)"))?;
    ensure!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    Ok(String::from_utf8(run.stdout)?)
}

/// The text as it stands on the pages; a form feed ends each.
pub fn text(file: &[u8]) -> anyhow::Result<String> {
    says("pdftotext", &["-layout"], file, &["-"])
}

/// The text in the order in which the pages are drawn.
pub fn raw_text(file: &[u8]) -> anyhow::Result<String> {
    says("pdftotext", &["-raw"], file, &["-"])
}

/// The tags with the text under each.
pub fn tags(file: &[u8]) -> anyhow::Result<String> {
    says("pdfinfo", &["-struct-text"], file, &[])
}

/// Title, tagging, pages.
pub fn about(file: &[u8]) -> anyhow::Result<String> {
    says("pdfinfo", &[], file, &[])
}

/// The fonts, one a line under two lines of heads.
pub fn fonts(file: &[u8]) -> anyhow::Result<String> {
    says("pdffonts", &[], file, &[])
}

/// Where the words with that sign end, in points from the left of the page.
pub fn right_edges(file: &[u8], sign: &str) -> anyhow::Result<Vec<f64>> {
    let boxes = says("pdftotext", &["-bbox"], file, &["-"])?;
    let edge = |line: &str| {
        let (_, after) = line.split_once("xMax=\"")?;
        after.split_once('"')?.0.parse().ok()
    };
    Ok(boxes
        .lines()
        .filter(|line| line.contains(sign))
        .filter_map(edge)
        .collect())
}
