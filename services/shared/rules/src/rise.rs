//! When a higher rent can begin (docs/reference/uk-nations.md 5).

use chrono::NaiveDate;

use crate::{
    nation::Nation,
    refusal::{Refusal, RefusalKind},
    rules::Rules,
    words::{counted, days_after, months_after, spelt_out, weeks_after},
};

/// A rise that is planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rise {
    /// Where the home is.
    pub nation: Nation,
    /// When the notice is served.
    pub served: NaiveDate,
    /// The first day of the tenancy's first period: its grant.
    pub start: NaiveDate,
    /// When the rent last rose, before Lintel too.
    pub last_rise: Option<NaiveDate>,
}

/// When it can begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarliestRise {
    /// The first day of the higher rent.
    pub earliest: NaiveDate,
    /// Before which day it cannot begin, whatever the periods.
    pub floor: NaiveDate,
    /// Why, in words for people.
    pub reason: String,
    /// The unconfirmed points, said beside it.
    pub notes: Vec<String>,
}

impl Rules {
    /// The earliest first day of a higher rent. `next_period_from` gives the first day of the rent period that begins on or after a day;
    /// only a nation whose rises begin with a period asks for it.
    ///
    /// # Errors
    /// [`Refusal`] where no rule for this nation and day is known, and for days that no calendar reaches: then nothing is proposed.
    pub fn earliest_rise(
        &self,
        rise: Rise,
        next_period_from: impl Fn(NaiveDate) -> NaiveDate,
    ) -> Result<EarliestRise, Refusal> {
        let Rise { nation, served, .. } = rise;
        let Some(row) = self.row("rise.earliest", nation, served) else {
            let text = format!(
                "Lintel knows no rule for a rise in {} that is served on {}, and proposes no day.",
                nation.as_str(),
                spelt_out(served)
            );
            return Err(Refusal::new(RefusalKind::NotKnown, "serve_date", text));
        };
        let too_far = || Refusal::too_far("serve_date");
        let months = row.count("months_notice").ok_or_else(too_far)?;
        let noticed = months_after(served, months).ok_or_else(too_far)?;
        let wait = u32::from(row.is_set("day_after"));
        let after_notice = days_after(noticed, wait).ok_or_else(too_far)?;
        let since = rise
            .last_rise
            .or_else(|| row.is_set("start_counts").then_some(rise.start));
        let rested = match (
            since,
            row.count("weeks_between"),
            row.count("months_between"),
        ) {
            (None, ..) => None,
            (Some(since), Some(weeks), _) => {
                let day = weeks_after(since, weeks).ok_or_else(too_far)?;
                Some((since, counted(weeks, "week"), day))
            }
            (Some(since), None, months) => {
                let months = months.ok_or_else(too_far)?;
                let day = months_after(since, months).ok_or_else(too_far)?;
                Some((since, counted(months, "month"), day))
            }
        };
        let rested_on = rested.as_ref().map_or(after_notice, |(_, _, day)| *day);
        let floor = after_notice.max(rested_on);
        let on_period = row.is_set("on_period");
        let earliest = if on_period {
            next_period_from(floor)
        } else {
            floor
        };
        let mut reason = format!(
            "{} gives {} of notice, until {}",
            row.words("notice").unwrap_or("The notice"),
            counted(months, "month"),
            spelt_out(noticed)
        );
        if let Some((since, span, day)) = rested {
            let what = if rise.last_rise.is_some() {
                "the last rise"
            } else {
                "the tenancy began"
            };
            reason.push_str(&format!(
                "; {span} since {what} on {} end on {}",
                spelt_out(since),
                spelt_out(day)
            ));
        }
        let begins = match (on_period, wait > 0) {
            (true, _) => "the new rent starts on the first day of a period",
            (false, true) => "the new rent starts on the day after the notice at the earliest",
            (false, false) => "the new rent starts at the earliest",
        };
        reason.push_str(&format!(
            "; {begins}, {} ({}).",
            spelt_out(earliest),
            row.source
        ));
        Ok(EarliestRise {
            earliest,
            floor,
            reason,
            notes: self.notes("rise.", nation, served),
        })
    }
}
