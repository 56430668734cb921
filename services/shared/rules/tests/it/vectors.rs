//! The domain reference's vectors (docs/reference/uk-lettings.md 2.5, 2.6, 3.2, 5.2), made for this project.

use chrono::{Datelike as _, Days, Months, NaiveDate};
use lintel_core::Money;
use lintel_rules::{DepositCap, Nation, PropertyIncome, Rent, Rise, rules, working_days_after};
use serde_json::Value;

use crate::day;

/// The rows of a family.
pub(crate) fn rows(family: &str) -> Vec<Row> {
    let all: Value = serde_json::from_str(include_str!("vectors.json")).unwrap();
    let rows = all[family].as_array().cloned().unwrap();
    assert!(!rows.is_empty());
    rows.into_iter().map(Row).collect()
}

/// One row.
pub(crate) struct Row(Value);

impl Row {
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap()
    }

    pub(crate) fn money(&self, name: &str) -> Money {
        Money::parse(self.text(name)).unwrap()
    }

    fn day(&self, name: &str) -> NaiveDate {
        day(self.text(name))
    }

    fn day_if_any(&self, name: &str) -> Option<NaiveDate> {
        self.0[name].as_str().map(day)
    }
}

#[test]
fn deposits_have_their_caps_and_days() {
    let today = day("2026-11-28");
    for row in rows("monthly_to_weekly_and_deposit_caps") {
        let rent = Rent::monthly(row.money("monthly"));
        let cap = rules().deposit_cap(Nation::England, rent, today);
        assert_eq!(cap, Some(DepositCap::Most(row.money("deposit_cap"))));
        let holding = rules().holding_deposit(Nation::England, rent, today);
        let most = holding.map(|holding| holding.most);
        assert_eq!(most, Some(row.money("holding_deposit_cap")));
    }
    for row in rows("deposit_protection_deadline") {
        let received = row.day("received");
        let clock = rules().deposit_clock(Nation::England, received, received);
        let by = clock.map(|clock| clock.protect_by);
        assert_eq!(by, Some(row.day("protect_and_serve_prescribed_info_by")));
    }
    for row in rows("holding_deposit_deadline") {
        let rent = Rent::monthly(Money::gbp(100_000));
        let holding = rules().holding_deposit(Nation::England, rent, row.day("received"));
        let by = holding.map(|holding| holding.agree_by);
        assert_eq!(by, Some(row.day("deadline_for_agreement_day15")));
    }
}

#[test]
fn a_pet_is_answered_in_time() {
    for row in rows("pet_request_deadline") {
        let informed = row.day_if_any("further_info_supplied");
        let by = rules().pet_answer_by(Nation::England, row.day("requested"), informed);
        assert_eq!(by, Some(row.day("respond_by")));
    }
}

#[test]
fn a_rise_waits_for_the_notice_the_year_and_the_next_period() {
    for row in rows("section13_earliest_start_monthly") {
        let rent_day = u32::try_from(row.0["rent_day"].as_u64().unwrap()).unwrap();
        let next = |from: NaiveDate| {
            let this = from.with_day(rent_day).unwrap();
            if this < from {
                this + Months::new(1)
            } else {
                this
            }
        };
        let rise = Rise {
            nation: Nation::England,
            served: row.day("served"),
            start: row.day("tenancy_first_period_began"),
            last_rise: row.day_if_any("last_increase_effective"),
        };
        let found = rules().earliest_rise(rise, next).unwrap();
        assert_eq!(found.floor, row.day("floor_date"));
        assert_eq!(found.earliest, row.day("earliest_period_start"));
        assert!(found.reason.starts_with("Form 4A gives 2 months of notice"));
        // The variant that nobody could confirm is said, not computed.
        assert!(found.notes.iter().any(|note| note.contains("53 weeks")));
    }
}

#[test]
fn hazard_clocks_count_working_days_from_the_day_after() {
    for row in rows("hazard_clocks_working_days") {
        let (reported, concluded) = (row.day("reported"), row.day("investigation_concluded"));
        let after = |from, number| working_days_after(Nation::England, from, number);
        assert_eq!(after(reported, 10), row.day("investigate_by_10wd"));
        assert_eq!(after(concluded, 3), row.day("written_summary_by_3wd"));
        assert_eq!(after(concluded, 5), row.day("make_safe_by_5wd"));
        assert_eq!(
            concluded + Days::new(84),
            row.day("further_works_start_latest_12_weeks")
        );
    }
}

#[test]
fn a_landlord_pays_income_tax_with_the_credit_for_interest() {
    for row in rows("section24_2026_27_rUK") {
        let tax = rules()
            .income_tax(PropertyIncome {
                nation: Nation::England,
                tax_year: 2026,
                other_income: row.money("other_non_savings_income"),
                rent: row.money("rent"),
                expenses: row.money("allowable_expenses_excl_finance"),
                finance_costs: row.money("residential_finance_costs"),
                brought_forward: Money::ZERO,
            })
            .unwrap();
        for (found, name) in [
            (tax.profit, "taxable_property_profit"),
            (tax.total_income, "total_income"),
            (tax.before_credit, "tax_before_reducer"),
            (tax.credit, "finance_cost_reducer"),
            (tax.of_property, "tax_attributable_to_property"),
            (tax.cash_before, "cash_profit_before_tax"),
            (tax.cash_after, "cash_profit_after_tax"),
            (tax.carried_forward, "finance_costs_carried_forward"),
        ] {
            assert_eq!(found, row.money(name), "{name}");
        }
    }
}

#[test]
fn property_income_has_rates_of_its_own_from_april_2027() {
    for row in rows("property_income_marginal_2027_28_simplified") {
        // Another income within the band of the rate.
        let other = match row.0["property_rate_pct"].to_string().trim_matches('"') {
            "22" => Money::gbp(2_000_000),
            "42" => Money::gbp(6_000_000),
            _ => Money::gbp(20_000_000),
        };
        let tax = rules()
            .income_tax(PropertyIncome {
                nation: Nation::Wales,
                tax_year: 2027,
                other_income: other,
                rent: row.money("rent"),
                expenses: row.money("expenses"),
                finance_costs: row.money("finance"),
                brought_forward: Money::ZERO,
            })
            .unwrap();
        assert_eq!(tax.of_property, row.money("tax"));
        assert_eq!(tax.cash_after, row.money("cash_after_tax"));
    }
}

#[test]
fn interest_that_gave_no_credit_waits_and_counts_later() {
    let year = PropertyIncome {
        nation: Nation::England,
        tax_year: 2026,
        other_income: Money::gbp(6_000_000),
        rent: Money::gbp(1_200_000),
        expenses: Money::gbp(400_000),
        finance_costs: Money::gbp(300_000),
        brought_forward: Money::gbp(600_000),
    };
    let tax = rules().income_tax(year).unwrap();
    // 8,000 of 9,000 count at 20 %.
    assert_eq!(tax.credit, Money::gbp(160_000));
    assert_eq!(tax.carried_forward, Money::gbp(100_000));
    let loss = PropertyIncome {
        expenses: Money::gbp(1_500_000),
        ..year
    };
    let tax = rules().income_tax(loss).unwrap();
    assert_eq!((tax.profit, tax.of_property), (Money::ZERO, Money::ZERO));
    assert_eq!(tax.carried_forward, Money::gbp(900_000));
}
