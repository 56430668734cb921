//! Deposits (docs/reference/uk-nations.md 4): how much they may be, and until when they are protected.

use chrono::NaiveDate;
use lintel_core::Money;

use crate::{
    nation::Nation,
    rent::Rent,
    row::Row,
    rules::Rules,
    words::{last_of, pounds},
};

/// The most that a deposit may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DepositCap {
    /// The nation sets no limit.
    Unlimited,
    /// So much.
    Most(Money),
}

/// Until when a deposit is protected and the tenants are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepositClock {
    /// The last day for protecting it.
    pub protect_by: NaiveDate,
    /// The last day for the information.
    pub inform_by: NaiveDate,
    /// The rule in words for people.
    pub rule: String,
    /// The part of it that is not certain.
    pub doubt: Option<String>,
}

impl Rules {
    /// The most that a deposit of a tenancy at this rent may be on `day`; `None` where no rule is known.
    #[must_use]
    pub fn deposit_cap(&self, nation: Nation, rent: Rent, day: NaiveDate) -> Option<DepositCap> {
        cap(self.row("deposit.cap", nation, day)?, rent)
    }

    /// Returns the warning beside a deposit above the cap; `None` for any other. Money that was taken is a fact and is stored.
    #[must_use]
    pub fn deposit_warning(
        &self,
        nation: Nation,
        rent: Rent,
        deposit: Money,
        day: NaiveDate,
    ) -> Option<String> {
        let row = self.row("deposit.cap", nation, day)?;
        let DepositCap::Most(most) = cap(row, rent)? else {
            return None;
        };
        let above = deposit.minus(most).ok().filter(|above| above.minor() > 0)?;
        Some(format!(
            "{} is {} more than a deposit may be in {}: {} at this rent ({}; {}).",
            pounds(deposit),
            pounds(above),
            nation.as_str(),
            pounds(most),
            row.text,
            row.source
        ))
    }

    /// Until when a deposit is protected that was received on `received` in a tenancy from `start` on; `None` where no rule is known.
    #[must_use]
    pub fn deposit_clock(
        &self,
        nation: Nation,
        received: NaiveDate,
        start: NaiveDate,
    ) -> Option<DepositClock> {
        let row = self.row("deposit.protect", nation, received)?;
        let (protect_by, inform_by) = match row.count("working_days_from_start") {
            Some(days) => {
                let by = self.working_days_after(nation, start, usize::try_from(days).ok()?);
                (by, by)
            }
            None => (
                last_of(received, row.count("days")?)?,
                last_of(received, row.count("inform_days")?)?,
            ),
        };
        Some(DepositClock {
            protect_by,
            inform_by,
            rule: row.text.clone(),
            doubt: row.doubt.clone(),
        })
    }
}

fn cap(row: &Row, rent: Rent) -> Option<DepositCap> {
    if row.is_set("unlimited") {
        return Some(DepositCap::Unlimited);
    }
    let most = match (row.number("months"), row.number("weeks")) {
        (Some(months), _) => rent.months(months, row.number("month_days"))?,
        (None, Some(weeks)) => {
            let from = i128::from(row.number("annual_from")?) * 100;
            let is_high = rent.year() >= from;
            rent.weeks(if is_high {
                row.number("weeks_from")?
            } else {
                weeks
            })?
        }
        (None, None) => return None,
    };
    Some(DepositCap::Most(most))
}
