//! Applying migrations.

use secrecy::{ExposeSecret as _, SecretString};
use sqlx::{
    Connection as _, PgConnection,
    migrate::{MigrateError, Migrator},
};

/// The shared tables.
pub static SHARED_MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Applies the shared migrations (their versions are lower than any date, so they come first) and then the service's own, as
/// the owner. Does nothing when the database is up to date; if two run at once, one waits for the other.
///
/// # Errors
/// When the database cannot be reached or a migration fails; the migrations before it stay applied.
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
