//! Ports for the processes that a test starts.

use std::{
    collections::HashSet,
    net::{Ipv4Addr, TcpListener},
    sync::{LazyLock, Mutex, PoisonError},
};

use anyhow::Context as _;
use rand::Rng as _;

/// Below the ports that systems give to outgoing connections, so that none of those takes one before its process listens.
const PORTS: std::ops::Range<u16> = 20_000..32_000;
/// Ports that are tried before a machine counts as full.
const TRIES: usize = 1_000;

static GIVEN: LazyLock<Mutex<HashSet<u16>>> = LazyLock::new(Mutex::default);

/// A port of 127.0.0.1 on which nothing listens, and which this process was not given before.
///
/// # Errors
/// When none is found.
pub fn free_port() -> anyhow::Result<u16> {
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut random = rand::thread_rng();
    (0..TRIES)
        .map(|_| random.gen_range(PORTS))
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok() && given.insert(*port))
        .context("no free port")
}
