//! Several replicas behind one channel.
//!
//! tonic's balancer shares calls among the endpoints that it is given. It goes on giving half of the calls to an endpoint
//! that is down, because it treats a refused connection as ready to fail. So it is given only replicas that report that they
//! are ready: each is watched over `grpc.health.v1`, as gRPC's own clients do. The watch of a killed replica breaks at once,
//! and a replica that was told to stop reports it before it closes its port. If no replica is ready, the balancer has all of
//! them, so that calls fail soon and with a reason.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    time::Duration,
};

use tokio::{
    sync::mpsc::{self, Receiver, Sender},
    task::AbortHandle,
};
use tonic::{
    Code, Status,
    transport::{Channel, Endpoint, channel::Change},
};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use super::{addresses::Address, with_limits};

/// The interval at which names are looked up; a new replica waits at most this long for its first call.
const LOOK_UP: Duration = Duration::from_secs(5);
/// The pause between two tries to watch a replica.
const PAUSE: Duration = Duration::from_millis(200);
/// The most changes that may be queued for the balancer; a sender waits when the queue is full.
const QUEUE: usize = 64;

type Changes = Sender<Change<SocketAddr, Endpoint>>;

/// A channel to all replicas at `addresses`; watching ends when its last clone is dropped.
pub fn channel(addresses: Vec<Address>) -> Channel {
    let (channel, changes) = Channel::balance_channel(QUEUE);
    tokio::spawn(async move {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let mut replicas = Replicas {
            addresses,
            known: BTreeMap::new(),
            sender,
        };
        tokio::select! {
            () = changes.closed() => {}
            () = replicas.follow(&changes, receiver) => {}
        }
        replicas.forget_all();
    });
    channel
}

/// A replica and whether it is ready.
#[derive(Debug, Clone, Copy)]
struct ReadinessChange {
    replica: SocketAddr,
    is_ready: bool,
}

struct Replica {
    endpoint: Endpoint,
    is_ready: bool,
    is_listed: bool,
    watch: AbortHandle,
}

struct Replicas {
    addresses: Vec<Address>,
    known: BTreeMap<SocketAddr, Replica>,
    sender: Sender<ReadinessChange>,
}

impl Replicas {
    /// Keeps the balancer's list up to date; ends when the channel is dropped.
    async fn follow(&mut self, changes: &Changes, mut news: Receiver<ReadinessChange>) {
        let mut clock = tokio::time::interval(LOOK_UP);
        loop {
            let fresh = tokio::select! {
                _ = clock.tick() => {
                    self.look_up(changes).await;
                    None
                }
                Some(news) = news.recv() => self.note(news),
            };
            self.list(changes, fresh).await;
        }
    }

    /// Looks up the replicas. If a lookup fails, the name keeps its last addresses.
    async fn look_up(&mut self, changes: &Changes) {
        let mut found = BTreeSet::new();
        for address in &self.addresses {
            let Ok(replicas) = address.look_up().await else {
                tracing::warn!(?address, "the name of a service could not be looked up");
                return;
            };
            for replica in replicas {
                found.insert(replica);
                let Some(endpoint) = address.endpoint_of(replica).map(with_limits) else {
                    continue;
                };
                self.known.entry(replica).or_insert_with(|| Replica {
                    watch: tokio::spawn(watch(replica, endpoint.clone(), self.sender.clone()))
                        .abort_handle(),
                    endpoint,
                    is_ready: false,
                    is_listed: false,
                });
            }
        }
        let gone: Vec<_> = self
            .known
            .keys()
            .filter(|replica| !found.contains(replica))
            .copied()
            .collect();
        for replica in gone {
            if let Some(old) = self.known.remove(&replica) {
                old.watch.abort();
                tell(changes, Change::Remove(replica)).await;
            }
        }
    }

    /// The replica that just became ready, if one did.
    fn note(&mut self, news: ReadinessChange) -> Option<SocketAddr> {
        let replica = self.known.get_mut(&news.replica)?;
        let became_ready = news.is_ready && !replica.is_ready;
        replica.is_ready = news.is_ready;
        became_ready.then_some(news.replica)
    }

    /// Tells the balancer what changed. `fresh` is added again even if it is in the list already: the balancer's connection
    /// to it may hold an old error.
    async fn list(&mut self, changes: &Changes, fresh: Option<SocketAddr>) {
        let any_ready = self.known.values().any(|replica| replica.is_ready);
        for (&address, replica) in &mut self.known {
            let wanted = replica.is_ready || !any_ready;
            if wanted && (!replica.is_listed || fresh == Some(address)) {
                tell(changes, Change::Insert(address, replica.endpoint.clone())).await;
            }
            if !wanted && replica.is_listed {
                tell(changes, Change::Remove(address)).await;
            }
            replica.is_listed = wanted;
        }
    }

    fn forget_all(&self) {
        for replica in self.known.values() {
            replica.watch.abort();
        }
    }
}

/// When the channel is gone, sending fails; the task then ends as well.
async fn tell(changes: &Changes, change: Change<SocketAddr, Endpoint>) {
    let _ = changes.send(change).await;
}

/// Watches one replica and sends every change.
async fn watch(replica: SocketAddr, endpoint: Endpoint, news: Sender<ReadinessChange>) {
    loop {
        let ended = watch_once(replica, &endpoint, &news).await;
        // A replica that does not serve the health check is taken to be ready.
        let is_ready = matches!(&ended, Err(status) if status.code() == Code::Unimplemented);
        if news
            .send(ReadinessChange { replica, is_ready })
            .await
            .is_err()
        {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn watch_once(
    replica: SocketAddr,
    endpoint: &Endpoint,
    news: &Sender<ReadinessChange>,
) -> Result<(), Status> {
    let channel = endpoint
        .connect()
        .await
        .map_err(|error| Status::from_error(error.into()))?;
    let mut statuses = HealthClient::new(channel)
        .watch(HealthCheckRequest::default())
        .await?
        .into_inner();
    while let Some(reply) = statuses.message().await? {
        let is_ready = reply.status() == ServingStatus::Serving;
        if news
            .send(ReadinessChange { replica, is_ready })
            .await
            .is_err()
        {
            return Ok(());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
