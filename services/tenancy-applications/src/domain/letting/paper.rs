//! The papers that the law has tenants given in writing: the government's Information Sheet and the written statement of terms.

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{Error, Violations, spelt};
use lintel_rules::{StatementDue, rules};

use crate::domain::{Nation, check, said_rule};

/// The reason of every refusal here.
const INVALID: &str = "PAPER_INVALID";
/// The keys of the rules.
const SHEET: &str = "information-sheet";
const STATEMENT: &str = "written-statement";

spelt! {
    /// The papers that tenants are to be given.
    Paper {
        /// The government's Information Sheet, in tenancies of before its law.
        InformationSheet = "informationSheet",
        /// The written statement of terms.
        WrittenStatement = "writtenStatement",
    }
}

/// A paper that is owed in a tenancy, or was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwedPaper {
    /// The paper.
    pub paper: Paper,
    /// The last day for it; `None` where the law asks for none.
    pub due: Option<NaiveDate>,
    /// The rule of that day with what is not certain of it; empty without one.
    pub rule: String,
    /// When it was given, as somebody recorded.
    pub given: Option<NaiveDate>,
    /// When all had signed the agreement of Lintel that says it, where one holds.
    pub signed: Option<NaiveDate>,
}

impl Paper {
    /// The last day for it in a tenancy from `start` on; `None` where none is owed, and where no day is known. What is due before the
    /// agreement is due on the tenancy's first day at the latest.
    #[must_use]
    pub fn due(self, nation: Nation, start: NaiveDate) -> Option<NaiveDate> {
        match self {
            Self::InformationSheet => rules().information_sheet_by(nation, start),
            Self::WrittenStatement => Some(match rules().statement_due(nation, start)? {
                StatementDue::BeforeAgreement => start,
                StatementDue::By { day, .. } => day,
            }),
        }
    }

    /// How it stands in a tenancy from `start` on; `None` where it is neither owed nor was given. Where the law has it given and Lintel
    /// counts no days, the rule alone is said.
    #[must_use]
    pub fn stand(
        self,
        nation: Nation,
        start: NaiveDate,
        given: Option<NaiveDate>,
        signed: Option<NaiveDate>,
    ) -> Option<OwedPaper> {
        let due = self.due(nation, start);
        let rule = match self {
            Self::InformationSheet => due.and_then(|due| said_rule(SHEET, nation, due)),
            Self::WrittenStatement => said_rule(STATEMENT, nation, start),
        };
        if rule.is_none() && given.is_none() {
            return None;
        }
        Some(OwedPaper {
            paper: self,
            due,
            rule: rule.unwrap_or_default(),
            given,
            // An agreement says the terms, never what the sheet says.
            signed: signed.filter(|_| self == Self::WrittenStatement),
        })
    }

    /// The day on which it was given, as somebody typed it; without one it is taken back.
    ///
    /// # Errors
    /// `PAPER_INVALID` for a day that is to come or lies before any such paper.
    pub fn give(
        mut found: Violations,
        given: Option<NaiveDate>,
        today: NaiveDate,
    ) -> Result<Option<NaiveDate>, Error> {
        const FIELD: &str = "delivery_date";
        match given {
            Some(day) if day > today => {
                check::refuse(&mut found, FIELD, "Enter a day that is not in the future.");
            }
            Some(day) if day.year() < 1990 => {
                check::refuse(&mut found, FIELD, "Enter a later day.");
            }
            _ => {}
        }
        found.into_result(INVALID)?;
        Ok(given)
    }
}

impl OwedPaper {
    /// Whether it is still to be given.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.due.is_some() && self.given.is_none() && self.signed.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    fn due(paper: Paper, nation: Nation, start: &str) -> Option<String> {
        paper.due(nation, day(start)).map(|day| day.to_string())
    }

    #[test]
    fn the_sheet_is_owed_in_english_tenancies_of_before_may_2026_alone() {
        let sheet = Paper::InformationSheet;
        let by = Some("2026-05-31".to_owned());
        assert_eq!(due(sheet, Nation::England, "2026-04-30"), by);
        assert_eq!(due(sheet, Nation::England, "1999-02-28"), by);
        assert_eq!(due(sheet, Nation::England, "2026-05-01"), None);
        for elsewhere in [Nation::Wales, Nation::Scotland, Nation::NorthernIreland] {
            assert_eq!(due(sheet, elsewhere, "2026-04-30"), None, "{elsewhere:?}");
        }
    }

    #[test]
    fn the_statement_is_due_by_the_nations_day_across_the_months_end() {
        let due = |nation, start| due(Paper::WrittenStatement, nation, start);
        let on = |text: &str| Some(text.to_owned());
        assert_eq!(due(Nation::England, "2026-05-01"), on("2026-05-01"));
        assert_eq!(due(Nation::England, "2026-04-30"), None);
        assert_eq!(due(Nation::Wales, "2027-02-20"), on("2027-03-05"));
        assert_eq!(due(Nation::Wales, "2022-11-30"), None);
        assert_eq!(due(Nation::NorthernIreland, "2028-02-01"), on("2028-02-28"));
        // Lintel counts no days there.
        assert_eq!(due(Nation::Scotland, "2026-11-01"), None);
    }

    #[test]
    fn it_is_open_until_it_is_given_or_an_agreement_says_it() {
        let stand = |paper: Paper, start: &str, given: Option<&str>, signed: Option<&str>| {
            paper.stand(Nation::England, day(start), given.map(day), signed.map(day))
        };
        let (sheet, statement) = (Paper::InformationSheet, Paper::WrittenStatement);
        let old = "2025-09-01";
        let owed = stand(sheet, old, None, Some("2026-05-02"));
        assert!(owed.as_ref().is_some_and(OwedPaper::is_open));
        assert!(owed.is_some_and(|owed| owed.rule.contains("by 31 May 2026")));
        let given = stand(sheet, old, Some("2026-06-10"), None);
        assert!(given.is_some_and(|given| !given.is_open()));
        assert_eq!(stand(statement, old, None, None), None);
        let new = "2026-11-01";
        let owed = stand(statement, new, None, None);
        assert!(owed.is_some_and(|owed| owed.is_open()));
        let signed = stand(statement, new, None, Some("2026-10-20"));
        assert!(signed.is_some_and(|signed| !signed.is_open()));
        let (scotland, start) = (Nation::Scotland, day(new));
        let said = statement.stand(scotland, start, None, None);
        assert!(said.is_some_and(|said| !said.is_open() && said.rule.contains("counts no days")));
        // A record stays to be seen and taken back where nothing is owed any more.
        let kept = stand(sheet, new, Some("2026-05-10"), None);
        assert!(kept.is_some_and(|kept| !kept.is_open() && kept.rule.is_empty()));
    }

    #[test]
    fn a_day_that_is_to_come_is_refused_and_none_takes_it_back() {
        let today = day("2026-11-25");
        let give = |given: Option<&str>| Paper::give(Violations::default(), given.map(day), today);
        assert!(give(Some("2026-11-26")).is_err());
        assert!(give(Some("1989-12-31")).is_err());
        assert_eq!(give(Some("2026-11-25")).ok(), Some(Some(today)));
        assert_eq!(give(None).ok(), Some(None));
    }
}
