//! Telling callers apart.

use std::sync::Arc;

use lintel_auth::{AccessLayer, KeyRefresh, TokenVerifier};
use lintel_core::Clock;

use crate::{Lifecycle, SharedConfig, client};

/// What lets callers in whose tokens identity signed. Its keys are fetched as long as the process lives; until the first came,
/// the verifier has none and lets nobody in.
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
    let identity = client::channel("LINTEL_IDENTITY_URL", &shared.identity_url)?;
    let refresh = KeyRefresh::new(verifier.clone(), identity.untraced(), shared.key_refresh);
    let stop = lifecycle.stop.clone();
    lifecycle.spawn("key refresh", async move {
        refresh.run(stop).await;
        Ok(())
    });
    Ok((verifier, access))
}
