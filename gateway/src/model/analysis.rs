//! Returns of listings.

use chrono::{DateTime, Utc};
use lintel_proto::listings::v1 as listings;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    assumptions::{AssumptionSource, Assumptions},
    convert::{Decimal, instant, money, required, some, text},
};
use crate::problem::Problem;

/// The cash flow if something goes worse.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StressCase {
    /// What goes worse.
    #[schema(example = "Interest + 1 %")]
    pub name: String,
    /// The cash flow per year then.
    #[schema(required, example = "612.00")]
    pub annual_cash_flow: Option<String>,
    /// Interest cover then, percent; null without a loan.
    #[schema(required, value_type = Option<f64>, example = 131.2)]
    pub cover_percent: Option<Decimal>,
    /// A twelfth of the cash flow.
    #[schema(required, example = "51.00")]
    pub monthly_cash_flow: Option<String>,
    /// The cash flow ÷ cash invested, percent.
    #[schema(required, value_type = Option<f64>, example = 1.12)]
    pub return_on_cash: Option<Decimal>,
}

impl TryFrom<listings::StressCase> for StressCase {
    type Error = Problem;

    fn try_from(case: listings::StressCase) -> Result<Self, Problem> {
        Ok(Self {
            name: case.name,
            annual_cash_flow: money(case.annual_cash_flow)?,
            cover_percent: Decimal::read(&case.cover_percent)?,
            monthly_cash_flow: money(case.monthly_cash_flow)?,
            return_on_cash: Decimal::read(&case.return_on_cash_percent)?,
        })
    }
}

/// The cash flow at another rate of interest.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RateCase {
    /// Percent per year.
    #[schema(required, value_type = Option<f64>, example = 6.5)]
    pub interest_rate: Option<Decimal>,
    /// The cash flow per month then.
    #[schema(required, example = "184.00")]
    pub monthly_cash_flow: Option<String>,
}

impl TryFrom<listings::RateCase> for RateCase {
    type Error = Problem;

    fn try_from(case: listings::RateCase) -> Result<Self, Problem> {
        Ok(Self {
            interest_rate: Decimal::read(&case.interest_rate_percent)?,
            monthly_cash_flow: money(case.monthly_cash_flow)?,
        })
    }
}

/// A part of the price, and the tax on it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TaxBand {
    /// The part begins above this amount.
    #[schema(required, example = "125000.00")]
    pub from: Option<String>,
    /// And ends with this one; null for all the rest.
    #[schema(required, example = "250000.00")]
    pub to: Option<String>,
    /// Of that part, percent.
    #[schema(required, value_type = Option<f64>, example = 7)]
    pub rate: Option<Decimal>,
    /// What is due on it.
    #[schema(required, example = "3850.00")]
    pub tax: Option<String>,
}

impl TryFrom<listings::TaxBand> for TaxBand {
    type Error = Problem;

    fn try_from(band: listings::TaxBand) -> Result<Self, Problem> {
        Ok(Self {
            from: money(band.from)?,
            to: money(band.to)?,
            rate: Decimal::read(&band.rate_percent)?,
            tax: money(band.tax)?,
        })
    }
}

/// Income tax of a person who lets, for a full tax year of the rent, costs and interest assumed. Null amounts where none is worked out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomeTax {
    /// Why no tax is worked out; null where it is.
    #[schema(required)]
    pub refusal: Option<String>,
    /// The tax year in which the purchase falls.
    #[schema(required, example = "2026-27")]
    pub tax_year: Option<String>,
    /// Rent that comes in less running costs, without interest; 0.00 for a loss.
    #[schema(required, example = "19000.00")]
    pub profit: Option<String>,
    /// Interest of the year.
    #[schema(required, example = "10000.00")]
    pub finance_costs: Option<String>,
    /// The tax that the letting adds for the landlord, before the credit.
    #[schema(required, example = "7600.00")]
    pub before_credit: Option<String>,
    /// The credit for interest (Finance (No. 2) Act 2015, section 24).
    #[schema(required, example = "2000.00")]
    pub credit: Option<String>,
    /// The tax that the letting adds for the landlord.
    #[schema(required, example = "5600.00")]
    pub tax: Option<String>,
    /// The cash flow of a year less that tax.
    #[schema(required, example = "3400.00")]
    pub annual_cash_flow: Option<String>,
    /// A twelfth of it.
    #[schema(required, example = "283.33")]
    pub monthly_cash_flow: Option<String>,
    /// It ÷ cash invested, percent.
    #[schema(required, value_type = Option<f64>, example = 3.21)]
    pub return_on_cash: Option<Decimal>,
    /// Interest that gave no credit, for later years.
    #[schema(required, example = "0.00")]
    pub carried_forward: Option<String>,
    /// The rates and the rule.
    #[schema(required)]
    pub rule: Option<String>,
    /// Where the rule is from.
    #[schema(required)]
    pub source: Option<String>,
}

impl TryFrom<listings::IncomeTax> for IncomeTax {
    type Error = Problem;

    fn try_from(tax: listings::IncomeTax) -> Result<Self, Problem> {
        Ok(Self {
            refusal: text(tax.refusal),
            tax_year: text(tax.tax_year),
            profit: money(tax.profit)?,
            finance_costs: money(tax.finance_costs)?,
            before_credit: money(tax.before_credit)?,
            credit: money(tax.credit)?,
            tax: money(tax.tax)?,
            annual_cash_flow: money(tax.annual_cash_flow)?,
            monthly_cash_flow: money(tax.monthly_cash_flow)?,
            return_on_cash: Decimal::read(&tax.return_on_cash_percent)?,
            carried_forward: money(tax.carried_forward)?,
            rule: text(tax.rule),
            source: text(tax.source),
        })
    }
}

/// Every figure of a return. Null where a figure has no meaning.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Returns {
    /// Rent ÷ price, percent.
    #[schema(required, value_type = Option<f64>, example = 6.33)]
    pub gross_yield: Option<Decimal>,
    /// Rent less running costs ÷ price, percent.
    #[schema(required, value_type = Option<f64>, example = 4.91)]
    pub net_yield: Option<Decimal>,
    /// Rent × 12.
    #[schema(required)]
    pub annual_rent: Option<String>,
    /// Rent lost without a tenant, per year.
    #[schema(required)]
    pub void_loss: Option<String>,
    /// Rent that comes in, per year.
    #[schema(required)]
    pub collected_rent: Option<String>,
    /// Management, per year.
    #[schema(required)]
    pub management: Option<String>,
    /// Maintenance, per year.
    #[schema(required)]
    pub maintenance: Option<String>,
    /// Running costs per year, without finance.
    #[schema(required)]
    pub operating_costs: Option<String>,
    /// Collected rent less running costs, per year.
    #[schema(required)]
    pub net_operating_income: Option<String>,
    /// Price − deposit.
    #[schema(required)]
    pub loan: Option<String>,
    /// Loan ÷ price, percent.
    #[schema(required, value_type = Option<f64>, example = 75)]
    pub loan_to_value: Option<Decimal>,
    /// The mortgage per month, as its type has it.
    #[schema(required)]
    pub monthly_mortgage: Option<String>,
    /// The mortgage per month for interest alone.
    #[schema(required)]
    pub monthly_interest_only: Option<String>,
    /// The mortgage per month for interest and capital.
    #[schema(required)]
    pub monthly_repayment: Option<String>,
    /// Before tax.
    #[schema(required)]
    pub annual_cash_flow: Option<String>,
    /// A twelfth of it.
    #[schema(required)]
    pub monthly_cash_flow: Option<String>,
    /// Deposit, tax, fees and refurbishment.
    #[schema(required)]
    pub cash_invested: Option<String>,
    /// Annual cash flow ÷ cash invested, percent.
    #[schema(required, value_type = Option<f64>, example = 3.12)]
    pub return_on_cash: Option<Decimal>,
    /// Net operating income ÷ annual mortgage.
    #[schema(required, value_type = Option<f64>, example = 1.28)]
    pub debt_cover: Option<Decimal>,
    /// Rent ÷ interest at the stress rate, percent.
    #[schema(required, value_type = Option<f64>, example = 116.5)]
    pub interest_cover: Option<Decimal>,
    /// Interest per month at the stress rate.
    #[schema(required)]
    pub stressed_monthly_interest: Option<String>,
    /// The rent per month that the minimum cover needs.
    #[schema(required)]
    pub required_monthly_rent: Option<String>,
    /// The most that the rent carries at the minimum cover.
    #[schema(required)]
    pub maximum_loan: Option<String>,
    /// Whether the minimum cover is met; null without a loan.
    #[schema(required)]
    pub passes_stress: Option<bool>,
    /// The rent per month at which cash flow is 0.
    #[schema(required)]
    pub break_even_monthly_rent: Option<String>,
    /// The interest rate at which cash flow is 0, percent.
    #[schema(required, value_type = Option<f64>, example = 6.02)]
    pub break_even_rate: Option<Decimal>,
    /// The cash flow if something goes worse.
    pub stress_cases: Vec<StressCase>,
    /// England, Wales, Scotland or Northern Ireland: the nation whose tax counts; null where it is not known.
    #[schema(required, example = "England")]
    pub nation: Option<String>,
    /// The cash flow at rates in steps of half a point around the assumed one, which is among them; none without a loan.
    pub rate_cases: Vec<RateCase>,
    /// The parts of the price with the nation's tax on each, the lowest first; a supplement on the whole price is last.
    pub tax_bands: Vec<TaxBand>,
    /// What the bands come to in whole pounds; the same as the input unless another amount was typed.
    #[schema(required, example = "10100.00")]
    pub tax: Option<String>,
    /// The tax's name: SDLT, LTT, LBTT, or LBTT with ADS; null only while an upgrade is under way.
    #[schema(required, example = "SDLT")]
    pub tax_name: Option<String>,
    /// Income tax and what is left after it; null unless it is counted. Every other figure is before income tax.
    #[schema(required)]
    pub income_tax: Option<IncomeTax>,
}

impl TryFrom<listings::Returns> for Returns {
    type Error = Problem;

    fn try_from(figures: listings::Returns) -> Result<Self, Problem> {
        let cases = figures.stress_cases.into_iter().map(StressCase::try_from);
        let rates = figures.rate_cases.into_iter().map(RateCase::try_from);
        let bands = figures.tax_bands.into_iter().map(TaxBand::try_from);
        Ok(Self {
            gross_yield: Decimal::read(&figures.gross_yield_percent)?,
            net_yield: Decimal::read(&figures.net_yield_percent)?,
            annual_rent: money(figures.annual_rent)?,
            void_loss: money(figures.void_loss)?,
            collected_rent: money(figures.collected_rent)?,
            management: money(figures.management)?,
            maintenance: money(figures.maintenance)?,
            operating_costs: money(figures.operating_costs)?,
            net_operating_income: money(figures.net_operating_income)?,
            loan: money(figures.loan)?,
            loan_to_value: Decimal::read(&figures.loan_to_value_percent)?,
            monthly_mortgage: money(figures.monthly_mortgage)?,
            monthly_interest_only: money(figures.monthly_interest_only)?,
            monthly_repayment: money(figures.monthly_repayment)?,
            annual_cash_flow: money(figures.annual_cash_flow)?,
            monthly_cash_flow: money(figures.monthly_cash_flow)?,
            cash_invested: money(figures.cash_invested)?,
            return_on_cash: Decimal::read(&figures.return_on_cash_percent)?,
            debt_cover: Decimal::read(&figures.debt_cover)?,
            interest_cover: Decimal::read(&figures.interest_cover_percent)?,
            stressed_monthly_interest: money(figures.stressed_monthly_interest)?,
            required_monthly_rent: money(figures.required_monthly_rent)?,
            maximum_loan: money(figures.maximum_loan)?,
            passes_stress: figures.passes_stress,
            break_even_monthly_rent: money(figures.break_even_monthly_rent)?,
            break_even_rate: Decimal::read(&figures.break_even_rate_percent)?,
            stress_cases: cases.collect::<Result<_, _>>()?,
            nation: text(figures.nation),
            rate_cases: rates.collect::<Result<_, _>>()?,
            tax_bands: bands.collect::<Result<_, _>>()?,
            tax: money(figures.tax)?,
            tax_name: text(figures.tax_name),
            income_tax: figures.income_tax.map(TryInto::try_into).transpose()?,
        })
    }
}

/// The return of a listing, with what it was computed from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// Its id; null for one that is not saved.
    #[schema(required)]
    pub id: Option<i64>,
    /// The listing.
    #[schema(example = 9)]
    pub listing_id: i64,
    /// Its title.
    #[schema(example = "2 bed terraced house, Leeds")]
    pub listing_title: String,
    /// Its address.
    pub listing_address: String,
    /// What its owner calls it; null where nothing.
    #[schema(required)]
    pub name: Option<String>,
    /// The inputs, all of them.
    pub assumptions: Assumptions,
    /// Where each input is from that was not typed.
    pub sources: Vec<AssumptionSource>,
    /// The figures.
    pub returns: Returns,
    /// When it was saved; null for one that is not.
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Grows by one with every change; 0 for one that is not saved.
    pub version: i64,
}

impl TryFrom<listings::Analysis> for Analysis {
    type Error = Problem;

    fn try_from(analysis: listings::Analysis) -> Result<Self, Problem> {
        Ok(Self {
            id: some(analysis.analysis_id),
            listing_id: analysis.listing_id,
            listing_title: analysis.listing_title,
            listing_address: analysis.listing_address,
            name: text(analysis.display_name),
            assumptions: required(analysis.assumptions, "assumptions")?.try_into()?,
            sources: analysis.sources.into_iter().map(Into::into).collect(),
            returns: required(analysis.returns, "returns")?.try_into()?,
            updated_at: instant(analysis.update_time)?,
            version: analysis.version,
        })
    }
}
