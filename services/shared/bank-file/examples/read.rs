//! How long a CSV file of 20,000 lines takes, and how much of it is read: `cargo run --release -p lintel-bank-file --example read`.

#![expect(clippy::print_stdout, reason = "it says what it measured")]

use std::{fmt::Write as _, time::Instant};

use lintel_bank_file::{How, Read, read};

fn main() {
    let mut text = "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n".to_owned();
    let mut balance = 1_000_000_i64;
    for line in 0..20_000_i64 {
        let amount = 1_000 + line * 37 % 90_000;
        let is_in = line % 3 != 0;
        balance += if is_in { amount } else { -amount };
        let (pounds, pence) = (amount / 100, amount % 100);
        let (debit, credit) = if is_in {
            (String::new(), format!("{pounds}.{pence:02}"))
        } else {
            (format!("{pounds}.{pence:02}"), String::new())
        };
        let day = line / 800 + 1;
        let _ = writeln!(
            text,
            "{day:02}/11/2026,FPI,'30-00-00,12345678,TENANT NUMBER {line} RENT FLAT {},{debit},{credit},{}.{:02}",
            line % 97,
            balance / 100,
            balance % 100
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
