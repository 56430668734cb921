//! Damaged and oversized files are refused or read; none makes it panic, hang or give money that is not above zero.

#![expect(clippy::unwrap_used, reason = "tests")]

use lintel_bank_file::{How, LARGEST, MOST_LINES, Read};
use proptest::prelude::*;

use crate::samples::ALL;

fn read(bytes: &[u8]) -> Result<Read, lintel_bank_file::Refused> {
    lintel_bank_file::read(bytes, &How::default())
}

fn holds(bytes: &[u8]) {
    match read(bytes) {
        Ok(Read::Statement(statement)) => {
            for line in statement.lines {
                assert!(line.amount.minor() > 0);
                assert!(line.line > 0);
            }
        }
        Ok(Read::Asks(question)) => {
            assert!(!question.missing.is_empty());
            assert_eq!(question.header.len(), question.columns.len());
            assert!(!question.message.is_empty());
        }
        Err(refused) => assert!(refused.message.ends_with('.'), "{refused}"),
    }
}

#[test]
fn a_file_may_break_off_anywhere() {
    for (_, bytes) in ALL {
        for end in 0..bytes.len() {
            holds(&bytes[..end]);
        }
    }
}

#[test]
fn any_byte_may_be_another_one() {
    for (_, bytes) in ALL {
        for (at, other) in (0..bytes.len()).step_by(3).zip(
            [0_u8, b'<', b'>', b'"', b',', b'\n', 0xff, b'-', b'9', b'&']
                .iter()
                .cycle(),
        ) {
            let mut bytes = bytes.to_vec();
            bytes[at] = *other;
            holds(&bytes);
        }
    }
}

#[test]
fn a_file_has_limits() {
    let header = "Date,Description,Amount\n";
    let line = "20/11/2026,RENT,-1.00\n";
    let most = usize::try_from(MOST_LINES).unwrap();
    let full = format!("{header}{}", line.repeat(most));
    let Read::Statement(statement) = read(full.as_bytes()).unwrap() else {
        panic!("It asks.");
    };
    assert_eq!(statement.lines.len(), most);
    let refused = read(format!("{full}{line}").as_bytes()).unwrap_err();
    assert_eq!(refused.line, MOST_LINES + 2);
    assert!(refused.message.contains("20,000 lines"), "{refused}");
    let entries = "<Ntry></Ntry>".repeat(most + 1);
    let details = format!(
        "<Ntry><NtryDtls>{}</NtryDtls></Ntry>",
        "<TxDtls></TxDtls>".repeat(most)
    );
    for inner in [details, entries] {
        let xml =
            format!("<Document><BkToCstmrStmt><Stmt>{inner}</Stmt></BkToCstmrStmt></Document>");
        assert!(read(xml.as_bytes()).is_err());
    }
    let transactions = "<STMTTRN><TRNAMT>-1</STMTTRN>".repeat(most + 1);
    let ofx = format!("<OFX><BANKTRANLIST>{transactions}</BANKTRANLIST></OFX>");
    assert!(
        read(ofx.as_bytes())
            .unwrap_err()
            .message
            .contains("20,000 lines")
    );
    assert!(
        read(&vec![b' '; LARGEST + 1])
            .unwrap_err()
            .message
            .contains("10 MB")
    );
}

#[test]
fn other_programs_files_are_named() {
    for (bytes, word) in [
        (&b"%PDF-1.7\n"[..], "PDF"),
        (b"PK\x03\x04\x14\x00", "workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "workbook"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "no text file"),
    ] {
        let refused = read(bytes).unwrap_err();
        assert!(refused.message.contains(word), "{refused}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn several_wounds_are_borne(
        sample in 0..ALL.len(),
        wounds in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..3), 1..8),
    ) {
        let mut bytes = ALL[sample].1.to_vec();
        for (at, byte, kind) in wounds {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => {
                    let end = bytes.len().min(at + usize::from(byte));
                    bytes.drain(at..end);
                    bytes.push(b'\n');
                }
            }
        }
        holds(&bytes);
    }

    #[test]
    fn the_same_bytes_say_the_same(sample in 0..ALL.len()) {
        let (one, two) = (read(ALL[sample].1), read(ALL[sample].1));
        prop_assert_eq!(one, two);
    }
}
