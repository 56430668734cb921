//! Where pages break.

use lintel_pdf::{Block, Column, Level, Table, render};

use crate::{poppler, specimen};

#[test]
fn a_table_over_pages_repeats_its_head_and_loses_no_row() -> anyhow::Result<()> {
    let file = render(&specimen::document(vec![specimen::payments(150).into()]))?;
    let text = poppler::text(&file)?;
    let pages: Vec<&str> = text
        .split('\u{C}')
        .filter(|page| !page.trim().is_empty())
        .collect();
    assert!(pages.len() > 3, "{}", pages.len());
    for page in &pages {
        assert_eq!(page.matches("What for").count(), 1, "{page}");
    }
    let rows: Vec<_> = text
        .split_whitespace()
        .filter(|word| word.starts_with("Row-"))
        .collect();
    let expected: Vec<_> = (1..=150).map(|number| format!("Row-{number}")).collect();
    assert_eq!(rows, expected);
    let tags = poppler::tags(&file)?;
    assert_eq!(tags.matches("What for").count(), 1, "said once");
    assert_eq!(tags.matches("Row-150").count(), 1);
    Ok(())
}

#[test]
fn a_row_taller_than_a_page_goes_on_on_the_next() -> anyhow::Result<()> {
    let mut table = Table::new("Notes", vec![Column::new("Who", 1), Column::new("What", 1)]);
    let words: Vec<_> = (0..900).map(|number| format!("word{number}")).collect();
    table.push(["Tom".to_owned(), words.join(" ")]);
    table.push(["Judith", "last"]);
    let text = poppler::text(&render(&specimen::document(vec![table.into()]))?)?;
    for word in words {
        assert!(text.split_whitespace().any(|found| found == word), "{word}");
    }
    assert!(text.contains("last"));
    Ok(())
}

#[test]
fn no_heading_stands_at_the_foot_of_a_page() -> anyhow::Result<()> {
    let mut blocks = Vec::new();
    for number in 0..60 {
        blocks.push(Block::heading(Level::Two, format!("Clause {number}")));
        blocks.push(Block::text(
            "It goes on from month to month. ".repeat(number % 7 + 1),
        ));
    }
    let text = poppler::text(&render(&specimen::document(blocks))?)?;
    for page in text.split('\u{C}').filter(|page| !page.trim().is_empty()) {
        let lines: Vec<_> = page
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let last = lines.iter().rev().nth(1).copied().unwrap_or_default();
        assert!(!last.contains("Clause"), "{last}");
    }
    Ok(())
}

#[test]
fn money_ends_at_one_edge() -> anyhow::Result<()> {
    let mut table = Table::new(
        "Rent",
        vec![Column::new("Month", 1), Column::amount("Rent", 1)],
    );
    for rent in ["£9.00", "£610.00", "£1,234,567.89", "−£13.11"] {
        table.push(["May", rent]);
    }
    let file = render(&specimen::document(vec![table.into()]))?;
    let edges = poppler::right_edges(&file, "£")?;
    assert_eq!(edges.len(), 4);
    let (first, last) = edges
        .iter()
        .fold((f64::MAX, f64::MIN), |(least, most), edge| {
            (least.min(*edge), most.max(*edge))
        });
    assert!(
        (last * 100.0).round() == (first * 100.0).round(),
        "{edges:?}"
    );
    Ok(())
}
