//! The cluster that the tests' PostgreSQL servers are copies of: every service's database, made and migrated once for each
//! build of the services.

use std::{
    fs::{self, File},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use lintel_core::ServiceName;
use lintel_testkit::databases;

use crate::{
    Programs,
    postgres::{self, Postgres},
    system::SERVICES,
};

const NAME: &str = "test-cluster-";
const ROLES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../services/shared/db/sql/roles.sql"
);

/// The folder of the cluster, which no server runs on. The first test that asks makes it, beside the programs.
pub(crate) async fn migrated(programs: &Programs) -> anyhow::Result<PathBuf> {
    let folder = programs.folder();
    let cluster = folder.join(format!("{NAME}{:016x}", contents(programs)?));
    let lock = File::create(folder.join(format!("{NAME}lock")))?;
    lock.lock()?;
    if !cluster.is_dir() {
        forget_others(folder)?;
        make(&cluster, programs).await?;
    }
    Ok(cluster)
}

/// A number for what decides about the cluster: PostgreSQL, the roles, and the programs, which hold the migrations.
fn contents(programs: &Programs) -> anyhow::Result<u64> {
    let mut hasher = DefaultHasher::new();
    postgres::programs()?.hash(&mut hasher);
    fs::read(ROLES)?.hash(&mut hasher);
    for service in SERVICES {
        let program = fs::metadata(programs.path(&ServiceName::new(service).program())?)?;
        let changed = program.modified()?.duration_since(UNIX_EPOCH)?;
        (service, program.len(), changed).hash(&mut hasher);
    }
    Ok(hasher.finish())
}

/// Made beside its place and renamed, so that a test that is killed leaves no half of one.
async fn make(cluster: &Path, programs: &Programs) -> anyhow::Result<()> {
    let server = Postgres::start_empty().await?;
    for service in SERVICES.map(ServiceName::new) {
        databases::create(&server.admin_url("postgres"), service).await?;
    }
    migrate(&server, programs)?;
    let fresh = cluster.with_extension("new");
    let _ = fs::remove_dir_all(&fresh);
    server.keep_at(&fresh)?;
    Ok(fs::rename(fresh, cluster)?)
}

/// Lets each service of `programs` migrate its database, all at once.
pub(crate) fn migrate(server: &Postgres, programs: &Programs) -> anyhow::Result<()> {
    std::thread::scope(|scope| {
        SERVICES
            .map(ServiceName::new)
            .map(|service| {
                let url = server.url(&service.role("owner"), &service.database());
                scope.spawn(move || {
                    let variable = format!("{}DATABASE__OWNER_URL", service.variable_prefix());
                    let settings = [
                        ("LINTEL_PROFILE".to_owned(), "dev".to_owned()),
                        (variable, url),
                    ];
                    programs.run(&service.program(), &["migrate"], &settings)
                })
            })
            .into_iter()
            .try_for_each(|migration| {
                migration
                    .join()
                    .unwrap_or_else(|_| Err(anyhow::anyhow!("a migration panicked")))
            })
    })
}

/// Clusters of earlier builds are of no use to anybody.
fn forget_others(folder: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(NAME) && path.is_dir() {
            fs::remove_dir_all(path)?;
        }
    }
    Ok(())
}
