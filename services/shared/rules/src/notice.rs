//! The earliest day on which a notice can end a tenancy (docs/reference/uk-nations.md 6). It is proposed, never acted on.

mod arrears;
mod landlord;
mod tenant;

use chrono::NaiveDate;

pub use arrears::Ground8;

use crate::{
    nation::Nation,
    refusal::{Refusal, RefusalKind},
    row::Row,
    rules::Rules,
    words::{days_after, months_after, spelt_out, weeks_after},
};

/// The notice: who gives it, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice<'a> {
    /// The tenant.
    OfTenant,
    /// The landlord, for one of [`Rules::notice_reasons`]: its code.
    OfLandlord(&'a str),
}

/// The state of the deposit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DepositState {
    /// Nobody has said.
    #[default]
    NotKnown,
    /// None was taken.
    NoneTaken,
    /// It is protected.
    Protected,
    /// It is not.
    Unprotected,
}

/// The known facts of the tenancy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoticeFacts {
    /// Where the home is.
    pub nation: Nation,
    /// When the notice is given.
    pub given: NaiveDate,
    /// The tenancy's first day.
    pub start: NaiveDate,
    /// The state of the deposit.
    pub deposit: DepositState,
    /// When the written statement of terms was given.
    pub statement_given: Option<NaiveDate>,
    /// When the agreement was signed.
    pub agreement_signed: Option<NaiveDate>,
}

/// A reason that a landlord may give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// Its code: a ground of Schedule 2 in England.
    pub code: String,
    /// For people.
    pub title: String,
    /// The length of the notice, in words.
    pub rule: String,
}

/// A fact that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The field, as the API names it.
    pub field: &'static str,
    /// The question to a person.
    pub text: String,
}

/// When a notice can end the tenancy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeEnd {
    /// The earliest last day.
    pub earliest: NaiveDate,
    /// Why, in words for people.
    pub reason: String,
    /// The remarks beside the day.
    pub said: Vec<String>,
    /// The questions whose answers matter and are not known.
    pub asked_for: Vec<Asked>,
}

impl Rules {
    /// The reasons that a landlord in `nation` may give on `day`, by their codes.
    #[must_use]
    pub fn notice_reasons(&self, nation: Nation, day: NaiveDate) -> Vec<Reason> {
        let rows = self
            .landlord_rows(nation)
            .filter(|row| row.holds(nation, day));
        let reasons = rows.flat_map(|row| {
            row.table("reasons").map(|[code, title]| Reason {
                code: code.to_owned(),
                title: title.to_owned(),
                rule: row.text.clone(),
            })
        });
        let mut reasons: Vec<_> = reasons.collect();
        reasons.sort_by_key(|reason| {
            let digits: String = reason
                .code
                .chars()
                .take_while(char::is_ascii_digit)
                .collect();
            (
                digits.parse::<u32>().unwrap_or(u32::MAX),
                reason.code.clone(),
            )
        });
        reasons
    }

    /// The earliest last day. `next_due` gives the first day on or after a day on which rent is due; only a nation whose notices end with
    /// the rent asks for it.
    ///
    /// # Errors
    /// [`Refusal`]: a notice of before the law that Lintel knows is judged by the law of its day, and no date is worked out; a reason that
    /// the nation does not have or the facts rule out; a day that no calendar reaches.
    pub fn notice_end(
        &self,
        notice: Notice<'_>,
        facts: NoticeFacts,
        next_due: impl Fn(NaiveDate) -> NaiveDate,
    ) -> Result<NoticeEnd, Refusal> {
        match notice {
            Notice::OfTenant => self.tenant_end(facts, next_due),
            Notice::OfLandlord(code) => self.landlord_end(code.trim(), facts),
        }
    }

    fn landlord_rows(&self, nation: Nation) -> impl Iterator<Item = &Row> {
        self.confirmed(nation)
            .filter(|row| row.key.starts_with("notice.landlord."))
    }
}

/// The day so far behind `given` as a row says.
fn length_over(row: &Row, facts: NoticeFacts) -> Option<NaiveDate> {
    let NoticeFacts { given, start, .. } = facts;
    if let Some(months) = row.count("months") {
        return months_after(given, months);
    }
    if let Some(weeks) = row.count("weeks") {
        return weeks_after(given, weeks);
    }
    if let Some(days) = row.count("days") {
        let is_early = row
            .count("first_months")
            .is_some_and(|months| months_after(start, months).is_some_and(|until| given <= until));
        let early = row.count("first_days").filter(|_| is_early);
        return days_after(given, early.unwrap_or(days));
    }
    let years_after = |years: u32| months_after(start, years.checked_mul(12)?);
    let under_year = row
        .count("weeks_under_year")
        .filter(|_| years_after(1).is_some_and(|year| given < year));
    let weeks = under_year.or_else(|| {
        row.stepped("weeks_by_years", |years| {
            let years = u32::try_from(years).ok().and_then(years_after);
            years.is_some_and(|until| given > until)
        })
    })?;
    weeks_after(given, weeks)
}

/// Refuses a notice that none of the rows holds for: they begin later, or the nation has none.
fn not_held<'a>(
    rows: impl Iterator<Item = &'a Row>,
    notes: &[String],
    facts: NoticeFacts,
) -> Refusal {
    let nation = facts.nation.as_str();
    match rows.filter_map(|row| row.from).min() {
        Some(from) if facts.given < from => {
            let text = format!(
                "A notice given before {} is judged by the law of its day. Lintel works out no date for it.",
                spelt_out(from)
            );
            Refusal::new(RefusalKind::EarlierLaw, "give_date", text)
        }
        _ => {
            let mut text = format!("Lintel works out no date for this notice in {nation}.");
            for note in notes {
                text.push(' ');
                text.push_str(note);
            }
            Refusal::new(RefusalKind::NotKnown, "giver", text)
        }
    }
}
