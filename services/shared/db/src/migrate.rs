//! Applying migrations.

use secrecy::{ExposeSecret as _, SecretString};
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection,
    migrate::{MigrateError, Migrator},
};

/// The shared tables.
pub static SHARED_MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// PostgreSQL's code for a lock that could not be had within `lock_timeout`.
const LOCK_NOT_AVAILABLE: &str = "55P03";

/// A build that was interrupted leaves its index: no query uses it, and `IF NOT EXISTS` takes it for the whole one. PostgreSQL's own
/// leftovers of a rebuild end in `_ccnew` or `_ccold`.
const HALF_BUILT: &str = r"SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE NOT indisvalid AND relkind = 'i' AND relname !~ '_cc(new|old)[0-9]*$' AND pg_get_userbyid(relowner) = current_user";

/// Why a database is not migrated.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// Somebody else holds a table that the migration changes; it gave up before those who want the table felt it.
    #[error(
        "migration {version} did nothing, because a transaction that takes long holds a table that it changes (a backup, a vacuum, \
         somebody's own query); the running programs go on. Wait until that has ended, or end it, and run migrate again \
         (deploy/runbooks/restart.md)"
    )]
    Held {
        /// The first migration that is missing now.
        version: i64,
        /// PostgreSQL's own error.
        #[source]
        source: sqlx::Error,
    },
    /// Anything else.
    #[error(transparent)]
    Failed(MigrateError),
}

impl From<MigrateError> for MigrationError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::ExecuteMigration(source, version)
                if source
                    .as_database_error()
                    .is_some_and(|error| error.code().as_deref() == Some(LOCK_NOT_AVAILABLE)) =>
            {
                Self::Held { version, source }
            }
            other => Self::Failed(other),
        }
    }
}

impl From<sqlx::Error> for MigrationError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// Applies the shared migrations (their versions are lower than any date, so they come first) and then the service's own, as
/// the owner. Does nothing when the database is up to date; if two run at once, one waits for the other.
///
/// # Errors
/// When the database cannot be reached or a migration fails; the migrations before it stay applied.
pub async fn migrate(owner_url: &SecretString, service: &Migrator) -> Result<(), MigrationError> {
    let migrations = SHARED_MIGRATOR.iter().chain(service.iter()).cloned();
    let mut connection = PgConnection::connect(owner_url.expose_secret()).await?;
    Migrator::with_migrations(migrations.collect())
        // Not `run`: its future is not Send for a connection (sqlx says so beside this one).
        .run_direct(None, &mut connection, false)
        .await?;
    finish_indexes(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// Builds what an interrupted `CREATE INDEX CONCURRENTLY` of an earlier run left half built.
async fn finish_indexes(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let indexes: Vec<String> = sqlx::query_scalar(HALF_BUILT)
        .fetch_all(&mut *connection)
        .await?;
    for index in indexes {
        // PostgreSQL itself quotes the names of a regclass.
        let rebuild = AssertSqlSafe(format!("REINDEX INDEX CONCURRENTLY {index}"));
        connection.execute(rebuild).await?;
    }
    Ok(())
}
