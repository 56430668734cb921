//! The domain's values as replies.

use chrono::NaiveDate;
use lintel_core::{Error, Money, UserId, decimal};
use lintel_proto::{common, convert::timestamp, portfolio::v1};
use rust_decimal::Decimal;

use crate::{
    contract::words,
    domain::{
        CashFlow, Dashboard, Due, FieldChange, Figures, HistoryEntry, Insurance, Lease, MonthEnd,
        Mortgage, Preview, Property, RunningCosts,
    },
};

/// A property with its figures on `today`.
pub fn property(property: Property, today: NaiveDate) -> Result<v1::Property, Error> {
    let figures = property.figures(today).map_err(Error::internal)?;
    let monthly_rent = property.monthly_rent();
    let rooms_configured = property.rooms_configured();
    let details = property.details;
    let located = details.located();
    let shared = details.is_shared();
    let area = details
        .facts
        .licensing_area
        .map(words::licensing_area_number);
    let furnishing = details.facts.furnishing.map(words::furnishing_number);
    let other_nation = located.other.map(words::nation_number);
    Ok(v1::Property {
        property_id: property.id.get(),
        nation: words::nation_number(located.nation).into(),
        nation_to_confirm: located.to_confirm,
        other_nation: other_nation.unwrap_or_default().into(),
        display_name: details.name,
        address: details.address,
        postcode: details.postcode,
        property_type: v1::PropertyType::from(details.property_type).into(),
        bedrooms: details.bedrooms,
        bathrooms: details.bathrooms,
        size: details.size.unwrap_or_default(),
        monthly_rent: Some(monthly_rent.into()),
        asking_rent: Some(details.asking_rent.into()),
        gas: details.facts.gas,
        furnishing: furnishing.unwrap_or_default().into(),
        shared: shared.then_some(true).or(details.facts.shared),
        storeys: details.facts.storeys,
        most_residents: details.facts.most_residents,
        licensing_area: area.unwrap_or_default().into(),
        duties: None,
        purchase_price: money(details.purchase_price),
        current_value: money(details.current_value),
        purchase_date: date(details.purchase_date),
        purchase_year: details.purchase_year.unwrap_or_default(),
        status: v1::PropertyStatus::from(figures.status).into(),
        photo_urls: details.photos,
        rooms: property.rooms.into_iter().map(Into::into).collect(),
        running_costs: details.running_costs.map(running_costs),
        lease: details.lease.map(|known| lease(known, &figures)),
        mortgage: details.mortgage.map(mortgage),
        insurance: details.insurance.map(insurance),
        figures: Some(property_figures(&figures)?),
        create_time: Some(timestamp(property.created_at)),
        update_time: Some(timestamp(property.updated_at)),
        version: property.version,
        tenancy_active: property.tenancy_active,
        rooms_configured,
        responsible_user_id: property.responsible.map_or(0, UserId::get),
    })
}

/// Converts the figures of a property that is being typed.
pub fn preview(preview: &Preview) -> Result<v1::PropertyFigures, Error> {
    Ok(v1::PropertyFigures {
        annual_yield_percent: decimal(preview.annual_yield_percent, 2),
        ..earnings(&preview.cash_flow)?
    })
}

/// One entry of a property's history.
pub fn history_entry(entry: HistoryEntry) -> v1::PropertyHistoryEntry {
    let standing = entry.standing;
    v1::PropertyHistoryEntry {
        property_history_id: entry.id.get(),
        valid_from_time: Some(timestamp(standing.valid_from)),
        status: v1::PropertyStatus::from(standing.status).into(),
        monthly_rent: Some(standing.monthly_rent.into()),
        current_value: money(standing.current_value),
        monthly_costs: Some(standing.monthly_costs.into()),
        changed_by_user_id: standing.changed_by.map_or(0, UserId::get),
        version: standing.version,
        changes: entry.changes.into_iter().map(field_change).collect(),
    }
}

fn field_change(change: FieldChange) -> v1::FieldChange {
    v1::FieldChange {
        field: change.field,
        room_number: change.room.unwrap_or_default(),
        old_value: change.before,
        new_value: change.after,
    }
}

/// The figures of a portfolio.
pub fn dashboard(dashboard: &Dashboard) -> Result<v1::DashboardAnalytics, Error> {
    let count = |number: i64| i32::try_from(number).map_err(Error::internal);
    Ok(v1::DashboardAnalytics {
        monthly_net_profit: Some(dashboard.monthly_net_profit.into()),
        monthly_income: Some(dashboard.monthly_income.into()),
        total_value: Some(dashboard.total_value.into()),
        total_purchase_price: Some(dashboard.total_purchase_price.into()),
        active_properties: count(dashboard.active_properties)?,
        occupied_properties: count(dashboard.occupied_properties)?,
        occupancy_rate_percent: decimal::fixed(dashboard.occupancy_rate_percent(), 1),
        lettable_units: count(dashboard.lettable_units)?,
        occupied_units: count(dashboard.occupied_units)?,
        let_income: Some(dashboard.let_income.into()),
        costed_properties: count(dashboard.costed_properties)?,
    })
}

/// The portfolio at the end of a month.
pub fn month(end: &MonthEnd) -> Result<v1::PortfolioMonth, Error> {
    let count = |number: i64| i32::try_from(number).map_err(Error::internal);
    Ok(v1::PortfolioMonth {
        year: end.month.year(),
        month: count(end.month.number().into())?,
        monthly_income: Some(end.sums.income.into()),
        monthly_costs: Some(end.sums.costs.into()),
        monthly_net_profit: Some(end.profit().map_err(Error::internal)?.into()),
        total_value: Some(end.sums.value.into()),
        active_properties: count(end.sums.properties)?,
        occupied_properties: count(end.sums.occupied)?,
        occupancy_rate_percent: decimal::fixed(end.occupancy_rate_percent(), 1),
    })
}

fn running_costs(costs: RunningCosts) -> v1::RunningCosts {
    v1::RunningCosts {
        utilities: money(costs.utilities),
        tv_licence: money(costs.tv_licence),
        council_tax: money(costs.council_tax),
        water: money(costs.water),
        cleaning: money(costs.cleaning),
    }
}

fn lease(lease: Lease, figures: &Figures) -> v1::Lease {
    v1::Lease {
        years_remaining: lease.years_remaining,
        last_update_date: date(lease.last_updated),
        current_years_remaining: figures.lease_years_left,
        service_charge: money(lease.service_charge),
        ground_rent: money(lease.ground_rent),
    }
}

fn mortgage(mortgage: Mortgage) -> v1::Mortgage {
    let mortgage_type = mortgage.mortgage_type.map(v1::MortgageType::from);
    v1::Mortgage {
        company: mortgage.company.unwrap_or_default(),
        reference: mortgage.reference.unwrap_or_default(),
        contact: mortgage.contact.unwrap_or_default(),
        interest_rate_percent: mortgage
            .interest_rate
            .map(|rate| rate.to_string())
            .unwrap_or_default(),
        amount_borrowed: money(mortgage.amount_borrowed),
        outstanding_balance: money(mortgage.outstanding_balance),
        monthly_payment: money(mortgage.monthly_payment),
        mortgage_type: mortgage_type.unwrap_or_default().into(),
        fixed_term_end_date: date(mortgage.fixed_term_end),
    }
}

fn insurance(insurance: Insurance) -> v1::Insurance {
    v1::Insurance {
        company: insurance.company.unwrap_or_default(),
        reference: insurance.reference.unwrap_or_default(),
        annual_premium: money(insurance.annual_premium),
        renewal_date: date(insurance.renewal_date),
        insurance_type: insurance.insurance_type.unwrap_or_default(),
    }
}

fn property_figures(figures: &Figures) -> Result<v1::PropertyFigures, Error> {
    let days = |due: Option<Due>| {
        due.map(|due| i32::try_from(due.days))
            .transpose()
            .map_err(Error::internal)
    };
    let state = |due: Option<Due>| {
        due.map_or(v1::DueState::Unspecified, |due| due.state.into())
            .into()
    };
    Ok(v1::PropertyFigures {
        annual_yield_percent: decimal(figures.annual_yield_percent, 2),
        annual_projection: money(figures.annual_projection),
        mortgage_paid_off_percent: decimal(figures.mortgage_paid_off_percent, 1),
        fixed_term_days_remaining: days(figures.fixed_term)?,
        fixed_term_state: state(figures.fixed_term),
        insurance_days_remaining: days(figures.insurance_renewal)?,
        insurance_renewal_state: state(figures.insurance_renewal),
        value_change: money(figures.value_change),
        ltv_percent: decimal(figures.ltv_percent, 2),
        occupied_rooms: i32::try_from(figures.occupied_rooms).map_err(Error::internal)?,
        monthly_insurance: money(figures.monthly_insurance),
        ..earnings(&figures.cash_flow)?
    })
}

fn earnings(flow: &CashFlow) -> Result<v1::PropertyFigures, Error> {
    let whole = |amount: Result<Money, _>| amount.map(|amount| Some(amount.into()));
    let figures = || {
        Ok::<_, lintel_core::MoneyError>(v1::PropertyFigures {
            monthly_profit: whole(flow.monthly_profit())?,
            annual_profit: whole(flow.annual_profit())?,
            monthly_costs: whole(flow.monthly_costs())?,
            running_costs: Some(flow.running_costs.into()),
            ..v1::PropertyFigures::default()
        })
    };
    figures().map_err(Error::internal)
}

/// Decimal text; empty where there is no figure.
fn decimal(figure: Option<Decimal>, decimals: usize) -> String {
    figure
        .map(|figure| format!("{figure:.decimals$}"))
        .unwrap_or_default()
}

fn money(amount: Option<Money>) -> Option<common::v1::Money> {
    amount.map(Into::into)
}

fn date(date: Option<NaiveDate>) -> Option<common::v1::Date> {
    date.map(Into::into)
}
