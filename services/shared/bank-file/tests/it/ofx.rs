//! OFX files.

#![expect(clippy::unwrap_used, reason = "tests")]

use lintel_bank_file::Format;

use crate::samples::{bytes, out, read, refusal, short, statement, text};

#[test]
fn both_forms_are_read() {
    let one = statement("ofx 1");
    assert_eq!(one.format, Format::Ofx);
    assert_eq!(
        short(&one),
        [
            (20, 95_000, "A JONES & SONS", "RENT FLAT 2 < DUE"),
            (23, 47_550, "ZOË SMITH", "ROOM 1 & £5"),
        ]
    );
    assert_eq!((out(&one), one.not_booked), ((1, 6_000), 0));
    assert_eq!(one.lines[0].account.as_deref(), Some("30000012345678"));
    let (from, to) = one.range.unwrap();
    assert_eq!(
        (from.to_string(), to.to_string()),
        ("2026-11-01".to_owned(), "2026-11-25".to_owned())
    );
    assert_eq!(one.lines[0].line, 18);
    let two = statement("ofx 2");
    assert_eq!(
        short(&two),
        [
            (20, 95_000, "A JONES & SONS", "RENT <FLAT 2>"),
            (23, 47_550, "Zoë Smith", "ROOM 1"),
        ]
    );
    assert_eq!((out(&two), two.not_booked), ((1, 6_000), 1));
}

#[test]
fn a_transaction_without_a_day_is_left_out_alone() {
    let whole = text("ofx 2").replace("<DTPOSTED>20261120120000</DTPOSTED>", "");
    let statement = read(whole.as_bytes());
    assert_eq!(short(&statement).len(), 1);
    assert_eq!(statement.left_out[0].line, 8);
}

#[test]
fn midnight_in_london_is_the_day_that_begins() {
    let whole = text("ofx 2").replace("20261120120000", "20260630230000.000[0:GMT]");
    assert_eq!(
        read(whole.as_bytes()).lines[0].booked.to_string(),
        "2026-07-01"
    );
}

#[test]
fn references_to_characters_are_resolved() {
    let whole = text("ofx 2").replace("ROOM 1", "&#201;T&#xC9; &#163;1 &amp;#201; &#0; &#xD800;");
    assert_eq!(
        short(&read(whole.as_bytes()))[1].3,
        "ÉTÉ £1 &#201; &#0; &#xD800;"
    );
}

#[test]
fn what_the_bank_takes_back_is_counted() {
    let whole = text("ofx 2");
    let deleted = whole.replace(
        "<FITID>202611200001",
        "<CORRECTACTION>DELETE</CORRECTACTION><FITID>202611200001",
    );
    let statement = read(deleted.as_bytes());
    assert_eq!((statement.lines.len(), statement.reversed), (2, 1));
}

#[test]
fn a_refusal_names_the_line_and_says_why() {
    let whole = text("ofx 2");
    for (from, to, line, words) in [
        ("20261120120000", "2026112", 8, "is no date (DTPOSTED)"),
        ("<TRNAMT>950.00</TRNAMT>", "", 8, "no amount (TRNAMT)"),
        ("950.00", "9x", 8, "“9x” is no amount"),
        ("GBP", "EUR", 8, "“EUR” and not in pounds"),
        (
            "<MEMO>ROOM 1</MEMO>",
            "<CURRENCY><CURRATE>1</CURRATE><CURSYM>USD</CURSYM></CURRENCY>",
            10,
            "“USD”",
        ),
        ("</OFX>", "", 13, "breaks off"),
        (
            "<OFX>",
            "<!DOCTYPE OFX [<!ENTITY a \"aaaa\">]><OFX>",
            3,
            "DOCTYPE",
        ),
    ] {
        let refused = refusal(&whole.replace(from, to));
        assert_eq!(refused.line, line, "{to}: {refused}");
        assert!(refused.message.contains(words), "{refused}");
    }
    assert!(
        refusal("OFXHEADER:100\n<OFX></OFX>")
            .message
            .contains("no bank statement")
    );
}

#[test]
fn lines_end_as_the_computer_that_wrote_them_likes() {
    let plain = bytes("ofx 1")
        .iter()
        .copied()
        .filter(|byte| *byte != b'\r')
        .collect::<Vec<u8>>();
    assert_eq!(read(&plain), statement("ofx 1"));
}
