//! R01 on listings-import: one of two is killed and nobody notices; then both, in the middle of a file, which is read to its end.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use lintel_system_tests::{
    System, Visitor,
    client::wait_for_reply,
    faults::{checks, checks::database, experiment},
    feed::{Row, blm},
};
use lintel_testkit::wait_for;
use serde_json::{Value, json};

const NAME: &str = "listings-import";
/// Promise P6.
const RECOVERY: Duration = Duration::from_secs(3);

/// Acknowledged writes survive, and a file is taken once and whole.
pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment(
        "R01",
        "kill -9 listings-import, reading a file",
        async |settings, report| {
            let homes = settings.pick(1_500, 5_000);
            let mut landlord = system.visitor()?;
            landlord.become_landlord(&system.mails).await?;
            for round in 0..settings.rounds() {
                let wanted = json!({"name": format!("Leeds {round}"), "location": "LS9"});
                let saved = landlord.post("/api/saved-searches", &wanted).await?;
                report.promise(saved.status == 201, || format!("{saved:?}"));

                system.replica((NAME, round % 2))?.kill()?;
                for _ in 0..4 {
                    let reply = landlord.get("/api/saved-searches").await?;
                    let kept = reply.body.as_array().map(Vec::len);
                    report.promise(kept == Some(round + 1), || {
                        format!("with one of two left: {reply:?}")
                    });
                }
                system.revive()?;

                let (file, key) = (feed(round, homes), format!("{}-{round}", settings.seed));
                let begun = import(&landlord, &file, &key).await?;
                let id = begun["id"].as_i64().with_context(|| begun.to_string())?;
                in_the_middle(system, id).await?;
                for replica in 0..2 {
                    system.replica((NAME, replica))?.kill()?;
                }
                let killed = Instant::now();
                let rows = read(system, id).await?;
                report.promise(rows < homes, || {
                    "the file was read before the kill".to_owned()
                });
                // Both who could hold it are dead, so its minute need not be waited for.
                sqlx::query(
                    "UPDATE listing_imports SET lease_until = now() WHERE listing_import_id = $1",
                )
                .bind(id)
                .execute(&mut database(system, NAME).await?)
                .await?;
                system.revive()?;
                wait_for("it serves", Duration::from_secs(30), async || {
                    Ok(system
                        .is_serving((NAME, 0))
                        .await
                        .unwrap_or(false)
                        .then_some(()))
                })
                .await?;
                report.recovered(NAME, killed.elapsed(), RECOVERY);

                let path = format!("/api/listing-imports/{id}");
                let done = wait_for_reply(&landlord, &path, |run| run["state"] == "done").await?;
                let counts = (&done["read"], &done["added"], &done["refused"]);
                report.promise(counts == (&json!(homes), &json!(homes), &json!(0)), || {
                    format!("{done}")
                });
                let again = import(&landlord, &file, &key).await?;
                report.promise(again["id"] == begun["id"], || {
                    format!("a repeat became {again}")
                });
                let (there, twice) = listings(system, round).await?;
                report.acked += usize::try_from(homes)?;
                report.lost += usize::try_from((homes - there).max(0))?;
                report.dup += usize::try_from(twice)?;
                report.figure(format!("killed after {rows} of {homes} homes"));
            }
            let (lost, dup) = (report.lost, report.dup);
            report.promise(lost + dup == 0, || format!("{lost} lost, {dup} twice"));
            checks::events_reached_everybody(system, report).await?;
            checks::versions(system, report).await
        },
    )
    .await
}

/// Each round's homes have prices of their own: two mails that say the same are one mail sent twice, to the checks.
fn feed(round: usize, homes: i64) -> String {
    let prices = 90_000 + 10_000 * i64::try_from(round).unwrap_or_default();
    let rows = (0..homes).map(|number| Row {
        number: number.to_string(),
        reference: format!("R{round}-{number}"),
        price: (prices + number).to_string(),
        outward: "LS9".to_owned(),
        letting: false,
    });
    blm(&rows.collect::<Vec<_>>())
}

async fn import(landlord: &Visitor, file: &str, key: &str) -> anyhow::Result<Value> {
    // The replica that was killed before may not be known to be back.
    wait_for("the file is taken", Duration::from_secs(20), async || {
        let fields = [("format", "blm"), ("source", "Rightmove")];
        let name = ("77.blm", "text/plain");
        let reply = landlord
            .post_file_as("/api/listing-imports", &fields, name, file.as_bytes(), key)
            .await?;
        Ok((reply.status == 202).then_some(reply.body))
    })
    .await
}

/// Waits until some rows are in the tables.
async fn in_the_middle(system: &System, import: i64) -> anyhow::Result<()> {
    wait_for(
        "the file is being read",
        Duration::from_secs(20),
        async || Ok((read(system, import).await? > 0).then_some(())),
    )
    .await
}

async fn read(system: &System, import: i64) -> anyhow::Result<i64> {
    let query = "SELECT row_cursor FROM listing_imports WHERE listing_import_id = $1";
    let rows = sqlx::query_scalar(query)
        .bind(import)
        .fetch_one(&mut database(system, NAME).await?)
        .await?;
    Ok(rows)
}

/// Counts the homes of a round's file, and those of them that are there more than once.
async fn listings(system: &System, round: usize) -> anyhow::Result<(i64, i64)> {
    let counts = sqlx::query_as(
        "SELECT count(DISTINCT address_key), count(*) - count(DISTINCT address_key) FROM listings \
         WHERE strpos(external_key, $1) > 0",
    )
    .bind(format!("R{round}-"))
    .fetch_one(&mut database(system, NAME).await?)
    .await?;
    Ok(counts)
}
