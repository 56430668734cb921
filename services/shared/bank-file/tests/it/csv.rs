//! CSV files.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::HashSet;

use lintel_bank_file::{Format, read};

use crate::samples::{keys, refusal, short, statement, text};

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
            paid(
                "",
                "FASTER PAYMENTS RECEIPT REF.RENT FLAT 2 FROM A JONES",
                "",
                "FASTER PAYMENTS RECEIPT REF.ROOM 1 FROM Z SMITH",
            ),
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
        assert_eq!(statement.money_out, 1, "{name}");
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
    assert_eq!(lines("natwest"), [4, 6]);
    assert_eq!(lines("nationwide"), [6, 8]);
    assert_eq!(
        lines("monzo"),
        [2, 5],
        "a cell of two lines stands between them"
    );
}

#[test]
fn a_line_keeps_its_key_in_another_file() {
    let whole = text("starling");
    let later: String = whole
        .lines()
        .enumerate()
        .filter(|(line, _)| *line != 1)
        .fold(String::new(), |text, (_, line)| text + line + "\r\n");
    let (first, second) = (
        read(whole.as_bytes()).unwrap(),
        read(later.as_bytes()).unwrap(),
    );
    assert_eq!(keys(&first)[1..], keys(&second));
    let edited = whole.replace("INCOME", "RENT").replace("5950.00", "1.00");
    assert_eq!(keys(&first), keys(&read(edited.as_bytes()).unwrap()));
}

#[test]
fn equal_lines_of_one_file_are_different_lines() {
    let line = "20/11/2026,A Jones,RENT,FASTER PAYMENT,950.00,1.00,INCOME,\n";
    let text = format!(
        "{}{line}{line}{line}",
        "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes\n"
    );
    let statement = read(text.as_bytes()).unwrap();
    let keys: HashSet<_> = keys(&statement).into_iter().collect();
    assert_eq!(keys.len(), 3);
}

#[test]
fn the_account_is_part_of_the_key() {
    for (name, own, other) in [
        ("lloyds", "12345678", "87654321"),
        ("barclays", "12345678", "87654321"),
        ("santander", "12345678", "87654321"),
    ] {
        let whole = text(name);
        let others = whole.replace(own, other);
        let (one, two) = (
            read(whole.as_bytes()).unwrap(),
            read(others.as_bytes()).unwrap(),
        );
        assert_ne!(keys(&one), keys(&two), "{name}");
    }
}

#[test]
fn a_bank_id_names_the_line() {
    let whole = text("monzo");
    let renamed = whole.replace("RENT FLAT 2", "RENT");
    assert_eq!(
        keys(&read(whole.as_bytes()).unwrap()),
        keys(&read(renamed.as_bytes()).unwrap())
    );
}

#[test]
fn semicolons_tabs_and_wide_letters_are_read() {
    let plain = "Date,Description,Amount\n20/11/2026,RENT,950.00\n";
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
            let statement = read(&bytes).unwrap();
            assert_eq!(short(&statement), [(20, 95_000, "", "RENT")], "{text}");
        }
    }
}

#[test]
fn a_refusal_names_the_line_and_says_why() {
    let header = "Date,Description,Amount,Currency\n";
    for (lines, line, words) in [
        ("2x/11/2026,RENT,950.00,GBP\n", 2, "“2x/11/2026” is no date"),
        (
            "20/11/2026,RENT,1.00,GBP\n11/20/2026,RENT,950.00,GBP\n",
            3,
            "is no date",
        ),
        (",RENT,950.00,GBP\n", 2, "no date"),
        (
            "20/11/2026,RENT,\"950,00\",GBP\n",
            2,
            "“950,00” is no amount",
        ),
        ("20/11/2026,RENT,nine,GBP\n", 2, "“nine” is no amount"),
        ("20/11/2026,RENT,950.00,EUR\n", 2, "“EUR” and not in pounds"),
        ("20/11/2026,RENT, FLAT 2,950.00,GBP\n", 2, "5 values"),
        ("20/11/2026,RENT\n", 2, "2 values"),
    ] {
        let refused = refusal(&format!("{header}{lines}"));
        assert_eq!(refused.line, line, "{lines}");
        assert!(refused.message.contains(words), "{refused}");
    }
    let open = format!(
        "{header}20/11/2026,\"RENT{},950.00,GBP\n",
        "x".repeat(20_000)
    );
    assert!(refusal(&open).message.contains("quotation mark"));
}

#[test]
fn money_that_went_out_may_be_in_any_currency() {
    let text = "Date,Description,Amount,Currency\n20/11/2026,HOTEL,-950.00,EUR\n";
    let statement = read(text.as_bytes()).unwrap();
    assert_eq!((statement.lines.len(), statement.money_out), (0, 1));
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
