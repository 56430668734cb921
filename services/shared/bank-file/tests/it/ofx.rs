//! OFX files.

#![expect(clippy::unwrap_used, reason = "tests")]

use lintel_bank_file::{Format, read};

use crate::samples::{bytes, keys, refusal, short, statement, text};

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
    assert_eq!((one.money_out, one.not_booked), (1, 0));
    assert_eq!(one.lines[0].line, 18);
    let two = statement("ofx 2");
    assert_eq!(
        short(&two),
        [
            (20, 95_000, "A JONES & SONS", "RENT <FLAT 2>"),
            (23, 47_550, "Zoë Smith", "ROOM 1"),
        ]
    );
    assert_eq!((two.money_out, two.not_booked), (1, 1));
    assert_eq!(
        keys(&one),
        keys(&two),
        "account, id, day and amount name a line in both forms"
    );
}

#[test]
fn an_id_is_unique_within_its_account_and_day_only() {
    let whole = text("ofx 2");
    let first = keys(&statement("ofx 2"))[0].to_owned();
    for (from, to) in [
        ("12345678", "87654321"),
        ("202611200001", "202611200002"),
        ("950.00", "951.00"),
        ("20261120120000", "20261119120000"),
    ] {
        let other = read(whole.replace(from, to).as_bytes()).unwrap();
        assert_ne!(keys(&other)[0], first, "{to}");
    }
    let other = read(
        whole
            .replace("SAVINGS", "CHECKING")
            .replace("RENT", "rent")
            .as_bytes(),
    );
    assert_eq!(keys(&other.unwrap())[0], first);
}

#[test]
fn a_bank_that_gives_every_line_one_id_loses_none() {
    let whole = text("ofx 2").replace("<FITID>202611200001</FITID>", "<FITID>0</FITID>");
    let start = whole.find("<STMTTRN>").unwrap();
    let end = whole.find("</STMTTRN>").unwrap() + "</STMTTRN>".len();
    let twice = format!("{}{}{}", &whole[..end], &whole[start..end], &whole[end..]);
    let statement = read(twice.as_bytes()).unwrap();
    let keys = keys(&statement);
    assert_eq!(keys.len(), 3);
    assert_ne!(keys[0], keys[1]);
}

#[test]
fn what_the_bank_takes_back_is_counted() {
    let whole = text("ofx 2");
    let deleted = whole.replace(
        "<FITID>202611200001",
        "<CORRECTACTION>DELETE</CORRECTACTION><FITID>202611200001",
    );
    let statement = read(deleted.as_bytes()).unwrap();
    assert_eq!((statement.lines.len(), statement.reversed), (1, 1));
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
    assert_eq!(read(&plain).unwrap(), statement("ofx 1"));
}
