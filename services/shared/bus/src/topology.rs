//! All streams and consumers of the product. `lintel-streams apply` creates them at deployment; services do not.

use std::{collections::BTreeSet, time::Duration};

use anyhow::{Context as _, ensure};
use async_nats::jetstream::{
    Context, ErrorCode,
    consumer::{AckPolicy, DeliverPolicy, pull},
    context::GetStreamErrorKind,
    stream::{
        Config, ConsumerError, ConsumerErrorKind, DiscardPolicy, RetentionPolicy, StorageType,
    },
};
use serde::Serialize;
use serde_json::Value;

use crate::event::SUBJECT_PREFIX;

/// The broker drops a repeat of an event id within this time; the inbox recognises later ones.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(120);
/// The age at which the broker drops an event: as long as outbox rows are kept.
const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 3600);
/// An outbox row may have a payload of 256 KiB, and the broker counts headers too. A row that the stream refuses would block
/// all rows after it.
const MAX_MESSAGE_SIZE: i32 = (256 + 16) * 1024;
/// After this time the broker delivers again what a killed process had fetched; handlers take milliseconds.
const ACK_WAIT: Duration = Duration::from_secs(10);

/// The events of one package. A service that has several publishes to as many streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamSpec {
    /// Its name.
    pub name: &'static str,
    /// The package (`tenancy`); its name differs from the service's.
    pub package: &'static str,
}

/// One service's consumer of one stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConsumerSpec {
    /// `<service>-<package it hears>`.
    pub durable: &'static str,
    /// The stream it reads.
    pub stream: &'static str,
    /// The subject it is delivered (servers before 2.10 silently ignore a list of subjects).
    pub filter: &'static str,
}

/// All streams, one for each package with events.
pub const STREAMS: [StreamSpec; 7] = [
    StreamSpec {
        name: "EVT_IDENTITY",
        package: "identity",
    },
    StreamSpec {
        name: "EVT_PORTFOLIO",
        package: "portfolio",
    },
    StreamSpec {
        name: "EVT_TENANCY",
        package: "tenancy",
    },
    StreamSpec {
        name: "EVT_VIEWINGS",
        package: "viewings",
    },
    StreamSpec {
        name: "EVT_MAINTENANCE",
        package: "maintenance",
    },
    StreamSpec {
        name: "EVT_LISTINGS",
        package: "listings",
    },
    StreamSpec {
        name: "EVT_NOTIFICATIONS",
        package: "notifications",
    },
];

/// The consumer with which notifications reads identity's events.
pub const NOTIFICATIONS_IDENTITY: ConsumerSpec = ConsumerSpec {
    durable: "notifications-identity",
    stream: "EVT_IDENTITY",
    filter: "lintel.evt.identity.>",
};

/// The consumer with which portfolio reads events of tenancies.
pub const PORTFOLIO_TENANCY: ConsumerSpec = ConsumerSpec {
    durable: "portfolio-tenancy",
    stream: "EVT_TENANCY",
    filter: "lintel.evt.tenancy.>",
};

/// The consumer with which portfolio reads events of organisations.
pub const PORTFOLIO_IDENTITY: ConsumerSpec = ConsumerSpec {
    durable: "portfolio-identity",
    stream: "EVT_IDENTITY",
    filter: "lintel.evt.identity.>",
};

/// The consumer with which notifications reads requests for mails about applications and tenancies.
pub const NOTIFICATIONS_TENANCY: ConsumerSpec = ConsumerSpec {
    durable: "notifications-tenancy",
    stream: "EVT_TENANCY",
    filter: "lintel.evt.tenancy.tenancy-mail.>",
};

/// The consumer with which notifications reads requests for mails about viewings.
pub const NOTIFICATIONS_VIEWINGS: ConsumerSpec = ConsumerSpec {
    durable: "notifications-viewings",
    stream: "EVT_VIEWINGS",
    filter: "lintel.evt.viewings.viewing-mail.>",
};

/// The consumer with which notifications reads requests for mails about maintenance.
pub const NOTIFICATIONS_MAINTENANCE: ConsumerSpec = ConsumerSpec {
    durable: "notifications-maintenance",
    stream: "EVT_MAINTENANCE",
    filter: "lintel.evt.maintenance.maintenance-mail.>",
};

/// The consumer with which notifications reads what homes are called, and reminders of certificates and inspections.
pub const NOTIFICATIONS_PORTFOLIO: ConsumerSpec = ConsumerSpec {
    durable: "notifications-portfolio",
    stream: "EVT_PORTFOLIO",
    filter: "lintel.evt.portfolio.>",
};

/// The consumer with which notifications reads what changed about watched listings.
pub const NOTIFICATIONS_LISTINGS: ConsumerSpec = ConsumerSpec {
    durable: "notifications-listings",
    stream: "EVT_LISTINGS",
    filter: "lintel.evt.listings.watched-listing.>",
};

/// The consumer with which tenancy-applications reads events of properties.
pub const TENANCY_APPLICATIONS_PORTFOLIO: ConsumerSpec = ConsumerSpec {
    durable: "tenancy-applications-portfolio",
    stream: "EVT_PORTFOLIO",
    filter: "lintel.evt.portfolio.property.>",
};

/// The consumer with which tenancy-applications reads events of accounts and organisations.
pub const TENANCY_APPLICATIONS_IDENTITY: ConsumerSpec = ConsumerSpec {
    durable: "tenancy-applications-identity",
    stream: "EVT_IDENTITY",
    filter: "lintel.evt.identity.>",
};

/// The consumer with which viewings-maintenance reads events of properties and inspections.
pub const VIEWINGS_MAINTENANCE_PORTFOLIO: ConsumerSpec = ConsumerSpec {
    durable: "viewings-maintenance-portfolio",
    stream: "EVT_PORTFOLIO",
    filter: "lintel.evt.portfolio.>",
};

/// The consumer with which viewings-maintenance reads events of tenants.
pub const VIEWINGS_MAINTENANCE_TENANCY: ConsumerSpec = ConsumerSpec {
    durable: "viewings-maintenance-tenancy",
    stream: "EVT_TENANCY",
    filter: "lintel.evt.tenancy.tenant.>",
};

/// The consumer with which viewings-maintenance reads events of accounts, organisations and members.
pub const VIEWINGS_MAINTENANCE_IDENTITY: ConsumerSpec = ConsumerSpec {
    durable: "viewings-maintenance-identity",
    stream: "EVT_IDENTITY",
    filter: "lintel.evt.identity.>",
};

/// The consumer with which listings-import reads that accounts and organisations were deleted and that members left.
pub const LISTINGS_IMPORT_IDENTITY: ConsumerSpec = ConsumerSpec {
    durable: "listings-import-identity",
    stream: "EVT_IDENTITY",
    filter: "lintel.evt.identity.>",
};

/// All consumers.
pub const CONSUMERS: [ConsumerSpec; 14] = [
    NOTIFICATIONS_IDENTITY,
    NOTIFICATIONS_TENANCY,
    NOTIFICATIONS_VIEWINGS,
    NOTIFICATIONS_MAINTENANCE,
    NOTIFICATIONS_PORTFOLIO,
    NOTIFICATIONS_LISTINGS,
    PORTFOLIO_TENANCY,
    PORTFOLIO_IDENTITY,
    TENANCY_APPLICATIONS_PORTFOLIO,
    TENANCY_APPLICATIONS_IDENTITY,
    VIEWINGS_MAINTENANCE_PORTFOLIO,
    VIEWINGS_MAINTENANCE_TENANCY,
    VIEWINGS_MAINTENANCE_IDENTITY,
    LISTINGS_IMPORT_IDENTITY,
];

/// Creates or updates the streams and consumers of this file. Returns what was changed; empty if nothing was.
///
/// # Errors
/// When NATS is away, refuses, or does not apply a setting.
pub async fn apply(jetstream: &Context, replicas: usize) -> anyhow::Result<Vec<String>> {
    let mut changes = Vec::new();
    for stream in STREAMS {
        let what = format!("stream {}", stream.name);
        changes.extend(
            apply_stream(jetstream, stream_config(stream, replicas), &what)
                .await
                .context(what)?,
        );
    }
    for consumer in CONSUMERS {
        let what = format!("consumer {}", consumer.durable);
        changes.extend(
            apply_consumer(jetstream, consumer, &what)
                .await
                .context(what)?,
        );
    }
    Ok(changes)
}

/// Makes the consumers of `service` anew, so that they are delivered everything that their streams hold: after its database was restored
/// from an older backup. The inbox there tells what it has handled from what it has not. The service must not be running. Returns what was
/// made; empty where it hears nobody.
///
/// # Errors
/// As [`apply`].
pub async fn replay(jetstream: &Context, service: &str) -> anyhow::Result<Vec<String>> {
    let mut changes = Vec::new();
    for consumer in CONSUMERS {
        if consumer.durable.rsplit_once('-').map(|(name, _)| name) != Some(service) {
            continue;
        }
        let what = format!("consumer {}", consumer.durable);
        let deleted = jetstream
            .delete_consumer_from_stream(consumer.durable, consumer.stream)
            .await;
        match deleted.as_ref().map_err(ConsumerError::kind) {
            Ok(_) => {}
            Err(ConsumerErrorKind::JetStream(refusal))
                if refusal.error_code() == ErrorCode::CONSUMER_NOT_FOUND => {}
            Err(_) => {
                deleted.with_context(|| what.clone())?;
            }
        }
        let made = apply_consumer(jetstream, consumer, &what).await;
        changes.extend(made.context(what)?);
    }
    Ok(changes)
}

async fn apply_stream(
    jetstream: &Context,
    wanted: Config,
    what: &str,
) -> anyhow::Result<Vec<String>> {
    let before = match jetstream.get_stream(&wanted.name).await {
        Ok(stream) => Some(stream.cached_info().config.clone()),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(refusal)
                if refusal.error_code() == ErrorCode::STREAM_NOT_FOUND =>
            {
                None
            }
            _ => return Err(error.into()),
        },
    };
    let kept = jetstream
        .create_or_update_stream(wanted.clone())
        .await?
        .config;
    ensure!(
        kept.subjects == wanted.subjects
            && kept.retention == wanted.retention
            && kept.storage == wanted.storage
            && kept.max_age == wanted.max_age
            && kept.max_message_size == wanted.max_message_size
            && kept.duplicate_window == wanted.duplicate_window
            && kept.num_replicas == wanted.num_replicas,
        "the server keeps it otherwise than it was told"
    );
    difference(what, before.as_ref(), &kept)
}

async fn apply_consumer(
    jetstream: &Context,
    spec: ConsumerSpec,
    what: &str,
) -> anyhow::Result<Vec<String>> {
    let mut wanted = consumer_config(spec);
    let existing = jetstream
        .get_consumer_from_stream::<pull::Config, _, _>(spec.durable, spec.stream)
        .await;
    let before = match existing {
        Ok(consumer) => Some(consumer.cached_info().config.clone()),
        Err(error) => match error.kind() {
            ConsumerErrorKind::JetStream(refusal)
                if refusal.error_code() == ErrorCode::CONSUMER_NOT_FOUND =>
            {
                None
            }
            _ => return Err(error.into()),
        },
    };
    // Where a consumer began cannot be changed; one that was made anew after a loss (`provision.rs`) began later than others.
    if let Some(before) = &before {
        wanted.deliver_policy = before.deliver_policy;
    }
    let made = jetstream
        .create_consumer_on_stream(wanted.clone(), spec.stream)
        .await?;
    let kept = made.cached_info().config.clone();
    // Servers before 2.10 silently ignore settings that they do not know.
    ensure!(
        kept.filter_subject == wanted.filter_subject
            && kept.ack_policy == wanted.ack_policy
            && kept.ack_wait == wanted.ack_wait
            && kept.max_deliver == wanted.max_deliver
            && kept.max_ack_pending == wanted.max_ack_pending,
        "the server keeps it otherwise than it was told"
    );
    difference(what, before.as_ref(), &kept)
}

/// The parts of a configuration that changed, compared by what the server reports before and after.
fn difference<T: Serialize>(
    what: &str,
    before: Option<&T>,
    after: &T,
) -> anyhow::Result<Vec<String>> {
    let Some(before) = before else {
        return Ok(vec![format!("{what}: made")]);
    };
    let (before, after) = (serde_json::to_value(before)?, serde_json::to_value(after)?);
    let keys: BTreeSet<&String> = [&before, &after]
        .into_iter()
        .filter_map(Value::as_object)
        .flat_map(serde_json::Map::keys)
        .collect();
    Ok(keys
        .into_iter()
        .filter(|key| before.get(key) != after.get(key))
        .map(|key| {
            let show = |value: Option<&Value>| value.unwrap_or(&Value::Null).to_string();
            format!(
                "{what}: {key} was {}, is {}",
                show(before.get(key)),
                show(after.get(key))
            )
        })
        .collect())
}

pub(crate) fn stream_config(stream: StreamSpec, replicas: usize) -> Config {
    Config {
        name: stream.name.to_owned(),
        subjects: vec![format!("{SUBJECT_PREFIX}{}.>", stream.package)],
        retention: RetentionPolicy::Limits,
        discard: DiscardPolicy::Old,
        storage: StorageType::File,
        max_age: MAX_AGE,
        max_message_size: MAX_MESSAGE_SIZE,
        duplicate_window: DUPLICATE_WINDOW,
        num_replicas: replicas,
        deny_delete: true,
        deny_purge: true,
        ..Config::default()
    }
}

pub(crate) fn consumer_config(consumer: ConsumerSpec) -> pull::Config {
    pull::Config {
        durable_name: Some(consumer.durable.to_owned()),
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        // The application decides when an event has failed for good; with a finite number, messages would be lost while a
        // database is away.
        max_deliver: -1,
        max_ack_pending: 256,
        filter_subject: consumer.filter.to_owned(),
        ..pull::Config::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_called_like_its_package() {
        for StreamSpec { name, package } in STREAMS {
            assert_eq!(name, format!("EVT_{}", package.to_uppercase()));
        }
    }

    #[test]
    fn who_compares_outboxes_with_inboxes_knows_every_consumer() {
        let list = include_str!("../../../../deploy/setup/subscriptions");
        let listed: Vec<_> = list.lines().filter(|line| !line.starts_with('#')).collect();
        let mut wanted = CONSUMERS.map(|one| format!("{} {}", one.durable, one.filter));
        wanted.sort();
        assert_eq!(listed, wanted);
    }

    #[test]
    fn who_may_publish_is_said_for_every_stream() {
        let list = include_str!("../../../../deploy/setup/publications");
        let listed = list.lines().filter(|line| !line.starts_with('#'));
        let subjects = listed.filter_map(|line| line.split_once(' ').map(|(_, subject)| subject));
        let subjects: BTreeSet<_> = subjects.map(str::to_owned).collect();
        let wanted = STREAMS.map(|stream| format!("{SUBJECT_PREFIX}{}.>", stream.package));
        assert_eq!(subjects, BTreeSet::from(wanted));
    }

    #[test]
    fn every_consumer_reads_a_stream_that_exists_and_names_its_package_last() {
        for consumer in CONSUMERS {
            let stream = STREAMS.iter().find(|stream| stream.name == consumer.stream);
            let package = stream.map(|stream| stream.package).unwrap_or_default();
            assert!(
                consumer
                    .filter
                    .starts_with(&format!("{SUBJECT_PREFIX}{package}."))
            );
            assert!(consumer.durable.ends_with(&format!("-{package}")));
        }
    }
}
