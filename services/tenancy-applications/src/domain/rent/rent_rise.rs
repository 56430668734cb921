//! When a rise of the rent can begin, by the rules of the home's nation (docs/reference/uk-nations.md 5).

use chrono::NaiveDate;
use lintel_core::{Error, Money, Violations};
use lintel_rules::{EarliestRise, Rise, rules};

use super::{
    RentTerms, Rents,
    bounds::{judge_amount, judge_date},
    earlier_rise::EarlierRise,
    rent_days,
};
use crate::domain::{Nation, check};

/// The reason of every refusal here.
const INVALID: &str = "RENT_CHANGE_INVALID";
/// How far ahead a change may be dated, in months.
const MONTHS_AHEAD: u32 = 24;

/// When a rise can begin; all none where no rule is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The earliest first day.
    pub earliest: Option<NaiveDate>,
    /// Before which day it cannot begin, whatever the periods.
    pub floor: Option<NaiveDate>,
    /// The first day of a period from the earliest on that is not charged yet: a change can be recorded from it on.
    pub effective: Option<NaiveDate>,
    /// Why, or why nothing is proposed, in words for people.
    pub reason: String,
    /// What is not confirmed, said beside it.
    pub notes: Vec<String>,
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
    /// The last rise of before Lintel, if it was recorded.
    pub earlier: Option<EarlierRise>,
    /// The nation that the home is in.
    pub nation: Nation,
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
        match self.earliest(served) {
            Ok(found) => Proposal {
                earliest: Some(found.earliest),
                floor: Some(found.floor),
                effective: Some(self.next_period(found.earliest)),
                reason: found.reason,
                notes: found.notes,
            },
            Err(refusal) => Proposal {
                earliest: None,
                floor: None,
                effective: None,
                reason: refusal.text,
                notes: Vec::new(),
            },
        }
    }

    fn earliest(&self, served: NaiveDate) -> Result<EarliestRise, lintel_rules::Refusal> {
        let rise = Rise {
            nation: self.nation,
            served,
            start: self.start,
            last_rise: self.last_rise(),
        };
        rules().earliest_rise(rise, |day| self.next_period(day))
    }

    /// The day from which the last rise counts, that of before Lintel included.
    fn last_rise(&self) -> Option<NaiveDate> {
        let earlier = self.earlier.map(|rise| rise.effective);
        self.rents.last_rise().max(earlier)
    }

    /// The first period from `day` on that is not charged yet.
    fn next_period(&self, day: NaiveDate) -> NaiveDate {
        self.terms.next_period_from(self.uncharged(day))
    }

    /// Judges the last rise of before Lintel.
    ///
    /// # Errors
    /// `RENT_CHANGE_INVALID` with every offending field.
    pub fn judge_earlier(&self, draft: RentChangeDraft) -> Result<EarlierRise, Error> {
        let mut found = draft.unreadable;
        match draft.monthly {
            Some(monthly) => judge_amount(&mut found, "monthly_rent", monthly),
            None => check::refuse(&mut found, "monthly_rent", "Enter the rent per month."),
        }
        let first = self.terms.first_day;
        match draft.effective {
            None => {
                let when = "Enter the first day of that rent.";
                check::refuse(&mut found, "effective_date", when);
            }
            Some(day) if day <= self.start => {
                let text = format!(
                    "Choose a day behind the tenancy's first day, {}.",
                    spelt_out(self.start)
                );
                check::refuse(&mut found, "effective_date", text);
            }
            Some(day) if day > first => {
                let text = format!(
                    "Lintel charges rent since {}. Record a rise behind that day as a change of the rent.",
                    spelt_out(first)
                );
                check::refuse(&mut found, "effective_date", text);
            }
            Some(_) => {}
        }
        found.into_result(INVALID)?;
        let (Some(effective), Some(monthly)) = (draft.effective, draft.monthly) else {
            return Err(Error::internal("a field was neither taken nor refused"));
        };
        Ok(EarlierRise { effective, monthly })
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
            self.judge_rise(&mut found, (effective, monthly), draft.served, today);
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
            let next = self.next_period(effective);
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
        (effective, monthly): (NaiveDate, Money),
        served: Option<NaiveDate>,
        today: NaiveDate,
    ) {
        let before = self.rents.on(effective);
        if monthly == before {
            check::refuse(found, "monthly_rent", "This is the rent already.");
            return;
        }
        if monthly.minor() < before.minor() {
            return;
        }
        // Where no rule is known, the day is the landlord's own.
        let Ok(rule) = self.earliest(served.unwrap_or(today)) else {
            return;
        };
        if served.is_none() {
            let when = if self.nation == Nation::England {
                "Enter the day on which the notice was served on Form 4A."
            } else {
                "Enter the day on which the notice of the rise was served."
            };
            check::refuse(found, "serve_date", when);
        } else if effective < rule.earliest {
            let text = format!(
                "The earliest day is {}. {}",
                spelt_out(rule.earliest),
                rule.reason
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
    use crate::domain::{
        rent::{ProRata, RentChange, RentPeriod},
        vectors::rows,
    };

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

    /// Vectors `section13_earliest_start_monthly` of docs/reference/uk-lettings.md 3.2.
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
                earlier: None,
                nation: Nation::England,
            };
            let (served, earliest) = (row.day("served"), row.day("earliest_period_start"));
            let proposal = rising.propose(served);
            assert_eq!(
                (proposal.floor, proposal.earliest, proposal.effective),
                (Some(row.day("floor_date")), Some(earliest), Some(earliest))
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
            earlier: None,
            nation: Nation::England,
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

    fn rise_in(nation: Nation, start: &str, earlier: Option<&str>) -> Option<String> {
        let (terms, rents) = (terms(1, "2026-11-01"), rents(None));
        let rising = Rising {
            start: day(start),
            terms: &terms,
            rents: &rents,
            next_due: Some(day("2026-12-01")),
            earlier: earlier.map(|earlier| EarlierRise {
                effective: day(earlier),
                monthly: Money::gbp(95_000),
            }),
            nation,
        };
        let proposal = rising.propose(day("2026-11-28"));
        proposal.earliest.map(|day| day.to_string())
    }

    /// Golden cases of docs/reference/uk-nations.md 9.
    #[test]
    fn each_nation_has_its_own_first_day() {
        for (nation, start, earlier, earliest) in [
            (
                Nation::England,
                "2024-03-01",
                Some("2026-09-01"),
                "2027-09-01",
            ),
            (Nation::NorthernIreland, "2026-11-10", None, "2027-11-10"),
            (Nation::Wales, "2026-11-10", None, "2027-01-28"),
            (Nation::Scotland, "2025-11-10", None, "2027-03-01"),
        ] {
            let found = rise_in(nation, start, earlier);
            assert_eq!(found.as_deref(), Some(earliest), "{nation:?}");
        }
    }

    #[test]
    fn no_known_rule_proposes_nothing_and_a_change_has_its_own_day() {
        let (terms, rents) = (terms(1, "2025-01-01"), rents(None));
        let rising = Rising {
            start: day("2025-01-01"),
            terms: &terms,
            rents: &rents,
            next_due: Some(day("2025-02-01")),
            earlier: None,
            nation: Nation::NorthernIreland,
        };
        let proposal = rising.propose(day("2025-01-15"));
        assert_eq!((proposal.earliest, proposal.effective), (None, None));
        assert!(proposal.reason.contains("proposes no day"));
        let own = RentChangeDraft {
            effective: Some(day("2025-02-01")),
            monthly: Some(Money::gbp(99_000)),
            ..RentChangeDraft::default()
        };
        assert!(rising.judge(own, day("2025-01-15")).is_ok());
    }

    #[test]
    fn a_rise_of_before_lintel_lies_between_the_first_days() {
        let (terms, rents) = (terms(1, "2026-11-01"), rents(None));
        let rising = Rising {
            start: day("2024-03-01"),
            terms: &terms,
            rents: &rents,
            next_due: Some(day("2026-12-01")),
            earlier: None,
            nation: Nation::England,
        };
        let fields = |effective: &str| {
            let draft = RentChangeDraft {
                effective: Some(day(effective)),
                monthly: Some(Money::gbp(95_000)),
                ..RentChangeDraft::default()
            };
            match rising.judge_earlier(draft) {
                Err(Error::Invalid { violations, .. }) => {
                    violations.iter().map(|one| one.field.clone()).collect()
                }
                _ => Vec::new(),
            }
        };
        assert!(fields("2026-09-01").is_empty());
        assert!(fields("2026-11-01").is_empty());
        assert_eq!(fields("2026-11-02"), ["effective_date"]);
        assert_eq!(fields("2024-03-01"), ["effective_date"]);
    }
}
