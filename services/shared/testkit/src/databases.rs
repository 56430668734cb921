//! A database for each test, as the product makes them: its roles, its owner, its migrations.

use std::str::FromStr as _;

use anyhow::Context as _;
use lintel_core::ServiceName;
use lintel_db::{DatabaseConfig, Db, ROLES_SQL, SHARED_MIGRATOR, migrate};
use sha2::{Digest as _, Sha256};
use sqlx::{
    AssertSqlSafe, Connection as _, PgConnection, migrate::Migrator, postgres::PgConnectOptions,
};
use uuid::Uuid;

/// The roles' password on test servers.
const PASSWORD: &str = "lintel";
/// Serialises what concerns the whole server: making roles and templates.
const SERVER_LOCK: i64 = 0x11_7e_1d_b5;

/// A database of one test's own on the server of `LINTEL_TEST_PG_URL`, dropped with it.
#[derive(Debug)]
pub struct TestDatabase {
    /// Connected as the service is.
    pub db: Db,
    /// The configuration of the service.
    pub config: DatabaseConfig,
    server: String,
    name: String,
}

impl TestDatabase {
    /// A fresh database of `service`, migrated.
    ///
    /// # Errors
    /// When the server is away or a migration fails.
    pub async fn new(service: &str, migrator: &'static Migrator) -> anyhow::Result<Self> {
        let service = ServiceName::new(service);
        let server = server_url();
        let template = template(&server, service, migrator).await?;
        let name = format!("test_{}_{}", service.key(), Uuid::now_v7().simple());
        let mut admin = PgConnection::connect(&server).await?;
        execute(
            &mut admin,
            &format!(
                "CREATE DATABASE {name} TEMPLATE {template} OWNER {}",
                service.role("owner")
            ),
        )
        .await?;
        admin.close().await?;
        let config = config(&server, service, &name)?;
        Ok(Self {
            db: Db::connect(&config)?,
            config,
            server,
            name,
        })
    }

    /// A connection as the superuser, who sees every row: for looking at what a service wrote.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn superuser(&self) -> anyhow::Result<PgConnection> {
        let options = PgConnectOptions::from_str(&self.server)?.database(&self.name);
        Ok(PgConnection::connect_with(&options).await?)
    }

    /// The texts that the check `constraint` lists, in order of the alphabet.
    pub async fn accepted(&self, constraint: &str) -> anyhow::Result<Vec<String>> {
        let query = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = $1";
        let mut connection = self.superuser().await?;
        let check: String = sqlx::query_scalar(query)
            .bind(constraint)
            .fetch_one(&mut connection)
            .await?;
        let texts = check.split('\'').skip(1).step_by(2);
        let mut texts: Vec<_> = texts.map(str::to_owned).collect();
        texts.sort();
        Ok(texts)
    }

    /// A connection as the app role without any caller: for trying what row-level security shows.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn app(&self) -> anyhow::Result<PgConnection> {
        use secrecy::ExposeSecret as _;
        Ok(PgConnection::connect(self.config.url.expose_secret()).await?)
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        // A test's runtime may be gone already, so a small one of its own does it.
        let (server, name) = (self.server.clone(), self.name.clone());
        let dropped = std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(anyhow::Error::from)
                .and_then(|runtime| runtime.block_on(drop_database(&server, &name)))
        })
        .join();
        if !matches!(dropped, Ok(Ok(()))) {
            tracing::warn!("a test's database stayed behind");
        }
    }
}

async fn drop_database(server: &str, name: &str) -> anyhow::Result<()> {
    let mut admin = PgConnection::connect(server).await?;
    execute(
        &mut admin,
        &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
    )
    .await
}

/// Drops what tests left behind that were killed more than an hour ago: a database's name ends in a UUIDv7, which begins with
/// the milliseconds since 1970.
async fn drop_leftovers(admin: &mut PgConnection) -> anyhow::Result<()> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT datname FROM pg_database WHERE datname ~ '^test_[a-z_]+_[0-9a-f]{32}$' \
         AND substring(right(datname, 32) FOR 12) < lpad(to_hex((extract(epoch FROM now() - interval '1 hour') * 1000)::bigint), 12, '0')",
    )
    .fetch_all(&mut *admin)
    .await?;
    for name in names {
        execute(
            admin,
            &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
        )
        .await?;
    }
    Ok(())
}

/// Makes the roles and the empty database of a service as the product's own start does. Any number of times.
///
/// # Errors
/// When the server is away.
pub async fn create(admin_url: &str, service: ServiceName<'_>) -> anyhow::Result<()> {
    let mut admin = PgConnection::connect(admin_url).await?;
    create_roles(&mut admin, service).await?;
    create_database(&mut admin, service, &service.database()).await
}

async fn create_database(
    admin: &mut PgConnection,
    service: ServiceName<'_>,
    name: &str,
) -> anyhow::Result<()> {
    let exists: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
            .bind(name)
            .fetch_one(&mut *admin)
            .await?;
    let owner = service.role("owner");
    if !exists {
        execute(admin, &format!("CREATE DATABASE {name} OWNER {owner}")).await?;
    }
    execute(
        admin,
        &format!(
            "REVOKE CONNECT ON DATABASE {name} FROM PUBLIC;
             GRANT CONNECT ON DATABASE {name} TO {owner}, {}, {}",
            service.role("app"),
            service.role("worker"),
        ),
    )
    .await
}

async fn create_roles(admin: &mut PgConnection, service: ServiceName<'_>) -> anyhow::Result<()> {
    let sql = ROLES_SQL
        .replace("{{key}}", &service.key())
        .replace("{{owner_password}}", PASSWORD)
        .replace("{{app_password}}", PASSWORD)
        .replace("{{worker_password}}", PASSWORD);
    execute(admin, &sql).await
}

/// The migrated database that tests' databases are copied from; made once for each state of the migrations.
async fn template(
    server: &str,
    service: ServiceName<'_>,
    migrator: &'static Migrator,
) -> anyhow::Result<String> {
    let mut hash = Sha256::new();
    for migration in SHARED_MIGRATOR.iter().chain(migrator.iter()) {
        hash.update(migration.version.to_be_bytes());
        hash.update(&*migration.checksum);
    }
    hash.update(ROLES_SQL);
    let digest = hex::encode(&hash.finalize()[..6]);
    let name = format!("template_{}_{digest}", service.key());

    let mut admin = PgConnection::connect(server).await?;
    sqlx::query("SELECT pg_advisory_lock($1)")
        .bind(SERVER_LOCK)
        .execute(&mut admin)
        .await?;
    drop_leftovers(&mut admin).await?;
    // `datistemplate` is set last, so a template whose making was cut short is not taken for one.
    let ready: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1 AND datistemplate)",
    )
    .bind(&name)
    .fetch_one(&mut admin)
    .await?;
    if !ready {
        create_roles(&mut admin, service).await?;
        execute(
            &mut admin,
            &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
        )
        .await?;
        create_database(&mut admin, service, &name).await?;
        migrate(&config(server, service, &name)?.owner_url, migrator)
            .await
            .context("migrating the template")?;
        execute(
            &mut admin,
            &format!("ALTER DATABASE {name} WITH is_template true"),
        )
        .await?;
    }
    admin.close().await?;
    Ok(name)
}

fn server_url() -> String {
    std::env::var("LINTEL_TEST_PG_URL")
        .unwrap_or_else(|_| "postgres://lintel@127.0.0.1:54329/postgres".to_owned())
}

fn config(
    server: &str,
    service: ServiceName<'_>,
    database: &str,
) -> anyhow::Result<DatabaseConfig> {
    let options = PgConnectOptions::from_str(server)?;
    let (host, port) = (options.get_host(), options.get_port());
    let url = |kind: &str| {
        let role = service.role(kind);
        format!("postgres://{role}:{PASSWORD}@{host}:{port}/{database}")
    };
    let value = serde_json::json!({
        "url": url("app"), "worker_url": url("worker"), "owner_url": url("owner"), "max_connections": 8,
        // Many tests share two cores; what is tested is not how fast a loaded machine answers.
        "acquire_timeout": "20s", "statement_timeout": "20s",
    });
    Ok(serde_json::from_value(value)?)
}

async fn execute(connection: &mut PgConnection, sql: &str) -> anyhow::Result<()> {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(connection)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use uuid::{NoContext, Timestamp};

    use super::*;

    static NO_TABLES: Migrator = Migrator::DEFAULT;

    #[tokio::test]
    async fn what_a_killed_test_left_is_dropped_whatever_its_service_is_called()
    -> anyhow::Result<()> {
        let mut admin = PgConnection::connect(&server_url()).await?;
        let long_ago = Uuid::new_v7(Timestamp::from_unix(NoContext, 1_700_000_000, 0));
        let left = format!("test_viewings_maintenance_{}", long_ago.simple());
        execute(&mut admin, &format!("CREATE DATABASE {left}")).await?;
        let database = TestDatabase::new("viewings-maintenance", &NO_TABLES).await?;
        let is_there: bool =
            sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
                .bind(left)
                .fetch_one(&mut admin)
                .await?;
        assert!(!is_there);
        assert!(database.name.starts_with("test_viewings_maintenance_"));
        Ok(())
    }
}
