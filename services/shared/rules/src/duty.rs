//! Duties of a landlord within a time: holding deposits, requests for pets, statements and sheets; and which agreement and
//! checks a nation has.

use chrono::NaiveDate;
use lintel_core::Money;

use crate::{
    nation::Nation,
    rent::Rent,
    rules::Rules,
    words::{days_after, last_of},
};

/// The rules for a holding deposit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoldingDeposit {
    /// The most that it may be.
    pub most: Money,
    /// The last day for the agreement, unless another one is agreed in writing.
    pub agree_by: NaiveDate,
    /// The rule in words for people.
    pub rule: String,
    /// The part of it that is not certain.
    pub doubt: Option<String>,
}

/// When the written statement of terms is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementDue {
    /// Before the agreement is entered into.
    BeforeAgreement,
    /// By a day.
    By {
        /// The day.
        day: NaiveDate,
        /// The part of it that is not certain.
        doubt: Option<String>,
    },
}

impl Rules {
    /// Returns the rules for a holding deposit received on `received`; `None` where none is known.
    #[must_use]
    pub fn holding_deposit(
        &self,
        nation: Nation,
        rent: Rent,
        received: NaiveDate,
    ) -> Option<HoldingDeposit> {
        let row = self.row("holding-deposit", nation, received)?;
        Some(HoldingDeposit {
            most: rent.weeks(row.number("weeks")?)?,
            agree_by: last_of(received, row.count("deadline_days")?)?,
            rule: row.text.clone(),
            doubt: row.doubt.clone(),
        })
    }

    /// The last day for paying a holding deposit back: `from` is the day of the agreement, of the landlord's no, or the last day for the
    /// agreement.
    #[must_use]
    pub fn holding_deposit_refund_by(&self, nation: Nation, from: NaiveDate) -> Option<NaiveDate> {
        let row = self.row("holding-deposit", nation, from)?;
        last_of(from, row.count("refund_days")?)
    }

    /// The last day for the answer to a request for a pet. `informed` is the day on which the information came that was asked for.
    #[must_use]
    pub fn pet_answer_by(
        &self,
        nation: Nation,
        requested: NaiveDate,
        informed: Option<NaiveDate>,
    ) -> Option<NaiveDate> {
        let row = self.row("pet.answer", nation, requested)?;
        let by = days_after(requested, row.count("days")?)?;
        let more = row.count("days_after_information")?;
        let later = informed.and_then(|informed| days_after(informed, more));
        Some(later.map_or(by, |later| later.max(by)))
    }

    /// The last day for the government's Information Sheet of a tenancy from `start` on; `None` where none is owed.
    #[must_use]
    pub fn information_sheet_by(&self, nation: Nation, start: NaiveDate) -> Option<NaiveDate> {
        let mut rows = self.confirmed(nation);
        let row = rows.find(|row| row.key == "information-sheet")?;
        row.day("before")
            .filter(|before| start < *before)
            .and_then(|_| row.day("by"))
    }

    /// When the written statement of terms of a tenancy from `start` on is due; `None` where no rule is known.
    #[must_use]
    pub fn statement_due(&self, nation: Nation, start: NaiveDate) -> Option<StatementDue> {
        let row = self.row("written-statement", nation, start)?;
        if row.is_set("before_agreement") {
            return Some(StatementDue::BeforeAgreement);
        }
        Some(StatementDue::By {
            day: last_of(start, row.count("days_from_start")?)?,
            doubt: row.doubt.clone(),
        })
    }

    /// Returns whether Lintel writes the agreement of a tenancy from `start` on; elsewhere the landlord brings their own.
    #[must_use]
    pub fn writes_agreement(&self, nation: Nation, start: NaiveDate) -> Option<bool> {
        let row = self.row("agreement.document", nation, start)?;
        Some(row.number("written_by_lintel")? == 1)
    }

    /// Returns whether the right to rent is asked for.
    #[must_use]
    pub fn asks_right_to_rent(&self, nation: Nation, day: NaiveDate) -> Option<bool> {
        let row = self.row("right-to-rent", nation, day)?;
        Some(row.number("asked")? == 1)
    }
}
