//! The services behind the gateway.

use lintel_proto::{
    identity::v1::{
        api_key_service_client::ApiKeyServiceClient, session_service_client::SessionServiceClient,
    },
    service_of_path,
};
use lintel_runtime::{ConfigError, GrpcChannel, SharedConfig, client};

/// A connection to each service; cheap to clone.
#[derive(Debug, Clone)]
pub struct Clients {
    identity: GrpcChannel,
    portfolio: GrpcChannel,
}

impl Clients {
    /// Connections that are made at the first call.
    ///
    /// # Errors
    /// [`ConfigError`] naming the address that is none.
    pub fn new(shared: &SharedConfig) -> Result<Self, ConfigError> {
        Ok(Self {
            identity: client::channel("LINTEL_IDENTITY_URL", &shared.identity_url)?,
            portfolio: client::channel("LINTEL_PORTFOLIO_URL", &shared.portfolio_url)?,
        })
    }

    /// The services whose absence makes the gateway useless, by name.
    #[must_use]
    pub fn needed(&self) -> [(&'static str, GrpcChannel); 2] {
        [
            ("identity", self.identity.clone()),
            ("portfolio", self.portfolio.clone()),
        ]
    }

    /// The service that serves the call at `path`.
    #[must_use]
    pub fn of_path(&self, path: &str) -> Option<GrpcChannel> {
        match service_of_path(path)? {
            "identity" => Some(self.identity.clone()),
            "portfolio" => Some(self.portfolio.clone()),
            _ => None,
        }
    }

    /// Identity.
    #[must_use]
    pub fn identity(&self) -> GrpcChannel {
        self.identity.clone()
    }

    /// API keys.
    #[must_use]
    pub fn api_keys(&self) -> ApiKeyServiceClient<GrpcChannel> {
        ApiKeyServiceClient::new(self.identity.clone())
    }

    /// Sessions and keys.
    #[must_use]
    pub fn sessions(&self) -> SessionServiceClient<GrpcChannel> {
        SessionServiceClient::new(self.identity.clone())
    }
}
