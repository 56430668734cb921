//! The last line: what the database refuses, should a path to it ever forget the rules.

use sqlx::AssertSqlSafe;

use crate::{
    harness::World,
    property::{flat, house, shared_house},
};

/// Statements that each break one rule of a row that keeps all others, with the constraint that refuses them.
const BREACHES: &[(&str, &str)] = &[
    ("UPDATE properties SET name = ''", "properties_name_check"),
    ("UPDATE properties SET name = repeat('x', 201)", "properties_name_check"),
    ("UPDATE properties SET address = ''", "properties_address_check"),
    ("UPDATE properties SET postcode = 'ls1 4ap'", "properties_postcode_check"),
    ("UPDATE properties SET property_type = 'Castle' WHERE property_type = 'House'", "properties_property_type_check"),
    ("UPDATE properties SET bedrooms = -1", "properties_bedrooms_check"),
    ("UPDATE properties SET bedrooms = 101", "properties_bedrooms_check"),
    ("UPDATE properties SET bathrooms = 0", "properties_bathrooms_check"),
    ("UPDATE properties SET monthly_rent = -0.01", "properties_monthly_rent_check"),
    ("UPDATE properties SET monthly_rent = 'NaN'", "properties_monthly_rent_check"),
    ("UPDATE properties SET purchase_price = -1", "properties_purchase_price_check"),
    ("UPDATE properties SET current_value = 'NaN'", "properties_current_value_check"),
    ("UPDATE properties SET interest_rate = 100.01", "properties_interest_rate_check"),
    ("UPDATE properties SET status = 'Partially Occupied'", "properties_status_check"),
    ("UPDATE properties SET purchase_date = '2001-01-01', purchase_year = 2002", "properties_purchase_year_ck"),
    ("UPDATE properties SET lease_last_updated = NULL WHERE property_type = 'Flat'", "properties_lease_ck"),
    ("UPDATE properties SET property_type = 'House' WHERE property_type = 'Flat'", "properties_lease_kind_ck"),
    ("UPDATE properties SET property_type = 'House' WHERE property_type = 'HMO'", "properties_hmo_kind_ck"),
    ("UPDATE properties SET version = 0", "properties_version_check"),
    ("UPDATE properties SET updated_at = created_at - interval '1 second'", "properties_times_ck"),
    ("UPDATE rooms SET monthly_rent = -1", "rooms_monthly_rent_check"),
    ("UPDATE rooms SET room_number = ''", "rooms_room_number_check"),
    ("UPDATE rooms SET room_number = 'A'", "rooms_organisation_id_property_id_room_number_uq"),
    ("UPDATE rooms SET property_id = 0", "rooms_organisation_id_property_id_fk"),
    ("UPDATE property_history SET status = 'Sold'", "property_history_status_check"),
    ("UPDATE property_history SET monthly_costs = -1", "property_history_monthly_costs_check"),
    (
        "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status, monthly_rent, monthly_costs)
         SELECT organisation_id, property_id, version, now(), status, 0, 0 FROM property_history",
        "property_history_organisation_id_property_id_version_uq",
    ),
];

#[tokio::test]
async fn what_the_domain_could_not_read_back_cannot_be_stored() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    landlord.create(house("House")).await?;
    landlord.create(flat("Flat")).await?;
    landlord.create(shared_house("Shared", &[1, 2])).await?;
    let mut connection = world.database.superuser().await?;
    for (breach, constraint) in BREACHES {
        let refused = sqlx::query(AssertSqlSafe(*breach))
            .execute(&mut connection)
            .await;
        let by = refused
            .err()
            .and_then(|error| Some(error.as_database_error()?.constraint()?.to_owned()));
        assert_eq!(by.as_deref(), Some(*constraint), "{breach}");
    }
    Ok(())
}

#[tokio::test]
async fn one_door_has_one_number_whatever_its_case() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut given = shared_house("Shared", &[1, 2]);
    given.rooms[0].room_number = "a".to_owned();
    world.landlord()?.create(given).await?;
    let mut connection = world.database.superuser().await?;
    let refused = sqlx::query("UPDATE rooms SET room_number = 'A' WHERE room_number = '2'")
        .execute(&mut connection)
        .await;
    let by = refused
        .err()
        .and_then(|error| Some(error.as_database_error()?.constraint()?.to_owned()));
    assert_eq!(
        by.as_deref(),
        Some("rooms_organisation_id_property_id_room_number_uq")
    );
    Ok(())
}
