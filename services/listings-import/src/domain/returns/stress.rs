//! The cash flow if something goes worse, and at other rates of interest.

use rust_decimal::Decimal;

use super::{MONTHS, Term, WEEKS, Year, interest, percent, pounds};
use crate::domain::assumptions::Assumptions;

/// The cash flow if something goes worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StressCase {
    /// The worse case, as people read it.
    pub name: &'static str,
    /// A year, then.
    pub annual_cash_flow: Decimal,
    /// The same in percent of the cash that buying takes; `None` where it takes none.
    pub return_on_cash: Option<Decimal>,
    /// The rent in percent of the interest, then; `None` without interest.
    pub cover: Option<Decimal>,
}

/// The cash flow at another rate of interest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateCase {
    /// Percent a year.
    pub rate: Decimal,
    /// A year, then.
    pub annual_cash_flow: Decimal,
}

/// A worse case.
struct Worse {
    name: &'static str,
    /// Points more of interest.
    points: i64,
    is_less_rent: bool,
    is_empty_longer: bool,
}

const CASES: [Worse; 5] = [
    worse("Interest + 1 %", 1, false, false),
    worse("Interest + 2 %", 2, false, false),
    worse("Rent − 10 %", 0, true, false),
    worse("One more empty month", 0, false, true),
    worse(
        "Interest + 2 %, rent − 10 % and one more empty month",
        2,
        true,
        true,
    ),
];

const fn worse(
    name: &'static str,
    points: i64,
    is_less_rent: bool,
    is_empty_longer: bool,
) -> Worse {
    Worse {
        name,
        points,
        is_less_rent,
        is_empty_longer,
    }
}

/// Each of the cases, for a buyer who puts `cash` in.
pub(super) fn stress_cases(inputs: &Assumptions, term: &Term, cash: Decimal) -> [StressCase; 5] {
    CASES.map(|worse| {
        let rent = pounds(inputs.monthly_rent);
        let rent = if worse.is_less_rent {
            rent * Decimal::new(9, 1)
        } else {
            rent
        };
        let (void_weeks, counted) = if worse.is_empty_longer {
            let month = (inputs.void_weeks + WEEKS / MONTHS).min(WEEKS);
            (month, rent * Decimal::from(11) / MONTHS)
        } else {
            (inputs.void_weeks, rent)
        };
        let rate = term.rate + Decimal::from(worse.points);
        let dearer = Term { rate, ..*term };
        let mortgage = dearer.monthly(inputs.mortgage) * MONTHS;
        let annual_cash_flow = Year::of(inputs, rent, void_weeks).income - mortgage;
        StressCase {
            name: worse.name,
            annual_cash_flow,
            return_on_cash: percent(annual_cash_flow, cash),
            cover: percent(counted, interest(term.loan, rate)),
        }
    })
}

/// From about a point below the assumed rate to four above it, in steps of half a point, and the assumed one.
pub(super) fn rate_cases(inputs: &Assumptions, term: &Term, income: Decimal) -> Vec<RateCase> {
    if term.loan.is_zero() {
        return Vec::new();
    }
    let half = Decimal::new(5, 1);
    let lowest = (term.rate / half).floor() * half - Decimal::ONE;
    let steps = (0..=10).map(|step| lowest + half * Decimal::from(step));
    let mut rates: Vec<_> = steps.filter(|rate| *rate >= Decimal::ZERO).collect();
    rates.push(term.rate);
    rates.sort_unstable();
    rates.dedup();
    let case = |rate| {
        let other = Term { rate, ..*term };
        RateCase {
            rate,
            annual_cash_flow: income - other.monthly(inputs.mortgage) * MONTHS,
        }
    };
    rates.into_iter().map(case).collect()
}
