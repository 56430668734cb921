//! Measures how long a CSV file of 20,000 lines takes and how much is read: `cargo run --release -p lintel-bank-file --example read`.

#![expect(clippy::print_stdout, reason = "it says what it measured")]

use std::{fmt::Write as _, time::Instant};

use lintel_bank_file::{How, Read, read};
use lintel_core::Money;

fn main() {
    let mut text =
        "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes\n"
            .to_owned();
    let mut balance = 0_i64;
    for line in 0..20_000_i64 {
        let pence = if line % 3 == 0 {
            -6_000 - line
        } else {
            95_000 + line
        };
        balance += pence;
        let _ = writeln!(
            text,
            "{:02}/11/2026,A Tester {},RENT FLAT {line},FASTER PAYMENT,{},{},INCOME,",
            1 + line / 2_000,
            line % 70,
            Money::gbp(pence),
            Money::gbp(balance),
        );
    }
    let mut times = Vec::new();
    for _ in 0..15 {
        let start = Instant::now();
        let result = read(text.as_bytes(), &How::default());
        times.push(start.elapsed());
        if let Ok(Read::Statement(statement)) = &result {
            assert_eq!(statement.lines.len(), 20_000);
        }
    }
    times.sort();
    println!(
        "{} bytes, median {:?}, best {:?}",
        text.len(),
        times[times.len() / 2],
        times[0]
    );
}
