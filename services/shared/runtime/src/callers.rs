//! Checking who calls.

use std::sync::Arc;

use lintel_auth::{AccessLayer, KeyRefresh, TokenVerifier};
use lintel_core::Clock;

use crate::{Lifecycle, SharedConfig, client};

/// Checks callers by the tokens that identity signs. A task fetches identity's keys as long as the process runs; until the
/// first arrive, every token is refused.
///
/// # Errors
/// [`crate::ConfigError`] for an address or a key that cannot be used.
pub fn verified(
    shared: &SharedConfig,
    clock: Arc<dyn Clock>,
    lifecycle: &Lifecycle,
) -> anyhow::Result<(TokenVerifier, AccessLayer)> {
    let verifier = TokenVerifier::new(clock);
    let access = AccessLayer::new(verifier.clone(), shared.service_key()?)?;
    let identity = client::channel("LINTEL_IDENTITY_URL", &shared.identity_url, shared)?;
    let refresh = KeyRefresh::new(verifier.clone(), identity.untraced(), shared.key_refresh);
    let stop = lifecycle.stop.clone();
    lifecycle.spawn("key refresh", async move {
        refresh.run(stop).await;
        Ok(())
    });
    Ok((verifier, access))
}

#[cfg(test)]
mod tests;
