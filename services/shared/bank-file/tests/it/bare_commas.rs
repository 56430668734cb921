//! Commas in a bank's texts that it does not quote: the line is mended where only one reading holds, otherwise it is shown.

#![expect(clippy::unwrap_used, reason = "tests")]

use lintel_bank_file::{How, Missing, Read, Way, read};

/// The outcome of a file: its lines as amount and text, or what is missing.
fn outcome(text: &str) -> Result<Vec<(i64, String)>, Vec<Missing>> {
    match read(text.as_bytes(), &How::default()).unwrap() {
        Read::Statement(statement) => {
            let lines = statement.lines.iter().map(|line| {
                let sign = if line.way == Way::In { 1 } else { -1 };
                let payer = line.payer.as_deref().unwrap_or_default();
                let text = format!("{payer} {}", line.reference);
                (sign * line.amount.minor(), text.trim().to_owned())
            });
            Ok(lines.collect())
        }
        Read::Asks(question) => Err(question.missing),
    }
}

#[test]
fn bare_commas_in_hsbc_texts_are_mended_where_the_columns_have_names() {
    let text = "Date,Type,Description,Paid out,Paid in,Balance\n\
        23 Nov 2026,CR,ST. JAMES, ROOM 1.5, REF 2,,475.50,6365.50\n\
        21 Nov 2026,DD,POWER CO,60.00,,5890.00\n\
        20 Nov 2026,CR,A TESTER, RENT, FLAT 2,,950.00,5950.00\n";
    let lines = [
        (47_550, "ST. JAMES, ROOM 1.5, REF 2"),
        (-6_000, "POWER CO"),
        (95_000, "A TESTER, RENT, FLAT 2"),
    ];
    let lines = lines.map(|(pence, text)| (pence, text.to_owned()));
    assert_eq!(outcome(text), Ok(lines.to_vec()));
}

#[test]
fn bare_commas_in_a_file_without_names_of_columns_are_asked_about() {
    let text = "23/11/2026,Z EXAMPLE, ROOM 1,475.50\n21/11/2026,POWER CO,-60.00\n\
        20/11/2026,A TESTER RENT FLAT 2,950.00\n";
    assert_eq!(outcome(text), Err(vec![Missing::Amount]));
}
