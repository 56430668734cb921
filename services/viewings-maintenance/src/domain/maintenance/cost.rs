//! The costs of requests.

use chrono::{DateTime, Datelike as _, NaiveDate, Utc};
use lintel_core::{AttachmentId, CostId, Error, Money, UserId, Violations};

use super::invalid::INVALID;
use crate::domain::check;

/// The most that a line may be: what `numeric(12,2)` holds.
const MOST: Money = Money::gbp(999_999_999_999);

/// A line of what a request cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    /// Its id.
    pub id: CostId,
    /// The line.
    pub line: CostLine,
    /// The person who added it.
    pub added_by: UserId,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// A payment and its purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostLine {
    /// The purpose.
    pub description: String,
    /// The amount, with VAT.
    pub amount: Money,
    /// The day of the invoice.
    pub date: NaiveDate,
    /// The invoice.
    pub invoice: Option<AttachmentId>,
}

/// A cost as typed.
#[derive(Debug, Clone, Default)]
pub struct CostDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The purpose.
    pub description: String,
    /// The amount.
    pub amount: Option<Money>,
    /// The day of the invoice.
    pub date: Option<NaiveDate>,
    /// The invoice; 0 for none.
    pub invoice: i64,
}

impl CostLine {
    /// Judges what was typed. `invoice_known` says whether the invoice that it names is one of the request.
    ///
    /// # Errors
    /// `MAINTENANCE_INVALID` with every offending field.
    pub fn try_new(draft: CostDraft, invoice_known: bool) -> Result<Self, Error> {
        let mut found = draft.unreadable;
        let description = check::text(
            &mut found,
            "description",
            &draft.description,
            &(1..=200),
            "Say what it was for.",
        );
        match draft.amount {
            None => check::refuse(&mut found, "amount", "Enter an amount."),
            Some(amount) if amount.minor() <= 0 => {
                check::refuse(&mut found, "amount", "Enter an amount above 0.");
            }
            Some(amount) if amount.minor() > MOST.minor() => {
                check::refuse(&mut found, "amount", "This amount is too large.");
            }
            Some(_) => {}
        }
        match draft.date {
            None => check::refuse(&mut found, "cost_date", "Choose the day of the invoice."),
            Some(day) if !(2000..=2199).contains(&day.year()) => {
                check::refuse(
                    &mut found,
                    "cost_date",
                    "Choose a day between 2000 and 2199.",
                );
            }
            Some(_) => {}
        }
        let invoice = (draft.invoice != 0).then(|| draft.invoice.into());
        if invoice.is_some() && !invoice_known {
            check::refuse(
                &mut found,
                "attachment_id",
                "Choose an invoice of this request.",
            );
        }
        found.into_result(INVALID)?;
        let (Some(description), Some(amount), Some(date)) = (description, draft.amount, draft.date)
        else {
            return Err(Error::internal("a field is missing that was not refused"));
        };
        Ok(Self {
            description,
            amount,
            date,
            invoice,
        })
    }

    /// The line as people read it in the history.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}: £{}", self.description, self.amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(draft: CostDraft, invoice_known: bool) -> Vec<String> {
        match CostLine::try_new(draft, invoice_known) {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_cost_is_above_nothing_and_names_an_invoice_of_its_own() {
        let good = CostDraft {
            description: " New valve ".to_owned(),
            amount: Some(Money::gbp(14_850)),
            date: NaiveDate::from_ymd_opt(2026, 11, 25),
            ..CostDraft::default()
        };
        let line = CostLine::try_new(good.clone(), false);
        assert_eq!(
            line.map(|line| line.text()).ok().as_deref(),
            Some("New valve: £148.50")
        );
        let all = ["description", "amount", "cost_date"];
        assert_eq!(fields(CostDraft::default(), false), all);
        for pence in [0, -1, MOST.minor() + 1] {
            let amount = Some(Money::gbp(pence));
            assert_eq!(
                fields(
                    CostDraft {
                        amount,
                        ..good.clone()
                    },
                    false
                ),
                ["amount"]
            );
        }
        let invoice = CostDraft { invoice: 7, ..good };
        assert_eq!(fields(invoice.clone(), false), ["attachment_id"]);
        assert!(fields(invoice, true).is_empty());
    }
}
