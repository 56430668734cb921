//! R25: the database of one service is destroyed and restored from an older backup while the others stay up. What the service had heard
//! since, and what the others had heard of it, are gaps: they are counted, closed by the commands of deploy/runbooks/restore-one.md, and
//! counted again.

use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use lintel_bus::topology::{PORTFOLIO_IDENTITY, PORTFOLIO_TENANCY};
use lintel_core::ServiceName;
use lintel_system_tests::{
    Programs, System, Visitor,
    client::{a_house, a_vacant_house},
    faults::{Load, checks, checks::database, experiment, ledger::Kind},
    postgres,
    system::Replicas,
};
use lintel_testkit::wait_for;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};
use uuid::Uuid;

use crate::{
    WIDE,
    owners::{self, KEEPERS, fill},
};

/// The service whose database is lost: three services keep copies of what is in it, and it hears two.
const LOST: &str = "portfolio";
/// Promise P15.
const RECOVERY: Duration = Duration::from_secs(30 * 60);
/// Writes before the backup and after it.
const BETWEEN: usize = 60;
const HEARD: Duration = Duration::from_secs(30);
const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a database is restored, which only `make faults` tries"]
async fn what_an_older_backup_of_one_service_lacks_is_closed() -> anyhow::Result<()> {
    experiment(
        "R25",
        "portfolio restored older",
        async |settings, report| {
            let mut system = System::start_replicas(Replicas::TWO, &WIDE).await?;
            let load = Load::start(&system, settings, "R25", 4).await?;
            load.ledger.more(BETWEEN).await?;
            let house = a_vacant_house("R25 let since the backup");
            let home = load.landlord.post("/api/properties", &house).await?;
            let home = home.body["id"].clone();
            let safe = tempfile::tempdir()?;
            let before = load.ledger.names(Kind::Property);
            setup(&system, safe.path(), "dump-databases", &[LOST])?;
            let dumped = Instant::now();

            let_home(&load.landlord, &home).await?;
            load.ledger.more(BETWEEN).await?;
            let (ledger, landlord) = load.stop().await?;
            checks::drained(&system).await?;
            owners::wait_until_same(&system).await?;
            let newest = newest_property(&system).await?;

            for replica in 0..2 {
                system.replica((LOST, replica))?.kill()?;
            }
            destroy(&system).await?;
            let destroyed = Instant::now();
            setup(&system, safe.path(), "restore-one", &[LOST])?;
            let (stale, unheard) = gaps(&system).await?;
            report.figure(format!("gaps before: copies {stale}, events {unheard}"));
            report.promise(stale > 0 && unheard > 0, || {
                "nothing was missing: the fault did not bite".to_owned()
            });
            let environment = system.process(LOST)?.environment().to_vec();
            Programs::built()?.run("lintel-streams", &["replay", LOST], &environment)?;
            system.revive()?;
            system.wait_until_ready().await?;
            for keeper in KEEPERS {
                let filled = fill(&mut system, keeper).await?;
                report.figure(format!(
                    "{keeper} {} told, {} gone",
                    filled.rows, filled.gone
                ));
            }
            let gone = wait_for("no gaps are left", HEARD, async || {
                let (stale, unheard) = gaps(&system).await?;
                ensure!(
                    (stale, unheard) == (0, 0),
                    "{stale} copies, {unheard} events"
                );
                Ok(Some(Instant::now()))
            })
            .await?;
            report.recovered("portfolio", gone - destroyed, RECOVERY);
            report.figure("gaps after: copies 0, events 0");

            // Writes from before the backup are there; later ones are lost, as docs/operate/operating.md says.
            let rows: Vec<String> = sqlx::query_scalar("SELECT name FROM properties")
                .fetch_all(&mut database(&system, LOST).await?)
                .await?;
            let missing = before.iter().filter(|name| !rows.contains(name)).count();
            report.acked = before.len();
            report.lost = missing;
            report.promise(missing == 0, || {
                format!("{missing} of the backup are missing")
            });
            let later = ledger.names(Kind::Property).difference(&before).count();
            report.figure(format!(
                "lost since the backup {later} properties of {:.1} s",
                (destroyed - dumped).as_secs_f64()
            ));
            goes_on(&system, &landlord, newest).await?;
            is_let(&landlord, &home).await?;
            let dead = checks::dead_letters(&system).await?;
            report.promise(dead == 0, || format!("{dead} dead letters"));
            checks::events_reached_everybody(&system, report).await?;
            checks::versions(&system, report).await
        },
    )
    .await
}

/// Lets a home: portfolio hears of the tenancy.
async fn let_home(landlord: &Visitor, home: &Value) -> anyhow::Result<()> {
    let tenant = json!({
        "propertyId": home, "name": "Amara Diallo", "email": "amara@example.com", "phone": "07700 900141",
        "leaseStart": "2026-01-05", "rentAmount": "900.00",
    });
    let tenant = landlord.post("/api/tenants", &tenant).await?;
    ensure!(tenant.status == 201, "{tenant:?}");
    is_let(landlord, home).await
}

/// Waits until portfolio says that a home is let.
async fn is_let(landlord: &Visitor, home: &Value) -> anyhow::Result<()> {
    wait_for("the home is let", HEARD, async || {
        let home = landlord.get(&format!("/api/properties/{home}")).await?;
        Ok((home.body["status"] == "Occupied").then_some(()))
    })
    .await
}

/// Nothing new gets a number that was given out, and a home that went back is changed anew for everybody.
async fn goes_on(system: &System, landlord: &Visitor, newest: i64) -> anyhow::Result<()> {
    let made = landlord
        .post("/api/properties", &a_house("R25 afterwards"))
        .await?;
    let id = made.body["id"]
        .as_i64()
        .with_context(|| format!("{made:?}"))?;
    ensure!(id > newest, "{id} was given out before, up to {newest}");
    let listed = landlord.get("/api/properties").await?;
    let older = listed.body[0]["id"].as_i64().context("a property")?;
    for (property, name) in [(id, "R25 new"), (older, "R25 older")] {
        let path = format!("/api/properties/{property}");
        let changed = landlord.patch(&path, &json!({"name": name}), &[]).await?;
        ensure!(changed.status == 200, "{changed:?}");
    }
    owners::wait_until_same(system).await
}

/// Copies of other services that are not what the restored one has, and events that it has not heard.
async fn gaps(system: &System) -> anyhow::Result<(usize, usize)> {
    let stale = owners::different(system).await?.len();
    let heard: Vec<(String, Uuid)> = sqlx::query_as("SELECT consumer, event_id FROM inbox")
        .fetch_all(&mut database(system, LOST).await?)
        .await?;
    let mut unheard = 0;
    for (consumer, owner) in [
        (PORTFOLIO_TENANCY, "tenancy-applications"),
        (PORTFOLIO_IDENTITY, "identity"),
    ] {
        let told: Vec<Uuid> = sqlx::query_scalar(
            "SELECT event_id FROM outbox WHERE starts_with('lintel.evt.' || event_type, $1)",
        )
        .bind(consumer.filter.trim_end_matches('>'))
        .fetch_all(&mut database(system, owner).await?)
        .await?;
        let heard = |id: &Uuid| {
            heard
                .iter()
                .any(|(name, heard)| name == consumer.durable && heard == id)
        };
        unheard += told.iter().filter(|id| !heard(id)).count();
    }
    Ok((stale, unheard))
}

async fn newest_property(system: &System) -> anyhow::Result<i64> {
    let newest = sqlx::query_scalar("SELECT max(property_id) FROM properties")
        .fetch_one(&mut database(system, LOST).await?)
        .await?;
    Ok(newest)
}

async fn destroy(system: &System) -> anyhow::Result<()> {
    let drop = format!(
        "DROP DATABASE {} WITH (FORCE)",
        ServiceName::new(LOST).database()
    );
    sqlx::query(sqlx::AssertSqlSafe(drop))
        .execute(&mut superuser(system).await?)
        .await?;
    Ok(())
}

async fn superuser(system: &System) -> anyhow::Result<PgConnection> {
    let url = system.postgres.admin_url("postgres");
    Ok(PgConnection::connect(&url).await?)
}

/// Runs a script of deploy/setup against the system's PostgreSQL, which asks for no password; the backup is in `safe`.
fn setup(system: &System, safe: &Path, script: &str, services: &[&str]) -> anyhow::Result<()> {
    let secrets = safe.join("secrets");
    std::fs::create_dir_all(&secrets)?;
    let pairs = ["mail", "tenancy", "viewings"];
    let keys = pairs.iter().flat_map(|pair| {
        [
            format!("{pair}-sealing.secret"),
            format!("{pair}-sealing.public"),
        ]
    });
    let others = [
        "master.key",
        "receipts.secret",
        "push.secret",
        "postgres.password",
    ];
    let passwords = services.iter().flat_map(|service| {
        ["", "-worker", "-owner"].map(|login| format!("{service}{login}.password"))
    });
    for name in keys.chain(others.map(str::to_owned)).chain(passwords) {
        std::fs::write(secrets.join(name), "of a test")?;
    }
    let mut command = Command::new(format!("{REPOSITORY}/deploy/setup/{script}"));
    command.arg(&secrets);
    if script == "restore-one" {
        command.arg(format!("{REPOSITORY}/services/shared/db/sql/roles.sql"));
    }
    let path = std::env::var("PATH")?;
    let ended = command
        .arg(safe.join("backup"))
        .args(services)
        .env("PGHOST", "127.0.0.1")
        .env("PGPORT", system.postgres.port.to_string())
        .env(
            "PATH",
            format!("{}:{path}", postgres::programs()?.display()),
        )
        .output()?;
    let said = String::from_utf8_lossy(&ended.stderr);
    ensure!(ended.status.success(), "{script}: {said}");
    Ok(())
}
