//! Arrears that are a reason by themselves: ground 8 counts rent alone.

use chrono::NaiveDate;
use lintel_core::Money;

use crate::{
    nation::Nation,
    rent::{Rent, RentPeriod},
    rules::Rules,
};

/// The state of a tenancy against ground 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ground8 {
    /// True when so much rent is unpaid.
    pub is_met: bool,
    /// The amount from which it would be.
    pub threshold: Money,
    /// All that is owed, charges for keys or repairs included: what arrears may show.
    pub owed: Money,
}

impl Rules {
    /// Compares the arrears of a tenancy at `rent` with ground 8 on `day`; `None` where the nation has no such
    /// ground, and for amounts beyond counting.
    #[must_use]
    pub fn ground_8(
        &self,
        nation: Nation,
        rent: Rent,
        rent_owed: Money,
        other_owed: Money,
        day: NaiveDate,
    ) -> Option<Ground8> {
        let row = self.row("notice.ground-8", nation, day)?;
        let threshold = match rent.period {
            RentPeriod::Monthly => rent.months(row.number("months")?, None)?,
            RentPeriod::Weekly | RentPeriod::FourWeekly => {
                rent.weeks_at_least(row.number("weeks")?)?
            }
        };
        Some(Ground8 {
            is_met: threshold.minor() > 0 && rent_owed.minor() >= threshold.minor(),
            threshold,
            owed: rent_owed.plus(other_owed).ok()?,
        })
    }
}
