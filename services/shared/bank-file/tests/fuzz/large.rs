//! The largest files that are taken, in the forms that take the most memory.

use std::time::Instant;

use lintel_bank_file::{How, LARGEST, read};

use crate::{MOST, measured};

/// A file of the largest size that begins with a text and repeats another.
fn filled(start: &str, repeated: &str) -> Vec<u8> {
    let mut bytes = start.as_bytes().to_vec();
    while bytes.len() + repeated.len() <= LARGEST {
        bytes.extend_from_slice(repeated.as_bytes());
    }
    bytes
}

#[test]
fn the_largest_files_take_at_most_64_mb() {
    let header = "Date,Description,Amount,Balance\n";
    let long = "x".repeat(480);
    let latin = {
        let mut bytes = header.as_bytes().to_vec();
        bytes.resize(LARGEST, 0x80);
        bytes
    };
    let wide: Vec<u8> = {
        let text = filled(header, &format!("20/11/2026,{long},-1.00,5.00\n"));
        let text: Vec<u8> = text.into_iter().take(LARGEST / 2 - 1).collect();
        [0xff, 0xfe]
            .into_iter()
            .chain(text.into_iter().flat_map(|byte| [byte, 0]))
            .collect()
    };
    for (name, bytes) in [
        (
            "long lines",
            filled(header, &format!("20/11/2026,{long},-1.00,5.00\n")),
        ),
        ("short lines", filled(header, "1/1/26,a,-1,1\n")),
        (
            "many cells",
            filled(header, &format!("20/11/2026{}\n", ",".repeat(190))),
        ),
        ("commas", filled("", ",")),
        ("quotes", filled(header, "\"")),
        ("empty lines", filled(header, "\n")),
        ("notes", filled(header, "x\n")),
        ("Windows letters", latin),
        ("two bytes a letter", wide),
        (
            "OFX",
            filled(
                "<OFX><BANKTRANLIST>",
                "<STMTTRN><TRNAMT>-1<DTPOSTED>20261120<MEMO>x</STMTTRN>",
            ),
        ),
        ("tags", filled("<OFX>", "<A>")),
        (
            "CAMT",
            filled(
                "<Document><BkToCstmrStmt><Stmt>",
                "<Ntry><Amt>1</Amt></Ntry>",
            ),
        ),
        (
            "CAMT parts",
            filled(
                "<Document><BkToCstmrStmt><Stmt><Ntry>",
                "<NtryDtls><TxDtls><RmtInf><Ustrd>x</Ustrd></RmtInf></TxDtls></NtryDtls>",
            ),
        ),
        (
            "MT940",
            filled(
                ":20:A\n:25:1\n:60F:C261119GBP5000,00\n",
                ":61:261120C5,00NTRFX\n:86:A\n",
            ),
        ),
        (
            "MT940 texts",
            filled(
                ":20:A\n:25:1\n:60F:C261119GBP5000,00\n:61:261120C5,00NTRFX\n:86:A\n",
                "text\n",
            ),
        ),
        ("QIF", filled("!Type:Bank\n", "D1/1/26\nT5\nPx\n^\n")),
        (
            "a page",
            filled("<html><table>", "<tr><td>1/1/26<td>x<td>5</tr>"),
        ),
        ("a page of cells", filled("<html><table><tr>", "<td>")),
        (
            "Santander's text",
            filled(
                "Date: 1/1/2026\nDescription: x\nAmount: 1\n",
                "Date: 1/1/2026\nDescription: x\nAmount: 1\nBalance: 1\n\n",
            ),
        ),
        ("an archive", filled("PK\u{3}\u{4}", "PK\u{1}\u{2}")),
    ] {
        let start = Instant::now();
        let (_, used) = measured(|| read(&bytes, &How::default()));
        eprintln!("{name}: {used} bytes in {:?}", start.elapsed());
        assert!(used <= MOST, "{name}: {used}");
    }
}
