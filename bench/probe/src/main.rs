//! The cost of the stack itself: axum, tonic and sqlx doing the work of three of Lintel's reads and nothing around it.
//!
//! Two processes, as in Lintel: `lintel-bench-probe service` asks PostgreSQL and speaks gRPC, `lintel-bench-probe gateway`
//! speaks HTTP. The statements, the figures, the messages and the JSON are Lintel's own, called as the libraries they are,
//! so the probe answers the same bytes and cannot drift; what it lacks is what Lintel puts around them: tokens and access
//! rules, row-level security and its transaction, limits, shedding, deadlines, retries, traces, metrics, logs, compression,
//! protective headers. `lintel-bench-probe hash` does nothing but Argon2id, beside which signing in is measured, and
//! `lintel-bench-probe visitors` and `strangers` send requests by the clock. It serves whoever asks, so it never runs but in `make bench`.

mod arrivals;
mod gateway;
mod hash;
mod service;

use anyhow::{Context as _, bail};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("service") => service::serve().await,
        Some("gateway") => gateway::serve().await,
        Some("hash") => hash::run(),
        Some("visitors") => arrivals::visitors().await,
        Some("strangers") => arrivals::strangers().await,
        _ => bail!("say what to be: service, gateway, hash, visitors or strangers"),
    }
}

/// A setting from the environment; `make bench` makes them all.
fn setting(name: &str) -> anyhow::Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set"))
}
