//! The constraints of the database, which refuse rows that break the rules.

use lintel_proto::{
    Word,
    portfolio::v1::{
        CertificateType, InspectionStatus, MortgageType, PropertyImportState, PropertyStatus,
        PropertyType,
    },
};
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
    ("UPDATE properties SET furnishing = 'Bare'", "properties_furnishing_ck"),
    ("UPDATE properties SET storeys = 0", "properties_storeys_ck"),
    ("UPDATE properties SET most_residents = 1000", "properties_most_residents_ck"),
    ("UPDATE properties SET licensing_area = 'Whole'", "properties_licensing_area_ck"),
    ("UPDATE properties SET let_rent = -1", "properties_let_rent_ck"),
    ("UPDATE rooms SET let_rent = 'NaN'", "rooms_let_rent_ck"),
    ("UPDATE property_certificates SET certificate_type = 'Diploma'", "property_certificates_certificate_type_ck"),
    ("UPDATE property_certificates SET expiry_date = '1949-12-31', issue_date = NULL", "property_certificates_expiry_date_check"),
    ("UPDATE property_certificates SET certificate_url = 'https://elsewhere.example'", "property_certificates_certificate_url_check"),
    ("UPDATE property_certificates SET notes = ''", "property_certificates_notes_check"),
    ("UPDATE property_certificates SET version = 0", "property_certificates_version_check"),
    ("UPDATE property_certificates SET superseded_by = certificate_id", "property_certificates_superseded_by_ck"),
    ("UPDATE property_certificates SET superseded_by = 0", "property_certificates_organisation_id_superseded_by_fk"),
    ("UPDATE property_certificates SET issue_date = expiry_date + 1", "property_certificates_issue_date_ck"),
    ("UPDATE property_certificates SET updated_at = created_at - interval '1 second'", "property_certificates_times_ck"),
    ("UPDATE property_certificates SET property_id = 0", "property_certificates_organisation_id_property_id_fk"),
    ("UPDATE property_inspections SET inspection_date = '1999-12-31'", "property_inspections_inspection_date_check"),
    ("UPDATE property_inspections SET inspection_time = '10:00:30'", "property_inspections_inspection_time_check"),
    ("UPDATE property_inspections SET status = 'Overdue'", "property_inspections_status_check"),
    ("UPDATE property_inspections SET notes = ''", "property_inspections_notes_check"),
    ("UPDATE property_inspections SET status = 'Completed', completed_at = now(), media_urls = array_fill('x'::text, ARRAY[21])", "property_inspections_media_urls_check"),
    ("UPDATE property_inspections SET status = 'Completed'", "property_inspections_completed_ck"),
    ("UPDATE property_inspections SET completed_at = now()", "property_inspections_completed_ck"),
    ("UPDATE property_inspections SET issues_found = 'Mould'", "property_inspections_findings_ck"),
    ("UPDATE property_inspections SET media_urls = ARRAY['/api/files/x']", "property_inspections_findings_ck"),
    ("UPDATE property_inspections SET updated_at = created_at - interval '1 second'", "property_inspections_times_ck"),
    ("UPDATE property_inspections SET version = 0", "property_inspections_version_check"),
    ("UPDATE property_inspections SET property_id = 0 WHERE inspection_id = 1", "property_inspections_organisation_id_property_id_fk"),
    (
        "INSERT INTO property_inspections (organisation_id, property_id, inspection_date, inspection_time, automatic, created_at, updated_at)
         SELECT organisation_id, property_id, '2026-12-01', '10:00', true, now(), now() FROM properties",
        "property_inspections_organisation_id_property_id_automatic_uq",
    ),
    ("UPDATE inspection_settings SET frequency_months = 5", "inspection_settings_frequency_months_check"),
    ("UPDATE inspection_settings SET reminder_days = 8", "inspection_settings_reminder_days_check"),
    ("INSERT INTO reminders (organisation_id, kind, subject_id, subject_date, offset_days, created_at)
      VALUES (1, 'Birthday', 1, '2026-12-01', 7, now())", "reminders_kind_check"),
    ("INSERT INTO reminders (organisation_id, kind, subject_id, subject_date, offset_days, created_at)
      VALUES (1, 'InspectionDue', 1, '2026-12-01', 31, now())", "reminders_offset_days_check"),
    ("INSERT INTO reminders (organisation_id, kind, subject_id, subject_date, offset_days, created_at)
      SELECT 1, 'InspectionDue', 1, '2026-12-01', 7, now() FROM generate_series(1, 2)", "reminders_subject_uq"),
    (
        "INSERT INTO property_imports (organisation_id, created_by, file_name, state, row_count, problem_count, problems,
             created_at, updated_at)
         VALUES (1, 1, 'x', 'Checked', 0, 0, '[]', now(), now())",
        "property_imports_content_ck",
    ),
    (
        "INSERT INTO property_imports (organisation_id, created_by, file_name, state, row_count, imported_count, problem_count,
             problems, created_at, updated_at)
         VALUES (1, 1, 'x', 'Imported', 1, 2, 0, '[]', now(), now())",
        "property_imports_check",
    ),
    (
        "INSERT INTO property_imports (organisation_id, created_by, file_name, state, row_count, problem_count, problems,
             created_at, updated_at)
         VALUES (1, 1, 'x', 'Paused', 0, 0, '[]', now(), now())",
        "property_imports_state_check",
    ),
    (
        "INSERT INTO property_imports (organisation_id, created_by, file_name, content, state, row_count, problem_count, problems,
             created_at, updated_at)
         SELECT 1, 1, 'x', '', 'Importing', 1, 0, '[]', now(), now() FROM generate_series(1, 2)",
        "property_imports_organisation_id_importing_uq",
    ),
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
    world.equip().await?;
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

fn texts<W: Word>() -> Vec<&'static str> {
    let mut texts: Vec<_> = W::TEXTS.iter().map(|(_, text)| *text).collect();
    texts.sort_unstable();
    texts
}

#[tokio::test]
async fn the_database_takes_the_words_of_the_contract_and_no_others() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut stored = texts::<PropertyStatus>();
    // Of a shared house its rooms say that.
    stored.retain(|text| *text != "Partially Occupied");
    for (constraint, texts) in [
        ("properties_property_type_check", texts::<PropertyType>()),
        (
            "sold_properties_property_type_check",
            texts::<PropertyType>(),
        ),
        ("properties_status_check", stored),
        ("property_history_status_check", texts::<PropertyStatus>()),
        ("properties_mortgage_type_check", texts::<MortgageType>()),
        (
            "property_certificates_certificate_type_ck",
            texts::<CertificateType>(),
        ),
        (
            "property_inspections_status_check",
            texts::<InspectionStatus>(),
        ),
        (
            "property_imports_state_check",
            texts::<PropertyImportState>(),
        ),
    ] {
        let accepted = world.database.accepted(constraint).await?;
        assert_eq!(accepted, texts, "{constraint}");
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
