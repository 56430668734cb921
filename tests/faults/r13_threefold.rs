//! R13: every event three times, in any order. Promise P12: the state of its consumers is what one delivery makes of it.

use std::time::Duration;

use anyhow::ensure;
use async_nats::jetstream::Context;
use lintel_system_tests::{
    System,
    client::a_house,
    faults::{checks, checks::database, experiment},
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
            landlord
                .post("/api/properties", &a_house("Threefold"))
                .await?;

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
            let same = state_hash(system).await? == hash
                && landlord.get("/api/properties").await?.body == list;
            report.promise(same, || "the state is another".to_owned());
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

async fn inbox(system: &System) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar("SELECT count(*) FROM inbox")
        .fetch_one(&mut database(system, "notifications").await?)
        .await?)
}

/// Everything that notifications, the only consumer with a memory of its own, has made of events.
async fn state_hash(system: &System) -> anyhow::Result<String> {
    Ok(sqlx::query_scalar(
        "SELECT md5(concat( \
         (SELECT string_agg(d::text, E'\\n' ORDER BY delivery_id) FROM deliveries d), \
         (SELECT string_agg(a::text, E'\\n' ORDER BY delivery_id, attempt) FROM delivery_attempts a), \
         (SELECT string_agg(event_id::text, E'\\n' ORDER BY event_id) FROM inbox), \
         (SELECT count(*) FROM dead_letter)))",
    )
    .fetch_one(&mut database(system, "notifications").await?)
    .await?)
}
