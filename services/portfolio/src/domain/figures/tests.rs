//! Tests of the figures: the domain reference's vectors, and what holds for all amounts.

use chrono::Days;
use lintel_core::decimal;
use proptest::prelude::*;
use serde::{Deserialize, de::DeserializeOwned};

use super::*;

/// Four families of the domain reference's vectors (docs/reference/uk-lettings.md 2.1 to 2.3), made for this project.
const VECTORS: &str = include_str!("../../../tests/data/figures.json");

#[derive(Deserialize)]
struct Yield {
    monthly_rent: String,
    purchase_price: String,
    expect_pct_2dp: String,
}

#[derive(Deserialize)]
struct Profit {
    rent: String,
    running_costs: String,
    mortgage: String,
    insurance_annual: String,
    expect: String,
    expect_x12: String,
}

#[derive(Deserialize)]
struct Ltv {
    value: String,
    loan: String,
    expect_pct_2dp: Option<String>,
}

#[derive(Deserialize)]
struct PaidOff {
    borrowed: String,
    outstanding: String,
    expect_1dp: String,
}

fn vectors<T: DeserializeOwned>(family: &str) -> anyhow::Result<Vec<T>> {
    let all: serde_json::Value = serde_json::from_str(VECTORS)?;
    Ok(serde_json::from_value(all[family].clone())?)
}

#[test]
fn yields_are_those_of_the_reference() -> anyhow::Result<()> {
    let vectors: Vec<Yield> = vectors("gross_yield")?;
    assert_eq!(vectors.len(), 5);
    for vector in vectors {
        let rent = Money::parse(&vector.monthly_rent)?;
        let price = Money::parse(&vector.purchase_price)?;
        let percent =
            annual_yield_percent(rent, Some(price)).map(|percent| decimal::fixed(percent, 2));
        assert_eq!(percent.as_deref(), Some(vector.expect_pct_2dp.as_str()));
    }
    Ok(())
}

#[test]
fn profits_are_those_of_the_reference() -> anyhow::Result<()> {
    let vectors: Vec<Profit> = vectors("spec_monthly_profit")?;
    assert_eq!(vectors.len(), 4);
    for vector in vectors {
        let cash_flow = CashFlow {
            rent: Money::parse(&vector.rent)?,
            running_costs: Money::parse(&vector.running_costs)?,
            mortgage_payment: Money::parse(&vector.mortgage)?,
            annual_premium: Money::parse(&vector.insurance_annual)?,
        };
        assert_eq!(cash_flow.monthly_profit()?.to_string(), vector.expect);
        assert_eq!(cash_flow.annual_profit()?.to_string(), vector.expect_x12);
    }
    Ok(())
}

#[test]
fn what_is_owed_and_what_is_paid_off_are_those_of_the_reference() -> anyhow::Result<()> {
    let loans: Vec<Ltv> = vectors("ltv")?;
    assert_eq!(loans.len(), 4);
    for vector in loans {
        let (loan, value) = (Money::parse(&vector.loan)?, Money::parse(&vector.value)?);
        let percent =
            ltv_percent(Some(loan), Some(value)).map(|percent| decimal::fixed(percent, 2));
        assert_eq!(percent, vector.expect_pct_2dp);
    }
    let mortgages: Vec<PaidOff> = vectors("repayment_percent_paid")?;
    assert_eq!(mortgages.len(), 3);
    for vector in mortgages {
        let mortgage = Mortgage {
            mortgage_type: Some(MortgageType::Repayment),
            amount_borrowed: Some(Money::parse(&vector.borrowed)?),
            outstanding_balance: Some(Money::parse(&vector.outstanding)?),
            ..Mortgage::default()
        };
        let percent = paid_off_percent(&mortgage).map(|percent| decimal::fixed(percent, 1));
        assert_eq!(percent, Some(vector.expect_1dp));
        for other in [None, Some(MortgageType::InterestOnly)] {
            let mortgage_type = other;
            assert_eq!(
                paid_off_percent(&Mortgage {
                    mortgage_type,
                    ..mortgage.clone()
                }),
                None
            );
        }
        let unknown = Mortgage {
            outstanding_balance: None,
            ..mortgage
        };
        assert_eq!(paid_off_percent(&unknown), None);
    }
    Ok(())
}

#[test]
fn half_a_penny_of_profit_rounds_away_from_zero_on_both_sides() -> anyhow::Result<()> {
    let with_premium = |rent, premium| CashFlow {
        rent: Money::gbp(rent),
        running_costs: Money::ZERO,
        mortgage_payment: Money::ZERO,
        annual_premium: Money::gbp(premium),
    };
    // 6p a year is half a penny a month.
    assert_eq!(with_premium(100, 6).monthly_profit()?, Money::gbp(100));
    assert_eq!(with_premium(0, 6).monthly_profit()?, Money::gbp(-1));
    assert_eq!(with_premium(0, 5).monthly_profit()?, Money::gbp(0));
    assert_eq!(with_premium(0, 7).monthly_profit()?, Money::gbp(-1));
    Ok(())
}

#[test]
fn a_year_is_twelve_times_the_rounded_month_not_the_rounded_year() -> anyhow::Result<()> {
    let cash_flow = CashFlow {
        rent: Money::gbp(10_000),
        running_costs: Money::ZERO,
        mortgage_payment: Money::ZERO,
        annual_premium: Money::gbp(100),
    };
    assert_eq!(cash_flow.monthly_profit()?, Money::gbp(9_992));
    assert_eq!(cash_flow.annual_profit()?, Money::gbp(119_904));
    Ok(())
}

#[test]
fn there_is_no_yield_without_a_price() {
    assert_eq!(annual_yield_percent(Money::gbp(95_000), None), None);
    assert_eq!(
        annual_yield_percent(Money::gbp(95_000), Some(Money::ZERO)),
        None
    );
}

#[test]
fn only_a_shared_house_has_running_costs_and_only_a_flat_has_charges() -> anyhow::Result<()> {
    let costs = RunningCosts {
        utilities: Some(Money::gbp(12_000)),
        tv_licence: Some(Money::gbp(1_325)),
        ..RunningCosts::default()
    };
    let lease = Lease {
        service_charge: Some(Money::gbp(15_000)),
        ground_rent: Some(Money::gbp(2_500)),
        ..Lease::default()
    };
    for kind in PropertyType::ALL {
        let expected = match kind {
            PropertyType::Hmo => 13_325,
            PropertyType::Flat => 17_500,
            _ => 0,
        };
        assert_eq!(
            running_costs(*kind, Some(&costs), Some(&lease))?,
            Money::gbp(expected),
            "{kind:?}"
        );
    }
    Ok(())
}

#[test]
fn the_rooms_of_a_shared_house_decide_its_status_whatever_was_typed() {
    for stored in StoredStatus::ALL {
        let status = |rooms, occupied| derived_status(PropertyType::Hmo, *stored, rooms, occupied);
        assert_eq!(status(3, 0), Status::Vacant);
        assert_eq!(status(3, 1), Status::PartiallyOccupied);
        assert_eq!(status(3, 3), Status::Occupied);
        assert_eq!(status(0, 0), Status::from(*stored));
        assert_eq!(
            derived_status(PropertyType::House, *stored, 3, 1),
            Status::from(*stored)
        );
    }
}

#[test]
fn a_lease_loses_a_year_after_365_days_and_a_quarter() {
    let entered = NaiveDate::from_ymd_opt(2024, 1, 1).unwrap_or_default();
    let left = |days| lease_years_left(90, entered, entered + Days::new(days));
    assert_eq!(left(0), 90);
    assert_eq!(left(365), 90);
    assert_eq!(left(366), 89);
    // Four years are exactly 1461 days.
    assert_eq!(left(1460), 87);
    assert_eq!(left(1461), 86);
    assert_eq!(left(400_000), 0);
    assert_eq!(lease_years_left(90, entered + Days::new(400), entered), 90);
}

fn pence() -> impl Strategy<Value = i64> {
    prop_oneof![0_i64..=9_999_999_999, 0_i64..=200, Just(9_999_999_999)]
}

prop_compose! {
    fn cash_flow()(rent in pence(), costs in 0_i64..=49_999_999_995, mortgage in pence(), premium in pence()) -> CashFlow {
        CashFlow {
            rent: Money::gbp(rent),
            running_costs: Money::gbp(costs),
            mortgage_payment: Money::gbp(mortgage),
            annual_premium: Money::gbp(premium),
        }
    }
}

proptest! {
    #[test]
    fn no_amounts_that_columns_hold_overflow(flow in cash_flow()) {
        prop_assert!(flow.monthly_profit().is_ok());
        prop_assert!(flow.annual_profit().is_ok());
        prop_assert!(flow.monthly_costs().is_ok());
    }

    #[test]
    fn rent_is_costs_and_profit_to_the_penny(flow in cash_flow()) {
        let sum = flow.monthly_costs().and_then(|costs| costs.plus(flow.monthly_profit()?));
        prop_assert_eq!(sum, Ok(flow.rent));
        // As the breakdown shows it, row by row.
        let rows = flow.rent.minus(flow.running_costs).and_then(|rest| rest.minus(flow.mortgage_payment));
        let rows = rows.and_then(|rest| rest.minus(flow.monthly_insurance()?));
        prop_assert_eq!(rows, flow.monthly_profit());
        prop_assert!(flow.monthly_insurance().is_ok_and(|share| (12 * share.minor() - flow.annual_premium.minor()).abs() <= 6));
        prop_assert!(flow.monthly_costs().is_ok_and(|costs| !costs.is_negative()));
    }

    #[test]
    fn the_rounding_is_never_more_than_half_a_penny(flow in cash_flow()) {
        let exact = 12 * (flow.rent.minor() - flow.running_costs.minor() - flow.mortgage_payment.minor())
            - flow.annual_premium.minor();
        let rounded = flow.monthly_profit().map(|profit| 12 * profit.minor());
        prop_assert!(rounded.is_ok_and(|rounded| (rounded - exact).abs() <= 6));
    }

    #[test]
    fn more_rent_never_earns_less_and_a_higher_premium_never_more(flow in cash_flow(), more in 0_i64..=100_000) {
        let profit = flow.monthly_profit();
        let raised = CashFlow { rent: flow.rent.plus(Money::gbp(more))?, ..flow };
        let dearer = CashFlow { annual_premium: flow.annual_premium.plus(Money::gbp(more))?, ..flow };
        let pence = |profit: Result<Money, MoneyError>| profit.map(Money::minor);
        prop_assert_eq!(pence(raised.monthly_profit()), pence(profit).map(|pence| pence + more));
        prop_assert!(pence(dearer.monthly_profit())? <= pence(profit)?);
    }

    #[test]
    fn a_yield_grows_with_the_rent_and_falls_with_the_price(rent in pence(), more in pence(), price in 1_i64..=999_999_999_999) {
        let of = |rent, price| annual_yield_percent(Money::gbp(rent), Some(Money::gbp(price)));
        prop_assert!(of(rent, price).is_some());
        prop_assert!(of(rent, price) <= of(rent + more, price));
        prop_assert!(of(rent, price + more) <= of(rent, price));
    }

    #[test]
    fn lease_years_never_grow_with_time(years in 0_i32..=10_000, days in 0_u64..=400_000, later in 0_u64..=4_000) {
        let entered = NaiveDate::from_ymd_opt(1990, 6, 1).unwrap_or_default();
        let on = |days| lease_years_left(years, entered, entered + Days::new(days));
        prop_assert!(on(days) >= on(days + later));
        prop_assert!((0..=years).contains(&on(days)));
    }
}
