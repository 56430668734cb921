//! R12: poison beside good messages. What no handler can take is put aside, the good ones flow, and an operator gives it back
//! once its cause is mended. (Handlers that panic or kill their process: services/shared/bus/tests/it/killers.rs, where a
//! handler of the test's own can do so.)

use std::time::{Duration, Instant};

use anyhow::ensure;
use lintel_core::ServiceName;
use lintel_system_tests::{
    System,
    faults::{checks, checks::database, experiment},
    process::binary,
};
use lintel_testkit::wait_for;
use sqlx::Executor as _;
use uuid::Uuid;

use crate::{
    broker::{self, Published},
    intents::{A_DAY, Asked, Asker, all_are, commit, on_the_wire},
};

/// A dead letter is one within this time.
const PUT_ASIDE: Duration = Duration::from_secs(60);
/// Promise P3, in milliseconds.
const ARRIVES: i64 = 2_000;
/// Other readers of identity's stream: a message that is no event or of an unknown type is poison to each of them.
const OTHER_READERS: [&str; 4] = [
    "portfolio",
    "tenancy-applications",
    "viewings-maintenance",
    "listings-import",
];
/// The account whose mails the database refuses: a cause that an operator can find and mend.
const UNLUCKY: i64 = 999_001;

pub async fn run(system: &mut System, asker: &Asker) -> anyhow::Result<()> {
    experiment("R12", "poison", async |settings, report| {
        let jetstream = broker::connect(system).await?;
        let mut admin = database(system, "notifications").await?;
        admin
            .execute(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'out of order'; END $$; \
                 CREATE TRIGGER refuse BEFORE INSERT ON deliveries FOR EACH ROW WHEN (NEW.user_id = 999001) \
                 EXECUTE FUNCTION refuse()",
            )
            .await?;
        let rounds = settings.pick(4, 40);
        let (mut good, mut unlucky) = (Vec::new(), Vec::new());
        let begun = Instant::now();
        for round in 0..rounds {
            for (number, poison) in poisons(asker)?.into_iter().enumerate() {
                broker::publish(&jetstream, poison, &format!("poison-{round}-{number}")).await?;
                good.extend(asker.ask(system, 2, A_DAY).await?);
            }
            let refused = asker.mail(UNLUCKY, A_DAY)?;
            commit(system, std::slice::from_ref(&refused)).await?;
            unlucky.push(refused);
        }
        let poisoned = rounds * (poisons(asker)?.len() + 1);
        let poisoned_elsewhere = rounds * 3 * OTHER_READERS.len();
        wait_for("every poison is put aside", PUT_ASIDE, async || {
            let open = checks::dead_letters(system).await?;
            let wanted = poisoned + poisoned_elsewhere;
            ensure!(usize::try_from(open)? == wanted, "{open} of {wanted}");
            Ok(Some(()))
        })
        .await?;
        let aside = begun.elapsed();
        all_are(system, &good, "sent").await?;
        let p99 = arrival_p99(system, &good).await?;
        report.promise(p99 <= ARRIVES, || format!("good messages took {p99} ms"));
        let tried: i64 = sqlx::query_scalar("SELECT max(attempts)::bigint FROM dead_letter")
            .fetch_one(&mut admin)
            .await?;
        report.promise(tried == 5, || format!("a handler was tried {tried} times"));

        let too_early = operator(system, "notifications", &["redrive", "--all", "--reason", "attempts"])?;
        report.promise(!too_early.0, || "what still fails was said to be redriven".to_owned());
        admin
            .execute("DROP TRIGGER refuse ON deliveries; DROP FUNCTION refuse()")
            .await?;
        let words = ["redrive", "--all", "--reason", "attempts", "--by", "r12"];
        let (redriven, said) = operator(system, "notifications", &words)?;
        report.promise(redriven, || format!("redrive: {said}"));
        all_are(system, &unlucky, "sent").await?;
        let mut discarded = 0;
        for service in ["notifications"].into_iter().chain(OTHER_READERS) {
            let rest: Vec<Uuid> =
                sqlx::query_scalar("SELECT dead_letter_id FROM dead_letter WHERE state = 'open'")
                    .fetch_all(&mut database(system, service).await?)
                    .await?;
            let ids: Vec<String> = rest.iter().map(Uuid::to_string).collect();
            let mut words = vec!["discard"];
            words.extend(ids.iter().map(String::as_str));
            let (done, said) = operator(system, service, &words)?;
            let list = operator(system, service, &["list"])?.1;
            report.promise(done && list.trim() == "0 open", || format!("{said}{list}"));
            discarded += rest.len();
        }

        let all: Vec<Asked> = good.iter().chain(&unlucky).cloned().collect();
        let wire = on_the_wire(system, &all);
        (report.acked, report.lost) = (all.len(), wire.missing);
        report.dup = wire.several + wire.duplicates;
        report.promise(report.lost == 0 && report.dup == 0, || format!("{wire:?}"));
        report.figure(format!("dead letters {poisoned}, all within {} ms", aside.as_millis()));
        report.figure(format!("good messages {}, p99 {p99} ms", good.len()));
        report.figure(format!("redriven {}, discarded {discarded}", unlucky.len()));
        checks::versions(system, report).await
    })
    .await
}

/// A message that is no event, half an event, an event whose body is broken, and one of an unknown type.
fn poisons(asker: &Asker) -> anyhow::Result<[Published; 4]> {
    let whole = || anyhow::Ok(Published::from(&asker.mail(1, A_DAY)?.event));
    let (mut bare, mut half, mut garbled) = (whole()?, whole()?, whole()?);
    bare.headers = async_nats::HeaderMap::new();
    half.headers.insert("ce-id", "not an id");
    garbled.payload = b"\xff\xff\xff".as_slice().into();
    let mut newer = asker.mail(1, A_DAY)?.event;
    newer.event_type = "identity.user.renamed.v9".to_owned();
    Ok([bare, half, garbled, Published::from(&newer)])
}

/// Returns the p99 of the times from commit to inbox, in milliseconds.
async fn arrival_p99(system: &System, asked: &[Asked]) -> anyhow::Result<i64> {
    let ids: Vec<Uuid> = asked.iter().map(|asked| asked.event.id).collect();
    let times = async |service: &str, query: &'static str| -> anyhow::Result<Vec<(Uuid, i64)>> {
        Ok(sqlx::query_as(query)
            .bind(&ids)
            .fetch_all(&mut database(system, service).await?)
            .await?)
    };
    let committed = times(
        "identity",
        "SELECT event_id, (extract(epoch FROM created_at) * 1000)::bigint FROM outbox WHERE event_id = ANY($1) ORDER BY 1",
    )
    .await?;
    let arrived = times(
        "notifications",
        "SELECT event_id, (extract(epoch FROM processed_at) * 1000)::bigint FROM inbox WHERE event_id = ANY($1) ORDER BY 1",
    )
    .await?;
    ensure!(committed.len() == arrived.len(), "some did not arrive");
    let mut ways: Vec<i64> = committed
        .iter()
        .zip(&arrived)
        .map(|((_, left), (_, came))| came - left)
        .collect();
    ways.sort_unstable();
    let at = (ways.len() * 99).div_ceil(100).saturating_sub(1);
    Ok(ways.get(at).copied().unwrap_or_default())
}

/// `lintel-<service> dead-letters …` as an operator types it; whether it succeeded, and what it said.
fn operator(
    system: &mut System,
    service: &'static str,
    words: &[&str],
) -> anyhow::Result<(bool, String)> {
    let environment = system.process(service)?.environment().to_vec();
    let said = std::process::Command::new(binary(&ServiceName::new(service).program())?)
        .arg("dead-letters")
        .args(words)
        .env_clear()
        .envs(environment)
        .output()?;
    let text = [said.stdout, said.stderr].concat();
    Ok((
        said.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    ))
}
