//! The composition root: what the service is made of, from top to bottom.

use std::{net::SocketAddr, sync::Arc};

use lintel_auth::{AccessLayer, KeyRefresh, TokenVerifier};
use lintel_bus::Relay;
use lintel_core::{Clock, SystemClock};
use lintel_db::{DatabaseConfig, Db};
use lintel_proto::portfolio::v1::{
    analytics_service_server::AnalyticsServiceServer,
    property_service_server::PropertyServiceServer,
};
use lintel_runtime::{ConfigError, Handled, Health, Lifecycle, Service, Settings, client};
use serde::Deserialize;
use tonic::service::Routes;

use crate::{
    app::{Analytics, Properties},
    grpc::{AnalyticsGrpc, PropertyGrpc},
    store::MIGRATOR,
};

/// The keys that a database address that is none may stand under.
const DATABASE_KEYS: &str =
    "LINTEL_PORTFOLIO__DATABASE__URL or LINTEL_PORTFOLIO__DATABASE__WORKER_URL";

/// The portfolio service.
#[derive(Debug)]
pub struct Portfolio;

/// The service's own settings; `config.default.toml` explains each key.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where gRPC is served.
    pub listen: SocketAddr,
    /// How the database is reached.
    pub database: DatabaseConfig,
}

/// The service's RPCs over `db`, without the stack around them.
#[must_use]
pub fn routes(db: &Db, clock: Arc<dyn Clock>) -> Routes {
    let properties = PropertyGrpc::new(Properties::new(db.clone(), clock));
    let analytics = AnalyticsGrpc::new(Analytics::new(db.clone()));
    Routes::new(PropertyServiceServer::new(properties))
        .add_service(AnalyticsServiceServer::new(analytics))
}

impl Service for Portfolio {
    const NAME: &'static str = "portfolio";
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
        let verifier = TokenVerifier::new(clock.clone());
        let access = AccessLayer::new(verifier.clone(), settings.shared.service_key()?)?;
        let identity = client::channel("LINTEL_IDENTITY_URL", &settings.shared.identity_url)?;
        let refresh = KeyRefresh::new(verifier.clone(), identity.untraced());
        let nats = lintel_bus::connect(Self::NAME, &settings.shared.nats_url)
            .await
            .map_err(|error| ConfigError::new("LINTEL_NATS_URL", error.to_string()))?;

        let relay = Relay::new(db.clone(), async_nats::jetstream::new(nats));
        lifecycle.spawn("relay", relay.run(stop.clone()));
        lifecycle.spawn("key refresh", {
            let stop = stop.clone();
            async move {
                refresh.run(stop).await;
                Ok(())
            }
        });
        let health = Health::starting().await;
        health.follow(&lifecycle, {
            let db = db.clone();
            move || {
                let (db, verifier) = (db.clone(), verifier.clone());
                async move { verifier.has_keys() && db.ping().await.is_ok() }
            }
        });

        let routes = routes(&db, clock);
        lintel_runtime::grpc::serve(settings.own.listen, routes, access, health, &lifecycle).await
    }

    async fn migrate(settings: Settings<Config>) -> anyhow::Result<Handled> {
        lintel_db::migrate(&settings.own.database.owner_url, &MIGRATOR).await?;
        Ok(Handled::Yes)
    }
}
