//! CSV files.

#![expect(clippy::unwrap_used, reason = "tests")]

use lintel_bank_file::{Format, How, Missing, Proof, Read};

use crate::samples::{out, question, read, refusal, short, statement};

#[test]
fn the_files_of_ten_banks_are_read() {
    let paid = |jones, rent, smith, room| [(20, 95_000, jones, rent), (23, 47_550, smith, room)];
    for (name, lines) in [
        (
            "barclays",
            paid("A JONES", "RENT FLAT 2 BGC", "SMITH Z", "ROOM 1 BGC"),
        ),
        (
            "lloyds",
            paid("", "A JONES RENT FLAT 2", "", "SMITH Z ROOM 1"),
        ),
        (
            "natwest",
            paid(
                "A JONES",
                "RENT FLAT 2 , FP 20/11/26 0142 , 500000001234",
                "SMITH Z",
                "ROOM 1",
            ),
        ),
        (
            "santander",
            paid("A JONES", "RENT FLAT 2", "Z SMITH", "ROOM 1"),
        ),
        (
            "nationwide",
            paid("", "A Jones RENT FLAT 2", "", "Zoë Smith ROOM 1"),
        ),
        (
            "monzo",
            paid("A Jones", "RENT FLAT 2", "Zoë Smith", "ROOM 1"),
        ),
        (
            "starling",
            paid("A Jones", "RENT FLAT 2", "Zoë Smith", "ROOM 1"),
        ),
        (
            "revolut",
            paid("", "Payment from A Jones", "", "Payment from Zoë Smith"),
        ),
        (
            "tide",
            paid(
                "A Jones",
                "A Jones ref: RENT FLAT 2 RENT FLAT 2",
                "Zoë Smith",
                "Zoë Smith ref: ROOM 1 ROOM 1",
            ),
        ),
    ] {
        let statement = statement(name);
        assert_eq!(statement.format, Format::Csv, "{name}");
        assert_eq!(short(&statement), lines, "{name}");
        assert_eq!(out(&statement), (1, 6_000), "{name}");
    }
    let hsbc = statement("hsbc");
    assert_eq!(
        short(&hsbc),
        [
            (20, 95_000, "", "A JONES RENT FLAT 2"),
            (23, 147_550, "", "ZOË SMITH ROOM 1")
        ]
    );
    assert_eq!(statement("revolut").not_booked, 2);
}

#[test]
fn a_line_is_told_where_people_see_it() {
    let lines = |name| -> Vec<u32> { statement(name).lines.iter().map(|line| line.line).collect() };
    assert_eq!(lines("natwest"), [4, 5, 6]);
    assert_eq!(lines("nationwide"), [6, 7, 8]);
    assert_eq!(
        lines("monzo"),
        [2, 3, 5],
        "a cell of two lines stands between them"
    );
}

#[test]
fn accounts_are_letters_and_digits() {
    for (name, account) in [
        ("lloyds", "30000012345678"),
        ("barclays", "20000012345678"),
        ("santander", "09012812345678"),
        ("natwest", "60000012345678"),
        ("nationwide", "FLEXACCOUNT12345"),
    ] {
        let statement = statement(name);
        assert!(
            statement
                .lines
                .iter()
                .all(|line| line.account.as_deref() == Some(account)),
            "{name}"
        );
    }
    assert_eq!(statement("starling").lines[0].account, None);
}

#[test]
fn balances_and_the_proof_are_given() {
    for (name, proof) in [
        ("starling", Proof::Balance),
        ("lloyds", Proof::Balance),
        ("barclays", Proof::Sign),
        ("tide", Proof::Columns),
        ("monzo", Proof::Columns),
    ] {
        assert_eq!(statement(name).proof, proof, "{name}");
    }
    let balance = statement("starling").lines[2].balance;
    assert_eq!(balance.map(lintel_core::Money::minor), Some(636_550));
    let (from, to) = statement("santander").range.unwrap();
    assert_eq!(
        (from.to_string(), to.to_string()),
        ("2026-11-01".to_owned(), "2026-11-30".to_owned())
    );
}

#[test]
fn semicolons_tabs_and_wide_letters_are_read() {
    let plain = "Date,Description,Amount\n20/11/2026,RENT,950.00\n21/11/2026,POWER,-60.00\n";
    for text in [
        plain.to_owned(),
        plain.replace(',', ";"),
        plain.replace(',', "\t"),
        plain.replace('\n', "\r"),
        format!("sep=,\n{plain}"),
    ] {
        for bytes in [
            text.clone().into_bytes(),
            format!("\u{feff}{text}").into_bytes(),
            format!("\u{feff}{text}")
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect(),
        ] {
            let statement = read(&bytes);
            assert_eq!(short(&statement), [(20, 95_000, "", "RENT")], "{text}");
        }
    }
}

#[test]
fn a_line_that_cannot_be_read_is_named() {
    let header = "Date,Description,Amount,Currency\n21/11/2026,POWER,-60.00,GBP\n";
    for (line, words) in [
        ("2x/11/2026,RENT,950.00,GBP\n", "“2x/11/2026” is no date"),
        ("11/20/2026,RENT,950.00,GBP\n", "is no date"),
        (",RENT,950.00,GBP\n", "no date"),
        ("20/11/2026,RENT,nine,GBP\n", "“nine” is no amount"),
        ("20/11/2026,RENT,1.234.567,GBP\n", "is no amount"),
        ("20/11/2026,RENT,950.00,EUR\n", "“EUR” and not in pounds"),
        ("20/11/2026,RENT,950.00,GBP,more\n", "5 values"),
        ("20/11/2026,RENT\n", "2 values"),
    ] {
        let question = question(&format!("{header}{line}"));
        assert_eq!(question.missing, [Missing::LeaveOut], "{line}");
        assert_eq!(question.unreadable[0].line, 3, "{line}");
        assert!(
            question.unreadable[0].why.contains(words),
            "{}",
            question.message
        );
        assert!(question.message.contains("ine 3"), "{}", question.message);
        let left_out = How {
            leave_out: true,
            ..How::default()
        };
        let text = format!("{header}{line}");
        let Ok(Read::Statement(statement)) = lintel_bank_file::read(text.as_bytes(), &left_out)
        else {
            panic!("{line}");
        };
        assert_eq!(
            (statement.lines.len(), statement.left_out.len()),
            (1, 1),
            "{line}"
        );
    }
    let open = format!(
        "{header}20/11/2026,\"RENT{},950.00,GBP\n",
        "x".repeat(20_000)
    );
    assert!(refusal(&open).message.contains("quotation mark"));
}

#[test]
fn another_table_is_refused() {
    for text in [
        "",
        "  \n",
        "hello",
        "Name,Email\nA,b@c.uk\n",
        "20/11/2026,RENT\n",
    ] {
        assert_eq!(refusal(text).line, 0, "{text}");
    }
}
