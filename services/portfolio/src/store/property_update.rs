//! The change of a property with its rooms.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, RoomId, UserId};
use lintel_db::StoreError;
use lintel_rules::{Furnishing, LicensingArea, Nation};
use sqlx::PgConnection;

use super::{decimal, room};
use crate::domain::{ChangedProperty, MortgageType, NewRoom, Percentage, Property};

/// Writes what a locked property became and gives it at its next version.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when `before` is not what is stored: lock it first.
#[tracing::instrument(name = "db.property.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: &Property,
    changed: &ChangedProperty,
    now: DateTime<Utc>,
) -> Result<Property, StoreError> {
    let details = &changed.details;
    let costs = details.running_costs.unwrap_or_default();
    let lease = details.lease.unwrap_or_default();
    let mortgage = details.mortgage.clone().unwrap_or_default();
    let insurance = details.insurance.clone().unwrap_or_default();
    let row = sqlx::query!(
        "UPDATE properties SET name = $4, address = $5, postcode = $6, property_type = $7, bedrooms = $8, bathrooms = $9,
             size = $10, monthly_rent = $11, purchase_price = $12, current_value = $13, purchase_date = $14,
             purchase_year = $15, status = $16, photos = $17, hmo_utilities = $18, hmo_tv_licence = $19,
             hmo_council_tax = $20, hmo_water = $21, hmo_cleaning_fees = $22, lease_years_remaining = $23,
             lease_last_updated = $24, service_charge = $25, ground_rent = $26, mortgage_company = $27,
             mortgage_reference = $28, mortgage_contact = $29, interest_rate = $30, amount_borrowed = $31,
             outstanding_balance = $32, monthly_mortgage_payment = $33, mortgage_type = $34, fixed_term_end_date = $35,
             insurance_company = $36, insurance_reference = $37, insurance_amount = $38, insurance_renewal_date = $39,
             insurance_type = $40, responsible_user_id = $42, nation = $43, gas = $44, furnishing = $45,
             shared = $46, storeys = $47, most_residents = $48, licensing_area = $49, version = version + 1, updated_at = greatest($41, created_at)
         WHERE organisation_id = $1 AND property_id = $2 AND version = $3
         RETURNING version, updated_at",
        organisation.get(),
        before.id.get(),
        before.version,
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
        changed.responsible.map(UserId::get),
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
    replace_rooms(tx, organisation, before, &changed.rooms).await?;
    let ids = [before.id.get()];
    let mut rooms = room::of_properties(tx, organisation, &ids).await?;
    Ok(Property {
        id: before.id,
        details: details.clone(),
        rooms: rooms.remove(&before.id).unwrap_or_default(),
        tenancy_active: before.tenancy_active,
        let_rent: before.let_rent,
        responsible: changed.responsible,
        version: row.version,
        created_at: before.created_at,
        updated_at: row.updated_at,
    })
}

/// Removed first, then changed, then added: a number that is free again may be given to another room.
async fn replace_rooms(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: &Property,
    rooms: &[(Option<RoomId>, NewRoom)],
) -> Result<(), StoreError> {
    let (mut kept, mut added) = (Vec::new(), Vec::new());
    for (id, room) in rooms {
        match id {
            Some(id) => kept.push((*id, room.clone())),
            None => added.push(room.clone()),
        }
    }
    if kept.len() < before.rooms.len() {
        let ids: Vec<_> = kept.iter().map(|(id, _)| *id).collect();
        room::delete_others(tx, organisation, before.id, &ids).await?;
    }
    let is_new = |(id, room): &(RoomId, NewRoom)| {
        let old = before.rooms.iter().find(|old| old.id == *id);
        !old.is_some_and(|old| room.is(old))
    };
    kept.retain(is_new);
    room::update(tx, organisation, &kept).await?;
    room::insert(tx, organisation, before.id, &added).await?;
    Ok(())
}
