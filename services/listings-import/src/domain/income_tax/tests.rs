//! Tests of income tax: the domain reference's vectors through an analysis, and what is not worked out.

use lintel_core::Error;

use super::*;
use crate::domain::{KnownOfListing, MortgageType, Typed, buyer::BuyerType, buyer::SaidOfPurchase};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap_or_default()
}

/// Rent of 24,000, costs of 5,000 and interest of 10,000 a year.
fn typed(other_income: Option<i64>) -> Typed {
    let pounds = |pounds: i64| Some(Money::gbp(pounds * 100));
    Typed {
        price: pounds(400_000),
        deposit: pounds(200_000),
        monthly_rent: pounds(2_000),
        interest_rate: Some(Decimal::from(5)),
        void_weeks: Some(Decimal::ZERO),
        management: Some(Decimal::ZERO),
        maintenance: Some(Decimal::ZERO),
        insurance: pounds(5_000),
        other_costs: pounds(0),
        counts_income_tax: Some(true),
        other_income: other_income.and_then(pounds),
        ..Typed::default()
    }
}

fn taxed(typed: &Typed, day: NaiveDate) -> Result<Result<AfterTax, NotWorkedOut>, Error> {
    let listing = KnownOfListing {
        price: None,
        monthly_rent: None,
        rent_basis: "",
        nation: Nation::England,
        is_commercial: false,
    };
    let (inputs, _) = Assumptions::of(typed, &listing, day)?;
    let landlord = inputs.landlord.unwrap_or(Landlord {
        other_income: None,
        residence: Nation::England,
    });
    Ok(AfterTax::of(&inputs, landlord, &Returns::of(&inputs), day))
}

fn refusal(typed: &Typed) -> Result<String, Error> {
    Ok(taxed(typed, day("2026-11-28"))?.err().unwrap_or_default())
}

#[test]
fn the_tax_of_a_year_is_by_the_rates_of_the_day_that_is_bought_on() -> Result<(), Error> {
    for (on, other, year, before, credit, tax, left, carried) in [
        (
            "2026-11-28",
            60_000,
            "2026-27",
            7_600,
            2_000,
            5_600,
            3_400,
            0,
        ),
        (
            "2027-04-05",
            60_000,
            "2026-27",
            7_600,
            2_000,
            5_600,
            3_400,
            0,
        ),
        (
            "2027-04-06",
            60_000,
            "2027-28",
            7_980,
            2_200,
            5_780,
            3_220,
            0,
        ),
        // Nothing of the profit is above the allowance but 6,430.
        ("2026-11-28", 0, "2026-27", 1_286, 1_286, 0, 9_000, 3_570),
    ] {
        let found = taxed(&typed(Some(other)), day(on))?;
        let Ok(found) = found else {
            panic!("{on}: {found:?}")
        };
        assert_eq!(found.tax_year, year);
        assert_eq!(found.profit, Money::gbp(1_900_000));
        assert_eq!(found.finance_costs, Money::gbp(1_000_000));
        let amounts = [
            found.before_credit,
            found.credit,
            found.tax,
            found.carried_forward,
        ];
        let expected = [before, credit, tax, carried].map(|pounds| Money::gbp(pounds * 100));
        assert_eq!(amounts, expected, "{on}, {other}");
        assert_eq!(found.annual_cash_flow, Decimal::from(left));
        assert!(found.rule.contains("mortgage interest gives"));
        assert!(!found.source.is_empty());
    }
    Ok(())
}

#[test]
fn capital_that_is_paid_back_is_no_interest_but_is_gone() -> Result<(), Error> {
    let repaid = Typed {
        mortgage: Some(MortgageType::Repayment),
        ..typed(Some(60_000))
    };
    let found = taxed(&repaid, day("2026-11-28"))?;
    let Ok(found) = found else {
        panic!("{found:?}")
    };
    // 200,000 at 5 % over 25 years: 1,169.18 a month, of which 9,906.35 in the first year are interest.
    assert_eq!(found.finance_costs, Money::gbp(990_635));
    assert_eq!(found.tax, Money::gbp(561_873));
    let paid = Decimal::new(1_403_016, 2);
    let left = Decimal::from(19_000) - paid - Decimal::new(561_873, 2);
    assert!((found.annual_cash_flow - left).abs() < Decimal::ONE);
    Ok(())
}

#[test]
fn what_lintel_does_not_know_is_said_and_not_worked_out() -> Result<(), Error> {
    let scottish = Typed {
        tax_residence: Some(Nation::Scotland),
        ..typed(Some(60_000))
    };
    assert!(refusal(&scottish)?.contains("Scotland sets its own rates"));
    let bought = |purchase| Typed {
        purchase,
        ..typed(Some(60_000))
    };
    let company = bought(SaidOfPurchase {
        buyer: Some(Buyer::LettingCompany),
        ..SaidOfPurchase::default()
    });
    assert!(refusal(&company)?.contains("corporation tax"));
    let shop = bought(SaidOfPurchase {
        kind: Some(Kind::Mixed),
        ..SaidOfPurchase::default()
    });
    assert!(refusal(&shop)?.contains("homes alone"));
    let abroad = Typed {
        buyer: Some(BuyerType::NonResident),
        ..typed(Some(60_000))
    };
    assert!(refusal(&abroad)?.contains("lives abroad"));
    assert!(refusal(&typed(None))?.contains("other income"));
    let early = taxed(&typed(Some(60_000)), day("2026-04-05"))?;
    assert!(early.is_err());
    Ok(())
}

#[test]
fn a_landlord_is_taxed_where_the_property_is_unless_said() -> Result<(), Error> {
    let scottish = Typed {
        nation: Some(Nation::Scotland),
        ..typed(Some(60_000))
    };
    assert!(refusal(&scottish)?.contains("Scotland"));
    let at_home = Typed {
        tax_residence: Some(Nation::Wales),
        ..scottish
    };
    assert_eq!(refusal(&at_home)?, "");
    Ok(())
}
