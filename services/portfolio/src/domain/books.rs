//! The rules for the running costs, lease, mortgage and insurance of a property.

use chrono::NaiveDate;

use super::{
    Insurance, InsuranceDraft, Lease, Mortgage, MortgageDraft, Percentage, RunningCosts,
    check::{Checks, PRICE_LIMIT, RENT_LIMIT},
};

/// Long leases run for 999 years; ten times that is a slip.
const LONGEST_LEASE: i32 = 9_999;

/// Costs of a shared house; `None` where none is known.
pub fn running_costs(checks: &mut Checks, costs: RunningCosts) -> Option<RunningCosts> {
    for (name, label, amount) in [
        ("utilities", "Utilities", costs.utilities),
        ("tv_licence", "TV licence", costs.tv_licence),
        ("council_tax", "Council tax", costs.council_tax),
        ("water", "Water", costs.water),
        ("cleaning", "Cleaning", costs.cleaning),
    ] {
        checks.money(&format!("running_costs.{name}"), label, amount, RENT_LIMIT);
    }
    (costs != RunningCosts::default()).then_some(costs)
}

/// The lease of a flat; `None` where nothing about it is known. Years without a day were entered today.
pub fn lease(checks: &mut Checks, lease: Lease, today: NaiveDate) -> Option<Lease> {
    if let Some(years) = lease.years_remaining {
        checks.number(
            "lease.years_remaining",
            "Lease years remaining",
            years,
            0..=LONGEST_LEASE,
        );
    }
    if lease.last_updated.is_some_and(|date| date > today) {
        checks.refuse(
            "lease.last_update_date",
            "The day must not be in the future.",
        );
    }
    checks.money(
        "lease.service_charge",
        "Service charge",
        lease.service_charge,
        RENT_LIMIT,
    );
    checks.money(
        "lease.ground_rent",
        "Ground rent",
        lease.ground_rent,
        RENT_LIMIT,
    );
    let lease = Lease {
        // The day belongs to the years: without them it has no meaning.
        last_updated: lease
            .years_remaining
            .map(|_| lease.last_updated.unwrap_or(today)),
        ..lease
    };
    (lease != Lease::default()).then_some(lease)
}

/// A mortgage; `None` where nothing about it is known.
pub fn mortgage(checks: &mut Checks, draft: &MortgageDraft) -> Option<Mortgage> {
    let interest_rate = match draft.interest_rate.trim() {
        "" => None,
        text => Percentage::parse(text)
            .map_err(|error| checks.refuse("mortgage.interest_rate_percent", error.to_string()))
            .ok(),
    };
    let mut price = |name: &str, label: &str, amount, limit| {
        checks.money(&format!("mortgage.{name}"), label, amount, limit)
    };
    let amount_borrowed = price(
        "amount_borrowed",
        "Amount borrowed",
        draft.amount_borrowed,
        PRICE_LIMIT,
    );
    let outstanding_balance = price(
        "outstanding_balance",
        "Outstanding balance",
        draft.outstanding_balance,
        PRICE_LIMIT,
    );
    let monthly_payment = price(
        "monthly_payment",
        "Monthly mortgage payment",
        draft.monthly_payment,
        RENT_LIMIT,
    );
    let mortgage = Mortgage {
        company: checks.text("mortgage.company", "Mortgage company", &draft.company, 200),
        reference: checks.text(
            "mortgage.reference",
            "Mortgage reference",
            &draft.reference,
            100,
        ),
        contact: checks.text("mortgage.contact", "Mortgage contact", &draft.contact, 200),
        interest_rate,
        amount_borrowed,
        outstanding_balance,
        monthly_payment,
        mortgage_type: draft.mortgage_type,
        fixed_term_end: draft.fixed_term_end,
    };
    (mortgage != Mortgage::default()).then_some(mortgage)
}

/// An insurance; `None` where nothing about it is known.
pub fn insurance(checks: &mut Checks, draft: &InsuranceDraft) -> Option<Insurance> {
    let insurance = Insurance {
        company: checks.text(
            "insurance.company",
            "Insurance company",
            &draft.company,
            200,
        ),
        reference: checks.text(
            "insurance.reference",
            "Insurance reference",
            &draft.reference,
            100,
        ),
        annual_premium: checks.money(
            "insurance.annual_premium",
            "Insurance premium",
            draft.annual_premium,
            RENT_LIMIT,
        ),
        renewal_date: draft.renewal_date,
        insurance_type: checks.text(
            "insurance.insurance_type",
            "Insurance type",
            &draft.insurance_type,
            100,
        ),
    };
    (insurance != Insurance::default()).then_some(insurance)
}
