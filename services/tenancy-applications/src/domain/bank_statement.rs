//! A bank's file that was read, and the money that came by it.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{BankLineId, BankStatementId, LedgerEntryId, Money, TenantId, spelt};

use super::ledger::LONGEST_REFERENCE;

spelt! {
    /// How a line stands.
    BankLineState {
        /// To decide.
        Open = "open",
        /// A receipt.
        Received = "received",
        /// Not rent.
        Ignored = "ignored",
    }
}

/// A file as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankStatement {
    /// Its id.
    pub id: BankStatementId,
    /// Its name.
    pub file_name: String,
    /// csv, ofx or camt.053.
    pub format: String,
    /// Lines of money that came.
    pub lines: i32,
    /// Of them, those that an earlier file had.
    pub known: i32,
    /// Those that are still to decide.
    pub open: i32,
    /// The first and the last day; none without lines.
    pub days: Option<(NaiveDate, NaiveDate)>,
    /// Grows with every change of its lines.
    pub version: i64,
    /// When it was read.
    pub created_at: DateTime<Utc>,
}

/// A file to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBankStatement {
    /// Its name.
    pub file_name: String,
    /// What it is.
    pub format: &'static str,
    /// The money that came.
    pub lines: Vec<NewBankLine>,
}

/// A line to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBankLine {
    /// Names the line in every file that has it.
    pub key: String,
    /// The day that the bank booked it.
    pub booked: NaiveDate,
    /// How much, above 0.
    pub amount: Money,
    /// Payer and reference, sealed.
    pub sealed: Vec<u8>,
    /// The same for the same payer; none where the file does not say.
    pub payer_mark: Option<[u8; 32]>,
    /// The same for the same reference; none where it is empty.
    pub reference_mark: Option<[u8; 32]>,
}

impl NewBankStatement {
    /// The first and the last day; none without lines.
    #[must_use]
    pub fn days(&self) -> Option<(NaiveDate, NaiveDate)> {
        let days = || self.lines.iter().map(|line| line.booked);
        days().min().zip(days().max())
    }
}

/// A line as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBankLine {
    /// Its id.
    pub id: BankLineId,
    /// The file that had it first.
    pub statement: BankStatementId,
    /// Names the line in every file that has it.
    pub key: String,
    /// The day that the bank booked it.
    pub booked: NaiveDate,
    /// How much.
    pub amount: Money,
    /// Payer and reference, sealed.
    pub sealed: Vec<u8>,
    /// The same for the same payer.
    pub payer_mark: Option<Vec<u8>>,
    /// The same for the same reference.
    pub reference_mark: Option<Vec<u8>>,
    /// How it stands.
    pub state: BankLineState,
    /// The receipt that it is, and whose.
    pub receipt: Option<(LedgerEntryId, TenantId)>,
}

/// What a payer's bank said of a payment.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Said {
    /// Who paid; empty where the file does not say.
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

    #[test]
    fn a_files_days_are_those_of_its_lines_in_any_order() {
        let day = |day| NaiveDate::from_ymd_opt(2026, 11, day).unwrap_or_default();
        let line = |on: u32| NewBankLine {
            key: on.to_string(),
            booked: day(on),
            amount: Money::gbp(1),
            sealed: Vec::new(),
            payer_mark: None,
            reference_mark: None,
        };
        let mut file = NewBankStatement {
            file_name: String::new(),
            format: "csv",
            lines: vec![line(20), line(3), line(23)],
        };
        assert_eq!(file.days(), Some((day(3), day(23))));
        file.lines.clear();
        assert_eq!(file.days(), None);
    }
}
