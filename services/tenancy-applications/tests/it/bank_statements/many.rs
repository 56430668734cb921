//! A list of many lines: it comes in pages, whoever asks, and a page does not wait for the others.

use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

use lintel_proto::tenancy::v1::ListBankLinesRequest;

use super::{Bank, ada};
use crate::applying::world;

/// Lines of the file.
const LINES: usize = 15_000;
/// Pages that are asked for.
const PAGES: usize = 21;
/// How long a page may take, half of the time, of programs that are not optimised: the gateway gives up after many times that.
const PATIENCE: Duration = Duration::from_secs(2);

#[tokio::test]
async fn fifteen_thousand_open_lines_come_in_pages() -> anyhow::Result<()> {
    let world = world().await?;
    ada(&world).await?;
    let bank = Bank::of(&world, 1)?;
    let mut text = "Date,Counter Party,Reference,Amount\n".to_owned();
    for line in 0..LINES {
        let day = 1 + line % 28;
        writeln!(
            text,
            "{day:02}/10/2026,Payer {line},Rent {line},{}.50",
            400 + line % 900
        )?;
    }
    let added = bank.add(text.into_bytes()).await?;
    assert_eq!(usize::try_from(added.lines)?, LINES);
    let mut request = ListBankLinesRequest::default();
    let (mut took, mut seen) = (Vec::new(), Vec::new());
    for _ in 0..PAGES {
        let begun = Instant::now();
        let page = bank.page(request.clone()).await?;
        took.push(begun.elapsed());
        assert_eq!(page.lines.len(), 50);
        seen.extend(page.lines.iter().map(|line| line.bank_line_id));
        request.page_token = page.next_page_token;
        assert!(!request.page_token.is_empty());
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), PAGES * 50);
    took.sort_unstable();
    let median = took[PAGES / 2];
    assert!(median < PATIENCE, "{took:?}");
    Ok(())
}
