//! A bank's file that was read, and the money that came and went by it.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{
    BankAccountId, BankLineId, BankStatementId, LedgerEntryId, Money, TenantId, spelt,
};

use super::ledger::LONGEST_REFERENCE;

spelt! {
    /// How a line stands.
    BankLineState {
        /// To decide.
        Open = "open",
        /// One receipt or several.
        Received = "received",
        /// Not rent.
        Ignored = "ignored",
        /// Went back to tenants.
        Refunded = "refunded",
        /// The return of a deposit.
        DepositReturned = "depositReturned",
    }
}

spelt! {
    /// Which way money went.
    BankLineWay {
        /// It came.
        In = "in",
        /// It went out.
        Out = "out",
    }
}

spelt! {
    /// What a part of a line is.
    BankLinePartKind {
        /// A receipt of a tenant.
        Rent = "rent",
        /// Money that went back to a tenant.
        Refund = "refund",
        /// The return of the deposit of a tenant's tenancy, which was recorded there.
        DepositReturn = "depositReturn",
        /// Nothing of a tenancy.
        Nothing = "nothing",
    }
}

/// A line of a file that was left out.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LeftOut {
    /// Where it stands in the file, from 1.
    pub line: u32,
    /// Why.
    pub why: String,
    /// Its text, cut.
    pub text: String,
}

/// A file as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankStatement {
    /// Its id.
    pub id: BankStatementId,
    /// Its name.
    pub file_name: String,
    /// What it is.
    pub format: String,
    /// Lines of money that came.
    pub lines: Counted,
    /// Lines of money that went out.
    pub out: Counted,
    /// The first and the last day; none without lines.
    pub days: Option<(NaiveDate, NaiveDate)>,
    /// Lines of earlier files that this one shows to have gone out.
    pub wrong_way: i32,
    /// How it is certain which way the money went; none for files of before.
    pub proof: Option<String>,
    /// The layout as which it was read, where it has a name.
    pub layout_name: Option<String>,
    /// The account, where the file or somebody said.
    pub account: Option<(BankAccountId, String)>,
    /// The lines that were left out, sealed.
    pub left_out: Option<Vec<u8>>,
    /// Grows with every change of its lines.
    pub version: i64,
    /// When it was read.
    pub created_at: DateTime<Utc>,
}

/// Numbers of lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counted {
    /// All of them.
    pub all: i32,
    /// Those that an earlier file had.
    pub known: i32,
    /// Those that are still to decide.
    pub open: i32,
}

/// A file to store, without its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBankStatement {
    /// Its name.
    pub file_name: String,
    /// What it is.
    pub format: &'static str,
    /// Lines of money that came, and of money that went out.
    pub lines: (usize, usize),
    /// The first and the last day that it covers; none without lines.
    pub days: Option<(NaiveDate, NaiveDate)>,
    /// How it is certain which way the money went.
    pub proof: &'static str,
    /// The layout as which it was read, where it has a name.
    pub layout_name: Option<String>,
    /// The lines that were left out, sealed; none where there are none.
    pub left_out: Option<Vec<u8>>,
    /// The same for the same bytes.
    pub content_mark: [u8; 32],
}

/// A line to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBankLine {
    /// Names the row; what it says is sealed for it alone.
    pub key: String,
    /// The account.
    pub account: Option<BankAccountId>,
    /// The day that the bank booked it.
    pub booked: NaiveDate,
    /// How much, above 0.
    pub amount: Money,
    /// Which way it went.
    pub way: BankLineWay,
    /// The account's balance after it.
    pub balance: Option<Money>,
    /// Payer and reference, sealed.
    pub sealed: Vec<u8>,
    /// The same for the same payer; none where the file does not say.
    pub payer_mark: Option<[u8; 32]>,
    /// The same for the same reference; none where it is empty.
    pub reference_mark: Option<[u8; 32]>,
    /// The same for the same number within references.
    pub number_marks: Vec<[u8; 32]>,
}

/// A line as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBankLine {
    /// Its id.
    pub id: BankLineId,
    /// The file that had it first.
    pub statement: BankStatementId,
    /// Names the row.
    pub key: String,
    /// The account.
    pub account: Option<BankAccountId>,
    /// The day that the bank booked it.
    pub booked: NaiveDate,
    /// How much, above 0.
    pub amount: Money,
    /// Which way it went.
    pub way: BankLineWay,
    /// The account's balance after it.
    pub balance: Option<Money>,
    /// What is still to give out, from 0.
    pub open: Money,
    /// Payer and reference, sealed.
    pub sealed: Vec<u8>,
    /// The same for the same payer.
    pub payer_mark: Option<Vec<u8>>,
    /// The same for the same reference.
    pub reference_mark: Option<Vec<u8>>,
    /// The same for the same number within references.
    pub number_marks: Vec<Vec<u8>>,
    /// How it stands.
    pub state: BankLineState,
    /// The entry that the whole line is, and whose.
    pub entry: Option<(LedgerEntryId, TenantId)>,
    /// Whether it was read as money that came, became a receipt, and is known to have gone out.
    pub wrong_way: bool,
    /// Whether its text was read by the rules of before.
    pub read_before: bool,
}

impl StoredBankLine {
    /// The amount, below 0 for money that went out.
    #[must_use]
    pub const fn signed(&self) -> Money {
        match self.way {
            BankLineWay::In => self.amount,
            BankLineWay::Out => Money::gbp(-self.amount.minor()),
        }
    }
}

/// A part of a line as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPart {
    /// The line.
    pub line: BankLineId,
    /// What it is.
    pub kind: BankLinePartKind,
    /// How much, above 0.
    pub amount: Money,
    /// Whose, with the name.
    pub tenant: Option<(TenantId, String)>,
    /// The entry.
    pub entry: Option<LedgerEntryId>,
    /// The charge that a receipt is for.
    pub charge: Option<LedgerEntryId>,
}

/// What a payer's bank said of a payment.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Said {
    /// The other party; empty where the file does not say.
    pub payer: String,
    /// What the payer wrote; may be empty.
    pub reference: String,
}

impl Said {
    /// The reference as a ledger keeps it: cut to what a bank's transfer can hold.
    #[must_use]
    pub fn for_ledger(&self) -> Option<String> {
        let cut: String = self.reference.chars().take(LONGEST_REFERENCE).collect();
        let cut = cut.trim();
        (!cut.is_empty()).then(|| cut.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_fits_into_the_ledger() {
        let said = |reference: &str| Said {
            payer: String::new(),
            reference: reference.to_owned(),
        };
        assert_eq!(said(" ").for_ledger(), None);
        assert_eq!(said("RENT").for_ledger().as_deref(), Some("RENT"));
        let long = "é".repeat(500);
        let cut = said(&long).for_ledger().unwrap_or_default();
        assert_eq!(cut.chars().count(), LONGEST_REFERENCE);
    }
}
