//! Tests of the returns: the domain reference's vectors, and what holds for all inputs.

use lintel_core::decimal::{self, fixed as rounded};
use proptest::prelude::*;
use serde::{Deserialize, de::DeserializeOwned};

use super::*;
use crate::domain::BuyerType;

/// The domain reference's vectors (docs/reference/uk-lettings.md 2), made for this project. `spec_monthly_profit` and
/// `repayment_percent_paid` are portfolio's figures and tried there.
const VECTORS: &str = include_str!("../../../tests/vectors/returns.json");

/// An empty family fails its test, which counts the rows.
fn family<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let all: serde_json::Value = serde_json::from_str(VECTORS).unwrap_or_default();
    serde_json::from_value(all[name].clone()).unwrap_or_default()
}

fn money(text: &str) -> Money {
    let Ok(money) = Money::parse(text) else {
        panic!("{text} is no amount")
    };
    money
}

fn number(text: &str) -> Decimal {
    let Ok(number) = decimal::read(text) else {
        panic!("{text} is no number")
    };
    number
}

/// Nothing costs anything, nothing is borrowed.
fn free() -> Assumptions {
    Assumptions {
        price: Money::ZERO,
        monthly_rent: Money::ZERO,
        deposit: Money::ZERO,
        interest_rate: Decimal::ZERO,
        term_years: 25,
        mortgage: MortgageType::InterestOnly,
        buyer: BuyerType::Standard,
        purchase: None,
        nation: None,
        landlord: None,
        stamp_duty: Money::ZERO,
        legal_fees: Money::ZERO,
        refurbishment: Money::ZERO,
        other_fees: Money::ZERO,
        void_weeks: Decimal::ZERO,
        management: Decimal::ZERO,
        maintenance: Decimal::ZERO,
        maintenance_amount: None,
        insurance: Money::ZERO,
        service_charge: Money::ZERO,
        ground_rent: Money::ZERO,
        other_costs: Money::ZERO,
        stress_rate: Decimal::ZERO,
        minimum_cover: Decimal::ZERO,
    }
}

fn shown(figure: Option<Decimal>, decimals: u32) -> Option<String> {
    figure.map(|figure| rounded(figure, decimals))
}

#[derive(Deserialize)]
struct Gross {
    monthly_rent: String,
    purchase_price: String,
    expect_pct_2dp: String,
    expect_pct_1dp: String,
}

#[test]
fn gross_yields() {
    let rows: Vec<Gross> = family("gross_yield");
    assert_eq!(rows.len(), 5);
    for row in rows {
        let returns = Returns::of(&Assumptions {
            price: money(&row.purchase_price),
            monthly_rent: money(&row.monthly_rent),
            ..free()
        });
        assert_eq!(shown(returns.gross_yield, 2), Some(row.expect_pct_2dp));
        assert_eq!(shown(returns.gross_yield, 1), Some(row.expect_pct_1dp));
    }
}

#[derive(Deserialize)]
struct Net {
    monthly_rent: String,
    annual_opex_excl_finance: String,
    purchase_price: String,
    acquisition_costs: String,
    expect_pct_2dp: String,
}

#[test]
fn net_yields() {
    let rows: Vec<Net> = family("net_yield");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let returns = Returns::of(&Assumptions {
            price: money(&row.purchase_price),
            monthly_rent: money(&row.monthly_rent),
            other_costs: money(&row.annual_opex_excl_finance),
            other_fees: money(&row.acquisition_costs),
            ..free()
        });
        assert_eq!(shown(returns.net_yield, 2), Some(row.expect_pct_2dp));
    }
}

#[derive(Deserialize)]
struct Operating {
    monthly_rent: String,
    void_weeks: String,
    mgmt_pct_of_collected: String,
    maintenance_pct_of_gross: String,
    insurance: String,
    other: String,
    gross_rent: String,
    void_loss: String,
    collected: String,
    management: String,
    maintenance: String,
    opex_total: String,
    noi: String,
}

#[test]
fn operating_costs() {
    let rows: Vec<Operating> = family("operating_costs");
    assert_eq!(rows.len(), 3);
    for row in rows {
        let found = Returns::of(&Assumptions {
            monthly_rent: money(&row.monthly_rent),
            void_weeks: number(&row.void_weeks),
            management: number(&row.mgmt_pct_of_collected),
            maintenance: number(&row.maintenance_pct_of_gross),
            insurance: money(&row.insurance),
            other_costs: money(&row.other),
            ..free()
        });
        for (figure, expected) in [
            (found.annual_rent, row.gross_rent),
            (found.void_loss, row.void_loss),
            (found.collected_rent, row.collected),
            (found.management, row.management),
            (found.maintenance, row.maintenance),
            (found.operating_costs, row.opex_total),
            (found.net_operating_income, row.noi),
        ] {
            assert_eq!(rounded(figure, 2), expected);
        }
    }
}

#[derive(Deserialize)]
struct Cash {
    annual_pre_tax_cash_flow: String,
    deposit: String,
    stamp_duty: String,
    legal: String,
    refurb: String,
    cash_invested: String,
    expect_pct_2dp: String,
}

#[test]
fn returns_on_cash() {
    let rows: Vec<Cash> = family("cash_on_cash");
    assert_eq!(rows.len(), 3);
    for row in rows {
        // A rent, and costs that leave of it what the row says.
        let rent = Decimal::from(12_000);
        let costs = rent - number(&row.annual_pre_tax_cash_flow);
        let found = Returns::of(&Assumptions {
            price: money(&row.deposit),
            deposit: money(&row.deposit),
            monthly_rent: Money::gbp(100_000),
            other_costs: money(&costs.to_string()),
            stamp_duty: money(&row.stamp_duty),
            legal_fees: money(&row.legal),
            refurbishment: money(&row.refurb),
            ..free()
        });
        assert_eq!(rounded(found.cash_invested, 2), row.cash_invested);
        assert_eq!(shown(found.return_on_cash, 2), Some(row.expect_pct_2dp));
    }
}

#[derive(Deserialize)]
struct Ltv {
    value: String,
    loan: String,
    expect_pct_2dp: Option<String>,
}

#[test]
fn loans_to_value() {
    let rows: Vec<Ltv> = family("ltv");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let deposit = number(&row.value) - number(&row.loan);
        let found = Returns::of(&Assumptions {
            price: money(&row.value),
            deposit: money(&deposit.to_string()),
            ..free()
        });
        assert_eq!(shown(found.loan_to_value, 2), row.expect_pct_2dp);
    }
}

#[derive(Deserialize)]
struct Mortgage {
    loan: String,
    annual_rate_pct: String,
    term_years: String,
    interest_only_monthly: String,
    repayment_monthly: String,
    balance_after_60: String,
}

#[test]
fn mortgages() {
    let rows: Vec<Mortgage> = family("mortgage");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let found = Returns::of(&Assumptions {
            price: money(&row.loan),
            interest_rate: number(&row.annual_rate_pct),
            term_years: row.term_years.parse().unwrap_or_default(),
            mortgage: MortgageType::Repayment,
            ..free()
        });
        assert_eq!(
            rounded(found.monthly_interest_only, 2),
            row.interest_only_monthly
        );
        assert_eq!(rounded(found.monthly_repayment, 2), row.repayment_monthly);
        assert_eq!(found.monthly_mortgage, found.monthly_repayment);
        // Five years of it leave what the reference says.
        let monthly = number(&row.annual_rate_pct) / Decimal::from(1200);
        let balance = (0..60).fold(found.loan, |owed, _| {
            owed + owed * monthly - found.monthly_repayment
        });
        assert_eq!(rounded(balance, 2), row.balance_after_60);
    }
}

#[derive(Deserialize)]
struct Icr {
    monthly_rent: String,
    loan: String,
    stress_rate_pct: String,
    min_icr_pct: String,
    stressed_interest_monthly: String,
    icr_pct_1dp: String,
    required_rent_monthly: String,
    max_loan: String,
    passes: bool,
}

#[test]
fn stress_tests() {
    let rows: Vec<Icr> = family("icr");
    assert_eq!(rows.len(), 5);
    for row in rows {
        let found = Returns::of(&Assumptions {
            price: money(&row.loan),
            monthly_rent: money(&row.monthly_rent),
            stress_rate: number(&row.stress_rate_pct),
            minimum_cover: number(&row.min_icr_pct),
            ..free()
        });
        assert_eq!(
            rounded(found.stressed_monthly_interest, 2),
            row.stressed_interest_monthly
        );
        assert_eq!(shown(found.interest_cover, 1), Some(row.icr_pct_1dp));
        assert_eq!(
            rounded(found.required_monthly_rent, 2),
            row.required_rent_monthly
        );
        assert_eq!(shown(found.maximum_loan, 2), Some(row.max_loan));
        assert_eq!(found.passes_stress, Some(row.passes));
    }
}

#[test]
fn without_price_and_loan_what_divides_by_them_has_no_meaning() {
    let found = Returns::of(&free());
    assert_eq!(found.gross_yield, None);
    assert_eq!(found.net_yield, None);
    assert_eq!(found.loan_to_value, None);
    assert_eq!(found.return_on_cash, None);
    assert_eq!(found.debt_cover, None);
    assert_eq!(found.interest_cover, None);
    assert_eq!(found.maximum_loan, None);
    assert_eq!(found.passes_stress, None);
    assert_eq!(found.break_even_rate, None);
    assert!(found.stress_cases.iter().all(|case| case.cover.is_none()));
}

#[test]
fn a_rent_that_its_own_costs_take_can_never_break_even() {
    let found = Returns::of(&Assumptions {
        void_weeks: Decimal::from(26),
        maintenance: Decimal::from(50),
        ..free()
    });
    assert_eq!(found.break_even_monthly_rent, None);
}

#[test]
fn repairs_may_be_an_amount_in_place_of_a_part_of_the_rent() {
    let found = Returns::of(&Assumptions {
        monthly_rent: Money::gbp(100_000),
        maintenance: Decimal::from(50),
        maintenance_amount: Some(Money::gbp(60_000)),
        ..free()
    });
    assert_eq!(rounded(found.maintenance, 2), "600.00");
    let even = found.break_even_monthly_rent.map(|rent| rounded(rent, 2));
    assert_eq!(even.as_deref(), Some("50.00"));
}

#[test]
fn one_more_empty_month_is_a_twelfth_of_the_rent() {
    let found = Returns::of(&Assumptions {
        monthly_rent: Money::gbp(120_000),
        ..free()
    });
    let [_, _, _, empty, _] = found.stress_cases;
    let lost = found.annual_cash_flow - empty.annual_cash_flow;
    assert_eq!(rounded(lost, 2), "1200.00");
}

#[test]
fn two_points_a_tenth_of_the_rent_and_a_month_add_up() {
    let found = Returns::of(&Assumptions {
        price: Money::gbp(20_000_000),
        monthly_rent: Money::gbp(120_000),
        ..free()
    });
    let lost = |case: &StressCase| rounded(found.annual_cash_flow - case.annual_cash_flow, 2);
    let lost: Vec<_> = found.stress_cases.iter().map(lost).collect();
    assert_eq!(
        lost,
        ["2000.00", "4000.00", "1440.00", "1200.00", "6520.00"]
    );
    // Nothing was paid in, so nothing is a part of it.
    assert!(
        found
            .stress_cases
            .iter()
            .all(|case| case.return_on_cash.is_none())
    );
}

#[test]
fn other_rates_stand_around_the_assumed_one_and_none_is_below_nothing() {
    let at = |rate| {
        let found = Returns::of(&Assumptions {
            price: Money::gbp(12_000_000),
            interest_rate: number(rate),
            ..free()
        });
        let rates = found.rate_cases.iter();
        let rates: Vec<_> = rates.map(|case| rounded(case.rate, 2)).collect();
        rates.join(" ")
    };
    assert_eq!(
        at("5.25"),
        "4.00 4.50 5.00 5.25 5.50 6.00 6.50 7.00 7.50 8.00 8.50 9.00"
    );
    assert_eq!(
        at("5.50"),
        "4.50 5.00 5.50 6.00 6.50 7.00 7.50 8.00 8.50 9.00 9.50"
    );
    assert_eq!(
        at("0.20"),
        "0.00 0.20 0.50 1.00 1.50 2.00 2.50 3.00 3.50 4.00"
    );
    assert!(Returns::of(&free()).rate_cases.is_empty());
}

#[test]
fn at_the_assumed_rate_the_cash_flow_is_the_assumed_one() {
    let found = Returns::of(&Assumptions {
        price: Money::gbp(12_000_000),
        interest_rate: number("5.25"),
        mortgage: MortgageType::Repayment,
        ..free()
    });
    let assumed = found
        .rate_cases
        .iter()
        .find(|case| case.rate == number("5.25"));
    let flow = assumed.map(|case| case.annual_cash_flow);
    assert_eq!(flow, Some(found.annual_cash_flow));
}

prop_compose! {
    fn inputs()(
        price in 1_i64..1_000_000_000, share in 0_i64..=100, rent in 0_i64..1_000_000, rate in 0_i64..3_000,
        years in 1..=50, repaid: bool, amount in proptest::option::of(0_i64..1_000_000), void in 0_i64..=52, management in 0_i64..=100, maintenance in 0_i64..=100,
    ) -> Assumptions {
        Assumptions {
            price: Money::gbp(price),
            deposit: Money::gbp(price * share / 100),
            monthly_rent: Money::gbp(rent),
            interest_rate: Decimal::new(rate, 2),
            term_years: years,
            mortgage: if repaid { MortgageType::Repayment } else { MortgageType::InterestOnly },
            void_weeks: Decimal::from(void),
            management: Decimal::from(management),
            maintenance: Decimal::from(maintenance),
            maintenance_amount: amount.map(Money::gbp),
            insurance: Money::gbp(22_000),
            stress_rate: Decimal::new(55, 1),
            minimum_cover: Decimal::from(125),
            ..free()
        }
    }
}

proptest! {
    #[test]
    fn at_the_rent_that_breaks_even_nothing_is_left(inputs in inputs()) {
        let found = Returns::of(&inputs);
        if let Some(rent) = found.break_even_monthly_rent {
            let year = Year::of(&inputs, rent, inputs.void_weeks);
            let left = year.income - found.monthly_mortgage * MONTHS;
            prop_assert_eq!(rounded(left, 2), "0.00");
        }
    }

    #[test]
    fn what_goes_worse_leaves_no_more(inputs in inputs()) {
        let found = Returns::of(&inputs);
        for case in found.stress_cases {
            // A management fee of nearly all of the rent can make an empty month free, never a gain.
            prop_assert!(case.annual_cash_flow <= found.annual_cash_flow + Decimal::new(1, 9) || case.name.contains("ent − 10 %"));
        }
    }
}
