//! Layouts that are known as a whole, so that one line of a file is enough to read it.

use super::grid::Grid;

/// A layout of a bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Its name for people.
    pub name: &'static str,
    /// Names of columns that it has.
    columns: &'static [&'static str],
    /// True when its amounts have a minus before money out, also where a file has none.
    pub is_signed: bool,
    /// True when its text is the other party.
    pub text_is_payer: bool,
    /// True when its first text is the other party and the others are the reference.
    pub first_text_is_payer: bool,
}

const fn known(name: &'static str, columns: &'static [&'static str]) -> Known {
    Known {
        name,
        columns,
        is_signed: false,
        text_is_payer: false,
        first_text_is_payer: false,
    }
}

const fn signed(name: &'static str, columns: &'static [&'static str]) -> Known {
    Known {
        is_signed: true,
        ..known(name, columns)
    }
}

/// HSBC's personal accounts, whose files have no header.
pub const HSBC_PERSONAL: Known = signed("HSBC personal", &[]);
/// The order that FreeAgent takes, without a header.
pub const FREEAGENT: Known = known("FreeAgent", &[]);
/// Lloyds Commercial, without a header.
pub const LLOYDS_COMMERCIAL: Known = signed("Lloyds Commercial", &[]);

const ALL: &[Known] = &[
    signed(
        "Starling",
        &[
            "date",
            "counterparty",
            "reference",
            "type",
            "amount",
            "balance",
        ],
    ),
    signed(
        "Barclays",
        &["number", "date", "account", "amount", "subcategory", "memo"],
    ),
    signed(
        "NatWest",
        &[
            "date",
            "type",
            "description",
            "value",
            "balance",
            "accountname",
            "accountnumber",
        ],
    ),
    signed(
        "Monzo",
        &["transactionid", "date", "time", "type", "name", "amount"],
    ),
    signed(
        "Monzo",
        &[
            "id",
            "created",
            "amount",
            "currency",
            "localamount",
            "localcurrency",
        ],
    ),
    signed(
        "Revolut",
        &[
            "type",
            "product",
            "completeddate",
            "description",
            "amount",
            "state",
        ],
    ),
    signed(
        "Revolut Business",
        &[
            "datestarted",
            "datecompleted",
            "id",
            "type",
            "description",
            "amount",
        ],
    ),
    Known {
        text_is_payer: true,
        ..signed(
            "Mettle",
            &[
                "date",
                "amount",
                "balance",
                "reference",
                "description",
                "transactiontype",
                "invoices",
            ],
        )
    },
    signed(
        "midata",
        &[
            "date",
            "type",
            "merchantdescription",
            "debitcredit",
            "balance",
        ],
    ),
    signed(
        "Wise",
        &[
            "transferwiseid",
            "date",
            "amount",
            "currency",
            "description",
        ],
    ),
    known(
        "Wise",
        &["id", "status", "direction", "sourcename", "targetname"],
    ),
    known(
        "Tide",
        &[
            "date",
            "timestamp",
            "transactionid",
            "transactiondescription",
            "reference",
        ],
    ),
    known(
        "Lloyds",
        &[
            "transactiondate",
            "transactiontype",
            "sortcode",
            "accountnumber",
            "transactiondescription",
        ],
    ),
    known(
        "Nationwide",
        &[
            "date",
            "transactiontype",
            "description",
            "paidout",
            "paidin",
            "balance",
        ],
    ),
    known(
        "HSBC Business",
        &[
            "date",
            "type",
            "description",
            "paidout",
            "paidin",
            "balance",
        ],
    ),
    known(
        "Metro Bank",
        &["date", "details", "transactiontype", "in", "out", "balance"],
    ),
    known(
        "Co-operative Bank",
        &[
            "date",
            "description",
            "type",
            "moneyin",
            "moneyout",
            "balance",
        ],
    ),
    Known {
        first_text_is_payer: true,
        ..known(
            "AIB",
            &[
                "postedaccount",
                "description1",
                "description2",
                "debitamount",
                "creditamount",
            ],
        )
    },
];

/// The layout that has these columns.
pub fn of(names: &[String]) -> Option<Known> {
    let has = |column: &&str| names.iter().any(|name| name == column);
    ALL.iter()
        .find(|known| known.columns.iter().all(&has))
        .copied()
}

/// Kinds of payment that HSBC writes behind the text.
const HSBC_KINDS: &[&str] = &[
    "CR", "DR", "DD", "SO", "BP", "TFR", "VIS", "ATM", "OBP", "CHQ", ")))", "CD", "PIM", "INT",
    "MAE", "IAP", "BGC", "DIV",
];

/// The text before the kind of payment that HSBC writes behind it, after two blanks or more.
pub fn without_kind(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let (before, kind) = text.rsplit_once([' ', '\t', '\u{a0}'])?;
    let is_apart = before.ends_with([' ', '\t', '\u{a0}']);
    let before = before.trim();
    (is_apart && !before.is_empty() && HSBC_KINDS.contains(&kind)).then_some(before)
}

/// Returns whether most texts of a column end with a kind of payment.
pub fn has_kinds(grid: &Grid, from: usize, column: usize) -> bool {
    let (mut with, mut all) = (0, 0);
    for row in grid.rows(from).take(200) {
        all += 1;
        with += usize::from(without_kind(row.raw(column)).is_some());
    }
    with * 2 > all
}
