//! The composition root: what the service is made of, from top to bottom.

use std::{net::SocketAddr, sync::Arc};

use lintel_bus::Relay;
use lintel_core::{Clock, SystemClock};
use lintel_db::Db;
use lintel_runtime::{ConfigError, Handled, Health, Lifecycle, Service, Settings, callers};
use tonic::service::Routes;

use crate::{config::Config, store::MIGRATOR};

/// The configuration keys named when a database address is not valid.
const DATABASE_KEYS: &str = "LINTEL_TENANCY_APPLICATIONS__DATABASE__URL or LINTEL_TENANCY_APPLICATIONS__DATABASE__WORKER_URL";

/// The tenancy-applications service.
#[derive(Debug)]
pub struct TenancyApplications;

impl Service for TenancyApplications {
    const NAME: &'static str = "tenancy-applications";
    const DEFAULTS: &'static str = include_str!("../config.default.toml");
    type Config = Config;

    fn listen(config: &Config) -> SocketAddr {
        config.listen
    }

    async fn serve(settings: Settings<Config>, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let stop = lifecycle.stop.clone();

        let db = Db::connect(&settings.own.database)
            .map_err(|error| ConfigError::new(DATABASE_KEYS, error.to_string()))?;
        let (verifier, access) = callers::verified(&settings.shared, clock, &lifecycle)?;
        let nats = lintel_bus::connect(Self::NAME, &settings.shared.nats_url)
            .await
            .map_err(|error| ConfigError::new("LINTEL_NATS_URL", error.to_string()))?;

        let jetstream = async_nats::jetstream::new(nats);
        let relay = Relay::new(db.clone(), jetstream);
        lifecycle.spawn("relay", relay.run(stop));
        let health = Health::starting().await;
        health.follow(&lifecycle, move || {
            let (db, verifier) = (db.clone(), verifier.clone());
            async move { verifier.has_keys() && db.ping().await.is_ok() }
        });

        let routes = Routes::default();
        lintel_runtime::grpc::serve(settings.own.listen, routes, access, health, &lifecycle).await
    }

    async fn migrate(settings: Settings<Config>) -> anyhow::Result<Handled> {
        lintel_db::migrate(&settings.own.database.owner_url, &MIGRATOR).await?;
        Ok(Handled::Yes)
    }
}
