//! No caller sees or changes data of another organisation: because of the service's own statements, and, if one of them lacks its
//! condition, because of row-level security.

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tonic::{Code, Status};

use crate::{
    harness::{World, reason, refusal},
    property::{flat, house, shared_house},
};

/// Everything in a refusal that reaches the caller, except its time.
fn bytes(status: &Status) -> (Code, String, Vec<u8>, String) {
    let mut metadata = status.metadata().clone().into_headers();
    metadata.remove("date");
    let metadata = format!("{metadata:?}");
    (
        status.code(),
        status.message().to_owned(),
        status.details().to_vec(),
        metadata,
    )
}

#[tokio::test]
async fn what_is_somebody_else_s_answers_exactly_as_what_does_not_exist() -> anyhow::Result<()> {
    let world = World::start().await?;
    let theirs = world
        .other_landlord()?
        .create(shared_house("Theirs", &[1]))
        .await?
        .property_id;
    let landlord = world.landlord()?;
    let missing = 987_654_321;
    for (foreign, absent) in [
        (
            refusal(landlord.get(theirs).await)?,
            refusal(landlord.get(missing).await)?,
        ),
        (
            refusal(landlord.rooms(theirs).await)?,
            refusal(landlord.rooms(missing).await)?,
        ),
        (
            refusal(landlord.history(theirs, 0, "").await)?,
            refusal(landlord.history(missing, 0, "").await)?,
        ),
    ] {
        assert_eq!(reason(&foreign), "PROPERTY_NOT_FOUND");
        assert_eq!(foreign.code(), Code::NotFound);
        assert_eq!(bytes(&foreign), bytes(&absent));
    }
    Ok(())
}

#[tokio::test]
async fn lists_and_sums_never_cross_from_one_organisation_to_another() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mine = landlord.create(house("Mine")).await?;
    let before = landlord.dashboard().await?;
    for n in 0..5 {
        world.other_landlord()?.create(flat(&n.to_string())).await?;
    }
    assert_eq!(landlord.list(0, "").await?.properties, [mine]);
    assert_eq!(landlord.dashboard().await?, before);
    Ok(())
}

#[tokio::test]
async fn statements_keep_organisations_apart_without_row_level_security() -> anyhow::Result<()> {
    let world = World::start().await?;
    world
        .execute(
            "ALTER TABLE properties DISABLE ROW LEVEL SECURITY;
             ALTER TABLE rooms DISABLE ROW LEVEL SECURITY;
             ALTER TABLE property_history DISABLE ROW LEVEL SECURITY",
        )
        .await?;
    let landlord = world.landlord()?;
    let mut shared = shared_house("Theirs", &[1]);
    shared.rooms[0].occupied = true;
    let theirs = world.other_landlord()?.create(shared).await?.property_id;
    let statuses = [
        refusal(landlord.get(theirs).await)?,
        refusal(landlord.rooms(theirs).await)?,
        refusal(landlord.history(theirs, 0, "").await)?,
    ];
    assert!(
        statuses
            .iter()
            .all(|status| reason(status) == "PROPERTY_NOT_FOUND")
    );
    assert!(landlord.list(0, "").await?.properties.is_empty());
    assert_eq!(landlord.dashboard().await?.active_properties, 0);
    Ok(())
}

/// The tables whose rows belong to an organisation.
const TABLES: &[&str] = &[
    "inspection_settings",
    "kept_homes",
    "lettings",
    "properties",
    "property_changes",
    "property_certificates",
    "property_history",
    "property_imports",
    "property_inspections",
    "property_take_backs",
    "rooms",
    "sold_properties",
    "unnamed_uploads",
];

/// For every property, a sale as if it had been sold, a tenancy in force, a file that waits to be imported, a field that was changed,
/// and an upload that no row names.
async fn furnish(world: &World) -> anyhow::Result<()> {
    world
        .execute(
            "INSERT INTO sold_properties (organisation_id, original_property_id, name, address, postcode, property_type,
                 sale_price, sale_date, purchase_price, net_profit, created_at)
             SELECT organisation_id, property_id, name, address, postcode, property_type, 1, '2026-11-01', 1, 0, now()
             FROM properties;
             INSERT INTO kept_homes (organisation_id, sold_property_id, property_id, kept)
             SELECT organisation_id, sold_property_id, original_property_id, '{}' FROM sold_properties;
             INSERT INTO property_take_backs (organisation_id, act, object_id, what, reason, taken_back_by, taken_back_at)
             SELECT organisation_id, 'sale', 1, 'x', 'xx', 1, now() FROM properties;
             INSERT INTO lettings (organisation_id, tenancy_id, property_id, in_force, version)
             SELECT organisation_id, property_id, property_id, true, 1 FROM properties;
             INSERT INTO property_imports (organisation_id, created_by, file_name, content, state, row_count, problem_count,
                 problems, created_at, updated_at)
             SELECT organisation_id, 1, 'x', '', 'Checked', 0, 0, '[]', now(), now() FROM properties;
             INSERT INTO property_changes (organisation_id, property_history_id, place, field, new_value)
             SELECT organisation_id, property_history_id, 1, 'size', 'x' FROM property_history;
             INSERT INTO unnamed_uploads (organisation_id, address, unnamed_since) SELECT organisation_id, 'x', now() FROM properties",
        )
        .await
}

async fn count(connection: &mut PgConnection, table: &str) -> anyhow::Result<i64> {
    let sql = AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
    Ok(sqlx::query_scalar(sql).fetch_one(connection).await?)
}

async fn act_in(connection: &mut PgConnection, organisation: &str) -> anyhow::Result<()> {
    sqlx::query("SELECT set_config('app.organisation_id', $1, true)")
        .bind(organisation)
        .execute(connection)
        .await?;
    Ok(())
}

#[tokio::test]
async fn every_table_of_the_app_role_has_forced_row_level_security() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut connection = world.database.superuser().await?;
    let tables: Vec<(String, bool)> = sqlx::query_as(
        "SELECT relname::text, relrowsecurity AND relforcerowsecurity
         FROM pg_class
         WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace = 'public'::regnamespace
             AND has_table_privilege('lintel_app', oid, 'SELECT')
         ORDER BY 1",
    )
    .fetch_all(&mut connection)
    .await?;
    // request_ids keeps answers, by account; lintel-db tries it.
    let expected = [
        "duty_exemptions",
        "inspection_settings",
        "kept_homes",
        "lettings",
        "link_tokens",
        "properties",
        "property_certificates",
        "property_changes",
        "property_history",
        "property_imports",
        "property_inspections",
        "property_take_backs",
        "request_ids",
        "rooms",
        "sold_properties",
        "unnamed_uploads",
    ];
    assert_eq!(tables, expected.map(|table| (table.to_owned(), true)));
    Ok(())
}

#[tokio::test]
async fn the_app_role_sees_and_changes_nothing_outside_its_organisation() -> anyhow::Result<()> {
    let world = World::start().await?;
    world
        .landlord()?
        .create(shared_house("Mine", &[1, 2]))
        .await?;
    world.equip().await?;
    furnish(&world).await?;
    let mut connection = world.database.app().await?;
    for table in TABLES {
        // No organisation, an empty one, somebody else's: nothing. One's own: something.
        assert_eq!(count(&mut connection, table).await?, 0, "{table}");
        for (organisation, visible) in [("", false), ("2", false), ("1", true)] {
            let mut tx = connection.begin().await?;
            act_in(&mut tx, organisation).await?;
            let seen = count(&mut tx, table).await?;
            assert_eq!(seen > 0, visible, "{table} for {organisation:?}");
        }
    }
    for statement in [
        "UPDATE properties SET name = 'stolen'",
        "UPDATE rooms SET is_occupied = true",
        "UPDATE property_certificates SET notes = 'stolen'",
        "DELETE FROM property_certificates",
        "UPDATE property_inspections SET notes = 'stolen'",
        "DELETE FROM property_inspections",
        "UPDATE inspection_settings SET auto_schedule = false",
        "UPDATE property_imports SET state = 'Importing'",
        "DELETE FROM property_imports",
        "DELETE FROM property_changes",
        "DELETE FROM unnamed_uploads",
        "DELETE FROM rooms",
        "DELETE FROM properties",
    ] {
        let mut tx = connection.begin().await?;
        act_in(&mut tx, "2").await?;
        let touched = sqlx::query(statement).execute(&mut *tx).await?;
        assert_eq!(touched.rows_affected(), 0, "{statement}");
        tx.commit().await?;
    }
    assert_eq!(world.rows().await?, [1, 2, 1, 1, 0]);
    Ok(())
}

#[tokio::test]
async fn the_app_role_cannot_insert_or_move_rows_into_another_organisation() -> anyhow::Result<()> {
    let world = World::start().await?;
    world.landlord()?.create(shared_house("Mine", &[1])).await?;
    let theirs = world
        .other_landlord()?
        .create(shared_house("Theirs", &[1]))
        .await?;
    world.equip().await?;
    furnish(&world).await?;
    let mut connection = world.database.app().await?;
    let id = theirs.property_id;
    for statement in [
        "UPDATE properties SET organisation_id = 2".to_owned(),
        "UPDATE rooms SET organisation_id = 2".to_owned(),
        format!(
            "INSERT INTO rooms (organisation_id, property_id, room_number, name, monthly_rent)
             VALUES (2, {id}, '9', 'Room 9', 0)"
        ),
        "UPDATE property_certificates SET organisation_id = 2".to_owned(),
        "UPDATE property_inspections SET organisation_id = 2".to_owned(),
        "UPDATE inspection_settings SET organisation_id = 2".to_owned(),
        "UPDATE property_imports SET organisation_id = 2".to_owned(),
        // Under its own organisation, but hung onto the other's house.
        format!(
            "INSERT INTO property_inspections (organisation_id, property_id, inspection_date, inspection_time, automatic, created_at, updated_at)
             VALUES (1, {id}, '2026-12-01', '10:00', false, now(), now())"
        ),
        format!(
            "INSERT INTO inspection_settings (organisation_id, property_id, frequency_months, reminder_days, auto_schedule)
             VALUES (1, {id}, 6, 7, true)"
        ),
        format!(
            "INSERT INTO property_certificates (organisation_id, property_id, certificate_type, expiry_date, created_at, updated_at)
             VALUES (1, {id}, 'EPC', '2036-01-31', now(), now())"
        ),
        format!(
            "INSERT INTO rooms (organisation_id, property_id, room_number, name, monthly_rent)
             VALUES (1, {id}, '9', 'Room 9', 0)"
        ),
        format!(
            "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status, monthly_rent, monthly_costs)
             VALUES (2, {id}, 2, now(), 'Vacant', 0, 0)"
        ),
        "INSERT INTO sold_properties (organisation_id, original_property_id, name, address, postcode, property_type,
             sale_price, sale_date, purchase_price, net_profit, created_at)
         VALUES (2, 1, 'x', 'x', 'LS1 4AP', 'House', 1, '2026-11-01', 1, 0, now())"
            .to_owned(),
        "INSERT INTO lettings (organisation_id, tenancy_id, property_id, in_force, version) VALUES (1, 99, 1, true, 1)"
            .to_owned(),
        "INSERT INTO properties (organisation_id, name, address, postcode, property_type, bedrooms, bathrooms,
             monthly_rent, status, created_at, updated_at)
         VALUES (2, 'x', 'x', 'LS1 4AP', 'House', 1, 1, 0, 'Vacant', now(), now())"
            .to_owned(),
    ] {
        let mut tx = connection.begin().await?;
        act_in(&mut tx, "1").await?;
        let refused = sqlx::query(AssertSqlSafe(statement.clone())).execute(&mut *tx).await;
        let code = refused.err().and_then(|error| Some(error.as_database_error()?.code()?.into_owned()));
        // insufficient_privilege of a policy, or the foreign key with the organisation in it.
        assert!(matches!(code.as_deref(), Some("42501" | "23503")), "{statement}: {code:?}");
    }
    Ok(())
}

#[tokio::test]
async fn history_and_sales_can_be_added_to_and_not_altered() -> anyhow::Result<()> {
    let world = World::start().await?;
    world.landlord()?.create(house("House")).await?;
    let mut connection = world.database.app().await?;
    for statement in [
        "UPDATE property_history SET monthly_rent = 0",
        "DELETE FROM property_history",
        "UPDATE property_changes SET new_value = 'x'",
        "UPDATE sold_properties SET sale_price = 0",
        "UPDATE kept_homes SET kept = '{}'",
        "DELETE FROM kept_homes",
        "UPDATE property_take_backs SET reason = 'xx'",
        "DELETE FROM property_take_backs",
        "UPDATE lettings SET in_force = false",
    ] {
        let mut tx = connection.begin().await?;
        act_in(&mut tx, "1").await?;
        let refused = sqlx::query(statement).execute(&mut *tx).await;
        let code = refused
            .err()
            .and_then(|error| Some(error.as_database_error()?.code()?.into_owned()));
        assert_eq!(code.as_deref(), Some("42501"), "{statement}");
    }
    Ok(())
}

#[tokio::test]
async fn a_connection_forgets_whose_it_was() -> anyhow::Result<()> {
    let world = World::start().await?;
    world.landlord()?.create(house("Mine")).await?;
    // More calls than the pool has connections: each is used by both, in turns.
    for _ in 0..20 {
        assert_eq!(world.landlord()?.list(0, "").await?.properties.len(), 1);
        assert_eq!(
            world.other_landlord()?.list(0, "").await?.properties.len(),
            0
        );
    }
    Ok(())
}

#[tokio::test]
async fn the_worker_reads_every_organisation_s_rows_and_changes_none() -> anyhow::Result<()> {
    let world = World::start().await?;
    world.landlord()?.create(shared_house("Mine", &[1])).await?;
    world
        .other_landlord()?
        .create(shared_house("Theirs", &[1]))
        .await?;
    world.equip().await?;
    furnish(&world).await?;
    for table in TABLES {
        let mut tx = world.database.db.begin_worker().await?;
        assert_eq!(count(&mut tx, table).await?, 2, "{table}");
        let change = match *table {
            // The worker deletes old imports and records of deleted files; it changes none.
            "property_imports" => "UPDATE property_imports SET state = 'Importing'".to_owned(),
            "unnamed_uploads" => "UPDATE unnamed_uploads SET address = 'y'".to_owned(),
            table => format!("DELETE FROM {table}"),
        };
        let changed = sqlx::query(AssertSqlSafe(change)).execute(&mut *tx).await;
        assert!(changed.is_err(), "{table}");
    }
    Ok(())
}
