//! Rules of running costs, lease, mortgage and insurance.

use super::*;
use crate::domain::{InsuranceDraft, MortgageDraft, Percentage};

#[test]
fn every_amount_has_its_bounds_and_its_own_path() {
    let low = Some(Money::gbp(-1));
    let too_much = |limit: Money| Some(Money::gbp(limit.minor() + 1));
    let mut paths = Vec::new();
    let mut judge = |draft: PropertyDraft| {
        paths.extend(refused(draft).into_iter().map(|(field, _)| field));
    };
    for rent in [low, too_much(RENT_LIMIT)] {
        let costs = RunningCosts {
            utilities: rent,
            tv_licence: rent,
            council_tax: rent,
            water: rent,
            cleaning: rent,
        };
        judge(PropertyDraft {
            running_costs: costs,
            ..shared_house(1)
        });
        judge(flat(Lease {
            service_charge: rent,
            ground_rent: rent,
            ..Lease::default()
        }));
        let insurance = InsuranceDraft {
            annual_premium: rent,
            ..InsuranceDraft::default()
        };
        judge(PropertyDraft {
            insurance,
            ..house()
        });
        let mortgage = MortgageDraft {
            monthly_payment: rent,
            ..MortgageDraft::default()
        };
        judge(PropertyDraft {
            mortgage,
            ..house()
        });
    }
    for price in [low, too_much(PRICE_LIMIT)] {
        let mortgage = MortgageDraft {
            amount_borrowed: price,
            outstanding_balance: price,
            ..MortgageDraft::default()
        };
        judge(PropertyDraft {
            mortgage,
            ..house()
        });
        judge(PropertyDraft {
            current_value: price,
            ..house()
        });
    }
    let once = [
        "running_costs.utilities",
        "running_costs.tv_licence",
        "running_costs.council_tax",
        "running_costs.water",
        "running_costs.cleaning",
        "lease.service_charge",
        "lease.ground_rent",
        "insurance.annual_premium",
        "mortgage.monthly_payment",
    ];
    let prices = [
        "mortgage.amount_borrowed",
        "mortgage.outstanding_balance",
        "current_value",
    ];
    assert_eq!(
        paths,
        [&once[..], &once[..], &prices[..], &prices[..]].concat()
    );
}

#[test]
fn the_costs_of_a_shared_house_stay_unknown_when_none_were_given() -> anyhow::Result<()> {
    let new = NewProperty::try_new(shared_house(2), RentRule::SumOfRooms, today())?;
    assert_eq!(new.details().running_costs, None);
    Ok(())
}

#[test]
fn a_lease_is_counted_from_the_day_it_was_entered() -> anyhow::Result<()> {
    let stored = |lease| {
        NewProperty::try_new(flat(lease), RentRule::SumOfRooms, today())
            .map(|new| new.details().lease)
    };
    let entered_today = Lease {
        years_remaining: Some(90),
        last_updated: Some(today()),
        ..Lease::default()
    };
    let without_day = Lease {
        last_updated: None,
        ..entered_today
    };
    assert_eq!(stored(without_day)?, Some(entered_today));
    let day_alone = Lease {
        years_remaining: None,
        ..entered_today
    };
    assert_eq!(stored(day_alone)?, None);

    let years = |years| {
        flat(Lease {
            years_remaining: Some(years),
            ..Lease::default()
        })
    };
    assert!(refused(years(0)).is_empty());
    assert!(refused(years(9_999)).is_empty());
    for bad in [-1, 10_000] {
        assert_refused(
            years(bad),
            "lease.years_remaining",
            "Lease years remaining must be from 0 to 9999.",
        );
    }
    let tomorrow = Lease {
        last_updated: today().succ_opt(),
        ..entered_today
    };
    assert_refused(
        flat(tomorrow),
        "lease.last_update_date",
        "The day must not be in the future.",
    );
    Ok(())
}

#[test]
fn interest_is_a_percentage_with_two_decimals() -> anyhow::Result<()> {
    let rate = |rate: &str| PropertyDraft {
        mortgage: MortgageDraft {
            interest_rate: rate.to_owned(),
            ..MortgageDraft::default()
        },
        ..house()
    };
    let stored = NewProperty::try_new(rate("4.89"), RentRule::SumOfRooms, today())?;
    let mortgage = stored.details().mortgage.as_ref();
    assert_eq!(
        mortgage.and_then(|m| m.interest_rate),
        Percentage::parse("4.89").ok()
    );
    assert_refused(
        rate("100.01"),
        "mortgage.interest_rate_percent",
        "Enter a percentage from 0 to 100.",
    );
    assert_refused(
        rate("soon"),
        "mortgage.interest_rate_percent",
        "Enter a percentage, for example 4.89.",
    );
    Ok(())
}

#[test]
fn every_text_of_mortgage_and_insurance_has_its_limit_and_its_own_path() {
    let long = "x".repeat(201);
    let draft = PropertyDraft {
        size: long.clone(),
        address: "x".repeat(301),
        mortgage: MortgageDraft {
            company: long.clone(),
            reference: long.clone(),
            contact: long.clone(),
            ..MortgageDraft::default()
        },
        insurance: InsuranceDraft {
            company: long.clone(),
            reference: long.clone(),
            insurance_type: long,
            ..InsuranceDraft::default()
        },
        ..house()
    };
    let paths: Vec<_> = refused(draft).into_iter().map(|(field, _)| field).collect();
    assert_eq!(
        paths,
        [
            "address",
            "size",
            "mortgage.company",
            "mortgage.reference",
            "mortgage.contact",
            "insurance.company",
            "insurance.reference",
            "insurance.insurance_type",
        ]
    );
}
