//! The result of the migrations.

use lintel_testkit::TestDatabase;
use lintel_viewings_maintenance::store::MIGRATOR;

#[tokio::test]
async fn every_table_is_guarded_by_row_level_security() -> anyhow::Result<()> {
    let database = TestDatabase::new("viewings-maintenance", &MIGRATOR).await?;
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
