//! A tenant's notice.

use chrono::NaiveDate;

use super::{NoticeEnd, NoticeFacts, length_over, not_held};
use crate::{refusal::Refusal, rules::Rules, words::spelt_out};

impl Rules {
    pub(super) fn tenant_end(
        &self,
        facts: NoticeFacts,
        next_due: impl Fn(NaiveDate) -> NaiveDate,
    ) -> Result<NoticeEnd, Refusal> {
        let NoticeFacts { nation, given, .. } = facts;
        let Some(row) = self.row("notice.tenant", nation, given) else {
            let rows = self
                .confirmed(nation)
                .filter(|row| row.key == "notice.tenant");
            let notes = self.notes("notice.tenant", nation, given);
            return Err(not_held(rows, &notes, facts));
        };
        let length = length_over(row, facts).ok_or_else(|| Refusal::too_far("give_date"))?;
        // A tenancy that has not begun is ended from its first day on.
        let floor = length.max(facts.start);
        let (earliest, with_rent) = if row.is_set("with_rent_day") {
            let due = next_due(floor);
            let before = due.pred_opt().filter(|before| *before >= floor);
            let text = format!(
                ", and it ends on the day rent is due or the day before it: the first of them is {}",
                spelt_out(before.unwrap_or(due))
            );
            (before.unwrap_or(due), text)
        } else {
            (floor, String::new())
        };
        let reason = format!(
            "A tenant gives notice in writing, until {} at least{with_rent}. Less is enough where the landlord agrees ({}).",
            spelt_out(floor),
            row.source
        );
        Ok(NoticeEnd {
            earliest,
            reason,
            said: vec![format!("{}.", row.text)],
            asked_for: Vec::new(),
        })
    }
}
