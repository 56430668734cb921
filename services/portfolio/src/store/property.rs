//! Properties.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, PropertyId, UserId};
use lintel_db::StoreError;
use lintel_rules::{Furnishing, LicensingArea, Nation};
use sqlx::PgConnection;

use super::{
    decimal,
    property_row::PropertyRow,
    room::{self, RoomFields},
};
use crate::domain::{MortgageType, NewProperty, Percentage, Property, PropertyLabel};

/// Every column that a [`Property`] is read from; its rooms and what follows `FROM properties` are the caller's.
macro_rules! select_properties {
    ($rooms:literal, $tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            PropertyRow,
            r#"SELECT property_id, name, address, postcode, nation, property_type, bedrooms, bathrooms, size,
                 monthly_rent, purchase_price, current_value, purchase_date, purchase_year, status, photos,
                 hmo_utilities, hmo_tv_licence, hmo_council_tax, hmo_water, hmo_cleaning_fees,
                 lease_years_remaining, lease_last_updated, service_charge, ground_rent,
                 mortgage_company, mortgage_reference, mortgage_contact, interest_rate, amount_borrowed,
                 outstanding_balance, monthly_mortgage_payment, mortgage_type, fixed_term_end_date,
                 insurance_company, insurance_reference, insurance_amount, insurance_renewal_date, insurance_type,
                 gas, furnishing, shared, storeys, most_residents, licensing_area, let_rent,
                 version, created_at, updated_at, responsible_user_id,
                 EXISTS (
                     SELECT FROM lettings
                     WHERE lettings.organisation_id = properties.organisation_id
                         AND lettings.property_id = properties.property_id AND lettings.in_force
                 ) AS "tenancy_active!", "# + $rooms + r#" AS "rooms: Vec<RoomFields>"
             FROM properties "# + $tail,
            $($argument),+
        )
    };
}

/// One property of the organisation with its rooms.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.property.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Option<Property>, StoreError> {
    let row = select_properties!(
        "ARRAY(
             SELECT ROW (room_id, room_number, rooms.name, rooms.monthly_rent, rooms.let_rent, is_occupied)
             FROM rooms
             WHERE rooms.organisation_id = properties.organisation_id
                 AND rooms.property_id = properties.property_id
         )",
        "WHERE organisation_id = $1 AND property_id = $2",
        organisation.get(),
        property.get(),
    )
    .fetch_optional(tx)
    .await?;
    let Some(mut row) = row else { return Ok(None) };
    let rooms = room::of_house(row.rooms.take().unwrap_or_default())?;
    row.into_property(rooms).map(Some)
}

/// The organisation's properties of these ids with their rooms, in the order of the ids.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.property.of_ids", skip_all)]
pub async fn of_ids(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    ids: &[i64],
) -> Result<Vec<Property>, StoreError> {
    // One look for all of their rooms takes less than one for each property.
    let rows = select_properties!(
        "NULL::record[]",
        "WHERE organisation_id = $1 AND property_id = ANY ($2)
         ORDER BY array_position($2, property_id)",
        organisation.get(),
        ids,
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut rooms = room::of_properties(tx, organisation, ids).await?;
    rows.into_iter()
        .map(|row| {
            let rooms = rooms.remove(&row.property_id.into());
            row.into_property(rooms.unwrap_or_default())
        })
        .collect()
}

/// Returns whether the organisation has this property.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property.exists", skip_all)]
pub async fn exists(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<bool, StoreError> {
    let row = sqlx::query_scalar!(
        "SELECT property_id FROM properties WHERE organisation_id = $1 AND property_id = $2",
        organisation.get(),
        property.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.is_some())
}

/// Returns the name of a property in lists of something else; none where the organisation has no such property.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property.label", skip_all)]
pub async fn label(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Option<PropertyLabel>, StoreError> {
    let row = sqlx::query!(
        "SELECT name, address FROM properties WHERE organisation_id = $1 AND property_id = $2",
        organisation.get(),
        property.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| PropertyLabel {
        id: property,
        name: row.name,
        address: row.address,
    }))
}

/// Locks a property for a change and gives its version.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Option<i64>, StoreError> {
    let row = sqlx::query_scalar!(
        "SELECT version FROM properties WHERE organisation_id = $1 AND property_id = $2 FOR UPDATE",
        organisation.get(),
        property.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row)
}

/// The properties of which a member is responsible, in the order of their ids.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property.of_responsible", skip_all)]
pub async fn of_responsible(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    member: UserId,
) -> Result<Vec<PropertyId>, StoreError> {
    let ids = sqlx::query_scalar!(
        "SELECT property_id FROM properties WHERE organisation_id = $1 AND responsible_user_id = $2 ORDER BY property_id",
        organisation.get(),
        member.get(),
    )
    .fetch_all(tx)
    .await?;
    Ok(ids.into_iter().map(Into::into).collect())
}

/// Locks a property for a change and gives it with its rooms as it is, and stays until the transaction ends.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.property.lock_whole", skip_all)]
pub async fn lock_whole(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Option<Property>, StoreError> {
    // The lock comes first: a row read during another change would be the old one.
    match lock(&mut *tx, organisation, property).await? {
        Some(_) => find(tx, organisation, property).await,
        None => Ok(None),
    }
}

/// Deletes a property with its rooms.
///
/// # Errors
/// [`StoreError`] when the database fails, or when there was no such property: lock it first.
#[tracing::instrument(name = "db.property.delete", skip_all)]
pub async fn delete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM properties WHERE organisation_id = $1 AND property_id = $2 RETURNING property_id",
        organisation.get(),
        property.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Adds a property with its rooms at its first version.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.property.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    new: &NewProperty,
    responsible: UserId,
    now: DateTime<Utc>,
) -> Result<Property, StoreError> {
    let details = new.details();
    let costs = details.running_costs.unwrap_or_default();
    let lease = details.lease.unwrap_or_default();
    let mortgage = details.mortgage.clone().unwrap_or_default();
    let insurance = details.insurance.clone().unwrap_or_default();
    let row = sqlx::query!(
        "INSERT INTO properties (organisation_id, name, address, postcode, property_type, bedrooms, bathrooms, size,
             monthly_rent, purchase_price, current_value, purchase_date, purchase_year, status, photos,
             hmo_utilities, hmo_tv_licence, hmo_council_tax, hmo_water, hmo_cleaning_fees,
             lease_years_remaining, lease_last_updated, service_charge, ground_rent,
             mortgage_company, mortgage_reference, mortgage_contact, interest_rate, amount_borrowed,
             outstanding_balance, monthly_mortgage_payment, mortgage_type, fixed_term_end_date,
             insurance_company, insurance_reference, insurance_amount, insurance_renewal_date, insurance_type,
             created_at, updated_at, responsible_user_id, nation, gas, furnishing, shared, storeys, most_residents,
             licensing_area)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
             $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $39, $40, $41, $42, $43, $44, $45, $46, $47)
         RETURNING property_id, version",
        organisation.get(),
        details.name,
        details.address,
        details.postcode,
        details.property_type.as_str(),
        details.bedrooms,
        details.bathrooms,
        details.size,
        details.asking_rent.to_decimal(),
        decimal(details.purchase_price),
        decimal(details.current_value),
        details.purchase_date,
        details.purchase_year,
        details.status.as_str(),
        &details.photos,
        decimal(costs.utilities),
        decimal(costs.tv_licence),
        decimal(costs.council_tax),
        decimal(costs.water),
        decimal(costs.cleaning),
        lease.years_remaining,
        lease.last_updated,
        decimal(lease.service_charge),
        decimal(lease.ground_rent),
        mortgage.company,
        mortgage.reference,
        mortgage.contact,
        mortgage.interest_rate.map(Percentage::to_decimal),
        decimal(mortgage.amount_borrowed),
        decimal(mortgage.outstanding_balance),
        decimal(mortgage.monthly_payment),
        mortgage.mortgage_type.map(MortgageType::as_str),
        mortgage.fixed_term_end,
        insurance.company,
        insurance.reference,
        decimal(insurance.annual_premium),
        insurance.renewal_date,
        insurance.insurance_type,
        now,
        responsible.get(),
        details.nation.map(Nation::as_str),
        details.facts.gas,
        details.facts.furnishing.map(Furnishing::as_str),
        details.facts.shared,
        details.facts.storeys,
        details.facts.most_residents,
        details.facts.licensing_area.map(LicensingArea::as_str),
    )
    .fetch_one(&mut *tx)
    .await?;
    let id = PropertyId::new(row.property_id);
    Ok(Property {
        id,
        details: details.clone(),
        rooms: room::insert(tx, organisation, id, new.rooms()).await?,
        tenancy_active: false,
        let_rent: None,
        responsible: Some(responsible),
        version: row.version,
        created_at: now,
        updated_at: now,
    })
}
