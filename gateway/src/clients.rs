//! The services behind the gateway.

use std::{sync::Arc, time::Duration};

use lintel_proto::{
    identity::v1::{
        api_key_service_client::ApiKeyServiceClient,
        landlord_contact_service_client::LandlordContactServiceClient,
        session_service_client::SessionServiceClient,
    },
    portfolio::v1::home_facts_service_client::HomeFactsServiceClient,
    service_of_path,
};
use lintel_runtime::{ConfigError, GrpcChannel, SharedConfig, client};
use tower::retry::budget::TpsBudget;

/// The share of calls that may be sent a second time (docs/reference/promises.md 3.4).
const RETRIED: f32 = 0.1;
/// Calls that count for that share are those of the last ten seconds.
const COUNTED_FOR: Duration = Duration::from_secs(10);
/// Retries allowed in addition in each second, so that the first calls of a short outage are repeated as well.
const RETRIES_PER_SECOND: u32 = 5;

/// A service behind the gateway; clones share its connection and its budget.
#[derive(Debug, Clone)]
pub struct Upstream {
    /// The connection, made at the first call.
    pub channel: GrpcChannel,
    /// The budget of second attempts. Each service has its own, so that a service in trouble does not use up the budget of the
    /// others.
    pub retries: Arc<TpsBudget>,
}

impl Upstream {
    fn new(key: &'static str, url: &str, shared: &SharedConfig) -> Result<Self, ConfigError> {
        Ok(Self {
            channel: client::channel(key, url, shared)?,
            retries: Arc::new(TpsBudget::new(COUNTED_FOR, RETRIES_PER_SECOND, RETRIED)),
        })
    }
}

/// The services; cheap to clone.
#[derive(Debug, Clone)]
pub struct Clients {
    identity: Upstream,
    portfolio: Upstream,
    tenancy_applications: Upstream,
    viewings_maintenance: Upstream,
    listings_import: Upstream,
    notifications: Upstream,
}

impl Clients {
    /// Connects at the first call.
    ///
    /// # Errors
    /// [`ConfigError`] naming the address that is not valid.
    pub fn new(shared: &SharedConfig) -> Result<Self, ConfigError> {
        Ok(Self {
            identity: Upstream::new("LINTEL_IDENTITY_URL", &shared.identity_url, shared)?,
            portfolio: Upstream::new("LINTEL_PORTFOLIO_URL", &shared.portfolio_url, shared)?,
            tenancy_applications: Upstream::new(
                "LINTEL_TENANCY_APPLICATIONS_URL",
                &shared.tenancy_applications_url,
                shared,
            )?,
            viewings_maintenance: Upstream::new(
                "LINTEL_VIEWINGS_MAINTENANCE_URL",
                &shared.viewings_maintenance_url,
                shared,
            )?,
            listings_import: Upstream::new(
                "LINTEL_LISTINGS_IMPORT_URL",
                &shared.listings_import_url,
                shared,
            )?,
            notifications: Upstream::new(
                "LINTEL_NOTIFICATIONS_URL",
                &shared.notifications_url,
                shared,
            )?,
        })
    }

    /// The services that the gateway needs to be ready, by name.
    #[must_use]
    pub fn needed(&self) -> [(&'static str, GrpcChannel); 2] {
        [
            ("identity", self.identity.channel.clone()),
            ("portfolio", self.portfolio.channel.clone()),
        ]
    }

    /// The service that serves the call at `path`.
    #[must_use]
    pub fn of_path(&self, path: &str) -> Option<&Upstream> {
        match service_of_path(path)? {
            "identity" => Some(&self.identity),
            "portfolio" => Some(&self.portfolio),
            "tenancy-applications" => Some(&self.tenancy_applications),
            "viewings-maintenance" => Some(&self.viewings_maintenance),
            "listings-import" => Some(&self.listings_import),
            "notifications" => Some(&self.notifications),
            _ => None,
        }
    }

    /// Identity.
    #[must_use]
    pub fn identity(&self) -> GrpcChannel {
        self.identity.channel.clone()
    }

    /// API keys.
    #[must_use]
    pub fn api_keys(&self) -> ApiKeyServiceClient<GrpcChannel> {
        ApiKeyServiceClient::new(self.identity())
    }

    /// Contacts of landlords.
    #[must_use]
    pub fn landlord_contacts(&self) -> LandlordContactServiceClient<GrpcChannel> {
        LandlordContactServiceClient::new(self.identity())
    }

    /// Facts of homes.
    #[must_use]
    pub fn home_facts(&self) -> HomeFactsServiceClient<GrpcChannel> {
        HomeFactsServiceClient::new(self.portfolio.channel.clone())
    }

    /// Sessions and keys.
    #[must_use]
    pub fn sessions(&self) -> SessionServiceClient<GrpcChannel> {
        SessionServiceClient::new(self.identity())
    }
}
