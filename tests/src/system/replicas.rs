//! Several processes of one kind.

/// One process: its name (a service's, or `gateway`) and which of its replicas, from 0.
pub type Which = (&'static str, usize);

/// How many processes of each kind there are.
#[derive(Debug, Clone, Copy)]
pub struct Replicas {
    /// Gateways.
    pub gateway: usize,
    /// Processes of identity.
    pub identity: usize,
    /// Processes of portfolio.
    pub portfolio: usize,
    /// Processes of notifications.
    pub notifications: usize,
}

impl Replicas {
    /// One of each: what an ordinary test needs.
    pub const ONE: Self = Self {
        gateway: 1,
        identity: 1,
        portfolio: 1,
        notifications: 1,
    };
    /// Two of what may have several without anybody noticing; what faults are tried on.
    pub const TWO: Self = Self {
        gateway: 2,
        identity: 1,
        portfolio: 2,
        notifications: 2,
    };

    pub(super) fn of(self, name: &str) -> usize {
        match name {
            "gateway" => self.gateway,
            "identity" => self.identity,
            "portfolio" => self.portfolio,
            _ => self.notifications,
        }
    }
}
