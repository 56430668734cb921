//! The times within which repairs are answered and done (docs/reference/uk-lettings.md 5.1), by the working days of the home's nation.

use chrono::NaiveDate;
use lintel_core::spelt;

use crate::{nation::Nation, row::Row, rules::Rules, words::days_after};

spelt! {
    /// The urgency of a repair.
    RepairLevel {
        /// People or the home are in danger.
        Emergency = "emergency",
        /// High priority.
        Urgent = "urgent",
        /// Medium priority.
        Routine = "routine",
        /// Low priority.
        Planned = "planned",
    }
}

/// Until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepairTarget {
    /// By the clock, weekends and holidays included.
    Hours {
        /// Until the answer.
        respond: u32,
        /// Until it is safe.
        fix: u32,
    },
    /// By the end of a day.
    Days {
        /// The answer; none for planned work.
        respond_by: Option<NaiveDate>,
        /// The repair.
        fix_by: NaiveDate,
    },
}

impl Rules {
    /// The targets of a repair that is reported on `reported`.
    #[must_use]
    pub fn repair_target(
        &self,
        nation: Nation,
        level: RepairLevel,
        reported: NaiveDate,
    ) -> Option<RepairTarget> {
        let row = self.row(&format!("repair.{}", level.as_str()), nation, reported)?;
        if let (Some(respond), Some(fix)) = (row.count("respond_hours"), row.count("fix_hours")) {
            return Some(RepairTarget::Hours { respond, fix });
        }
        Some(RepairTarget::Days {
            respond_by: self.target_day(row, "respond", nation, reported),
            fix_by: self.target_day(row, "fix", nation, reported)?,
        })
    }

    fn target_day(
        &self,
        row: &Row,
        what: &str,
        nation: Nation,
        reported: NaiveDate,
    ) -> Option<NaiveDate> {
        match row.count(&format!("{what}_working_days")) {
            Some(days) => {
                Some(self.working_days_after(nation, reported, usize::try_from(days).ok()?))
            }
            None => days_after(reported, row.count(&format!("{what}_days"))?),
        }
    }
}
