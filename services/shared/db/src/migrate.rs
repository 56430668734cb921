//! Bringing a database up to date.

use secrecy::{ExposeSecret as _, SecretString};
use sqlx::{
    Connection as _, PgConnection,
    migrate::{MigrateError, Migrator},
};

/// The shared tables.
pub static SHARED_MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Applies the shared tables (their versions are below every date, so they come first) and then the service's own, as the
/// owner. Harmless when there is nothing to do; two at once wait for each other.
///
/// # Errors
/// When the database cannot be reached or a migration fails; what was applied before stays.
pub async fn migrate(owner_url: &SecretString, service: &Migrator) -> Result<(), MigrateError> {
    let migrations = SHARED_MIGRATOR.iter().chain(service.iter()).cloned();
    let mut connection = PgConnection::connect(owner_url.expose_secret()).await?;
    Migrator::with_migrations(migrations.collect())
        // Not `run`: its future is not Send for a connection (sqlx says so beside this one).
        .run_direct(None, &mut connection, false)
        .await?;
    connection.close().await?;
    Ok(())
}
