//! CAMT.053 files.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write as _;

use lintel_bank_file::{Format, read};

use crate::samples::{keys, refusal, short, statement, text};

#[test]
fn only_what_is_booked_and_came_is_given() {
    let statement = statement("camt v02");
    assert_eq!(statement.format, Format::Camt053);
    assert_eq!(
        short(&statement),
        [(20, 95_000, "A Jones & Sons", "RENT FLAT 2")]
    );
    assert_eq!(statement.lines[0].line, 9);
    assert_eq!(
        (
            statement.money_out,
            statement.not_booked,
            statement.reversed
        ),
        (1, 1, 2)
    );
}

#[test]
fn an_entry_of_several_payments_is_as_many_lines() {
    let statement = statement("camt v08");
    assert_eq!(
        short(&statement),
        [
            (23, 95_000, "A Jones", "RENT FLAT 2"),
            (23, 47_550, "Zoë Smith", "ROOM 1"),
        ]
    );
    let lines: Vec<u32> = statement.lines.iter().map(|line| line.line).collect();
    assert_eq!(lines, [14, 19]);
    assert_ne!(keys(&statement)[0], keys(&statement)[1]);
}

/// The entry of several payments as plain letters, changed.
fn changed(from: &str, to: &str) -> String {
    let latin = crate::samples::bytes("camt v08");
    let text: String = latin.iter().copied().map(char::from).collect();
    assert!(text.contains(from), "{from}");
    text.replace(from, to)
}

#[test]
fn payments_add_up_to_their_entry() {
    let refused = refusal(&changed("1425,50", "1425,51"));
    assert_eq!(refused.line, 6);
    assert!(refused.message.contains("do not add up"), "{refused}");
    let mixed = changed(
        "<c:Amt Ccy=\"GBP\">475.50</c:Amt><c:CdtDbtInd>CRDT",
        "<c:Amt Ccy=\"GBP\">475.50</c:Amt><c:CdtDbtInd>DBIT",
    );
    let statement = read(mixed.replace("1425,50", "474.50").as_bytes()).unwrap();
    assert_eq!(
        (
            short(&statement)[0].1,
            statement.lines.len(),
            statement.money_out
        ),
        (95_000, 1, 1)
    );
}

#[test]
fn payments_without_amounts_are_one_line() {
    let statement = read(changed("<c:Amt Ccy=\"GBP\">475.50</c:Amt>", "").as_bytes()).unwrap();
    assert_eq!(short(&statement), [(23, 142_550, "", "RENT FLAT 2 ROOM 1")]);
}

#[test]
fn the_key_is_the_banks_reference_where_it_gives_one() {
    let whole = text("camt v02");
    let first = keys(&statement("camt v02"))[0].to_owned();
    let key = |from: &str, to: &str| {
        keys(&read(whole.replace(from, to).as_bytes()).unwrap())[0].to_owned()
    };
    assert_eq!(key("<NtryRef>1<", "<NtryRef>7<"), first);
    assert_ne!(key("B0001", "B0003"), first);
    assert_ne!(
        key("GB33BUKB20201555555555", "GB33BUKB20201555555556"),
        first
    );
    let without = key("<AcctSvcrRef>B0001</AcctSvcrRef>", "");
    assert_ne!(without, first);
}

#[test]
fn other_files_and_damage_are_refused() {
    let whole = text("camt v02");
    for (from, to, line, words) in [
        ("BkToCstmrStmt", "BkToCstmrAcctRpt", 3, "CAMT.052"),
        ("BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn", 3, "CAMT.054"),
        ("BkToCstmrStmt", "Something", 0, "no bank statement"),
        (
            "<Dt>2026-11-20</Dt>",
            "<Dt>2026-11-32</Dt>",
            9,
            "is no date",
        ),
        (
            "<Amt Ccy=\"GBP\">950.00</Amt>\n",
            "<Amt Ccy=\"EUR\">950.00</Amt>\n",
            9,
            "“EUR”",
        ),
        ("<Amt Ccy=\"GBP\">950.00</Amt>\n", "\n", 9, "is no amount"),
        ("<CdtDbtInd>CRDT</CdtDbtInd>\n", "\n", 9, "CdtDbtInd"),
        ("<Sts>BOOK</Sts>\n", "\n", 9, "whether it is booked"),
        ("</BkToCstmrStmt>", "", 37, "damaged"),
        (
            "<Document",
            "<!DOCTYPE a [<!ENTITY b \"bbbb\">]><Document",
            2,
            "DOCTYPE",
        ),
    ] {
        assert!(whole.contains(from), "{from}");
        let refused = refusal(&whole.replace(from, to));
        assert!(refused.message.contains(words), "{to}: {refused}");
        assert_eq!(refused.line, line, "{to}: {refused}");
    }
    let half = &whole[..whole.len() / 2];
    assert!(!refusal(half).message.is_empty());
}

#[test]
fn bombs_are_refused() {
    let entities = (0..20).fold(String::new(), |mut text, level| {
        let _ = write!(text, "<!ENTITY e{} \"&e{level};&e{level};\">", level + 1);
        text
    });
    let bomb =
        format!("<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY e0 \"ha\">{entities}]><d>&e20;</d>");
    assert!(refusal(&bomb).message.contains("DOCTYPE"));
    assert!(refusal(&"<a>".repeat(100_000)).message.contains("too deep"));
    let long = format!(
        "<Document><BkToCstmrStmt>{}</BkToCstmrStmt></Document>",
        "x".repeat(100_000)
    );
    assert!(refusal(&long).message.contains("64 kB"));
    let undeclared = text("camt v02").replace("A Jones", "&lol; Jones");
    assert_eq!(
        short(&read(undeclared.as_bytes()).unwrap())[0].2,
        "Jones & Sons"
    );
}
