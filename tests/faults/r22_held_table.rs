//! R22: a migration meets a table that a long transaction holds, as a dump does, or somebody who forgot to commit. It gives up before a
//! request that queues behind it does, and says so; the application goes on. Once the table is free, the same command succeeds.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use lintel_core::ServiceName;
use lintel_db::{MigrationError, migrate};
use lintel_system_tests::{
    System,
    faults::{Load, checks, checks::database, experiment},
};
use sqlx::{
    AssertSqlSafe, Connection as _, PgConnection, SqlSafeStr as _,
    migrate::{Migration, MigrationType, Migrator},
};

/// The service whose table is held. Most of what the load does needs it.
const SERVICE: &str = "portfolio";
/// Writes before, between and after.
const BETWEEN: usize = 20;
/// The first of the experiment's own migrations.
const FIRST: i64 = 20990101000000;
/// Time limit for giving up, with everything else that `migrate` does.
const LONGEST: Duration = Duration::from_secs(3);

/// A migration that cannot be had at once harms nobody.
pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment("R22", "migration of a held table", async |settings, report| {
        let mut admin = database(system, SERVICE).await?;
        let load = Load::start(system, settings, "R22", 4).await?;
        for round in 0..settings.rounds() {
            let version = FIRST + i64::try_from(round)?;
            load.ledger.more(BETWEEN).await?;
            let mut long = admin.begin().await?;
            sqlx::query("LOCK TABLE properties IN ACCESS SHARE MODE")
                .execute(&mut *long)
                .await?;
            let begun = Instant::now();
            let refused = add_column(system, version).await;
            let took = begun.elapsed();
            report.promise(
                matches!(refused, Err(MigrationError::Held { version: which, .. }) if which == version),
                || format!("it did not say that the table is held: {refused:?}"),
            );
            report.promise(took < LONGEST, || format!("it waited {took:?}"));
            report.figure(format!("gave up after {} ms", took.as_millis()));
            report.promise(!is_there(&mut long, version).await?, || "it was done by half".to_owned());
            load.ledger.more(BETWEEN).await?;
            long.commit().await?;
            add_column(system, version).await?;
            report.promise(is_there(&mut admin, version).await?, || "it was not done".to_owned());
            load.ledger.more(BETWEEN).await?;
        }
        let failures = load.ledger.failures();
        report.promise(failures.is_empty(), || {
            format!("{} requests failed, the first: {}", failures.len(), failures[0].what)
        });
        let (ledger, landlord) = load.stop().await?;
        let waited = ledger.all().iter().map(|write| write.at - write.invoked).max();
        report.figure(format!("longest write {} ms", waited.unwrap_or_default().as_millis()));
        forget(&mut admin, settings.rounds()).await?;
        checks::all(system, &landlord, &ledger, report).await
    })
    .await
}

/// Runs `lintel-portfolio migrate` as its next version would, which adds a column.
async fn add_column(system: &System, version: i64) -> Result<(), MigrationError> {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../services/portfolio/migrations"
    );
    let service = Migrator::new(Path::new(folder))
        .await
        .map_err(MigrationError::from)?;
    let more = (FIRST..=version).map(|version| {
        let column = column(version);
        let sql = format!(
            "SET LOCAL lock_timeout = '800ms'; ALTER TABLE properties ADD COLUMN {column} text;"
        );
        Migration::new(
            version,
            column.into(),
            MigrationType::Simple,
            AssertSqlSafe(sql).into_sql_str(),
            false,
        )
    });
    let migrations = service.iter().cloned().chain(more).collect();
    let name = ServiceName::new(SERVICE);
    let owner = system.postgres.url(&name.role("owner"), &name.database());
    migrate(&owner.into(), &Migrator::with_migrations(migrations)).await
}

fn column(version: i64) -> String {
    format!("r22_{version}")
}

async fn is_there(connection: &mut PgConnection, version: i64) -> anyhow::Result<bool> {
    let there = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'properties'::regclass AND attname = $1)",
    )
    .bind(column(version))
    .fetch_one(connection)
    .await?;
    Ok(there)
}

/// Leaves the database as it was for the experiments that follow.
async fn forget(admin: &mut PgConnection, rounds: usize) -> anyhow::Result<()> {
    for version in FIRST..FIRST + i64::try_from(rounds)? {
        let column = column(version);
        let sql = AssertSqlSafe(format!("ALTER TABLE properties DROP COLUMN {column}"));
        sqlx::query(sql).execute(&mut *admin).await?;
    }
    sqlx::query("DELETE FROM _sqlx_migrations WHERE version >= $1")
        .bind(FIRST)
        .execute(admin)
        .await?;
    Ok(())
}
