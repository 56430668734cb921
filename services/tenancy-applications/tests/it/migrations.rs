//! What the migrations make.

use anyhow::Context as _;
use lintel_proto::tenancy::v1::{ApplicationStatus, Tenant};
use lintel_tenancy_applications::store::MIGRATOR;
use lintel_testkit::TestDatabase;

use crate::{
    applying::{ANN, COTTAGE, FLAT, HOUSE, decide, tenant as connection, world},
    own_applications::{create, invite_ann, simple},
    tenants::tenant,
};

#[tokio::test]
async fn every_table_is_guarded_by_row_level_security() -> anyhow::Result<()> {
    let database = TestDatabase::new("tenancy-applications", &MIGRATOR).await?;
    let mut connection = database.superuser().await?;
    let unguarded: Vec<String> = sqlx::query_scalar(
        "SELECT relname::text FROM pg_class
         WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND NOT (relrowsecurity AND relforcerowsecurity)
           AND relname NOT IN ('outbox', 'relay_lease', 'inbox', 'inbox_attempt', 'dead_letter', 'request_ids', '_sqlx_migrations')",
    )
    .fetch_all(&mut connection)
    .await?;
    assert_eq!(unguarded, Vec::<String>::new());
    Ok(())
}

/// The statements of the migration that fills confirmations, run as the owner of the tables.
const FILL: &str = include_str!("../../migrations/20261128090005_confirmed_before.sql");

#[tokio::test]
async fn who_used_their_portal_before_is_confirmed_and_others_are_asked() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    world
        .execute(
            "INSERT INTO accounts (user_id, role, email_key, version) VALUES (53, 'Tenant', 'cat@example.com', 1),
                 (54, 'Tenant', 'dan@example.com', 1), (55, 'Landlord', 'ann@example.com', 1)",
        )
        .await?;
    invite_ann(&world, 1, FLAT).await?;
    let made = create(&connection(&world, ANN)?, simple(FLAT, None)).await?;
    decide(&world, made.application_id, ApplicationStatus::Approved, 0).await?;
    for (number, name) in [("1", "Bob"), ("2", "Cat")] {
        let tenant = Tenant {
            room_number: Some(number.to_owned()),
            ..tenant(HOUSE, name)
        };
        landlord.add(tenant).await?;
    }
    landlord.add(tenant(COTTAGE, "Dan")).await?;
    let given = "INSERT INTO tenancy_documents (organisation_id, tenancy_id, kind, title, media_type, size_bytes, hash, created_at)
            SELECT 1, tenancy_id, 'other', 'Rules', 'image/png', 1, decode(repeat('00', 32), 'hex'), now() FROM tenants;
        INSERT INTO tenancy_document_deliveries (organisation_id, tenancy_document_id, tenant_id, given_at, opened_at)
            SELECT 1, tenancy_document_id, tenant_id, now(), CASE WHEN name = 'Bob' THEN now() END
            FROM tenancy_documents JOIN tenants USING (organisation_id, tenancy_id);
        INSERT INTO agreements (organisation_id, tenancy_id, application_id, property_id, state, nation, terms, property_address,
                                document_hash, pages, created_at)
            SELECT 1, tenancy_id, 1, 2, 'issued', 'England', '', 'Leeds', decode(repeat('00', 32), 'hex'), 1, now()
            FROM tenants WHERE name IN ('Cat', 'Dan');
        INSERT INTO agreement_signers (organisation_id, agreement_id, party, name, email, email_key, signed_at, sealed_signature)
            SELECT 1, agreement_id, 'tenant', name, email, lower(email), CASE WHEN name = 'Cat' THEN now() END,
                CASE WHEN name = 'Cat' THEN ''::bytea END
            FROM agreements JOIN tenants USING (organisation_id, tenancy_id);
        DELETE FROM tenant_confirmations;";
    world.execute(given).await?;

    let owner: String = world
        .scalar("SELECT tableowner::text FROM pg_tables WHERE tablename = 'tenants'")
        .await?;
    let (_, fill) = FILL.split_once("INSERT INTO").context("a statement")?;
    let mut superuser = world.database.superuser().await?;
    for sql in [
        format!("SET ROLE \"{owner}\""),
        format!("INSERT INTO{fill}"),
    ] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql))
            .execute(&mut superuser)
            .await?;
    }
    let found: Vec<(i64, String)> =
        sqlx::query_as("SELECT user_id, basis FROM tenant_confirmations ORDER BY user_id")
            .fetch_all(&mut superuser)
            .await?;
    let expected = [(ANN, "application"), (52, "document"), (53, "agreement")];
    assert_eq!(
        found,
        expected.map(|(user, basis)| (user, basis.to_owned()))
    );
    Ok(())
}
