//! R24: the same submission many times at once, then another one under the same key.

use std::time::Duration;

use anyhow::Context as _;
use futures::future::join_all;
use lintel_system_tests::{
    System,
    client::{PASSWORD, Reply, a_house},
    faults::{Report, checks, experiment, load::Doors},
};
use serde_json::{Value, json};

/// The number of times that it is submitted at once.
pub const TIMES: usize = 50;

/// One submission has one effect and one answer however often it is sent.
pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment(
        "R24",
        "one key 50 times at once, then another body",
        async |settings, report| {
            let mut landlord = system.visitor()?;
            landlord.become_landlord(&system.mails).await?;
            let doors = Doors::new(&landlord, &system.bases);
            for round in 0..settings.rounds() {
                let name = format!("R24 {round}");
                let email = format!("r24-{round}@example.com");
                let mut other_house = a_house(&name);
                other_house["bedrooms"] = json!(5);
                let sign_up =
                    json!({"name": "A", "email": email, "password": PASSWORD, "role": "Tenant"});
                let mut other_sign_up = sign_up.clone();
                other_sign_up["name"] = json!("B");
                for (path, body, other) in [
                    ("/api/properties", a_house(&name), other_house),
                    ("/api/auth/signup", sign_up, other_sign_up),
                ] {
                    let key = format!("r24-{}-{round}-{path}", settings.seed);
                    submit(&doors, path, &[body, other], &key, report).await?;
                }
                let houses = count(
                    system,
                    "portfolio",
                    "SELECT count(*) FROM properties WHERE name = $1",
                    &name,
                )
                .await?;
                let accounts = count(
                    system,
                    "identity",
                    "SELECT count(*) FROM users WHERE email = $1",
                    &email,
                )
                .await?;
                for effects in [houses, accounts] {
                    report.lost += usize::from(effects == 0);
                    report.dup += usize::from(effects > 1);
                }
            }
            report.figure(format!("submissions {}", report.acked * TIMES));
            let (lost, dup) = (report.lost, report.dup);
            report.promise(lost + dup == 0, || {
                format!("{lost} without effect, {dup} with several")
            });
            checks::events_have_rows(system, report).await?;
            checks::events_reached_everybody(system, report).await?;
            checks::mails_went_out_once(system, report).await?;
            checks::versions(system, report).await
        },
    )
    .await
}

/// Submits one body many times at once and then another one, all under one key. Returns the one answer.
///
/// # Errors
/// When some are not answered in time; a broken promise is in the report.
pub async fn submit(
    doors: &Doors,
    path: &str,
    [body, other]: &[Value; 2],
    key: &str,
    report: &mut Report,
) -> anyhow::Result<Value> {
    let replies = join_all((0..TIMES).map(|number| insist(doors, number, path, body, key))).await;
    let replies = replies
        .into_iter()
        .collect::<anyhow::Result<Vec<Value>>>()?;
    let equal = replies.iter().filter(|reply| **reply == replies[0]).count();
    report.promise(equal == TIMES, || {
        format!("{path}: {equal} of {TIMES} answers are equal")
    });
    let door = doors.door(0).context("there is no gateway")?;
    let reply = door.post_as(path, other, key).await?;
    let told = (reply.status.as_u16(), reply.body["reason"].as_str());
    report.promise(told == (422, Some("REQUEST_ID_REUSED")), || {
        format!("{path}: another body was answered {told:?}")
    });
    report.acked += 1;
    Ok(replies[0].clone())
}

/// The answer; a twin that is turned away because there are too many at once comes back when it was told to: who came at once
/// would use up the address's sign-ups within seconds.
async fn insist(
    doors: &Doors,
    number: usize,
    path: &str,
    body: &Value,
    key: &str,
) -> anyhow::Result<Value> {
    lintel_testkit::wait_for(path, Duration::from_secs(30), async || {
        let Some(door) = doors.door(number) else {
            anyhow::bail!("there is no gateway");
        };
        let reply = door.post_as(path, body, key).await?;
        if reply.status.is_success() {
            return Ok(Some(reply.body));
        }
        tokio::time::sleep(told_to_wait(&reply)).await;
        Ok(None)
    })
    .await
}

fn told_to_wait(reply: &Reply) -> Duration {
    let seconds = reply.headers.get("retry-after");
    let seconds = seconds.and_then(|seconds| seconds.to_str().ok()?.parse().ok());
    Duration::from_secs(seconds.unwrap_or_default())
}

/// Counts the rows of this name.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn count(
    system: &System,
    service: &str,
    query: &'static str,
    name: &str,
) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar(query)
        .bind(name.to_owned())
        .fetch_one(&mut checks::database(system, service).await?)
        .await?)
}
