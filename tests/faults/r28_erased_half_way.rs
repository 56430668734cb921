//! R28: applications are erased on request and by retention while the service is killed again and again; it is asked once more, and
//! nothing of the people is left.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use futures::future::try_join_all;
use lintel_system_tests::{
    System,
    faults::{
        checks,
        checks::database,
        experiment,
        load::{Doors, Home},
    },
    process::binary,
};
use lintel_testkit::wait_for;
use reqwest::StatusCode;
use serde_json::json;

const NAME: &str = "tenancy-applications";
/// A word in everything that the applicants say of themselves.
const CANARY: &str = "r28-canary";
/// Rows that retention finds besides the ones that came in by the API: several of its batches.
const COPIES: i64 = 700;

pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment(
        "R28",
        "erasure and retention killed half-way",
        async |settings, report| {
            let mut landlord = system.visitor()?;
            landlord.become_landlord(&system.mails).await?;
            let home = Home::create(&landlord, "R28 home").await?;
            let doors = Doors::new(&landlord, &system.bases);
            let count = settings.pick(12, 60);
            let mut applications = Vec::new();
            for number in 0..count {
                let form = home.application(&format!("{CANARY} {number}"));
                let made = landlord.post("/api/tenant-signup", &form).await?;
                let id = made.body["id"].as_i64();
                let id = id.with_context(|| format!("{made:?}"))?;
                let path = format!("/api/tenant-applications/{id}");
                let rejected =
                    json!({"status": "Rejected", "rejectionReason": format!("{CANARY} says no")});
                let rejected = landlord.patch(&path, &rejected, &[]).await?;
                ensure!(rejected.status == StatusCode::OK, "{rejected:?}");
                applications.push(path);
            }
            // Mails that wait hold the canary, sealed; they are not what is erased here.
            checks::drained(system).await?;
            ensure!(canaries(system).await? > 0, "there is nothing to erase");

            // One of them stays for retention, with copies of it, all of long ago.
            let kept = applications.pop().context("there are some")?;
            let erasing = try_join_all(
                applications
                    .iter()
                    .enumerate()
                    .map(|(number, path)| erase(&doors, number, path)),
            );
            let killing = kill_often(system, settings.pick(4, 12));
            let (erased, killed) = tokio::join!(erasing, killing);
            let interrupted: usize = erased?.into_iter().sum();
            killed?;

            let old = kept.rsplit('/').next().unwrap_or_default().parse()?;
            grow_old(system, old).await?;
            let mut cut_off = 0;
            for patience in [30, 60, 90] {
                cut_off += usize::from(!retention(system, Some(Duration::from_millis(patience)))?);
            }
            let halfway = applications_left(system, home.property).await?;
            ensure!(retention(system, None)?, "retention failed");
            ensure!(
                retention(system, None)?,
                "retention fails when it has nothing to do"
            );

            let tombstones: i64 = sqlx::query_scalar("SELECT count(*) FROM erased_applications")
                .fetch_one(&mut database(system, NAME).await?)
                .await?;
            let wanted = i64::from(count) + COPIES;
            report.acked = applications.len();
            report.lost = usize::try_from((wanted - tombstones).max(0))?;
            report.dup = usize::try_from((tombstones - wanted).max(0))?;
            report.promise(tombstones == wanted, || {
                format!("{tombstones} tombstones of {wanted}")
            });
            let left = canaries(system).await?;
            report.promise(left == 0, || format!("{left} rows name people"));
            let logged = system.logs_whole().matches(CANARY).count();
            report.promise(logged == 0, || {
                format!("the logs name people {logged} times")
            });
            report.promise(interrupted + cut_off > 0, || {
                "nothing was interrupted: the fault did not bite".to_owned()
            });
            report.figure(format!(
                "requests sent again {interrupted}, runs of retention cut off {cut_off}"
            ));
            report.figure(format!(
                "left when they were cut off {halfway}, remaining canaries {left}"
            ));
            checks::versions(system, report).await
        },
    )
    .await
}

/// Asks until the application is gone, under one key, and says how often it had to ask again.
async fn erase(doors: &Doors, number: usize, path: &str) -> anyhow::Result<usize> {
    let key = format!("r28-{path}");
    let mut tries = 0;
    wait_for(path, Duration::from_secs(60), async || {
        tries += 1;
        let door = doors.door(number + tries).context("there is no gateway")?;
        let reply = door.delete(path, &[("idempotency-key", &key)]).await?;
        let later = reply.status.is_server_error() || reply.status == StatusCode::CONFLICT;
        if later {
            return Ok(None);
        }
        ensure!(reply.status == StatusCode::NO_CONTENT, "{reply:?}");
        Ok(Some(()))
    })
    .await?;
    Ok(tries - 1)
}

/// Kills both processes of the service, again and again, and leaves both running.
async fn kill_often(system: &mut System, times: usize) -> anyhow::Result<()> {
    for _ in 0..times {
        for replica in 0..2 {
            system.replica((NAME, replica))?.kill()?;
        }
        system.revive()?;
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    Ok(())
}

/// Makes an application one of three years ago, and as many more like it as are wanted.
async fn grow_old(system: &System, application: i64) -> anyhow::Result<()> {
    let mut admin = database(system, NAME).await?;
    sqlx::query(
        "UPDATE applications SET created_at = created_at - interval '3 years', updated_at = updated_at - interval '3 years', \
         rejected_at = rejected_at - interval '3 years' WHERE application_id = $1",
    )
    .bind(application)
    .execute(&mut admin)
    .await?;
    let columns: String = sqlx::query_scalar(
        "SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute \
         WHERE attrelid = 'applications'::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' \
         AND attgenerated = '' AND attname <> 'token_hash'",
    )
    .fetch_one(&mut admin)
    .await?;
    let copy = format!(
        "INSERT INTO applications (token_hash, {columns}) SELECT sha256(number::text::bytea), {columns} \
         FROM applications, generate_series(1, $2) AS number WHERE application_id = $1"
    );
    sqlx::query(sqlx::AssertSqlSafe(copy))
        .bind(application)
        .bind(COPIES)
        .execute(&mut admin)
        .await?;
    Ok(())
}

/// Runs retention as an operator does, for so long or to its end. Whether it came to its end.
fn retention(system: &mut System, patience: Option<Duration>) -> anyhow::Result<bool> {
    let environment = system.process(NAME)?.environment().to_vec();
    let mut run = Command::new(binary("lintel-tenancy-applications")?)
        .arg("retention")
        .env_clear()
        .envs(environment)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(patience) = patience {
        std::thread::sleep(patience);
        run.kill()?;
    }
    Ok(run.wait()?.success())
}

async fn applications_left(system: &System, property: i64) -> anyhow::Result<i64> {
    let left = sqlx::query_scalar("SELECT count(*) FROM applications WHERE property_id = $1")
        .bind(property)
        .fetch_one(&mut database(system, NAME).await?)
        .await?;
    Ok(left)
}

/// Rows of any table of the service that name one of the applicants.
async fn canaries(system: &System) -> anyhow::Result<i64> {
    let mut admin = database(system, NAME).await?;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
    )
    .fetch_all(&mut admin)
    .await?;
    let mut found = 0;
    for table in tables {
        let query = format!("SELECT count(*) FROM {table} t WHERE t::text ILIKE $1");
        let here: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(query))
            .bind(format!("%{CANARY}%"))
            .fetch_one(&mut admin)
            .await?;
        found += here;
    }
    Ok(found)
}
