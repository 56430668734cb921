//! Analyses in the contract.

use lintel_core::{Error, Money, decimal};
use lintel_proto::{convert::timestamp, listings::v1, read::Reader};
use rust_decimal::Decimal;

use crate::{
    contract::words,
    domain::{AfterTax, Analysis, Assumptions, SaidOfPurchase, Typed},
};

const MONTHS: Decimal = Decimal::from_parts(12, 0, 0, false, 0);

/// Reads what was typed; fields that cannot be read are kept for the refusal.
pub(super) fn typed(said: v1::Assumptions) -> Typed {
    let mut reader = Reader::default();
    let mortgage = reader.choice(
        "mortgage_type",
        "Choose Interest Only or Repayment.",
        said.mortgage_type,
        words::mortgage_type,
    );
    let buyer = reader.choice(
        "buyer_type",
        "Choose additional, standard, nonResident or firstTime.",
        said.buyer_type,
        words::buyer_type,
    );
    let nation = reader.choice(
        "nation",
        "Choose England, Wales, Scotland or Northern Ireland.",
        said.nation,
        words::nation,
    );
    let tax_residence = reader.choice(
        "tax_residence",
        "Choose England, Wales, Scotland or Northern Ireland.",
        said.tax_residence,
        words::nation,
    );
    let kind = reader.choice(
        "property_kind",
        "Choose residential, mixed, commercial or land.",
        said.property_kind,
        words::kind,
    );
    let who = reader.choice(
        "buyer",
        "Choose person, lettingCompany or companyOwnUse.",
        said.buyer,
        words::buyer,
    );
    let number = |reader: &mut Reader, field: &str, text: &str| {
        if text.trim().is_empty() {
            return None;
        }
        let read = decimal::read(text).map_err(|_| "Enter a number, for example 5.5.");
        reader.unreadable.take(field, read)
    };
    let interest_rate = number(
        &mut reader,
        "interest_rate_percent",
        &said.interest_rate_percent,
    );
    let void_weeks = number(&mut reader, "void_weeks", &said.void_weeks);
    let management = number(&mut reader, "management_percent", &said.management_percent);
    let maintenance = number(
        &mut reader,
        "maintenance_percent",
        &said.maintenance_percent,
    );
    let stress_rate = number(
        &mut reader,
        "stress_rate_percent",
        &said.stress_rate_percent,
    );
    let cover = number(
        &mut reader,
        "minimum_cover_percent",
        &said.minimum_cover_percent,
    );
    Typed {
        price: reader.money("price", said.price),
        monthly_rent: reader.money("monthly_rent", said.monthly_rent),
        deposit: reader.money("deposit", said.deposit),
        interest_rate,
        term_years: said.term_years,
        mortgage,
        buyer,
        purchase: SaidOfPurchase {
            kind,
            dwellings: said.dwellings,
            buyer: who,
            is_abroad: said.lives_abroad,
            owns_another: said.owns_another_home,
            is_first_time: said.first_time_buyer,
        },
        nation,
        counts_income_tax: said.counts_income_tax,
        other_income: reader.money("other_income", said.other_income),
        tax_residence,
        stamp_duty: reader.money("stamp_duty", said.stamp_duty),
        legal_fees: reader.money("legal_fees", said.legal_fees),
        refurbishment: reader.money("refurbishment", said.refurbishment),
        other_fees: reader.money("other_fees", said.other_fees),
        void_weeks,
        management,
        maintenance,
        maintenance_amount: reader.money("maintenance", said.maintenance),
        insurance: reader.money("insurance", said.insurance),
        service_charge: reader.money("service_charge", said.service_charge),
        ground_rent: reader.money("ground_rent", said.ground_rent),
        other_costs: reader.money("other_costs", said.other_costs),
        stress_rate,
        minimum_cover: cover,
        unreadable: reader.unreadable,
    }
}

/// An analysis with its figures.
///
/// # Errors
/// [`Error::Internal`] for a figure beyond what money can be.
pub(super) fn analysis(analysis: Analysis) -> Result<v1::Analysis, Error> {
    let (figures, nation) = (returns(&analysis)?, analysis.nation());
    let sources = analysis.all_sources().into_iter();
    let sources = sources.map(|one| v1::AssumptionSource {
        field: one.field,
        source: one.source,
    });
    let saved = analysis.saved;
    let assumed = v1::Assumptions {
        nation: words::nation_number(nation).into(),
        ..assumptions(&analysis.assumptions)
    };
    Ok(v1::Analysis {
        analysis_id: saved.map_or(0, |saved| saved.id.get()),
        listing_id: analysis.listing.get(),
        listing_title: analysis.title,
        listing_address: analysis.address,
        display_name: analysis.name,
        assumptions: Some(assumed),
        sources: sources.collect(),
        returns: Some(figures),
        update_time: saved.map(|saved| timestamp(saved.updated_at)),
        version: saved.map_or(0, |saved| saved.version),
    })
}

fn assumptions(all: &Assumptions) -> v1::Assumptions {
    let money = |amount: Money| Some(amount.into());
    // At least two decimals, as rates are written.
    let rate = |number: Decimal| {
        let mut number = number.normalize();
        number.rescale(number.scale().max(2));
        number.to_string()
    };
    let facts = all.facts();
    v1::Assumptions {
        price: money(all.price),
        monthly_rent: money(all.monthly_rent),
        deposit: money(all.deposit),
        interest_rate_percent: rate(all.interest_rate),
        term_years: Some(all.term_years),
        mortgage_type: v1::MortgageType::from(all.mortgage).into(),
        buyer_type: v1::BuyerType::from(all.buyer).into(),
        property_kind: words::kind_number(facts.kind).into(),
        dwellings: i32::try_from(facts.dwellings).ok(),
        buyer: words::buyer_number(facts.buyer).into(),
        lives_abroad: Some(facts.is_abroad),
        owns_another_home: Some(facts.owns_another),
        first_time_buyer: Some(facts.is_first_time),
        counts_income_tax: Some(all.landlord.is_some()),
        other_income: all
            .landlord
            .and_then(|landlord| landlord.other_income)
            .map(Into::into),
        tax_residence: all.landlord.map_or(0, |landlord| {
            words::nation_number(landlord.residence).into()
        }),
        stamp_duty: money(all.stamp_duty),
        legal_fees: money(all.legal_fees),
        refurbishment: money(all.refurbishment),
        other_fees: money(all.other_fees),
        void_weeks: decimal::plain(all.void_weeks),
        management_percent: decimal::plain(all.management),
        maintenance_percent: decimal::plain(all.maintenance),
        maintenance: all.maintenance_amount.map(Into::into),
        insurance: money(all.insurance),
        service_charge: money(all.service_charge),
        ground_rent: money(all.ground_rent),
        other_costs: money(all.other_costs),
        stress_rate_percent: rate(all.stress_rate),
        minimum_cover_percent: decimal::plain(all.minimum_cover),
        ..v1::Assumptions::default()
    }
}

fn returns(analysis: &Analysis) -> Result<v1::Returns, Error> {
    let found = &analysis.returns();
    let tax = analysis.tax();
    let money = |pounds: Decimal| -> Result<_, Error> {
        let rounded = Money::round_half_away(pounds).map_err(Error::internal)?;
        Ok(Some(rounded.into()))
    };
    let some_money = |pounds: Option<Decimal>| pounds.map_or(Ok(None), money);
    let figure = |number: Option<Decimal>, decimals: u32| {
        number.map_or_else(String::new, |number| decimal::fixed(number, decimals))
    };
    let cases: Result<Vec<_>, Error> = found
        .stress_cases
        .iter()
        .map(|case| {
            Ok(v1::StressCase {
                name: case.name.to_owned(),
                annual_cash_flow: money(case.annual_cash_flow)?,
                cover_percent: figure(case.cover, 1),
                monthly_cash_flow: money(case.annual_cash_flow / MONTHS)?,
                return_on_cash_percent: figure(case.return_on_cash, 2),
            })
        })
        .collect();
    let rates: Result<Vec<_>, Error> = found
        .rate_cases
        .iter()
        .map(|case| {
            Ok(v1::RateCase {
                interest_rate_percent: decimal::fixed(case.rate, 2),
                monthly_cash_flow: money(case.annual_cash_flow / MONTHS)?,
            })
        })
        .collect();
    let bands: Result<Vec<_>, Error> = tax
        .bands
        .iter()
        .map(|band| {
            Ok(v1::TaxBand {
                from: money(Decimal::from(band.from))?,
                to: band.to.map_or(Ok(None), |to| money(Decimal::from(to)))?,
                rate_percent: decimal::plain(band.rate),
                tax: money(band.tax)?,
            })
        })
        .collect();
    Ok(v1::Returns {
        gross_yield_percent: figure(found.gross_yield, 2),
        net_yield_percent: figure(found.net_yield, 2),
        annual_rent: money(found.annual_rent)?,
        void_loss: money(found.void_loss)?,
        collected_rent: money(found.collected_rent)?,
        management: money(found.management)?,
        maintenance: money(found.maintenance)?,
        operating_costs: money(found.operating_costs)?,
        net_operating_income: money(found.net_operating_income)?,
        loan: money(found.loan)?,
        loan_to_value_percent: figure(found.loan_to_value, 2),
        monthly_mortgage: money(found.monthly_mortgage)?,
        monthly_interest_only: money(found.monthly_interest_only)?,
        monthly_repayment: money(found.monthly_repayment)?,
        annual_cash_flow: money(found.annual_cash_flow)?,
        monthly_cash_flow: money(found.annual_cash_flow / MONTHS)?,
        cash_invested: money(found.cash_invested)?,
        return_on_cash_percent: figure(found.return_on_cash, 2),
        debt_cover: figure(found.debt_cover, 2),
        interest_cover_percent: figure(found.interest_cover, 1),
        stressed_monthly_interest: money(found.stressed_monthly_interest)?,
        required_monthly_rent: money(found.required_monthly_rent)?,
        maximum_loan: some_money(found.maximum_loan)?,
        passes_stress: found.passes_stress,
        break_even_monthly_rent: some_money(found.break_even_monthly_rent)?,
        break_even_rate_percent: figure(found.break_even_rate, 2),
        stress_cases: cases?,
        nation: analysis.nation().as_str().to_owned(),
        rate_cases: rates?,
        tax_bands: bands?,
        tax: Some(tax.amount.into()),
        tax_name: tax.name,
        income_tax: analysis.after_tax(found).map(income_tax).transpose()?,
    })
}

fn income_tax(found: Result<AfterTax, String>) -> Result<v1::IncomeTax, Error> {
    let found = match found {
        Ok(found) => found,
        Err(refusal) => {
            return Ok(v1::IncomeTax {
                refusal,
                ..v1::IncomeTax::default()
            });
        }
    };
    let money = |pounds: Decimal| -> Result<_, Error> {
        let rounded = Money::round_half_away(pounds).map_err(Error::internal)?;
        Ok(Some(rounded.into()))
    };
    Ok(v1::IncomeTax {
        tax_year: found.tax_year,
        profit: Some(found.profit.into()),
        finance_costs: Some(found.finance_costs.into()),
        before_credit: Some(found.before_credit.into()),
        credit: Some(found.credit.into()),
        tax: Some(found.tax.into()),
        annual_cash_flow: money(found.annual_cash_flow)?,
        monthly_cash_flow: money(found.annual_cash_flow / MONTHS)?,
        return_on_cash_percent: found
            .return_on_cash
            .map_or_else(String::new, |rate| decimal::fixed(rate, 2)),
        carried_forward: Some(found.carried_forward.into()),
        rule: found.rule,
        source: found.source,
        refusal: String::new(),
    })
}
