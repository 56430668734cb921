//! The details of a sale, and the rules for accepting them (docs/reference/decisions.md 4).

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{Error, Money, Violations};
use serde::{Deserialize, Serialize};

use super::{
    Property,
    check::{Checks, PRICE_LIMIT},
};

/// The earliest day of a sale; an earlier one is refused as a typing error. The latest is the calendar's last.
const FIRST_YEAR: i32 = 1800;
/// The longest notes.
const LONGEST_NOTES: usize = 2_000;

/// When something was bought, as far as that is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purchase {
    /// The day.
    pub date: Option<NaiveDate>,
    /// The year; that of `date` where it is known.
    pub year: Option<i32>,
}

impl Purchase {
    /// A purchase on `date`.
    #[must_use]
    pub fn on(date: NaiveDate) -> Self {
        Self {
            date: Some(date),
            year: Some(date.year()),
        }
    }

    /// When `property` was bought.
    #[must_use]
    pub const fn of(property: &Property) -> Self {
        Self {
            date: property.details.purchase_date,
            year: property.details.purchase_year,
        }
    }

    /// Returns whether it was after `day`.
    #[must_use]
    pub fn is_after(self, day: NaiveDate) -> bool {
        match self.date {
            Some(date) => date > day,
            None => self.year.is_some_and(|year| year > day.year()),
        }
    }
}

/// A sale as typed, unchecked.
#[derive(Debug, Clone, Default)]
pub struct SaleDraft {
    /// The sale price.
    pub sale_price: Option<Money>,
    /// The day of the sale.
    pub sale_date: Option<NaiveDate>,
    /// The purchase price.
    pub purchase_price: Option<Money>,
    /// The day of purchase, where another than the property's is meant.
    pub purchase_date: Option<NaiveDate>,
    /// The deposit at purchase.
    pub deposit: Option<Money>,
    /// SDLT, LTT or LBTT at purchase.
    pub stamp_duty: Option<Money>,
    /// Legal fees at purchase.
    pub legal_fees_purchase: Option<Money>,
    /// The costs of refurbishment.
    pub refurb_costs: Option<Money>,
    /// The costs of selling.
    pub fees_to_sell: Option<Money>,
    /// Anything else.
    pub notes: String,
    /// Fields that could not even be read.
    pub unreadable: Violations,
}

/// A sale, every rule kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sale {
    /// The sale price.
    pub sale_price: Money,
    /// The day of the sale, not before the purchase.
    pub sale_date: NaiveDate,
    /// The purchase price.
    pub purchase_price: Money,
    /// When that was.
    pub purchase: Purchase,
    /// The deposit at purchase: shown, and part of no figure.
    pub deposit: Option<Money>,
    /// SDLT, LTT or LBTT at purchase.
    pub stamp_duty: Option<Money>,
    /// Legal fees at purchase.
    pub legal_fees_purchase: Option<Money>,
    /// The costs of refurbishment.
    pub refurb_costs: Option<Money>,
    /// The costs of selling.
    pub fees_to_sell: Option<Money>,
    /// Anything else.
    pub notes: Option<String>,
}

impl Sale {
    /// Judges a draft of the sale of what was bought at `known`, unless the draft says when.
    ///
    /// # Errors
    /// [`Error::Invalid`] with `SALE_INVALID` and every offending field, those that could not be read included.
    pub fn try_new(mut draft: SaleDraft, known: Purchase) -> Result<Self, Error> {
        let mut checks = Checks::after(std::mem::take(&mut draft.unreadable));
        let purchase = draft.purchase(known);
        let sale_date = draft.sale_date.unwrap_or_else(|| {
            checks.refuse("sale_date", "Sale date is required.");
            NaiveDate::default()
        });
        let too_early = format!("must be in {FIRST_YEAR} or later.");
        if draft.sale_date.is_some() && sale_date.year() < FIRST_YEAR {
            checks.refuse("sale_date", format!("Sale date {too_early}"));
        } else if draft.sale_date.is_some() && purchase.is_after(sale_date) {
            checks.refuse("sale_date", "The sale must not be before the purchase.");
        }
        if draft
            .purchase_date
            .is_some_and(|date| date.year() < FIRST_YEAR)
        {
            checks.refuse("purchase_date", format!("Purchase date {too_early}"));
        }
        let sale = Self {
            sale_price: checks.required_money(
                "sale_price",
                "Sale price",
                draft.sale_price,
                PRICE_LIMIT,
            ),
            sale_date,
            purchase_price: checks.required_money(
                "purchase_price",
                "Purchase price",
                draft.purchase_price,
                PRICE_LIMIT,
            ),
            purchase,
            deposit: checks.money("deposit", "Deposit", draft.deposit, PRICE_LIMIT),
            stamp_duty: checks.money("stamp_duty", "Purchase tax", draft.stamp_duty, PRICE_LIMIT),
            legal_fees_purchase: checks.money(
                "legal_fees_purchase",
                "Legal fees",
                draft.legal_fees_purchase,
                PRICE_LIMIT,
            ),
            refurb_costs: checks.money(
                "refurb_costs",
                "Refurbishment costs",
                draft.refurb_costs,
                PRICE_LIMIT,
            ),
            fees_to_sell: checks.money(
                "fees_to_sell",
                "Fees to sell",
                draft.fees_to_sell,
                PRICE_LIMIT,
            ),
            notes: notes(&mut checks, &draft.notes),
        };
        checks.refuse_with("SALE_INVALID")?;
        Ok(sale)
    }
}

impl SaleDraft {
    /// When it was bought: as the draft says, else as is `known`.
    #[must_use]
    pub fn purchase(&self, known: Purchase) -> Purchase {
        self.purchase_date.map_or(known, Purchase::on)
    }
}

/// Notes have lines; no other control character belongs to a text.
fn notes(checks: &mut Checks, text: &str) -> Option<String> {
    let text = text.trim();
    if text
        .chars()
        .any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
    {
        checks.refuse("notes", "Notes must not have control characters.");
    }
    if text.chars().count() > LONGEST_NOTES {
        checks.refuse(
            "notes",
            format!("Notes must have {LONGEST_NOTES} characters or fewer."),
        );
    }
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(year, month, day)
    }

    fn draft() -> SaleDraft {
        SaleDraft {
            sale_price: Some(Money::gbp(25_500_000)),
            sale_date: day(2026, 11, 1),
            purchase_price: Some(Money::gbp(21_000_000)),
            ..SaleDraft::default()
        }
    }

    /// The fields that a draft is refused for, with their texts.
    fn refused(draft: SaleDraft, known: Purchase) -> Vec<(String, String)> {
        match Sale::try_new(draft, known) {
            Err(Error::Invalid { reason, violations }) => {
                assert_eq!(reason, "SALE_INVALID");
                let found = violations.iter();
                found
                    .map(|v| (v.field.clone(), v.message.clone()))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn only(field: &str, message: &str) -> Vec<(String, String)> {
        vec![(field.to_owned(), message.to_owned())]
    }

    #[test]
    fn prices_and_the_day_of_sale_are_all_that_is_needed() -> anyhow::Result<()> {
        let sale = Sale::try_new(draft(), Purchase::default())?;
        assert_eq!((sale.deposit, sale.notes), (None, None));
        let fields: Vec<_> = refused(SaleDraft::default(), Purchase::default())
            .into_iter()
            .map(|(field, message)| format!("{field}: {message}"))
            .collect();
        let expected = [
            "sale_date: Sale date is required.",
            "sale_price: Sale price is required.",
            "purchase_price: Purchase price is required.",
        ];
        assert_eq!(fields, expected);
        Ok(())
    }

    #[test]
    fn a_sale_is_not_before_its_purchase() {
        let text = only("sale_date", "The sale must not be before the purchase.");
        let known = |date: Option<NaiveDate>| date.map(Purchase::on).unwrap_or_default();
        let year = |year| Purchase {
            date: None,
            year: Some(year),
        };
        assert_eq!(refused(draft(), known(day(2026, 11, 2))), text);
        assert_eq!(refused(draft(), known(day(2026, 11, 1))), []);
        assert_eq!(refused(draft(), year(2027)), text);
        assert_eq!(refused(draft(), year(2026)), []);
        // A day that was typed wins over the property's.
        let typed = SaleDraft {
            purchase_date: day(2019, 11, 1),
            ..draft()
        };
        assert_eq!(refused(typed, year(2027)), []);
        let typed = SaleDraft {
            purchase_date: day(2027, 1, 1),
            ..draft()
        };
        assert_eq!(refused(typed, year(2019)), text);
    }

    #[test]
    fn slips_are_refused_by_their_field() {
        let long = "x".repeat(LONGEST_NOTES + 1);
        let negative = Some(Money::gbp(-1));
        let known = Purchase::default();
        for (draft, field, message) in [
            (
                SaleDraft {
                    sale_price: negative,
                    ..draft()
                },
                "sale_price",
                "Sale price must not be negative.",
            ),
            (
                SaleDraft {
                    deposit: negative,
                    ..draft()
                },
                "deposit",
                "Deposit must not be negative.",
            ),
            (
                SaleDraft {
                    stamp_duty: negative,
                    ..draft()
                },
                "stamp_duty",
                "Purchase tax must not be negative.",
            ),
            (
                SaleDraft {
                    legal_fees_purchase: negative,
                    ..draft()
                },
                "legal_fees_purchase",
                "Legal fees must not be negative.",
            ),
            (
                SaleDraft {
                    refurb_costs: negative,
                    ..draft()
                },
                "refurb_costs",
                "Refurbishment costs must not be negative.",
            ),
            (
                SaleDraft {
                    fees_to_sell: negative,
                    ..draft()
                },
                "fees_to_sell",
                "Fees to sell must not be negative.",
            ),
            (
                SaleDraft {
                    purchase_price: Some(Money::gbp(1_000_000_000_000)),
                    ..draft()
                },
                "purchase_price",
                "Purchase price must not be more than £9,999,999,999.99.",
            ),
            (
                SaleDraft {
                    sale_date: day(1799, 12, 31),
                    ..draft()
                },
                "sale_date",
                "Sale date must be in 1800 or later.",
            ),
            (
                SaleDraft {
                    purchase_date: day(1799, 12, 31),
                    ..draft()
                },
                "purchase_date",
                "Purchase date must be in 1800 or later.",
            ),
            (
                SaleDraft {
                    notes: long,
                    ..draft()
                },
                "notes",
                "Notes must have 2000 characters or fewer.",
            ),
            (
                SaleDraft {
                    notes: "a\u{7}b".to_owned(),
                    ..draft()
                },
                "notes",
                "Notes must not have control characters.",
            ),
        ] {
            assert_eq!(refused(draft, known), only(field, message));
        }
        let lines = SaleDraft {
            notes: " Two\nlines ".to_owned(),
            ..draft()
        };
        let notes = Sale::try_new(lines, known).ok().and_then(|sale| sale.notes);
        assert_eq!(notes.as_deref(), Some("Two\nlines"));
    }
}
