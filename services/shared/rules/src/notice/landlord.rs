//! A landlord's notice.

use chrono::{Datelike as _, NaiveDate};

use super::{Asked, DepositState, NoticeEnd, NoticeFacts, length_over, not_held};
use crate::{
    nation::Nation,
    refusal::{Refusal, RefusalKind},
    row::Row,
    rules::Rules,
    words::{months_after, spelt_out},
};

impl Rules {
    pub(super) fn landlord_end(
        &self,
        code: &str,
        facts: NoticeFacts,
    ) -> Result<NoticeEnd, Refusal> {
        let NoticeFacts { nation, given, .. } = facts;
        if !self
            .landlord_rows(nation)
            .any(|row| row.holds(nation, given))
        {
            return Err(not_held(self.landlord_rows(nation), &[], facts));
        }
        let mut rows = self
            .landlord_rows(nation)
            .filter(|row| row.holds(nation, given));
        let named = rows.find_map(|row| {
            let mut reasons = row.table("reasons");
            let [_, title] = reasons.find(|[one, _]: &[&str; 2]| *one == code)?;
            Some((row, title.to_owned()))
        });
        let Some((row, title)) = named else {
            return Err(self.unknown(nation, given));
        };
        not_too_early(row, facts)?;
        let too_far = || Refusal::too_far("give_date");
        let mut end = NoticeEnd {
            earliest: length_over(row, facts).ok_or_else(too_far)?,
            reason: format!("{title}: {} ({}).", row.text, row.source),
            said: Vec::new(),
            asked_for: Vec::new(),
        };
        let rule = |key| {
            let row = self.row(key, nation, given);
            row.filter(|row| row.lists("codes", code))
        };
        if let Some(row) = rule("notice.first-year") {
            after_first_year(row, facts, &mut end).ok_or_else(too_far)?;
        }
        if let Some(row) = rule("notice.students") {
            students(row, facts, &mut end)?;
        }
        if let Some(row) = rule("notice.re-letting") {
            let months = row.count("months").ok_or_else(too_far)?;
            let until = months_after(end.earliest, months).ok_or_else(too_far)?;
            end.said.push(format!(
                "{}: not before {} if the tenancy ends on the day above.",
                row.text,
                spelt_out(until)
            ));
        }
        if let Some(row) = self.row("notice.deposit", nation, given)
            && !row.lists("codes", code)
        {
            deposit(row, facts.deposit, &mut end);
        }
        end.said.push(before_the_court(nation).to_owned());
        Ok(end)
    }

    /// The first day on which a home may be let or offered again whose tenancy ended on `ended` after a notice for `code`; `None` where
    /// nothing forbids it.
    #[must_use]
    pub fn re_letting_from(
        &self,
        nation: Nation,
        code: &str,
        ended: NaiveDate,
    ) -> Option<NaiveDate> {
        let row = self.row("notice.re-letting", nation, ended)?;
        let months = row.count("months").filter(|_| row.lists("codes", code))?;
        months_after(ended, months)
    }

    fn unknown(&self, nation: Nation, day: NaiveDate) -> Refusal {
        let reasons = self.notice_reasons(nation, day);
        let codes: Vec<_> = reasons.into_iter().map(|reason| reason.code).collect();
        let text = format!("Choose the reason of the notice: {}.", codes.join(", "));
        Refusal::new(RefusalKind::UnknownReason, "ground", text)
    }
}

fn not_too_early(row: &Row, facts: NoticeFacts) -> Result<(), Refusal> {
    let Some(months) = row.count("not_in_first_months") else {
        return Ok(());
    };
    let from = months_after(facts.start, months).ok_or_else(|| Refusal::too_far("give_date"))?;
    if facts.given >= from {
        return Ok(());
    }
    let text = format!("{}: not before {}.", row.text, spelt_out(from));
    Err(Refusal::new(RefusalKind::NotThisReason, "give_date", text))
}

/// The first year ends on the day before its anniversary, which is allowed.
fn after_first_year(row: &Row, facts: NoticeFacts, end: &mut NoticeEnd) -> Option<()> {
    let year = months_after(facts.start, row.count("months")?)?.pred_opt()?;
    end.earliest = end.earliest.max(year);
    end.reason.push_str(&format!(
        " {}: {} at the earliest.",
        row.text,
        spelt_out(year)
    ));
    Some(())
}

fn students(row: &Row, facts: NoticeFacts, end: &mut NoticeEnd) -> Result<(), Refusal> {
    let too_far = || Refusal::too_far("give_date");
    let no_use = |field, text: String| Refusal::new(RefusalKind::NotThisReason, field, text);
    let summer = |year: i32| {
        let day = |name| {
            format!("{year}-{}", row.words(name)?)
                .parse::<NaiveDate>()
                .ok()
        };
        Some((day("first")?, day("last")?))
    };
    let year = end.earliest.year();
    let (first, last) = summer(year).ok_or_else(too_far)?;
    end.earliest = if end.earliest > last {
        summer(year + 1).ok_or_else(too_far)?.0
    } else {
        end.earliest.max(first)
    };
    end.reason.push_str(&format!(" {}.", row.text));
    let (new_from, old_by) = (row.day("new_from"), row.day("old_statement_by"));
    let is_old = new_from.is_some_and(|from| facts.start < from);
    match (facts.statement_given, old_by) {
        (None, _) => end.asked_for.push(Asked {
            field: "statement_date",
            text: "When was the written statement of terms given?".to_owned(),
        }),
        (Some(given), Some(by)) if is_old && given > by => {
            let text = format!(
                "Ground 4A needs the written statement by {}.",
                spelt_out(by)
            );
            return Err(no_use("statement_date", text));
        }
        (Some(given), _) if !is_old && given >= facts.start => {
            let text = "Ground 4A needs the written statement before the tenancy.";
            return Err(no_use("statement_date", text.to_owned()));
        }
        (Some(_), _) => {}
    }
    let months = row.count("signed_months").ok_or_else(too_far)?;
    match facts.agreement_signed {
        None => end.asked_for.push(Asked {
            field: "signing_date",
            text: "When was the agreement signed?".to_owned(),
        }),
        Some(signed) if months_after(signed, months).is_none_or(|until| facts.start > until) => {
            let text = format!(
                "Ground 4A needs an agreement that is signed at most {months} months before moving in."
            );
            return Err(no_use("signing_date", text));
        }
        Some(_) => {}
    }
    Ok(())
}

fn deposit(row: &Row, deposit: DepositState, end: &mut NoticeEnd) {
    match deposit {
        DepositState::NoneTaken | DepositState::Protected => {}
        DepositState::Unprotected => end.said.push(format!(
            "The deposit is not protected. {} ({}). Protect it or give it back first.",
            row.text, row.source
        )),
        DepositState::NotKnown => {
            end.said.push(format!("{} ({}).", row.text, row.source));
            end.asked_for.push(Asked {
                field: "deposit",
                text: "Is the deposit protected?".to_owned(),
            });
        }
    }
}

const fn before_the_court(nation: Nation) -> &'static str {
    match nation {
        Nation::England => {
            "The notice is a section 8 notice; the tenant need not leave before a court orders it."
        }
        Nation::Wales => "The contract-holder need not leave before a court orders it.",
        Nation::Scotland => {
            "The tenant need not leave before the First-tier Tribunal orders it. A notice that is posted or e-mailed is taken to arrive 48 hours later: add them."
        }
        Nation::NorthernIreland => "The tenant need not leave before a court orders it.",
    }
}
