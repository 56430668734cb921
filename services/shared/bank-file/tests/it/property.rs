//! For any file with balances, the lines that are read lead from its first balance to its last one, or it asks.

use std::fmt::Write as _;

use lintel_bank_file::{How, Read, Way, read};
use proptest::prelude::*;

/// The spelling of a file's amounts.
#[derive(Debug, Clone, Copy)]
enum Form {
    Signed,
    Unsigned,
    Flag,
    Columns,
}

fn pounds(pence: i64) -> String {
    let sign = if pence < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", pence.abs() / 100, pence.abs() % 100)
}

/// A file, and the balance before each line in its order of time.
fn file(
    amounts: &[i64],
    start: i64,
    form: Form,
    is_newest_first: bool,
    wrong: Option<usize>,
) -> String {
    let columns = match form {
        Form::Signed | Form::Unsigned => "Amount",
        Form::Flag => "Amount,D/C",
        Form::Columns => "Money in,Money out",
    };
    let mut balance = start;
    let mut lines = Vec::new();
    for (index, amount) in amounts.iter().copied().enumerate() {
        balance += amount;
        let said = if wrong == Some(index) {
            -amount
        } else {
            amount
        };
        let cells = match form {
            Form::Signed => pounds(said),
            Form::Unsigned => pounds(said.abs()),
            Form::Flag => format!(
                "{},{}",
                pounds(said.abs()),
                if said < 0 { "D" } else { "C" }
            ),
            Form::Columns if said < 0 => format!(",{}", pounds(-said)),
            Form::Columns => format!("{},", pounds(said)),
        };
        lines.push(format!(
            "{:02}/11/2026,LINE {index},{cells},{}",
            13 + index,
            pounds(balance)
        ));
    }
    if is_newest_first {
        lines.reverse();
    }
    let mut text = format!("Date,Description,{columns},Balance\n");
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn lines_lead_from_the_first_balance_to_the_last_or_it_asks(
        amounts in prop::collection::vec(prop_oneof![-200_000_i64..-1, 1_i64..200_000], 1..15),
        start in -500_000_i64..500_000,
        form in prop_oneof![Just(Form::Signed), Just(Form::Unsigned), Just(Form::Flag), Just(Form::Columns)],
        is_newest_first: bool,
        wrong in prop::option::of(0_usize..15),
    ) {
        let text = file(&amounts, start, form, is_newest_first, wrong);
        if let Ok(Read::Statement(statement)) = read(text.as_bytes(), &How::default()) {
            prop_assert_eq!(statement.lines.len(), amounts.len(), "{}", text);
            let mut lines = statement.lines;
            if is_newest_first {
                lines.reverse();
            }
            for (index, pair) in lines.windows(2).enumerate() {
                let change = match pair[1].way {
                    Way::In => pair[1].amount.minor(),
                    Way::Out => -pair[1].amount.minor(),
                };
                let balance = |at: usize| pair[at].balance.map_or(0, lintel_core::Money::minor);
                prop_assert_eq!(balance(0) + change, balance(1), "line {}: {}", index, text);
            }
        }
    }
}
