//! When a rise of the rent can begin (uk-lettings 3.1 and 3.2): in England by a notice under section 13 alone, on Form 4A.

use chrono::NaiveDate;
use lintel_core::{Error, Money, Violations};

use super::{
    RentTerms, Rents, check,
    ledger::{judge_amount, judge_date},
    rent_days,
};

/// The reason of every refusal here.
const INVALID: &str = "RENT_CHANGE_INVALID";
/// Months of notice at least.
const NOTICE_MONTHS: u32 = 2;
/// Weeks between one rise and the next, or since the tenancy's first period began.
const WEEKS_BETWEEN: u64 = 52;
/// How far ahead a change may be dated, in months.
const MONTHS_AHEAD: u32 = 24;

/// When a rise can begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The earliest first day of a period.
    pub earliest: NaiveDate,
    /// Before which day it cannot begin, whatever the periods.
    pub floor: NaiveDate,
    /// Why, in words for people.
    pub reason: String,
}

/// A tenancy, as far as its rent can rise.
#[derive(Debug, Clone, Copy)]
pub struct Rising<'a> {
    /// The tenancy's first day, on which its first period began.
    pub start: NaiveDate,
    /// How rent is due.
    pub terms: &'a RentTerms,
    /// The rent through time.
    pub rents: &'a Rents,
    /// The first period that is not charged yet; none where nothing more will be.
    pub next_due: Option<NaiveDate>,
    /// Whether the home is in England.
    pub in_england: bool,
}

/// A change to record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewRentChange {
    /// The first day of the new rent.
    pub effective: NaiveDate,
    /// The rent of the tenancy per month from then on.
    pub monthly: Money,
    /// When the notice was served.
    pub served: Option<NaiveDate>,
}

/// What somebody typed of a change.
#[derive(Debug, Clone, Default)]
pub struct RentChangeDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The first day.
    pub effective: Option<NaiveDate>,
    /// The rent per month.
    pub monthly: Option<Money>,
    /// When the notice was served.
    pub served: Option<NaiveDate>,
}

impl Rising<'_> {
    /// When a rise can begin whose notice is served on `served`.
    #[must_use]
    pub fn propose(&self, served: NaiveDate) -> Proposal {
        if !self.in_england {
            let earliest = self.terms.next_period_from(self.uncharged(served));
            let reason = format!(
                "This home is not in England, whose rules alone Lintel knows: the first period after the notice begins on {}. Check the rules \
                 where it is.",
                spelt_out(earliest)
            );
            return Proposal {
                earliest,
                floor: served,
                reason,
            };
        }
        let noticed = rent_days::months_after(served, NOTICE_MONTHS);
        let last_rise = self.rents.last_rise();
        let since = last_rise.unwrap_or(self.start);
        let rested = rent_days::weeks_after(since, WEEKS_BETWEEN);
        let floor = noticed.max(rested);
        let earliest = self.terms.next_period_from(self.uncharged(floor));
        let what = if last_rise.is_some() {
            "the last rise"
        } else {
            "the tenancy's first period began"
        };
        let reason = format!(
            "Form 4A gives two months' notice, until {}; 52 weeks since {what} on {} end on {}; the new rent starts on the first day of a \
             period, {}.",
            spelt_out(noticed),
            spelt_out(since),
            spelt_out(rested),
            spelt_out(earliest)
        );
        Proposal {
            earliest,
            floor,
            reason,
        }
    }

    /// Judges a change.
    ///
    /// # Errors
    /// `RENT_CHANGE_INVALID` with every offending field.
    pub fn judge(&self, draft: RentChangeDraft, today: NaiveDate) -> Result<NewRentChange, Error> {
        let mut found = draft.unreadable;
        match draft.monthly {
            Some(monthly) => judge_amount(&mut found, "monthly_rent", monthly),
            None => check::refuse(&mut found, "monthly_rent", "Enter the new rent per month."),
        }
        if let Some(served) = draft.served {
            judge_date(&mut found, "serve_date", served, today);
        }
        match draft.effective {
            Some(effective) => self.judge_day(&mut found, effective, today),
            None => {
                let first = "Enter the first day of the new rent.";
                check::refuse(&mut found, "effective_date", first);
            }
        }
        if let (Some(effective), Some(monthly)) = (draft.effective, draft.monthly) {
            self.judge_rise(&mut found, effective, monthly, draft.served);
        }
        found.into_result(INVALID)?;
        let (Some(effective), Some(monthly)) = (draft.effective, draft.monthly) else {
            return Err(Error::internal("a field was neither taken nor refused"));
        };
        Ok(NewRentChange {
            effective,
            monthly,
            served: draft.served,
        })
    }

    fn judge_day(&self, found: &mut Violations, effective: NaiveDate, today: NaiveDate) {
        let last = self.rents.changes.last().map(|change| change.effective);
        let refuse = if self.next_due.is_none() {
            "No more rent will be charged in this tenancy.".to_owned()
        } else if effective <= self.terms.first_day || !self.terms.begins_period(effective) {
            let next = self.terms.next_period_from(self.uncharged(effective));
            format!(
                "Choose the first day of a period, {} for instance.",
                spelt_out(next)
            )
        } else if self.next_due.is_some_and(|next| effective < next) {
            "The rent of that day has been charged already.".to_owned()
        } else if last.is_some_and(|last| effective <= last) {
            "Choose a day behind the last change that is recorded.".to_owned()
        } else if effective > rent_days::months_after(today, MONTHS_AHEAD) {
            "Choose a day within the next two years.".to_owned()
        } else {
            return;
        };
        check::refuse(found, "effective_date", refuse);
    }

    fn judge_rise(
        &self,
        found: &mut Violations,
        effective: NaiveDate,
        monthly: Money,
        served: Option<NaiveDate>,
    ) {
        let before = self.rents.on(effective);
        if monthly == before {
            check::refuse(found, "monthly_rent", "This is the rent already.");
            return;
        }
        if monthly.minor() < before.minor() || !self.in_england {
            return;
        }
        let Some(served) = served else {
            let when = "Enter the day on which the notice was served on Form 4A.";
            check::refuse(found, "serve_date", when);
            return;
        };
        let proposal = self.propose(served);
        if effective < proposal.earliest {
            let text = format!(
                "The earliest day is {}. {}",
                spelt_out(proposal.earliest),
                proposal.reason
            );
            check::refuse(found, "effective_date", text);
        }
    }

    /// `day`, or the first day of a period that is not charged yet.
    fn uncharged(&self, day: NaiveDate) -> NaiveDate {
        self.next_due.map_or(day, |next| next.max(day))
    }
}

/// A day as people write it: 1 May 2027.
#[must_use]
pub fn spelt_out(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ProRata, RentChange, RentPeriod, vectors::rows};

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    fn terms(due_day: u32, first_day: &str) -> RentTerms {
        RentTerms {
            period: RentPeriod::Monthly,
            due_day,
            first_day: day(first_day),
            pro_rata: ProRata::DaysOfYear,
        }
    }

    fn rents(last: Option<NaiveDate>) -> Rents {
        let change = last.map(|effective| RentChange {
            id: 1.into(),
            effective,
            monthly: Money::gbp(100_000),
            served: None,
        });
        Rents {
            first: Money::gbp(95_000),
            changes: change.into_iter().collect(),
        }
    }

    /// Vectors `section13_earliest_start_monthly` of uk-lettings 3.2.
    #[test]
    fn a_rise_waits_for_the_notice_the_year_and_the_next_period() {
        for row in rows("section13_earliest_start_monthly") {
            let began = row.day("tenancy_first_period_began");
            let due_day = u32::try_from(row.number("rent_day")).unwrap_or_default();
            let terms = terms(due_day, row.text("tenancy_first_period_began"));
            let rents = rents(row.day_if_any("last_increase_effective"));
            let rising = Rising {
                start: began,
                terms: &terms,
                rents: &rents,
                next_due: Some(day("2026-12-01")),
                in_england: true,
            };
            let (served, earliest) = (row.day("served"), row.day("earliest_period_start"));
            let proposal = rising.propose(served);
            assert_eq!(
                (proposal.floor, proposal.earliest),
                (row.day("floor_date"), earliest)
            );
            let given = RentChangeDraft {
                effective: Some(earliest),
                monthly: Some(Money::gbp(110_000)),
                served: Some(served),
                ..RentChangeDraft::default()
            };
            assert!(rising.judge(given, served).is_ok());
        }
    }

    #[test]
    fn a_change_is_dated_on_a_period_to_come_and_a_rise_is_served() {
        let (terms, rents) = (terms(1, "2025-01-01"), rents(None));
        let rising = Rising {
            start: day("2025-01-01"),
            terms: &terms,
            rents: &rents,
            next_due: Some(day("2026-12-01")),
            in_england: true,
        };
        let change = |effective: &str, monthly, served: Option<&str>| RentChangeDraft {
            effective: Some(day(effective)),
            monthly: Some(Money::gbp(monthly)),
            served: served.map(day),
            ..RentChangeDraft::default()
        };
        let fields = |draft| match rising.judge(draft, day("2026-11-25")) {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            _ => Vec::new(),
        };
        assert!(fields(change("2027-02-01", 99_000, Some("2026-11-25"))).is_empty());
        // A reduction needs neither notice nor a year.
        assert!(fields(change("2026-12-01", 90_000, None)).is_empty());
        for (draft, field) in [
            (
                change("2027-01-01", 99_000, Some("2026-11-25")),
                "effective_date",
            ),
            (change("2027-02-02", 90_000, None), "effective_date"),
            (change("2026-11-01", 90_000, None), "effective_date"),
            (change("2029-02-01", 90_000, None), "effective_date"),
            (change("2027-02-01", 99_000, None), "serve_date"),
            (change("2027-02-01", 95_000, None), "monthly_rent"),
            (change("2027-02-01", 0, None), "monthly_rent"),
        ] {
            assert_eq!(fields(draft.clone()), [field], "{draft:?}");
        }
        assert_eq!(
            fields(RentChangeDraft::default()),
            ["monthly_rent", "effective_date"]
        );
    }

    #[test]
    fn elsewhere_the_next_period_is_named_and_no_rule_is_claimed() {
        let (terms, rents) = (terms(1, "2025-01-01"), rents(None));
        let rising = Rising {
            start: day("2025-01-01"),
            terms: &terms,
            rents: &rents,
            next_due: Some(day("2026-12-01")),
            in_england: false,
        };
        let proposal = rising.propose(day("2026-11-25"));
        assert_eq!(proposal.earliest, day("2026-12-01"));
        assert!(proposal.reason.contains("not in England"));
    }
}
