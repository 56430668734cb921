//! What every part of the gateway shares.

use std::{ops::Deref, sync::Arc};

use lintel_auth::{AccessRules, ServiceKey};
use lintel_core::Clock;
use lintel_files::FileStore;
use tokio_util::sync::CancellationToken;

use crate::{
    activity::Activity,
    address::Addresses,
    api_keys::ApiKeys,
    clients::Clients,
    cookies::Cookies,
    full_queue::FullQueue,
    limits::Limits,
    live::{Hub, OpenStreams},
    readiness::Readiness,
    sessions::Sessions,
    spa::Spa,
    uploads::Uploads,
};

/// The gateway's parts; cheap to clone.
#[derive(Debug, Clone)]
pub struct Gateway(Arc<Parts>);

/// What there is one of in the process.
#[derive(Debug)]
pub struct Parts {
    /// The address that people type, without a slash at its end.
    pub public_url: String,
    /// The access rules of the contract.
    pub rules: AccessRules,
    /// API keys and what they were traded for.
    pub api_keys: ApiKeys,
    /// Tokens and ended sessions.
    pub sessions: Sessions,
    /// The services.
    pub clients: Clients,
    /// What proves the gateway to them.
    pub service_key: ServiceKey,
    /// Sessions that people used just now.
    pub activity: Activity,
    /// Calls per address.
    pub limits: Limits,
    /// Sign-ins that there is no room for.
    pub full_queue: FullQueue,
    /// Whose address a request counts for.
    pub addresses: Addresses,
    /// The cookies' names and attributes.
    pub cookies: Cookies,
    /// Live updates.
    pub hub: Hub,
    /// Who hears of them.
    pub streams: OpenStreams,
    /// Whether the gateway should get work.
    pub readiness: Readiness,
    /// Uploaded files.
    pub files: FileStore,
    /// Taking them in.
    pub uploads: Uploads,
    /// The built pages.
    pub spa: Spa,
    /// The present instant.
    pub clock: Arc<dyn Clock>,
    /// Cancelled when the doors close, a little after the process was told to stop.
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
