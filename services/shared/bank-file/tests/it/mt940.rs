//! MT940: the balances around a statement's lines prove their signs, or the file is refused.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write as _;

use lintel_bank_file::{How, Proof, Read, Refused, Statement, Way, read};
use proptest::prelude::*;

/// A line of a statement.
#[derive(Debug, Clone, Copy)]
struct Sent {
    /// The change to the balance.
    change: i64,
    /// True when it is marked as one that takes back another.
    takes_back: bool,
}

fn sum(pence: i64) -> String {
    format!("{},{:02}", pence.abs() / 100, pence.abs() % 100)
}

fn balance(pence: i64) -> String {
    let mark = if pence < 0 { "D" } else { "C" };
    format!("{mark}261101GBP{}", sum(pence))
}

/// A statement from `start` on; a bank whose `RC` gives a credit has `gives`.
fn statement(start: i64, sent: &[Sent], gives: bool, closing: Option<i64>) -> String {
    let mut text = format!(
        ":20:A\n:25:300000/00000001\n:28C:1/1\n:60F:{}\n",
        balance(start)
    );
    for (index, Sent { change, takes_back }) in sent.iter().enumerate() {
        let mark = match (*takes_back, (*change < 0) != gives) {
            (true, true) => "RC",
            (true, false) => "RD",
            (false, _) if *change < 0 => "D",
            (false, _) => "C",
        };
        let _ = writeln!(text, ":61:261120{mark}{}NTRFLINE {index}", sum(*change));
    }
    if let Some(closing) = closing {
        let _ = writeln!(text, ":62F:{}", balance(closing));
    }
    text
}

fn answer(text: &str) -> Result<Statement, Refused> {
    read(text.as_bytes(), &How::default()).map(|read| match read {
        Read::Statement(statement) => statement,
        Read::Asks(question) => panic!("{question:?}"),
    })
}

fn given(statement: &Statement) -> i64 {
    let changes = statement.lines.iter().map(|line| match line.way {
        Way::In => line.amount.minor(),
        Way::Out => -line.amount.minor(),
    });
    changes.sum()
}

fn some_lines() -> impl Strategy<Value = Vec<Sent>> {
    let change = prop_oneof![-200_000_i64..-1, 1_i64..200_000];
    let line = (change, prop::bool::weighted(0.2));
    let line = line.prop_map(|(change, takes_back)| Sent { change, takes_back });
    prop::collection::vec(line, 0..15)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn lines_of_mt940_lead_from_balance_to_balance_or_it_is_refused(
        pages in prop::collection::vec(some_lines(), 1..4),
        start in -500_000_i64..500_000,
        gives: bool,
        wrong_by in prop_oneof![2 => Just(0_i64), 1 => -300_000_i64..300_000],
    ) {
        let (mut text, mut at, mut in_lines) = (String::new(), start, 0);
        for (index, lines) in pages.iter().enumerate() {
            let end = at + lines.iter().map(|line| line.change).sum::<i64>();
            let said = if index + 1 == pages.len() { end + wrong_by } else { end };
            text.push_str(&statement(at, lines, gives, Some(said)));
            at = end;
            in_lines += lines.iter().filter(|line| !line.takes_back).map(|line| line.change).sum::<i64>();
        }
        let taken_back: i64 = pages.iter().flatten().filter(|line| line.takes_back).map(|line| line.change).sum();
        match answer(&text) {
            Ok(statement) => {
                prop_assert_eq!(statement.proof, Proof::Balance);
                prop_assert_eq!(given(&statement), in_lines);
                // The other meaning of what takes back may by chance lead to a wrong balance; what is given is right all the same.
                let last = pages.last().into_iter().flatten().filter(|line| line.takes_back);
                let last: i64 = last.map(|line| line.change).sum();
                prop_assert!(wrong_by == 0 || wrong_by.abs() == 2 * last.abs(), "{taken_back} {text}");
            }
            Err(refused) => prop_assert!(wrong_by != 0, "{}\n{}", refused, text),
        }
    }
}

#[test]
fn a_wrong_sign_or_a_missing_line_is_refused_where_the_balance_stands() {
    let line = |change| Sent {
        change,
        takes_back: false,
    };
    let right = [line(95_000), line(-6_000), line(47_550)];
    let whole = answer(&statement(500_000, &right, false, Some(636_550))).unwrap();
    assert_eq!((whole.lines.len(), whole.proof), (3, Proof::Balance));
    for (sent, by) in [
        (
            [line(95_000), line(6_000), line(47_550)].as_slice(),
            "£120.00",
        ),
        (&[line(95_000), line(-6_000)], "£475.50"),
    ] {
        let refused = answer(&statement(500_000, sent, false, Some(636_550))).unwrap_err();
        let at = 5 + u32::try_from(sent.len()).unwrap();
        assert_eq!(refused.line, at);
        assert!(refused.message.contains(by), "{refused}");
    }
}

#[test]
fn a_statement_without_its_last_balance_is_read_by_the_standard() {
    let line = Sent {
        change: 95_000,
        takes_back: false,
    };
    let open = answer(&statement(500_000, &[line], false, None)).unwrap();
    assert_eq!((open.lines.len(), open.proof), (1, Proof::Standard));
    // The next statement's balances say nothing of it.
    let two =
        statement(500_000, &[line], false, None) + &statement(1, &[line], false, Some(95_001));
    let two = answer(&two).unwrap();
    assert_eq!((two.lines.len(), two.proof), (2, Proof::Standard));
}
