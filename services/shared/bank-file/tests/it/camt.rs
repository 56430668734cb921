//! CAMT.053 files.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write as _;

use lintel_bank_file::{Format, Way};

use crate::samples::{out, read, refusal, short, statement, text};

#[test]
fn only_what_is_booked_and_came_is_given() {
    let statement = statement("camt v02");
    assert_eq!(statement.format, Format::Camt053);
    assert_eq!(
        short(&statement),
        [(20, 95_000, "A Jones & Sons", "RENT FLAT 2")]
    );
    assert_eq!(statement.lines[0].line, 9);
    assert_eq!((statement.not_booked, statement.reversed), (1, 2));
    assert_eq!(out(&statement), (1, 6_000));
    let account = statement.lines[0].account.as_deref();
    assert_eq!(account, Some("GB33BUKB20201555555555"));
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
    let alone = read(changed("1425,50", "1425,51").as_bytes());
    assert!(alone.lines.is_empty());
    assert_eq!(alone.left_out[0].line, 6);
    let why = &alone.left_out[0].why;
    assert!(why.contains("do not add up"), "{why}");
    let mixed = changed(
        "<c:Amt Ccy=\"GBP\">475.50</c:Amt><c:CdtDbtInd>CRDT",
        "<c:Amt Ccy=\"GBP\">475.50</c:Amt><c:CdtDbtInd>DBIT",
    );
    let statement = read(mixed.replace("1425,50", "474.50").as_bytes());
    assert_eq!(short(&statement)[0].1, 95_000);
    assert_eq!(out(&statement), (1, 47_550));
}

#[test]
fn what_the_bank_kept_is_taken_from_the_sum() {
    let charge = "</c:Refs><c:Chrgs><c:Rcrd><c:Amt Ccy=\"GBP\">1.00</c:Amt></c:Rcrd></c:Chrgs>";
    let kept = changed("</c:Refs>", charge);
    let statement = read(kept.replace("1425,50", "1423.50").as_bytes());
    assert_eq!(short(&statement).len(), 2);
    assert!(statement.left_out.is_empty());
    let statement = read(kept.replace("1425,50", "1424.50").as_bytes());
    assert_eq!((statement.lines.len(), statement.left_out.len()), (0, 1));
}

#[test]
fn payments_without_amounts_are_one_line_that_names_all() {
    let statement = read(changed("<c:Amt Ccy=\"GBP\">475.50</c:Amt>", "").as_bytes());
    assert_eq!(
        short(&statement),
        [(23, 142_550, "A Jones, Zoë Smith", "RENT FLAT 2 ROOM 1")]
    );
}

#[test]
fn money_out_names_who_was_paid() {
    let whole = text("camt v02");
    let paid = whole
        .replace(
            "<CdtDbtInd>CRDT</CdtDbtInd>\n        <Sts>",
            "<CdtDbtInd>DBIT</CdtDbtInd>\n        <Sts>",
        )
        .replace("<Dbtr>", "<Cdtr>")
        .replace("</Dbtr>", "</Cdtr>");
    let statement = read(paid.as_bytes());
    let line = &statement.lines[0];
    assert_eq!(line.way, Way::Out);
    assert_eq!(line.payer.as_deref(), Some("A Jones & Sons"));
}

#[test]
fn an_entry_without_a_day_is_left_out_alone() {
    let whole = text("camt v02");
    let without = whole
        .replace("<BookgDt><Dt>2026-11-20</Dt></BookgDt>", "")
        .replace("<ValDt><Dt>2026-11-21</Dt></ValDt>", "");
    let statement = read(without.as_bytes());
    assert_eq!(statement.lines.len(), 1);
    assert_eq!(statement.left_out[0].line, 9);
    assert!(statement.left_out[0].text.contains("RENT FLAT 2"));
}

#[test]
fn midnight_in_london_is_the_day_that_begins() {
    let whole = text("camt v02");
    let summer = whole.replace(
        "<Dt>2026-11-20</Dt></BookgDt>",
        "<DtTm>2026-06-30T23:00:00Z</DtTm></BookgDt>",
    );
    assert_eq!(
        read(summer.as_bytes()).lines[0].booked.to_string(),
        "2026-07-01"
    );
}

#[test]
fn the_period_is_the_statements_own() {
    let whole = text("camt v02");
    let days = |text: &str| {
        let (from, to) = read(text.as_bytes()).range.unwrap();
        (from.to_string(), to.to_string())
    };
    assert_eq!(
        days(&whole),
        ("2026-11-20".to_owned(), "2026-11-21".to_owned())
    );
    let period = "<Id>S1</Id><FrToDt><FrDtTm>2026-11-01T00:00:00</FrDtTm><ToDtTm>2026-11-30T23:59:59</ToDtTm></FrToDt>";
    let own = whole.replace("<Id>S1</Id>", period);
    assert_eq!(
        days(&own),
        ("2026-11-01".to_owned(), "2026-11-30".to_owned())
    );
}

#[test]
fn a_report_within_the_day_is_read() {
    let report = text("camt v02")
        .replace("BkToCstmrStmt", "BkToCstmrAcctRpt")
        .replace("<Stmt>", "<Rpt>")
        .replace("</Stmt>", "</Rpt>");
    let statement = read(report.as_bytes());
    assert_eq!(statement.format, Format::Camt052);
    assert_eq!((statement.lines.len(), statement.not_booked), (2, 1));
}

#[test]
fn other_files_and_damage_are_refused() {
    let whole = text("camt v02");
    for (from, to, line, words) in [
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
    assert_eq!(short(&read(undeclared.as_bytes()))[0].2, "Jones & Sons");
}
