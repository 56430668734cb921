//! Many properties in four statements.
//!
//! Properties travel as one JSON array, because a row has 38 columns of which one is a list, which `unnest` cannot carry; their
//! rooms and history as parallel arrays.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, PropertyId, UserId};
use lintel_db::StoreError;
use lintel_rules::Nation;
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::{decimal, room};
use crate::domain::{MortgageType, NewProperty, Percentage, Property, Standing};

/// Adds properties with their rooms, in their order, at their first version.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.property.insert_all", skip_all, fields(count = new.len()))]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    new: &[NewProperty],
    responsible: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<Property>, StoreError> {
    let rows: Vec<Value> = new.iter().enumerate().map(row).collect();
    let mut ids = sqlx::query_scalar!(
        "INSERT INTO properties (organisation_id, name, address, postcode, property_type, bedrooms, bathrooms, size,
             monthly_rent, purchase_price, current_value, purchase_date, purchase_year, status, photos,
             hmo_utilities, hmo_tv_licence, hmo_council_tax, hmo_water, hmo_cleaning_fees,
             lease_years_remaining, lease_last_updated, service_charge, ground_rent,
             mortgage_company, mortgage_reference, mortgage_contact, interest_rate, amount_borrowed,
             outstanding_balance, monthly_mortgage_payment, mortgage_type, fixed_term_end_date,
             insurance_company, insurance_reference, insurance_amount, insurance_renewal_date, insurance_type,
             created_at, updated_at, responsible_user_id, nation, gas, furnishing, shared, storeys, most_residents, licensing_area)
         SELECT $1, name, address, postcode, property_type, bedrooms, bathrooms, size,
             monthly_rent, purchase_price, current_value, purchase_date, purchase_year, status, photos,
             hmo_utilities, hmo_tv_licence, hmo_council_tax, hmo_water, hmo_cleaning_fees,
             lease_years_remaining, lease_last_updated, service_charge, ground_rent,
             mortgage_company, mortgage_reference, mortgage_contact, interest_rate, amount_borrowed,
             outstanding_balance, monthly_mortgage_payment, mortgage_type, fixed_term_end_date,
             insurance_company, insurance_reference, insurance_amount, insurance_renewal_date, insurance_type,
             $3, $3, $4, nation, gas, furnishing, shared, storeys, most_residents, licensing_area
         FROM jsonb_to_recordset($2) AS given (place integer, name text, address text, postcode text, nation text, property_type text,
             bedrooms integer, bathrooms integer, size text, monthly_rent numeric, purchase_price numeric,
             current_value numeric, purchase_date date, purchase_year integer, status text, photos text[],
             hmo_utilities numeric, hmo_tv_licence numeric, hmo_council_tax numeric, hmo_water numeric,
             hmo_cleaning_fees numeric, lease_years_remaining integer, lease_last_updated date, service_charge numeric,
             ground_rent numeric, mortgage_company text, mortgage_reference text, mortgage_contact text,
             interest_rate numeric, amount_borrowed numeric, outstanding_balance numeric, monthly_mortgage_payment numeric,
             mortgage_type text, fixed_term_end_date date, insurance_company text, insurance_reference text,
             insurance_amount numeric, insurance_renewal_date date, insurance_type text,
             gas boolean, furnishing text, shared boolean, storeys integer, most_residents integer, licensing_area text)
         ORDER BY place
         RETURNING property_id",
        organisation.get(),
        Value::Array(rows),
        now,
        responsible.get(),
    )
    .fetch_all(&mut *tx)
    .await?;
    // Ids are given out in the order in which rows come.
    ids.sort_unstable();
    let mut with_house = Vec::new();
    for (id, new) in ids.iter().zip(new) {
        with_house.extend(new.rooms().iter().map(|room| (*id, room.clone())));
    }
    let mut rooms = room::insert_all(tx, organisation, &with_house).await?;
    let stored = ids.into_iter().zip(new).map(|(id, new)| {
        let id = PropertyId::new(id);
        Property {
            id,
            details: new.details().clone(),
            rooms: rooms.remove(&id).unwrap_or_default(),
            tenancy_active: false,
            let_rent: None,
            responsible: Some(responsible),
            version: 1,
            created_at: now,
            updated_at: now,
        }
    });
    Ok(stored.collect())
}

fn row((place, new): (usize, &NewProperty)) -> Value {
    let details = new.details();
    let costs = details.running_costs.unwrap_or_default();
    let lease = details.lease.unwrap_or_default();
    let mortgage = details.mortgage.clone().unwrap_or_default();
    let insurance = details.insurance.clone().unwrap_or_default();
    let amount = |money| decimal(money).map(|amount| amount.to_string());
    let mut row = json!({
        "place": place,
        "name": details.name,
        "address": details.address,
        "postcode": details.postcode,
        "nation": details.nation.map(Nation::as_str),
        "property_type": details.property_type.as_str(),
        "bedrooms": details.bedrooms,
        "bathrooms": details.bathrooms,
        "size": details.size,
        "monthly_rent": amount(Some(details.asking_rent)),
        "purchase_price": amount(details.purchase_price),
        "current_value": amount(details.current_value),
        "purchase_date": details.purchase_date,
        "purchase_year": details.purchase_year,
        "status": details.status.as_str(),
        "photos": details.photos,
        "hmo_utilities": amount(costs.utilities),
        "hmo_tv_licence": amount(costs.tv_licence),
        "hmo_council_tax": amount(costs.council_tax),
        "hmo_water": amount(costs.water),
        "hmo_cleaning_fees": amount(costs.cleaning),
        "lease_years_remaining": lease.years_remaining,
        "lease_last_updated": lease.last_updated,
        "service_charge": amount(lease.service_charge),
        "ground_rent": amount(lease.ground_rent),
        "mortgage_company": mortgage.company,
        "mortgage_reference": mortgage.reference,
        "mortgage_contact": mortgage.contact,
        "interest_rate": mortgage.interest_rate.map(Percentage::to_decimal).map(|rate| rate.to_string()),
        "amount_borrowed": amount(mortgage.amount_borrowed),
        "outstanding_balance": amount(mortgage.outstanding_balance),
        "monthly_mortgage_payment": amount(mortgage.monthly_payment),
        "mortgage_type": mortgage.mortgage_type.map(MortgageType::as_str),
        "fixed_term_end_date": mortgage.fixed_term_end,
        "insurance_company": insurance.company,
        "insurance_reference": insurance.reference,
        "insurance_amount": amount(insurance.annual_premium),
        "insurance_renewal_date": insurance.renewal_date,
        "insurance_type": insurance.insurance_type,
    });
    // Facts are spelt as their columns are.
    if let (Value::Object(row), Ok(Value::Object(facts))) =
        (&mut row, serde_json::to_value(details.facts))
    {
        row.extend(facts);
    }
    row
}

/// Adds the first history entry of each property.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.property_history.append_all", skip_all)]
pub async fn append_history(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    entries: &[(PropertyId, Standing)],
) -> Result<(), StoreError> {
    let column = |value: fn(&(PropertyId, Standing)) -> rust_decimal::Decimal| {
        entries.iter().map(value).collect::<Vec<_>>()
    };
    let properties: Vec<_> = entries.iter().map(|(id, _)| id.get()).collect();
    let versions: Vec<_> = entries
        .iter()
        .map(|(_, standing)| standing.version)
        .collect();
    let moments: Vec<_> = entries
        .iter()
        .map(|(_, standing)| standing.valid_from)
        .collect();
    let statuses: Vec<_> = entries
        .iter()
        .map(|(_, standing)| standing.status.as_str().to_owned())
        .collect();
    let values: Vec<_> = entries
        .iter()
        .map(|(_, standing)| decimal(standing.current_value))
        .collect();
    let people: Vec<_> = entries
        .iter()
        .map(|(_, standing)| standing.changed_by.map(lintel_core::UserId::get))
        .collect();
    sqlx::query!(
        "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status, monthly_rent,
             current_value, monthly_costs, changed_by)
         SELECT $1, given.* FROM unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[], $6::numeric[],
             $7::numeric[], $8::numeric[], $9::bigint[]) AS given",
        organisation.get(),
        &properties,
        &versions,
        &moments,
        &statuses,
        &column(|(_, standing)| standing.monthly_rent.to_decimal()),
        &values as &[Option<rust_decimal::Decimal>],
        &column(|(_, standing)| standing.monthly_costs.to_decimal()),
        &people as &[Option<i64>],
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Which of these places, from 0, have an address and postcode that the portfolio has already.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property.known_addresses", skip_all)]
pub async fn known_addresses(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    addresses: &[String],
    postcodes: &[String],
) -> Result<Vec<i64>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT given.place - 1 AS "place!"
           FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS given (address, postcode, place)
           WHERE (lower(given.address), given.postcode) IN (
               SELECT lower(address), postcode FROM properties WHERE organisation_id = $1)
           ORDER BY 1"#,
        organisation.get(),
        addresses,
        postcodes,
    )
    .fetch_all(tx)
    .await?)
}
