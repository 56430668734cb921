//! Charging rent and reminding of it, every minute in every replica: a new day begins in London, not here.

use std::time::Duration;

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use crate::app::rent::{RentDays, RentMails};

const EVERY: Duration = Duration::from_secs(60);

/// Charges what is due and asks for mails until `stop`; what failed is tried again in the next round.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(days: RentDays, mails: RentMails, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        match metrics::round("rent-charges", in_time(A_ROUND, days.look()).await) {
            Ok(0) => {}
            Ok(tenancies) => tracing::info!(tenancies, "looked at the rent of a new day"),
            Err(error) => tracing::warn!(%error, "rent could not be looked at"),
        }
        match metrics::round("rent-mails", in_time(A_ROUND, mails.send()).await) {
            Ok(0) => {}
            Ok(tenancies) => tracing::info!(tenancies, "asked for mails about rent"),
            Err(error) => tracing::warn!(%error, "mails about rent must wait"),
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
