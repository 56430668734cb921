//! Income tax of a person who lets homes, with the credit for mortgage interest (docs/reference/uk-lettings.md 2.6; Finance (No. 2) Act 2015, section 24).

use chrono::NaiveDate;
use lintel_core::Money;
use rust_decimal::Decimal;

use crate::{
    nation::Nation,
    refusal::{Refusal, RefusalKind},
    row::Row,
    rules::Rules,
};

/// A year of letting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PropertyIncome {
    /// Where the landlord lives for tax.
    pub nation: Nation,
    /// The calendar year in which the tax year begins: 2026 for 2026-27.
    pub tax_year: i32,
    /// Earnings, pension and other income beside property, savings and dividends.
    pub other_income: Money,
    /// Rent.
    pub rent: Money,
    /// Allowable expenses without finance costs.
    pub expenses: Money,
    /// Finance costs of homes: mortgage interest.
    pub finance_costs: Money,
    /// Finance costs of earlier years that gave no credit yet.
    pub brought_forward: Money,
}

/// The tax on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomeTax {
    /// Rent less expenses; nothing for a loss.
    pub profit: Money,
    /// Income of all kinds.
    pub total_income: Money,
    /// Tax on all of it before the credit.
    pub before_credit: Money,
    /// The credit for finance costs.
    pub credit: Money,
    /// The tax that the letting adds for the landlord.
    pub of_property: Money,
    /// Rent less expenses and this year's finance costs.
    pub cash_before: Money,
    /// The same less the tax that the letting adds.
    pub cash_after: Money,
    /// Finance costs that wait for another year.
    pub carried_forward: Money,
    /// The rules, in words for people.
    pub rule: String,
}

impl Rules {
    /// The tax on a year of letting; property income is the top part of what is earned.
    ///
    /// # Errors
    /// [`Refusal`] where the rates of the nation or the year are not known, and for amounts beyond counting.
    pub fn income_tax(&self, income: PropertyIncome) -> Result<IncomeTax, Refusal> {
        let first = NaiveDate::from_ymd_opt(income.tax_year, 4, 6);
        let rows = first.and_then(|day| {
            let bands = self.row("income.bands", income.nation, day)?;
            Some((bands, self.row("income.property", income.nation, day)?))
        });
        let Some((bands, property)) = rows else {
            return Err(self.not_known(income));
        };
        taxed(bands, property, income).ok_or_else(|| {
            Refusal::new(
                RefusalKind::TooFar,
                "other_income",
                "Enter smaller amounts.",
            )
        })
    }

    fn not_known(&self, income: PropertyIncome) -> Refusal {
        let day = NaiveDate::from_ymd_opt(income.tax_year, 4, 6).unwrap_or_default();
        let mut rows = self.rows().iter();
        let told = rows.find(|row| {
            !row.confirmed && row.key == "income.property" && row.holds(income.nation, day)
        });
        let text = told.map_or_else(
            || "Lintel does not know the income tax of this year.".to_owned(),
            |row| format!("{}.", row.text),
        );
        Refusal::new(RefusalKind::NotKnown, "tax_year", text)
    }
}

fn taxed(bands: &Row, property: &Row, income: PropertyIncome) -> Option<IncomeTax> {
    let other = income.other_income.to_decimal().max(Decimal::ZERO);
    let margin = income.rent.to_decimal() - income.expenses.to_decimal();
    let profit = margin.max(Decimal::ZERO);
    let finance = income.finance_costs.to_decimal();
    let costs = finance + income.brought_forward.to_decimal();
    let total = other + profit;
    let ladder = Ladder::of(bands)?;
    let free = ladder.free_of(total);
    // The allowance goes to other income first.
    let other_taxed = (other - free).max(Decimal::ZERO);
    let all_taxed = (total - free).max(Decimal::ZERO);
    let rates = percents(bands)?;
    let before_credit = ladder.tax(Decimal::ZERO, other_taxed, rates)
        + ladder.tax(other_taxed, all_taxed, percents(property)?);
    let without_letting = ladder.tax(
        Decimal::ZERO,
        (other - ladder.free_of(other)).max(Decimal::ZERO),
        rates,
    );
    let counted = costs.min(profit).min(all_taxed).max(Decimal::ZERO);
    let credit = counted * property.percent("credit")? / Decimal::ONE_HUNDRED;
    let of_property = before_credit - without_letting - credit;
    let cash = margin - finance;
    let money = |amount| Money::round_half_away(amount).ok();
    Some(IncomeTax {
        profit: money(profit)?,
        total_income: money(total)?,
        before_credit: money(before_credit)?,
        credit: money(credit)?,
        of_property: money(of_property)?,
        cash_before: money(cash)?,
        cash_after: money(cash - of_property)?,
        carried_forward: money(costs - counted)?,
        rule: format!("{} {}.", bands.text, property.text),
    })
}

/// The basic, the higher and the additional rate.
type Rates = [Decimal; 3];

fn percents(row: &Row) -> Option<Rates> {
    let read = |text: &String| lintel_core::decimal::read(text).ok();
    let rates: Option<Vec<_>> = row.list("percents").iter().map(read).collect();
    rates?.try_into().ok()
}

/// The bands of taxable income.
struct Ladder {
    free: Decimal,
    taper_from: Decimal,
    basic: Decimal,
    higher_to: Decimal,
}

impl Ladder {
    fn of(row: &Row) -> Option<Self> {
        let number = |name| row.number(name).map(Decimal::from);
        Some(Self {
            free: number("free")?,
            taper_from: number("taper_from")?,
            basic: number("basic")?,
            higher_to: number("higher_to")?,
        })
    }

    /// The personal allowance at an income: a pound less for every two above the limit.
    fn free_of(&self, total: Decimal) -> Decimal {
        let above = (total - self.taper_from).max(Decimal::ZERO);
        (self.free - (above / Decimal::TWO).floor()).max(Decimal::ZERO)
    }

    /// The tax on the part of taxable income from `from` to `to`.
    fn tax(&self, from: Decimal, to: Decimal, rates: Rates) -> Decimal {
        let bounds = [
            (Decimal::ZERO, self.basic),
            (self.basic, self.higher_to),
            (self.higher_to, Decimal::MAX),
        ];
        let parts = bounds.iter().zip(rates).map(|((low, high), rate)| {
            let part = to.min(*high) - from.max(*low);
            part.max(Decimal::ZERO) * rate / Decimal::ONE_HUNDRED
        });
        parts.sum()
    }
}
