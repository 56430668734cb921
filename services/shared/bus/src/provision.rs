//! Making anew, while everything runs, what the broker has lost of `topology.rs`. What is there stays as `lintel-streams apply` made it.

use anyhow::Context as _;
use async_nats::jetstream::{
    Context as JetStream, ErrorCode,
    consumer::{DeliverPolicy, pull},
    context::GetStreamErrorKind,
    stream::{ConsumerErrorKind, Stream},
};

use crate::topology::{CONSUMERS, ConsumerSpec, STREAMS, consumer_config, stream_config};

/// The stream `name`; `None` when the broker has none.
pub(crate) async fn existing_stream(
    jetstream: &JetStream,
    name: &str,
) -> anyhow::Result<Option<Stream>> {
    match jetstream.get_stream(name).await {
        Ok(stream) => Ok(Some(stream)),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(refusal)
                if refusal.error_code() == ErrorCode::STREAM_NOT_FOUND =>
            {
                Ok(None)
            }
            _ => Err(error.into()),
        },
    }
}

/// Makes every stream and every consumer that is not there. Relays of several services may do so at once.
///
/// # Errors
/// When NATS is away or refuses.
pub(crate) async fn make_missing(jetstream: &JetStream, replicas: usize) -> anyhow::Result<()> {
    for spec in STREAMS {
        let wanted = stream_config(spec, replicas);
        let stream = jetstream
            .get_or_create_stream(wanted)
            .await
            .context(spec.name)?;
        for consumer in CONSUMERS.into_iter().filter(|one| one.stream == spec.name) {
            stream
                .get_or_create_consumer(consumer.durable, consumer_config(consumer))
                .await
                .context(consumer.durable)?;
        }
    }
    Ok(())
}

/// Makes a consumer anew, which is delivered everything from the place `start` on (1 is the first). Until it is there its service waits.
///
/// # Errors
/// When NATS is away or refuses.
pub(crate) async fn begin_again(
    jetstream: &JetStream,
    spec: ConsumerSpec,
    start: i64,
) -> anyhow::Result<()> {
    let deleted = jetstream
        .delete_consumer_from_stream(spec.durable, spec.stream)
        .await;
    if let Err(error) = deleted {
        match error.kind() {
            ConsumerErrorKind::JetStream(refusal)
                if refusal.error_code() == ErrorCode::CONSUMER_NOT_FOUND => {}
            _ => return Err(error).context(spec.durable),
        }
    }
    let mut wanted: pull::Config = consumer_config(spec);
    if start > 1 {
        wanted.deliver_policy = DeliverPolicy::ByStartSequence {
            start_sequence: start.unsigned_abs(),
        };
    }
    jetstream
        .create_consumer_on_stream(wanted, spec.stream)
        .await
        .context(spec.durable)?;
    Ok(())
}
