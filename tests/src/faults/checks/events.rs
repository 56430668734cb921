//! Events: each has its row, each row has its event, and every subscriber got each of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use lintel_bus::topology::{CONSUMERS, ConsumerSpec};
use lintel_testkit::wait_for;
use uuid::Uuid;

use super::database;
use crate::{System, faults::Report, system::SERVICES};

/// Time limit for events to arrive after a fault (promise P3 gives 15 s; longer times are in the report).
const TIMEOUT: Duration = Duration::from_secs(60);

/// Every committed event reached the broker and the inbox of every subscriber that is delivered its kind; notes the longest way.
///
/// # Errors
/// When some did not in a minute.
pub async fn events_reached_everybody(system: &System, report: &mut Report) -> anyhow::Result<()> {
    drained(system).await?;
    let begun = now(system).await? - i64::try_from(report.age().as_millis())?;
    for consumer in CONSUMERS {
        let committed = committed(system, consumer).await?;
        let arrived = wait_for(consumer.durable, TIMEOUT, async || {
            let arrived = arrived(system, consumer).await?;
            let missing = committed
                .keys()
                .filter(|id| !arrived.contains_key(*id))
                .count();
            ensure!(
                missing == 0,
                "{missing} events did not reach {}",
                consumer.durable
            );
            Ok(Some(arrived))
        })
        .await?;
        let longest = committed
            .iter()
            // Events of other experiments on the same system are in their own lines.
            .filter(|(_, at)| **at > begun)
            .filter_map(|(id, at)| u64::try_from(arrived.get(id)? - at).ok())
            .max()
            .unwrap_or_default();
        report.lag = report.lag.max(Some(Duration::from_millis(longest)));
    }
    for service in SERVICES {
        let published: Option<i64> = sqlx::query_scalar(
            "SELECT max((extract(epoch FROM published_at - created_at) * 1000)::bigint) FROM outbox \
             WHERE extract(epoch FROM created_at) * 1000 > $1",
        )
        .bind(begun)
        .fetch_one(&mut database(system, service).await?)
        .await?;
        let longest = published.and_then(|longest| u64::try_from(longest).ok());
        report.lag = report.lag.max(longest.map(Duration::from_millis));
    }
    Ok(())
}

/// Returns the committed events that are not in the inbox of a subscriber that is delivered them, by the subscriber's
/// consumer.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn missing(system: &System) -> anyhow::Result<Vec<(ConsumerSpec, BTreeSet<Uuid>)>> {
    let mut all = Vec::new();
    for consumer in CONSUMERS {
        let mut missing: BTreeSet<_> = committed(system, consumer).await?.into_keys().collect();
        for arrived in arrived(system, consumer).await?.keys() {
            missing.remove(arrived);
        }
        all.push((consumer, missing));
    }
    Ok(all)
}

/// Returns the number of these that are still missing.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn still_missing(
    system: &System,
    missing: &[(ConsumerSpec, BTreeSet<Uuid>)],
) -> anyhow::Result<usize> {
    let mut still = 0;
    for (consumer, missing) in missing {
        let arrived = arrived(system, *consumer).await?;
        still += missing
            .iter()
            .filter(|id| !arrived.contains_key(*id))
            .count();
    }
    Ok(still)
}

/// Returns every event that `consumer` is delivered, and when it was committed. All services are asked, because nothing
/// says which one publishes a package.
async fn committed(system: &System, consumer: ConsumerSpec) -> anyhow::Result<BTreeMap<Uuid, i64>> {
    let mut committed = BTreeMap::new();
    for service in SERVICES {
        let here = times(
            system,
            service,
            "SELECT event_id, (extract(epoch FROM created_at) * 1000)::bigint FROM outbox \
             WHERE starts_with('lintel.evt.' || event_type, $1)",
            consumer.filter.trim_end_matches('>'),
        )
        .await?;
        committed.extend(here);
    }
    Ok(committed)
}

/// Returns every event in the inbox of `consumer`, and since when.
async fn arrived(system: &System, consumer: ConsumerSpec) -> anyhow::Result<BTreeMap<Uuid, i64>> {
    let subscriber = consumer.durable.rsplit_once('-');
    let (subscriber, _) = subscriber.context("a durable is called <service>-<package>")?;
    times(
        system,
        subscriber,
        "SELECT event_id, (extract(epoch FROM processed_at) * 1000)::bigint FROM inbox WHERE consumer = $1",
        consumer.durable,
    )
    .await
}

/// The database's clock in milliseconds.
async fn now(system: &System) -> anyhow::Result<i64> {
    let now = sqlx::query_scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        .fetch_one(&mut database(system, SERVICES[0]).await?)
        .await?;
    Ok(now)
}

async fn times(
    system: &System,
    service: &str,
    query: &'static str,
    which: &str,
) -> anyhow::Result<BTreeMap<Uuid, i64>> {
    let rows: Vec<(Uuid, i64)> = sqlx::query_as(query)
        .bind(which.to_owned())
        .fetch_all(&mut database(system, service).await?)
        .await?;
    Ok(rows.into_iter().collect())
}

/// Events of `service` that the broker has not got yet.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn unpublished(system: &System, service: &str) -> anyhow::Result<i64> {
    let waiting = sqlx::query_scalar("SELECT count(*) FROM outbox WHERE published_at IS NULL")
        .fetch_one(&mut database(system, service).await?)
        .await?;
    Ok(waiting)
}

/// Committed events of all services that are not published yet.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn all_unpublished(system: &System) -> anyhow::Result<i64> {
    let mut waiting = 0;
    for service in SERVICES {
        waiting += unpublished(system, service).await?;
    }
    Ok(waiting)
}

/// The event that has waited longest in each outbox where some wait, with its service.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn oldest_unpublished(system: &System) -> anyhow::Result<Vec<(&'static str, Uuid)>> {
    let mut oldest = Vec::new();
    for service in SERVICES {
        let event: Option<Uuid> = sqlx::query_scalar(
            "SELECT event_id FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT 1",
        )
        .fetch_optional(&mut database(system, service).await?)
        .await?;
        oldest.extend(event.map(|event| (service, event)));
    }
    Ok(oldest)
}

/// Returns the number of these that are still not published.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn still_unpublished(
    system: &System,
    events: &[(&'static str, Uuid)],
) -> anyhow::Result<usize> {
    let mut still = 0;
    for (service, event) in events {
        let waits: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT FROM outbox WHERE event_id = $1 AND published_at IS NULL)",
        )
        .bind(event)
        .fetch_one(&mut database(system, service).await?)
        .await?;
        still += usize::from(waits);
    }
    Ok(still)
}

/// Waits until every outbox is empty, and says how long that took.
///
/// # Errors
/// When one is not in a minute.
pub async fn drained(system: &System) -> anyhow::Result<Duration> {
    let begun = Instant::now();
    for service in SERVICES {
        wait_for("every event is published", TIMEOUT, async || {
            let waiting = unpublished(system, service).await?;
            ensure!(waiting == 0, "{waiting} events of {service} wait");
            Ok(Some(()))
        })
        .await?;
    }
    Ok(begun.elapsed())
}

/// A row and its event are one transaction, so neither is there without the other.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn events_have_rows(system: &System, report: &mut Report) -> anyhow::Result<()> {
    for (service, what, query) in [
        (
            "portfolio",
            "versions of a property without event, or the reverse",
            "SELECT count(*) FROM property_history AS row FULL JOIN \
             (SELECT * FROM outbox WHERE aggregate_type = 'property') AS event \
             ON event.aggregate_id = row.property_id::text AND event.aggregate_version = row.version \
             WHERE row.property_id IS NULL OR event.event_id IS NULL",
        ),
        (
            "portfolio",
            "properties without history, or the reverse",
            "SELECT count(*) FROM properties AS row FULL JOIN \
             (SELECT DISTINCT ON (property_id) * FROM property_history ORDER BY property_id, version DESC) AS entry \
             USING (organisation_id, property_id, version) \
             WHERE row.name IS NULL OR entry.property_history_id IS NULL",
        ),
        (
            "identity",
            "accounts without event, or the reverse",
            "SELECT count(*) FROM users AS row FULL JOIN \
             (SELECT * FROM outbox WHERE event_type = 'identity.user.registered.v1') AS event \
             ON event.aggregate_id = row.user_id::text \
             WHERE row.user_id IS NULL OR event.event_id IS NULL",
        ),
        (
            "identity",
            "mailed tokens without event, or the reverse",
            "SELECT count(*) FROM email_tokens AS row FULL JOIN \
             (SELECT * FROM outbox WHERE aggregate_type = 'email-token') AS event \
             ON event.aggregate_id = row.email_token_id::text \
             WHERE row.email_token_id IS NULL OR event.event_id IS NULL",
        ),
        (
            "tenancy-applications",
            "applications without event, or the reverse",
            "SELECT count(*) FROM (SELECT application_id FROM applications UNION SELECT application_id FROM erased_applications) AS row \
             FULL JOIN (SELECT DISTINCT aggregate_id FROM outbox WHERE aggregate_type = 'application') AS event \
             ON event.aggregate_id = row.application_id::text \
             WHERE row.application_id IS NULL OR event.aggregate_id IS NULL",
        ),
        (
            "viewings-maintenance",
            "repairs without event, or the reverse",
            "SELECT count(*) FROM maintenance_requests AS row FULL JOIN \
             (SELECT DISTINCT aggregate_id FROM outbox WHERE aggregate_type = 'maintenance-request') AS event \
             ON event.aggregate_id = row.maintenance_request_id::text \
             WHERE row.title IS NULL OR event.aggregate_id IS NULL",
        ),
    ] {
        let torn: i64 = sqlx::query_scalar(query)
            .fetch_one(&mut database(system, service).await?)
            .await?;
        report.promise(torn == 0, || format!("{torn} {what}"));
    }
    Ok(())
}

/// Events that were given up, in all services.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn dead_letters(system: &System) -> anyhow::Result<i64> {
    let mut open = 0;
    for service in SERVICES {
        let here: i64 = sqlx::query_scalar("SELECT count(*) FROM dead_letter WHERE state = 'open'")
            .fetch_one(&mut database(system, service).await?)
            .await?;
        open += here;
    }
    Ok(open)
}
