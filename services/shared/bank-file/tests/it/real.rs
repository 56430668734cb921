//! Files in the shapes that people reported, with the right values.

#![expect(clippy::unwrap_used, reason = "tests")]

use lintel_bank_file::{Format, How, Proof, Statement, Way, identity_text};

use crate::samples::{REAL, read};

/// Reads a sample.
fn statement(name: &str) -> Statement {
    read(bytes(name))
}

fn bytes(name: &str) -> &'static [u8] {
    REAL.iter().find(|(known, _)| *known == name).unwrap().1
}

/// Day, pence with a minus for money out, payer and reference of each line in upper case, sorted by the day.
fn lines(name: &str) -> Vec<(String, i64, String, String)> {
    let mut lines: Vec<_> = statement(name)
        .lines
        .iter()
        .map(|line| {
            let amount = line.amount.minor();
            let amount = if line.way == Way::Out {
                -amount
            } else {
                amount
            };
            let payer = line.payer.clone().unwrap_or_default().to_uppercase();
            (
                line.booked.to_string(),
                amount,
                payer,
                line.reference.to_uppercase(),
            )
        })
        .collect();
    lines.sort();
    lines
}

fn expect(day: u32, amount: i64, payer: &str, reference: &str) -> (String, i64, String, String) {
    (
        format!("2026-11-{day}"),
        amount,
        payer.to_owned(),
        reference.to_owned(),
    )
}

/// A bank's last line often has no line end. Its last cell, mostly the balance, is there all the same.
#[test]
fn a_file_without_its_last_line_end_reads_the_same() {
    for (name, bytes) in REAL {
        let Ok(text) = std::str::from_utf8(bytes) else {
            continue;
        };
        let ended = format!("{}\n", text.trim_end_matches(['\r', '\n']));
        let open = text.trim_end_matches(['\r', '\n']);
        let read = |text: &str| lintel_bank_file::read(text.as_bytes(), &How::default());
        assert_eq!(read(open), read(&ended), "{name}");
    }
}

#[test]
fn payer_and_reference_are_told_apart() {
    for (name, format, out) in [
        (
            "santander-midata.csv",
            Format::Csv,
            ("", "DIRECT DEBIT PAYMENT TO POWER CO"),
        ),
        ("aib-ni.csv", Format::Csv, ("POWER CO", "")),
        ("wise-history.csv", Format::Csv, ("POWER CO", "")),
        ("mettle.csv", Format::Csv, ("POWER CO", "POWER")),
        (
            "santander.txt",
            Format::Txt,
            ("", "DIRECT DEBIT PAYMENT TO POWER CO"),
        ),
        (
            "santander.xls",
            Format::Html,
            ("", "DIRECT DEBIT PAYMENT TO POWER CO"),
        ),
        (
            "santander.qif",
            Format::Qif,
            ("", "DIRECT DEBIT PAYMENT TO POWER CO"),
        ),
        ("lloydslink.mt940", Format::Mt940, ("POWER CO", "POWER")),
    ] {
        let out = if out.0.is_empty() {
            ("POWER CO", "")
        } else {
            out
        };
        assert_eq!(statement(name).format, format, "{name}");
        assert_eq!(
            lines(name),
            [
                expect(20, 95_000, "A TESTER", "RENT FLAT 2"),
                expect(21, -6_000, out.0, out.1),
                expect(23, 47_550, "Z EXAMPLE", "ROOM 1"),
            ],
            "{name}"
        );
    }
}

#[test]
fn one_text_may_hold_both() {
    for name in [
        "amount-dc.csv",
        "footer-note.csv",
        "freeagent-headerless.csv",
        "hsbc-personal-headerless.csv",
        "suffix-cr-dr.csv",
        "two-months-pasted.csv",
    ] {
        assert_eq!(
            lines(name),
            [
                expect(20, 95_000, "", "A TESTER RENT FLAT 2"),
                expect(21, -6_000, "", "POWER CO"),
                expect(23, 47_550, "", "Z EXAMPLE ROOM 1"),
            ],
            "{name}"
        );
    }
    assert_eq!(
        lines("hsbc-business-bare-comma.csv"),
        [
            expect(20, 95_000, "", "A TESTER RENT FLAT 2"),
            expect(21, -6_000, "", "POWER CO"),
            expect(23, 47_550, "", "Z EXAMPLE, ROOM 1"),
        ]
    );
    assert_eq!(
        lines("lloyds-commercial-headerless.csv"),
        [
            expect(20, 95_000, "", "CUSTREF A TESTER RENT FLAT 2"),
            expect(21, -6_000, "", "POWER CO"),
            expect(23, 47_550, "", "Z EXAMPLE ROOM 1"),
        ]
    );
}

#[test]
fn a_flag_tells_money_out() {
    for name in ["dr-cr-indicator.csv", "in-out-flag.csv"] {
        assert_eq!(
            lines(name),
            [
                expect(20, 95_000, "", "A TESTER RENT FLAT 2"),
                expect(21, -6_000, "", "POWER CO"),
            ],
            "{name}"
        );
        assert_eq!(statement(name).proof, Proof::Balance, "{name}");
    }
    assert_eq!(
        lines("dc-deposit-returned.csv"),
        [expect(18, -95_000, "", "ALICE TESTER DEPOSIT RETURNED")]
    );
    assert_eq!(statement("dc-deposit-returned.csv").proof, Proof::Flag);
    assert_eq!(statement("suffix-cr-dr.csv").proof, Proof::Balance);
}

#[test]
fn names_are_where_each_bank_puts_them() {
    assert_eq!(
        lines("hsbc-tenant-name.csv"),
        [
            expect(20, 95_000, "", "ALICE TESTER RENT"),
            expect(23, 47_550, "", "ZOE EXAMPLE ROOM 1"),
            expect(27, 1_200, "", "SOME SHOP REFUND"),
        ]
    );
    assert_eq!(
        lines("nationwide-transfer-from.csv"),
        [
            expect(18, 95_000, "ALICE TESTER", "070000 00000001"),
            expect(19, 47_550, "ZOE EXAMPLE", "ZOE EXAMPLE"),
        ]
    );
    assert_eq!(
        lines("label-column.csv"),
        [
            expect(20, 95_000, "", "A TESTER RENT FLAT 2"),
            expect(20, 95_000, "", "B SAMPLE RENT FLAT 3"),
            expect(21, -6_000, "", "POWER CO"),
        ]
    );
    assert_eq!(
        lines("council-schedule.csv"),
        [expect(14, 142_550, "TESTSHIRE COUNCIL", "HB SCHEDULE 4711")]
    );
}

#[test]
fn ofx_and_camt_are_read_as_banks_write_them() {
    assert_eq!(
        lines("csv2ofx-like.ofx"),
        [expect(20, 95_000, "A TESTER", "RENT FLAT 2")]
    );
    assert_eq!(
        lines("c2-batch-with-charge.xml"),
        [
            expect(20, 30_000, "B SAMPLE", "ROOM 2"),
            expect(20, 47_550, "Z EXAMPLE", "ROOM 1"),
            expect(20, 95_000, "A TESTER", "RENT FLAT 2"),
        ]
    );
    assert_eq!(
        statement("o7-bst-midnight-utc.ofx").lines[0]
            .booked
            .to_string(),
        "2026-07-01"
    );
}

#[test]
fn one_blank_more_makes_no_other_line() {
    let identity = |name| {
        let line = statement(name).lines.remove(0);
        identity_text(line.payer.as_deref().unwrap_or_default(), &line.reference)
    };
    let first = identity("again-1-two-blanks.csv");
    assert_eq!(first, "ATESTERRENT");
    assert_eq!(identity("again-2-one-blank.csv"), first);
}

#[test]
fn two_accounts_without_names_differ_in_the_balance() {
    let balance = |name| statement(name).lines[0].balance.unwrap().minor();
    assert_eq!(balance("two-accounts-a.csv"), 590_000);
    assert_eq!(balance("two-accounts-b.csv"), 120_000);
}

#[test]
fn accounts_are_named_where_the_file_names_them() {
    for (name, account) in [
        ("aib-ni.csv", Some("93000000000001")),
        ("lloyds-commercial-headerless.csv", Some("30000000000001")),
        ("lloydslink.mt940", Some("30000000000001")),
        ("santander.txt", Some("XXXXXXXXXXXX0001")),
        ("santander.xls", Some("XXXXXXXXXXXX0001")),
        ("nationwide-transfer-from.csv", Some("LETTINGS00001")),
        ("santander.qif", None),
        ("hsbc-personal-headerless.csv", None),
    ] {
        assert_eq!(
            statement(name).lines[0].account.as_deref(),
            account,
            "{name}"
        );
    }
}
