//! Several processes of one kind.

/// One process: its name (a service's, or `gateway`) and which of its replicas, from 0.
pub type Which = (&'static str, usize);

/// The number of processes of those kinds that have more than one.
#[derive(Debug, Clone, Copy)]
pub struct Replicas(pub &'static [(&'static str, usize)]);

impl Replicas {
    /// One of each: what an ordinary test needs.
    pub const ONE: Self = Self(&[]);
    /// Two of each; what faults are tried on.
    pub const TWO: Self = Self(&[
        ("gateway", 2),
        ("identity", 2),
        ("portfolio", 2),
        ("tenancy-applications", 2),
        ("viewings-maintenance", 2),
        ("listings-import", 2),
        ("notifications", 2),
    ]);

    pub(super) fn of(self, name: &str) -> usize {
        let several = self.0.iter().find(|(several, _)| *several == name);
        several.map_or(1, |&(_, count)| count)
    }
}
