//! The state that every part of the gateway shares.

use std::{ops::Deref, sync::Arc};

use lintel_auth::{AccessRules, ServiceKey};
use lintel_core::Clock;
use lintel_files::FileStore;
use tokio_util::sync::CancellationToken;

use crate::{
    clients::Clients,
    front::{
        activity::Activity, address::Addresses, api_keys::ApiKeys, cookies::Cookies,
        full_queue::FullQueue, limits::Limits, readiness::Readiness, sessions::Sessions, spa::Spa,
    },
    live::{Hub, OpenStreams},
    uploads::Uploads,
};

/// The gateway's parts; cheap to clone.
#[derive(Debug, Clone)]
pub struct Gateway(Arc<Parts>);

/// The parts, one of each for the process.
#[derive(Debug)]
pub struct Parts {
    /// The address that people type, without a slash at its end.
    pub public_url: String,
    /// The access rules of the contract.
    pub rules: AccessRules,
    /// API keys and the tokens that they were exchanged for.
    pub api_keys: ApiKeys,
    /// Tokens and ended sessions.
    pub sessions: Sessions,
    /// The services.
    pub clients: Clients,
    /// The key that proves to services that the gateway is calling.
    pub service_key: ServiceKey,
    /// Recent uses of sessions.
    pub activity: Activity,
    /// Calls per address.
    pub limits: Limits,
    /// The state of identity's queue for sign-ins: full or not.
    pub full_queue: FullQueue,
    /// Finds the address for which a request is counted.
    pub addresses: Addresses,
    /// The cookies' names and attributes.
    pub cookies: Cookies,
    /// Live updates.
    pub hub: Hub,
    /// The open event streams.
    pub streams: OpenStreams,
    /// Readiness.
    pub readiness: Readiness,
    /// Uploaded files.
    pub files: FileStore,
    /// Takes uploads.
    pub uploads: Uploads,
    /// The built pages.
    pub spa: Spa,
    /// The present instant.
    pub clock: Arc<dyn Clock>,
    /// Cancelled when the listeners close, a little after the process was told to stop.
    pub stop: CancellationToken,
}

impl Gateway {
    /// Puts the parts together.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for Gateway {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
