//! R13: every event three times, in any order. Promise P12: the state of its consumers is what one delivery makes of it.

use std::time::Duration;

use anyhow::ensure;
use async_nats::jetstream::Context;
use lintel_system_tests::{
    System,
    faults::{checks, checks::database, experiment, load::Home},
    system::SERVICES,
};
use lintel_testkit::wait_for;

use crate::{
    broker::{self, Published},
    intents::{A_DAY, Asker, all_are, on_the_wire},
};

pub async fn run(system: &mut System, asker: &Asker) -> anyhow::Result<()> {
    experiment(
        "R13",
        "every event three times, shuffled",
        async |settings, report| {
            let jetstream = broker::connect(system).await?;
            let mut random = settings.random(13);
            let mut landlord = system.visitor()?;
            landlord.become_landlord(&system.mails).await?;
            let home = Home::create(&landlord, "Threefold").await?;
            let applied = landlord
                .post("/api/tenant-signup", &home.application("R13 applicant"))
                .await?;
            ensure!(applied.status == 201, "{applied:?}");

            // Events whose first delivery is out of order as well: they reach the broker by this shuffle only.
            let fresh = (0..settings.pick(50, 1_000))
                .map(|_| asker.mail(1, A_DAY))
                .collect::<Result<Vec<_>, _>>()?;
            let before = (
                broker::deliveries(&jetstream).await?.0,
                inbox(system).await?,
            );
            let thrice = fresh
                .iter()
                .flat_map(|asked| [(); 3].map(|()| Published::from(&asked.event)))
                .collect();
            broker::publish_shuffled(&jetstream, thrice, &mut random, "fresh").await?;
            all_are(system, &fresh, "sent").await?;
            idle(&jetstream).await?;
            checks::drained(system).await?;
            idle(&jetstream).await?;
            checks::mails_went_out_once(system, report).await?;

            // And everything that the streams hold, two times more.
            let (hash, list) = (
                state_hash(system).await?,
                landlord.get("/api/properties").await?.body,
            );
            let taken = system.mails.taken();
            let all = broker::everything(&jetstream).await?;
            let again = all.iter().chain(&all).cloned().collect::<Vec<_>>();
            let republished = again.len() + 3 * fresh.len();
            broker::publish_shuffled(&jetstream, again, &mut random, "again").await?;
            idle(&jetstream).await?;

            let after = (
                broker::deliveries(&jetstream).await?.0,
                inbox(system).await?,
            );
            let delivered = after.0 - before.0;
            let hits = i64::try_from(delivered)? - (after.1 - before.1);
            report.promise(hits > 0, || {
                "no repeat reached the inbox: the fault did not bite".to_owned()
            });
            let now = state_hash(system).await?;
            let others: Vec<_> = hash
                .iter()
                .zip(&now)
                .filter(|(one, two)| one != two)
                .collect();
            let same = others.is_empty() && landlord.get("/api/properties").await?.body == list;
            report.promise(same, || format!("the state is another: {others:?}"));
            let extra = system.mails.taken() - taken;
            report.promise(extra == 0, || format!("{extra} mails were sent again"));
            let wire = on_the_wire(system, &fresh);
            (report.acked, report.lost) = (fresh.len(), wire.missing);
            report.dup = wire.several + wire.duplicates;
            report.promise(report.lost == 0 && report.dup == 0, || format!("{wire:?}"));
            report.figure(format!(
                "republished {republished}, state hash {}",
                if same { "equal" } else { "another" }
            ));
            report.figure(format!("deliveries {delivered}, inbox hits {hits}"));
            checks::versions(system, report).await
        },
    )
    .await
}

async fn idle(jetstream: &Context) -> anyhow::Result<()> {
    wait_for(
        "everything is delivered",
        Duration::from_secs(60),
        async || {
            ensure!(broker::deliveries(jetstream).await?.1, "not yet");
            Ok(Some(()))
        },
    )
    .await
}

/// Returns the number of rows in all inboxes together.
async fn inbox(system: &System) -> anyhow::Result<i64> {
    let mut sum = 0;
    for service in SERVICES {
        let here: i64 = sqlx::query_scalar("SELECT count(*) FROM inbox")
            .fetch_one(&mut database(system, service).await?)
            .await?;
        sum += here;
    }
    Ok(sum)
}

/// Returns a hash of everything that subscribers have made of events and of calls: each table's rows, but for the
/// events that they publish themselves.
async fn state_hash(system: &System) -> anyhow::Result<Vec<(&'static str, String, String)>> {
    let mut hashes = Vec::new();
    // Identity hears no events, and notes of a session when it was used.
    for service in SERVICES
        .into_iter()
        .filter(|service| *service != "identity")
    {
        let mut admin = database(system, service).await?;
        let tables: Vec<String> = sqlx::query_scalar(
            "SELECT quote_ident(tablename) FROM pg_tables \
             WHERE schemaname = 'public' AND tablename <> 'outbox' ORDER BY tablename",
        )
        .fetch_all(&mut admin)
        .await?;
        for table in tables {
            let query = format!(
                "SELECT coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') FROM {table} t"
            );
            let hash = sqlx::query_scalar(sqlx::AssertSqlSafe(query))
                .fetch_one(&mut admin)
                .await?;
            hashes.push((service, table, hash));
        }
    }
    Ok(hashes)
}
