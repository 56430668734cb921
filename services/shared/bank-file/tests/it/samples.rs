//! The samples, and short forms of what they say.

#![expect(clippy::expect_used, reason = "tests")]

use chrono::NaiveDate;
use lintel_bank_file::{How, Question, Read, Refused, Statement, Way};

/// Every sample by its name.
pub const ALL: [(&str, &[u8]); 14] = [
    ("barclays", include_bytes!("../samples/barclays.csv")),
    ("hsbc", include_bytes!("../samples/hsbc.csv")),
    ("lloyds", include_bytes!("../samples/lloyds.csv")),
    ("natwest", include_bytes!("../samples/natwest.csv")),
    ("santander", include_bytes!("../samples/santander.csv")),
    ("nationwide", include_bytes!("../samples/nationwide.csv")),
    ("monzo", include_bytes!("../samples/monzo.csv")),
    ("starling", include_bytes!("../samples/starling.csv")),
    ("revolut", include_bytes!("../samples/revolut.csv")),
    ("tide", include_bytes!("../samples/tide.csv")),
    ("ofx 1", include_bytes!("../samples/statement-1.ofx")),
    ("ofx 2", include_bytes!("../samples/statement-2.ofx")),
    ("camt v02", include_bytes!("../samples/statement-v02.xml")),
    (
        "camt v08",
        include_bytes!("../samples/statement-v08-batch.xml"),
    ),
];

/// Every file in a shape that was reported, by its name.
pub const REAL: &[(&str, &[u8])] = &[
    (
        "again-1-two-blanks.csv",
        include_bytes!("../samples/real/again-1-two-blanks.csv"),
    ),
    (
        "again-2-one-blank.csv",
        include_bytes!("../samples/real/again-2-one-blank.csv"),
    ),
    ("aib-ni.csv", include_bytes!("../samples/real/aib-ni.csv")),
    (
        "amount-dc.csv",
        include_bytes!("../samples/real/amount-dc.csv"),
    ),
    (
        "c2-batch-with-charge.xml",
        include_bytes!("../samples/real/c2-batch-with-charge.xml"),
    ),
    (
        "council-schedule.csv",
        include_bytes!("../samples/real/council-schedule.csv"),
    ),
    (
        "csv2ofx-like.ofx",
        include_bytes!("../samples/real/csv2ofx-like.ofx"),
    ),
    (
        "dc-deposit-returned.csv",
        include_bytes!("../samples/real/dc-deposit-returned.csv"),
    ),
    (
        "dr-cr-indicator.csv",
        include_bytes!("../samples/real/dr-cr-indicator.csv"),
    ),
    (
        "footer-note.csv",
        include_bytes!("../samples/real/footer-note.csv"),
    ),
    (
        "freeagent-headerless.csv",
        include_bytes!("../samples/real/freeagent-headerless.csv"),
    ),
    (
        "hsbc-business-bare-comma.csv",
        include_bytes!("../samples/real/hsbc-business-bare-comma.csv"),
    ),
    (
        "hsbc-personal-headerless.csv",
        include_bytes!("../samples/real/hsbc-personal-headerless.csv"),
    ),
    (
        "hsbc-tenant-name.csv",
        include_bytes!("../samples/real/hsbc-tenant-name.csv"),
    ),
    (
        "in-out-flag.csv",
        include_bytes!("../samples/real/in-out-flag.csv"),
    ),
    (
        "label-column.csv",
        include_bytes!("../samples/real/label-column.csv"),
    ),
    (
        "lloyds-commercial-headerless.csv",
        include_bytes!("../samples/real/lloyds-commercial-headerless.csv"),
    ),
    (
        "lloydslink.mt940",
        include_bytes!("../samples/real/lloydslink.mt940"),
    ),
    ("mettle.csv", include_bytes!("../samples/real/mettle.csv")),
    (
        "nationwide-transfer-from.csv",
        include_bytes!("../samples/real/nationwide-transfer-from.csv"),
    ),
    (
        "o7-bst-midnight-utc.ofx",
        include_bytes!("../samples/real/o7-bst-midnight-utc.ofx"),
    ),
    (
        "santander-midata.csv",
        include_bytes!("../samples/real/santander-midata.csv"),
    ),
    (
        "santander.qif",
        include_bytes!("../samples/real/santander.qif"),
    ),
    (
        "santander.txt",
        include_bytes!("../samples/real/santander.txt"),
    ),
    (
        "santander.xls",
        include_bytes!("../samples/real/santander.xls"),
    ),
    (
        "suffix-cr-dr.csv",
        include_bytes!("../samples/real/suffix-cr-dr.csv"),
    ),
    (
        "two-accounts-a.csv",
        include_bytes!("../samples/real/two-accounts-a.csv"),
    ),
    (
        "two-accounts-b.csv",
        include_bytes!("../samples/real/two-accounts-b.csv"),
    ),
    (
        "two-months-pasted.csv",
        include_bytes!("../samples/real/two-months-pasted.csv"),
    ),
    (
        "wise-history.csv",
        include_bytes!("../samples/real/wise-history.csv"),
    ),
];

/// The bytes of a sample.
pub fn bytes(name: &str) -> &'static [u8] {
    let found = ALL.iter().find(|(known, _)| *known == name);
    found.expect("a known sample").1
}

/// The text of a sample in UTF-8.
pub fn text(name: &str) -> String {
    String::from_utf8(bytes(name).to_vec()).expect("UTF-8")
}

/// Reads a sample.
pub fn statement(name: &str) -> Statement {
    read(bytes(name))
}

/// Reads a file that needs no answer.
pub fn read(bytes: &[u8]) -> Statement {
    match lintel_bank_file::read(bytes, &How::default()).expect("a file that is read") {
        Read::Statement(statement) => statement,
        Read::Asks(question) => panic!("It asks: {}", question.message),
    }
}

/// Returns the question of a file.
pub fn question(text: &str) -> Question {
    match lintel_bank_file::read(text.as_bytes(), &How::default()).expect("a table") {
        Read::Statement(_) => panic!("It asks nothing."),
        Read::Asks(question) => question,
    }
}

/// Day of November 2026, pence, payer and reference of each line of money that came.
pub fn short(statement: &Statement) -> Vec<(u32, i64, &str, &str)> {
    let lines = statement.lines.iter().filter(|line| line.way == Way::In);
    let lines = lines.map(|line| {
        let first = NaiveDate::from_ymd_opt(2026, 10, 31).expect("a day");
        let day = u32::try_from((line.booked - first).num_days()).expect("November");
        let payer = line.payer.as_deref().unwrap_or_default();
        (day, line.amount.minor(), payer, line.reference.as_str())
    });
    lines.collect()
}

/// Returns the number of lines that went out, and their pence.
pub fn out(statement: &Statement) -> (usize, i64) {
    let went = || statement.lines.iter().filter(|line| line.way == Way::Out);
    (went().count(), went().map(|line| line.amount.minor()).sum())
}

/// Why a text is refused.
pub fn refusal(text: &str) -> Refused {
    lintel_bank_file::read(text.as_bytes(), &How::default()).expect_err("the file is refused")
}
