//! The returns of a home (docs/reference/uk-lettings.md 2.1 to 2.4). Nothing is rounded until it is shown; a division by 0 gives `None`.

use lintel_core::Money;
use rust_decimal::Decimal;

use super::{assumptions::Assumptions, mortgage_type::MortgageType};

mod stress;

pub use stress::{RateCase, StressCase};
use stress::{rate_cases, stress_cases};

const MONTHS: Decimal = Decimal::from_parts(12, 0, 0, false, 0);
const WEEKS: Decimal = Decimal::from_parts(52, 0, 0, false, 0);

/// Every figure; amounts in pounds, rates in percent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Returns {
    /// Rent in percent of the price.
    pub gross_yield: Option<Decimal>,
    /// The rent less costs before finance, in percent of the price with the costs of buying.
    pub net_yield: Option<Decimal>,
    /// Rent of a year.
    pub annual_rent: Decimal,
    /// Rent lost while it is empty.
    pub void_loss: Decimal,
    /// Rent that comes in.
    pub collected_rent: Decimal,
    /// The agent's share.
    pub management: Decimal,
    /// The reserve for repairs.
    pub maintenance: Decimal,
    /// All that the home costs but voids and finance.
    pub operating_costs: Decimal,
    /// The income less costs, before finance.
    pub net_operating_income: Decimal,
    /// The loan.
    pub loan: Decimal,
    /// The loan in percent of the price.
    pub loan_to_value: Option<Decimal>,
    /// The mortgage as it is paid.
    pub monthly_mortgage: Decimal,
    /// The mortgage if interest alone is paid.
    pub monthly_interest_only: Decimal,
    /// The mortgage if it is paid back.
    pub monthly_repayment: Decimal,
    /// Interest of the first year, which is less than what is paid where capital is paid back too.
    pub annual_interest: Decimal,
    /// The cash flow of a year, before tax.
    pub annual_cash_flow: Decimal,
    /// The cash that buying takes.
    pub cash_invested: Decimal,
    /// The cash flow in percent of the cash.
    pub return_on_cash: Option<Decimal>,
    /// The income divided by the mortgage's payments.
    pub debt_cover: Option<Decimal>,
    /// The rent in percent of the interest at the stress rate.
    pub interest_cover: Option<Decimal>,
    /// Interest of a month at the stress rate.
    pub stressed_monthly_interest: Decimal,
    /// The rent that the lender asks for.
    pub required_monthly_rent: Decimal,
    /// The most that a lender lends on this rent.
    pub maximum_loan: Option<Decimal>,
    /// True when the rent covers what the lender asks for.
    pub passes_stress: Option<bool>,
    /// The rent at which nothing is left and nothing is paid in.
    pub break_even_monthly_rent: Option<Decimal>,
    /// The interest at which nothing is left, interest alone.
    pub break_even_rate: Option<Decimal>,
    /// If something goes worse.
    pub stress_cases: [StressCase; 5],
    /// At other rates of interest, the lowest first; none without a loan.
    pub rate_cases: Vec<RateCase>,
}

impl Returns {
    /// The figures of these inputs.
    #[must_use]
    pub fn of(inputs: &Assumptions) -> Self {
        let (price, loan) = (
            pounds(inputs.price),
            pounds(inputs.price) - pounds(inputs.deposit),
        );
        let rent = pounds(inputs.monthly_rent);
        let year = Year::of(inputs, rent, inputs.void_weeks);
        let term = Term {
            loan,
            rate: inputs.interest_rate,
            years: inputs.term_years,
        };
        let monthly_mortgage = term.monthly(inputs.mortgage);
        let annual_mortgage = monthly_mortgage * MONTHS;
        let buying = pounds(inputs.stamp_duty)
            + pounds(inputs.legal_fees)
            + pounds(inputs.refurbishment)
            + pounds(inputs.other_fees);
        let annual_cash_flow = year.income - annual_mortgage;
        let cash_invested = pounds(inputs.deposit) + buying;
        let stressed = interest(loan, inputs.stress_rate);
        let interest_cover = percent(rent, stressed);
        Self {
            gross_yield: percent(year.rent, price),
            net_yield: percent(year.income, price + buying),
            annual_rent: year.rent,
            void_loss: year.rent - year.collected,
            collected_rent: year.collected,
            management: year.management,
            maintenance: year.maintenance,
            operating_costs: year.costs,
            net_operating_income: year.income,
            loan,
            loan_to_value: percent(loan, price),
            monthly_mortgage,
            monthly_interest_only: term.monthly(MortgageType::InterestOnly),
            monthly_repayment: term.monthly(MortgageType::Repayment),
            annual_interest: term.first_interest(inputs.mortgage),
            annual_cash_flow,
            cash_invested,
            return_on_cash: percent(annual_cash_flow, cash_invested),
            debt_cover: ratio(year.income, annual_mortgage),
            interest_cover,
            stressed_monthly_interest: stressed,
            required_monthly_rent: stressed * inputs.minimum_cover / Decimal::ONE_HUNDRED,
            maximum_loan: maximum_loan(rent, inputs.minimum_cover, inputs.stress_rate),
            passes_stress: interest_cover.map(|cover| cover >= inputs.minimum_cover),
            break_even_monthly_rent: break_even_rent(inputs, annual_mortgage),
            break_even_rate: percent(year.income, loan).filter(|rate| !rate.is_sign_negative()),
            stress_cases: stress_cases(inputs, &term, cash_invested),
            rate_cases: rate_cases(inputs, &term, year.income),
        }
    }
}

/// The rent and the costs of a year.
struct Year {
    rent: Decimal,
    collected: Decimal,
    management: Decimal,
    maintenance: Decimal,
    costs: Decimal,
    income: Decimal,
}

impl Year {
    fn of(inputs: &Assumptions, monthly_rent: Decimal, void_weeks: Decimal) -> Self {
        let rent = monthly_rent * MONTHS;
        let collected = rent - rent * void_weeks / WEEKS;
        let management = collected * inputs.management / Decimal::ONE_HUNDRED;
        let maintenance = rent * of_rent(inputs) + of_year(inputs);
        let costs = management + maintenance + fixed_costs(inputs);
        Self {
            rent,
            collected,
            management,
            maintenance,
            costs,
            income: collected - costs,
        }
    }
}

/// The part of the whole rent that is kept for repairs; none where an amount is.
fn of_rent(inputs: &Assumptions) -> Decimal {
    match inputs.maintenance_amount {
        Some(_) => Decimal::ZERO,
        None => inputs.maintenance / Decimal::ONE_HUNDRED,
    }
}

/// Returns the repairs of a year, whatever the rent is.
fn of_year(inputs: &Assumptions) -> Decimal {
    inputs.maintenance_amount.map_or(Decimal::ZERO, pounds)
}

/// Returns the other costs of a year, whatever the rent is.
fn fixed_costs(inputs: &Assumptions) -> Decimal {
    pounds(inputs.insurance)
        + pounds(inputs.service_charge)
        + pounds(inputs.ground_rent)
        + pounds(inputs.other_costs)
}

/// A loan.
struct Term {
    loan: Decimal,
    /// Percent a year.
    rate: Decimal,
    years: i32,
}

impl Term {
    /// Returns the monthly payment (docs/reference/uk-lettings.md 2.3).
    fn monthly(&self, mortgage: MortgageType) -> Decimal {
        match mortgage {
            MortgageType::InterestOnly => interest(self.loan, self.rate),
            MortgageType::Repayment => self.repayment(),
        }
    }

    /// Interest of the first year.
    fn first_interest(&self, mortgage: MortgageType) -> Decimal {
        let monthly = self.monthly(mortgage);
        let (_, paid) = (0..12).fold((self.loan, Decimal::ZERO), |(owed, paid), _| {
            let due = interest(owed, self.rate);
            (owed + due - monthly, paid + due)
        });
        paid
    }

    fn repayment(&self) -> Decimal {
        let months = self.years * 12;
        let monthly_rate = self.rate / Decimal::ONE_HUNDRED / MONTHS;
        // A rate too small to change a year's balance is none.
        let growth = (0..months).fold(Decimal::ONE, |grown, _| {
            grown * (Decimal::ONE + monthly_rate)
        });
        let grown = growth - Decimal::ONE;
        if grown.is_zero() {
            return ratio(self.loan, Decimal::from(months)).unwrap_or_default();
        }
        self.loan * monthly_rate * growth / grown
    }
}

/// Interest of a month.
fn interest(loan: Decimal, rate: Decimal) -> Decimal {
    loan * rate / Decimal::ONE_HUNDRED / MONTHS
}

/// Returns the most that a lender lends: the year's rent over cover and rate.
fn maximum_loan(rent: Decimal, minimum_cover: Decimal, stress_rate: Decimal) -> Option<Decimal> {
    let yearly = rent * MONTHS * Decimal::ONE_HUNDRED * Decimal::ONE_HUNDRED;
    ratio(yearly, minimum_cover * stress_rate)
}

/// The rent whose rest after its own costs pays everything else.
fn break_even_rent(inputs: &Assumptions, annual_mortgage: Decimal) -> Option<Decimal> {
    let collected = Decimal::ONE - inputs.void_weeks / WEEKS;
    let managed = inputs.management / Decimal::ONE_HUNDRED;
    let kept = collected * (Decimal::ONE - managed) - of_rent(inputs);
    if kept <= Decimal::ZERO {
        return None;
    }
    let fixed = fixed_costs(inputs) + of_year(inputs);
    ratio(fixed + annual_mortgage, MONTHS * kept)
}

fn pounds(money: Money) -> Decimal {
    money.to_decimal()
}

fn ratio(part: Decimal, whole: Decimal) -> Option<Decimal> {
    (!whole.is_zero()).then(|| part / whole)
}

fn percent(part: Decimal, whole: Decimal) -> Option<Decimal> {
    ratio(part * Decimal::ONE_HUNDRED, whole)
}

#[cfg(test)]
mod tests;
