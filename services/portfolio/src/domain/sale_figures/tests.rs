//! Tests of sales' figures: the domain reference's cases, and what holds for all amounts.

use proptest::prelude::*;
use rust_decimal::RoundingStrategy;
use serde::{Deserialize, de::DeserializeOwned};

use super::*;
use crate::domain::SaleSums;

/// Three families of the domain reference's vectors (docs/reference/uk-lettings.md 2.7), made for this project.
const VECTORS: &str = include_str!("../../../tests/data/sales.json");

#[derive(Deserialize)]
struct Case {
    id: String,
    purchase_date: NaiveDate,
    sale_date: NaiveDate,
    purchase_price: String,
    sale_price: String,
    stamp_duty: String,
    legal_fees_purchase: String,
    refurb_costs: String,
    fees_to_sell: String,
    gross_profit: String,
    total_costs: String,
    total_investment: String,
    proceeds: String,
    net_profit: String,
    profit_pct_on_investment_1dp: String,
    holding_years_1dp: String,
    holding_years_4dp: String,
    annualised_return_pct_1dp: String,
}

#[derive(Deserialize)]
struct Summary {
    total_sales: String,
    total_gross_profit: String,
    total_net_profit: String,
    average_holding_period_1dp: String,
    average_annual_return_all_1dp: String,
    average_annual_return_excluding_under_1yr_1dp: String,
}

#[derive(Deserialize)]
struct YearOnly {
    purchase_year: i32,
    sale_date: NaiveDate,
    expect_1dp: String,
}

fn vectors<T: DeserializeOwned>(family: &str) -> anyhow::Result<Vec<T>> {
    let all: serde_json::Value = serde_json::from_str(VECTORS)?;
    Ok(serde_json::from_value(all[family].clone())?)
}

fn amount(text: &str) -> anyhow::Result<Option<Money>> {
    Ok(Some(Money::parse(text)?))
}

fn rounded(figure: Option<Decimal>, decimals: usize) -> String {
    let places = u32::try_from(decimals).unwrap_or_default();
    let strategy = RoundingStrategy::MidpointAwayFromZero;
    let figure = figure.map(|figure| figure.round_dp_with_strategy(places, strategy));
    figure
        .map(|figure| format!("{figure:.decimals$}"))
        .unwrap_or_default()
}

fn sale(case: &Case) -> anyhow::Result<Sale> {
    let draft = SaleDraft {
        sale_price: amount(&case.sale_price)?,
        sale_date: Some(case.sale_date),
        purchase_price: amount(&case.purchase_price)?,
        purchase_date: Some(case.purchase_date),
        // Shown, and part of no figure.
        deposit: Some(Money::gbp(5_000_000)),
        stamp_duty: amount(&case.stamp_duty)?,
        legal_fees_purchase: amount(&case.legal_fees_purchase)?,
        refurb_costs: amount(&case.refurb_costs)?,
        fees_to_sell: amount(&case.fees_to_sell)?,
        ..SaleDraft::default()
    };
    Ok(Sale::try_new(draft, Purchase::default())?)
}

#[test]
fn the_cases_of_the_reference_come_out_as_it_says() -> anyhow::Result<()> {
    let cases: Vec<Case> = vectors("sold_property")?;
    assert_eq!(cases.len(), 4);
    for case in cases {
        let figures = sale(&case)?.figures()?;
        let text = |money: Option<Money>| money.map(|money| money.to_string()).unwrap_or_default();
        let found = [
            text(figures.gross_profit),
            figures.total_costs.to_string(),
            text(figures.total_investment),
            text(figures.proceeds),
            text(figures.net_profit),
            rounded(figures.profit_percentage, 1),
            rounded(figures.holding_period_years, 1),
            rounded(figures.holding_period_years, 4),
            rounded(figures.annualised_return, 1),
        ];
        let expected = [
            case.gross_profit,
            case.total_costs,
            case.total_investment,
            case.proceeds,
            case.net_profit,
            case.profit_pct_on_investment_1dp,
            case.holding_years_1dp,
            case.holding_years_4dp,
            case.annualised_return_pct_1dp,
        ];
        assert_eq!(found, expected, "{}", case.id);
    }
    Ok(())
}

#[test]
fn their_sums_and_averages_too() -> anyhow::Result<()> {
    let cases: Vec<Case> = vectors("sold_property")?;
    let summary: Vec<Summary> = vectors("sold_property_summary")?;
    let mut sums = SaleSums::default();
    for case in &cases {
        sums = sums.with(&sale(case)?)?;
    }
    let summary = &summary[0];
    assert_eq!(sums.sold, 4);
    assert_eq!(sums.total_sales.to_string(), summary.total_sales);
    assert_eq!(
        sums.total_gross_profit.to_string(),
        summary.total_gross_profit
    );
    assert_eq!(sums.total_net_profit.to_string(), summary.total_net_profit);
    let average = |figure| rounded(Some(figure), 1);
    assert_eq!(
        average(sums.average_holding_period()),
        summary.average_holding_period_1dp
    );
    assert_eq!(
        average(sums.average_annual_return()),
        summary.average_annual_return_excluding_under_1yr_1dp
    );
    // The reference's other mean is the plain one over all four.
    let mut all = Decimal::ZERO;
    for case in &cases {
        all += sale(case)?.figures()?.annualised_return.unwrap_or_default();
    }
    assert_eq!(
        average(all / Decimal::from(4)),
        summary.average_annual_return_all_1dp
    );
    Ok(())
}

#[test]
fn averages_are_right_with_none_with_one_and_where_all_were_short() -> anyhow::Result<()> {
    let none = SaleSums::default();
    assert_eq!(
        (none.average_holding_period(), none.average_annual_return()),
        (Decimal::ZERO, Decimal::ZERO)
    );
    assert_eq!(none.shortest_holding_period(), None);
    let cases: Vec<Case> = vectors("sold_property")?;
    for case in &cases {
        // D was held for half a year: alone, it counts.
        let one = SaleSums::default().with(&sale(case)?)?;
        let average = |figure| rounded(Some(figure), 1);
        assert_eq!(
            average(one.average_holding_period()),
            case.holding_years_1dp,
            "{}",
            case.id
        );
        assert_eq!(
            average(one.average_annual_return()),
            case.annualised_return_pct_1dp,
            "{}",
            case.id
        );
        assert_eq!(
            rounded(one.shortest_holding_period(), 1),
            case.holding_years_1dp
        );
        assert_eq!(
            rounded(one.longest_holding_period(), 1),
            case.holding_years_1dp
        );
    }
    // What has no meaning is in no average.
    let mut free = sale(&cases[0])?;
    (free.purchase, free.purchase_price) = (Purchase::default(), Money::ZERO);
    let with_free = SaleSums::default().with(&sale(&cases[0])?)?.with(&free)?;
    assert_eq!(with_free.sold, 2);
    assert_eq!(
        rounded(Some(with_free.average_holding_period()), 1),
        cases[0].holding_years_1dp
    );
    assert_eq!(
        rounded(Some(with_free.average_annual_return()), 1),
        cases[0].annualised_return_pct_1dp
    );
    Ok(())
}

#[test]
fn of_a_purchase_of_which_only_the_year_is_known() -> anyhow::Result<()> {
    let cases: Vec<YearOnly> = vectors("holding_years_from_purchase_year_only")?;
    assert_eq!(cases.len(), 4);
    let years = |year, sale| {
        let purchase = Purchase {
            date: None,
            year: Some(year),
        };
        rounded(holding_period_years(purchase, sale), 1)
    };
    for case in cases {
        assert_eq!(years(case.purchase_year, case.sale_date), case.expect_1dp);
    }
    let spring = NaiveDate::from_ymd_opt(2026, 2, 1).unwrap_or_default();
    // A purchase in the year after the sale is refused when selling; while it is typed, the period is nothing.
    assert_eq!(years(2027, spring), "0.0");
    assert_eq!(holding_period_years(Purchase::default(), spring), None);
    Ok(())
}

#[test]
fn what_is_not_typed_yet_leaves_only_the_figures_that_need_it_open() -> anyhow::Result<()> {
    let nothing = SaleFigures::of(&SaleTerms::default())?;
    assert_eq!(nothing.total_costs, Money::ZERO);
    assert_eq!(
        (
            nothing.proceeds,
            nothing.net_profit,
            nothing.total_investment
        ),
        (None, None, None)
    );
    let price = SaleTerms {
        sale_price: Some(Money::gbp(20_000_000)),
        fees_to_sell: Some(Money::gbp(100_000)),
        stamp_duty: Some(Money::gbp(1)),
        ..SaleTerms::default()
    };
    let figures = SaleFigures::of(&price)?;
    assert_eq!(figures.proceeds, Some(Money::gbp(19_900_000)));
    assert_eq!(figures.total_costs, Money::gbp(100_001));
    assert_eq!((figures.net_profit, figures.gross_profit), (None, None));
    Ok(())
}

#[test]
fn figures_without_a_meaning_are_none() -> anyhow::Result<()> {
    let day = NaiveDate::from_ymd_opt(2026, 2, 1).unwrap_or_default();
    let terms = SaleTerms {
        sale_price: Some(Money::gbp(100)),
        purchase_price: Some(Money::ZERO),
        sale_date: Some(day),
        purchase: Purchase::on(day),
        ..SaleTerms::default()
    };
    // Nothing was invested.
    let figures = SaleFigures::of(&terms)?;
    assert_eq!(
        (figures.profit_percentage, figures.annualised_return),
        (None, None)
    );
    // No time passed; nothing was left after fees.
    let bought = SaleTerms {
        purchase_price: Some(Money::gbp(50)),
        ..terms
    };
    assert_eq!(SaleFigures::of(&bought)?.annualised_return, None);
    assert!(SaleFigures::of(&bought)?.profit_percentage.is_some());
    let eaten = SaleTerms {
        fees_to_sell: Some(Money::gbp(100)),
        purchase: Purchase::on(day - chrono::TimeDelta::days(400)),
        ..bought
    };
    assert_eq!(SaleFigures::of(&eaten)?.annualised_return, None);
    Ok(())
}

fn price() -> impl Strategy<Value = i64> {
    prop_oneof![0_i64..=999_999_999_999, 0_i64..=200, Just(999_999_999_999)]
}

prop_compose! {
    fn terms()(
        sale_price in price(), purchase_price in price(), stamp_duty in price(), legal in price(), refurb in price(),
        fees in price(), bought in 0_i32..=80_000, held in 0_i64..=80_000,
    ) -> SaleTerms {
        let bought = NaiveDate::from_num_days_from_ce_opt(657_072 + bought).unwrap_or_default();
        SaleTerms {
            sale_price: Some(Money::gbp(sale_price)),
            purchase_price: Some(Money::gbp(purchase_price)),
            sale_date: Some(bought + chrono::TimeDelta::days(held)),
            purchase: Purchase::on(bought),
            stamp_duty: Some(Money::gbp(stamp_duty)),
            legal_fees_purchase: Some(Money::gbp(legal)),
            refurb_costs: Some(Money::gbp(refurb)),
            fees_to_sell: Some(Money::gbp(fees)),
        }
    }
}

proptest! {
    #[test]
    fn stored_amounts_never_overflow_and_both_net_profits_agree(terms in terms()) {
        let figures = SaleFigures::of(&terms)?;
        let pence = |money: Option<Money>| money.map(Money::minor).unwrap_or_default();
        let net = pence(figures.net_profit);
        prop_assert_eq!(net, pence(figures.proceeds) - pence(figures.total_investment));
        prop_assert_eq!(net, pence(figures.gross_profit) - figures.total_costs.minor());
        // The column that lists are sorted by holds it.
        prop_assert!((-9_999_999_999_999..=999_999_999_999).contains(&net));
        prop_assert_eq!(figures.profit_percentage.is_some(), pence(figures.total_investment) > 0);
    }

    #[test]
    fn a_profit_is_a_positive_return_and_a_loss_a_negative_one(terms in terms()) {
        let figures = SaleFigures::of(&terms)?;
        if let (Some(net), Some(percent)) = (figures.net_profit, figures.annualised_return) {
            // Beyond twenty digits nothing is left to tell.
            let certain = figures.profit_percentage.is_some_and(|p| p.abs() > Decimal::new(1, 15));
            prop_assert!(!certain || (net.minor() > 0) == (percent > Decimal::ZERO) || percent.is_zero());
            prop_assert!(percent >= -Decimal::ONE_HUNDRED);
        }
    }

    #[test]
    fn a_higher_price_never_earns_less(terms in terms(), more in 0_i64..=100_000) {
        let higher = SaleTerms { sale_price: terms.sale_price.map(|price| price.plus(Money::gbp(more))).transpose()?, ..terms };
        let (less, more) = (SaleFigures::of(&terms)?, SaleFigures::of(&higher)?);
        prop_assert!(less.net_profit.map(Money::minor) <= more.net_profit.map(Money::minor));
        prop_assert!(less.profit_percentage <= more.profit_percentage);
    }

    #[test]
    fn sums_are_the_sums_of_their_parts(terms in proptest::collection::vec(terms(), 0..20)) {
        let mut sums = SaleSums::default();
        let mut net = 0;
        for terms in &terms {
            let figures = SaleFigures::of(terms)?;
            net += figures.net_profit.map(Money::minor).unwrap_or_default();
            let sale = Sale {
                sale_price: terms.sale_price.unwrap_or(Money::ZERO),
                sale_date: terms.sale_date.unwrap_or_default(),
                purchase_price: terms.purchase_price.unwrap_or(Money::ZERO),
                purchase: terms.purchase,
                deposit: None,
                stamp_duty: terms.stamp_duty,
                legal_fees_purchase: terms.legal_fees_purchase,
                refurb_costs: terms.refurb_costs,
                fees_to_sell: terms.fees_to_sell,
                notes: None,
            };
            sums = sums.with(&sale)?;
        }
        prop_assert_eq!(sums.total_net_profit.minor(), net);
        prop_assert_eq!(sums.total_gross_profit.minus(sums.total_costs)?.minor(), net);
        let average = sums.average_holding_period();
        prop_assert!(sums.shortest_holding_period().unwrap_or_default() <= average + Decimal::new(1, 20));
        prop_assert!(average <= sums.longest_holding_period().unwrap_or_default() + Decimal::new(1, 20));
    }
}
