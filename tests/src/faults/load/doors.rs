//! The gateways that a client goes to.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::task::AbortHandle;

use crate::Visitor;

/// Interval at which readiness is asked for; an ingress asks less often, and gateways wait for it (`drain_delay`).
const ASK: Duration = Duration::from_millis(50);

/// The same person before every gateway.
#[derive(Debug, Clone)]
pub struct Doors {
    doors: Vec<(Visitor, Arc<AtomicBool>)>,
    asking: Vec<AbortHandle>,
}

impl Doors {
    /// Makes the doors of the gateways at `bases`, which know nothing of their readiness.
    #[must_use]
    pub fn new(visitor: &Visitor, bases: &[String]) -> Self {
        Self {
            doors: bases
                .iter()
                .map(|base| (visitor.at(base), Arc::new(AtomicBool::new(true))))
                .collect(),
            asking: Vec::new(),
        }
    }

    /// Goes only to gateways that say they are ready, as an ingress does.
    #[must_use]
    pub fn obeying_readiness(mut self) -> Self {
        for (door, open) in &self.doors {
            let (door, open) = (door.clone(), open.clone());
            let task = tokio::spawn(async move {
                loop {
                    let reply = door.get("/readyz").await;
                    open.store(
                        reply.is_ok_and(|reply| reply.status.is_success()),
                        Ordering::SeqCst,
                    );
                    tokio::time::sleep(ASK).await;
                }
            });
            self.asking.push(task.abort_handle());
        }
        self
    }

    /// Returns one of the open doors; another one for another `number` where there are several. None when all are
    /// closed.
    #[must_use]
    pub fn door(&self, number: usize) -> Option<&Visitor> {
        let open: Vec<_> = self
            .doors
            .iter()
            .filter(|(_, open)| open.load(Ordering::SeqCst))
            .map(|(door, _)| door)
            .collect();
        open.get(number % open.len().max(1)).copied()
    }

    /// Ends the asking.
    pub fn close(&self) {
        for task in &self.asking {
            task.abort();
        }
    }
}
