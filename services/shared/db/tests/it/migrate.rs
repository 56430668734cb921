//! Migrations that cannot be applied at once.

use lintel_db::{DatabaseConfig, MigrationError, migrate};
use sqlx::{
    Connection as _, SqlStr,
    migrate::{Migration, MigrationType, Migrator},
};

use crate::{MIGRATOR, database};

const NEXT: i64 = 20270101000000;

/// Applies `sql` after the migrations that are there.
async fn apply(
    config: &DatabaseConfig,
    sql: &'static str,
    no_transaction: bool,
) -> Result<(), MigrationError> {
    let next = Migration::new(
        NEXT,
        "next".into(),
        MigrationType::Simple,
        SqlStr::from_static(sql),
        no_transaction,
    );
    let migrations = MIGRATOR.iter().cloned().chain([next]);
    migrate(
        &config.owner_url,
        &Migrator::with_migrations(migrations.collect()),
    )
    .await
}

#[tokio::test]
async fn a_migration_blocked_by_a_long_transaction_can_be_run_again() -> anyhow::Result<()> {
    const SQL: &str = "SET LOCAL lock_timeout = '50ms';
         CREATE TABLE beside (beside_id bigint);
         ALTER TABLE notes ADD COLUMN text text;";
    let database = database().await?;
    let mut holder = database.superuser().await?;
    let mut long = holder.begin().await?;
    // What a dump of the database holds on every table.
    sqlx::query("LOCK TABLE notes IN ACCESS SHARE MODE")
        .execute(&mut *long)
        .await?;

    let refused = apply(&database.config, SQL, false).await.err();
    assert!(
        matches!(refused, Some(MigrationError::Held { version: NEXT, .. })),
        "{refused:?}"
    );
    let half: Option<String> = sqlx::query_scalar("SELECT to_regclass('beside')::text")
        .fetch_one(&mut *long)
        .await?;
    assert_eq!(half, None);

    long.commit().await?;
    apply(&database.config, SQL, false).await?;
    let whole: Option<String> = sqlx::query_scalar("SELECT to_regclass('beside')::text")
        .fetch_one(&mut holder)
        .await?;
    assert_eq!(whole.as_deref(), Some("beside"));
    Ok(())
}

#[tokio::test]
async fn an_index_that_was_left_half_built_is_built_by_the_next_run() -> anyhow::Result<()> {
    const SQL: &str = "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS notes_organisation_id_uq ON notes (organisation_id)";
    const VALID: &str =
        "SELECT indisvalid FROM pg_index WHERE indexrelid = 'notes_organisation_id_uq'::regclass";
    let database = database().await?;
    let mut admin = database.superuser().await?;
    sqlx::query("INSERT INTO notes (organisation_id) VALUES (1), (1)")
        .execute(&mut admin)
        .await?;
    let refused = apply(&database.config, SQL, true).await.err();
    assert!(
        matches!(refused, Some(MigrationError::Failed(_))),
        "{refused:?}"
    );
    let left: bool = sqlx::query_scalar(VALID).fetch_one(&mut admin).await?;
    assert!(!left, "the index was not left half built");

    sqlx::query("DELETE FROM notes").execute(&mut admin).await?;
    apply(&database.config, SQL, true).await?;
    let valid: bool = sqlx::query_scalar(VALID).fetch_one(&mut admin).await?;
    assert!(valid);
    Ok(())
}
