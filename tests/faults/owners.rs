//! Copies that services keep of each other's rows: compared by hash with what their owners have, and filled from them anew.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use lintel_core::ServiceName;
use lintel_system_tests::{Programs, System, faults::checks::database};
use lintel_testkit::wait_for;

/// The services that keep copies which can be filled from their owners.
pub const KEEPERS: [&str; 3] = [
    "tenancy-applications",
    "viewings-maintenance",
    "notifications",
];

/// Time limit for the last events.
const HEARD: Duration = Duration::from_secs(30);

/// A copy: what its owner has, and what its keeper has of it, both as `(key, version, what it says)`.
#[derive(Debug)]
pub struct Copied {
    owner: &'static str,
    has: &'static str,
    keeper: &'static str,
    keeps: &'static str,
}

const HOMES: &str = "SELECT property_id, version, name FROM properties";
const ACCOUNTS: &str = "SELECT user_id, snapshot_version, '' FROM users WHERE deleted_at IS NULL AND snapshot_version > 0";
const MEMBERS: &str = "SELECT membership_id, version, grade FROM memberships";
const NAMES: &str = "SELECT organisation_id, version, name FROM organisations WHERE organisation_id IN (SELECT organisation_id FROM memberships)";

/// All copies that are filled from their owners.
pub const COPIES: [Copied; 12] = [
    copied("portfolio", HOMES, "tenancy-applications", "SELECT property_id, version, name FROM homes WHERE name IS NOT NULL"),
    copied("portfolio", HOMES, "viewings-maintenance", "SELECT property_id, version, name FROM vm_homes WHERE name IS NOT NULL"),
    copied("portfolio", HOMES, "notifications", "SELECT property_id, version, name FROM nt_homes WHERE name IS NOT NULL"),
    copied("identity", ACCOUNTS, "tenancy-applications", "SELECT user_id, version, '' FROM accounts WHERE role IS NOT NULL"),
    copied("identity", ACCOUNTS, "viewings-maintenance", "SELECT user_id, version, '' FROM vm_accounts WHERE maintenance_auto_assign IS NOT NULL"),
    copied("identity", ACCOUNTS, "notifications", "SELECT user_id, version, '' FROM contacts WHERE contact IS NOT NULL"),
    copied("identity", MEMBERS, "viewings-maintenance", "SELECT membership_id, version, grade FROM vm_members WHERE grade IS NOT NULL"),
    copied("identity", MEMBERS, "notifications", "SELECT membership_id, version, grade FROM members WHERE NOT ended"),
    copied("identity", NAMES, "tenancy-applications", "SELECT organisation_id, version, name FROM organisation_names"),
    copied("identity", NAMES, "viewings-maintenance", "SELECT organisation_id, version, name FROM vm_organisations"),
    copied(
        "portfolio",
        "SELECT inspection_id, version, inspection_date::text FROM property_inspections WHERE status = 'Scheduled'",
        "viewings-maintenance",
        "SELECT inspection_id, version, inspection_date::text FROM vm_inspections WHERE starts_at IS NOT NULL",
    ),
    copied(
        "tenancy-applications",
        "SELECT tenant_id, told.version, property_id::text FROM tenant_snapshots AS told JOIN tenants USING (organisation_id, tenant_id)
             JOIN tenancies USING (organisation_id, tenancy_id) WHERE told.version > 0",
        "viewings-maintenance",
        "SELECT tenant_id, version, property_id::text FROM vm_tenants WHERE property_id IS NOT NULL",
    ),
];

const fn copied(
    owner: &'static str,
    has: &'static str,
    keeper: &'static str,
    keeps: &'static str,
) -> Copied {
    Copied {
        owner,
        has,
        keeper,
        keeps,
    }
}

/// The copies that are not what their owner has.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn different(system: &System) -> anyhow::Result<Vec<&'static Copied>> {
    let mut different = Vec::new();
    for copied in &COPIES {
        let has = hash(system, copied.owner, copied.has).await?;
        if has != hash(system, copied.keeper, copied.keeps).await? {
            different.push(copied);
        }
    }
    Ok(different)
}

/// Waits until every copy is what its owner has.
///
/// # Errors
/// When one is not in half a minute.
pub async fn wait_until_same(system: &System) -> anyhow::Result<()> {
    wait_for("copies are what their owners have", HEARD, async || {
        let different = different(system).await?;
        ensure!(different.is_empty(), "{different:?}");
        Ok(Some(()))
    })
    .await
}

async fn hash(system: &System, service: &str, rows: &'static str) -> anyhow::Result<String> {
    let sql = format!(
        "SELECT md5(coalesce(string_agg(concat_ws('|', id, version, says), ',' ORDER BY id), '')) FROM ({rows}) AS row (id, version, says)"
    );
    Ok(sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
        .fetch_one(&mut database(system, service).await?)
        .await?)
}

/// The result of one run of `fill-copies`.
pub struct Filled {
    /// Rows that owners told of.
    pub rows: u32,
    /// Rows that no owner had.
    pub gone: u32,
    /// The time that it took.
    pub took: Duration,
}

/// Runs the command with which an operator makes a service's copies anew.
///
/// # Errors
/// When the command fails.
pub async fn fill(system: &mut System, keeper: &'static str) -> anyhow::Result<Filled> {
    let program = Programs::built()?.path(&ServiceName::new(keeper).program())?;
    let environment = system.process(keeper)?.environment().to_vec();
    let begun = Instant::now();
    let ended = tokio::task::spawn_blocking(move || {
        Command::new(program)
            .arg("fill-copies")
            .envs(environment)
            .output()
    })
    .await??;
    let took = begun.elapsed();
    let said = String::from_utf8_lossy(&ended.stdout);
    let complaint = String::from_utf8_lossy(&ended.stderr);
    ensure!(ended.status.success(), "{keeper}: {said}{complaint}");
    let mut numbers = said.split_whitespace().filter_map(|word| word.parse().ok());
    let (rows, gone) = numbers
        .next()
        .zip(numbers.next())
        .with_context(|| format!("{keeper} said {said}"))?;
    Ok(Filled { rows, gone, took })
}
