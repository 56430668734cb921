//! Changes of a tenancy in the words that tell its tenants.

use chrono::NaiveDate;
use lintel_core::Money;

use super::is_old_news;
use crate::domain::{pounds, rent::spelt_out};

/// A change of a tenancy that its tenants are told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToldChange {
    /// It ends for the tenant on this last day.
    End(NaiveDate),
    /// Another rent.
    Rent {
        /// The rent of the whole tenancy per month.
        monthly: Money,
        /// Its first day.
        from: NaiveDate,
    },
    /// A deposit is held.
    Deposit {
        /// How much.
        amount: Money,
        /// When it came, where that is known.
        received: Option<NaiveDate>,
    },
    /// A deposit is returned.
    DepositReturn {
        /// How much of it.
        returned: Money,
        /// When.
        on: NaiveDate,
    },
}

impl ToldChange {
    /// Returns the sentence that tells of it on the day `today`.
    #[must_use]
    pub fn words(self, today: NaiveDate) -> String {
        match self {
            Self::End(last) => {
                let ends = if last < today { "ended" } else { "ends" };
                format!("Your tenancy {ends} on {}.", spelt_out(last))
            }
            Self::Rent { monthly, from } => {
                let (rent, from) = (pounds(monthly), spelt_out(from));
                format!("The rent of the whole tenancy is {rent} a month from {from}.")
            }
            Self::Deposit { amount, .. } => {
                format!("Your deposit of {} is recorded as held.", pounds(amount))
            }
            Self::DepositReturn { returned, on } => format!(
                "{} of your deposit is recorded as returned on {}.",
                pounds(returned),
                spelt_out(on)
            ),
        }
    }

    /// Returns whether it is so old that nobody is told of it by itself: it was entered afterwards, as of a tenancy before Lintel.
    #[must_use]
    pub fn is_old(self, today: NaiveDate) -> bool {
        let day = match self {
            Self::End(day) | Self::Rent { from: day, .. } | Self::DepositReturn { on: day, .. } => {
                Some(day)
            }
            Self::Deposit { received, .. } => received,
        };
        day.is_some_and(|day| is_old_news(day, today))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(number: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2027, 3, number).unwrap_or_default()
    }

    #[test]
    fn each_change_is_told_in_one_sentence() {
        let (end, sum) = (ToldChange::End(day(5)), Money::gbp(125_050));
        assert_eq!(end.words(day(5)), "Your tenancy ends on 5 March 2027.");
        assert_eq!(end.words(day(6)), "Your tenancy ended on 5 March 2027.");
        let rent = ToldChange::Rent {
            monthly: sum,
            from: day(1),
        };
        assert_eq!(
            rent.words(day(1)),
            "The rent of the whole tenancy is £1,250.50 a month from 1 March 2027."
        );
        let deposit = ToldChange::Deposit {
            amount: sum,
            received: None,
        };
        assert_eq!(
            deposit.words(day(1)),
            "Your deposit of £1,250.50 is recorded as held."
        );
        let back = ToldChange::DepositReturn {
            returned: sum,
            on: day(2),
        };
        assert_eq!(
            back.words(day(3)),
            "£1,250.50 of your deposit is recorded as returned on 2 March 2027."
        );
    }

    #[test]
    fn a_change_of_more_than_seven_days_ago_is_not_told_by_itself() {
        assert!(!ToldChange::End(day(20)).is_old(day(27)));
        assert!(ToldChange::End(day(20)).is_old(day(28)));
        assert!(!ToldChange::End(day(30)).is_old(day(1)));
        let undated = ToldChange::Deposit {
            amount: Money::gbp(1),
            received: None,
        };
        assert!(!undated.is_old(day(28)));
    }
}
