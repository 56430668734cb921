//! The composition root: what the service is made of, from top to bottom.

use std::{net::SocketAddr, sync::Arc};

use lintel_auth::TokenVerifier;
use lintel_bus::{Consumer, DeadLetters, Relay, topology};
use lintel_core::{Clock, SystemClock};
use lintel_db::Db;
use lintel_runtime::{ConfigError, Handled, Health, Lifecycle, Service, Settings, callers};
use tokio::sync::Notify;
use tonic::service::Routes;

use crate::{app::Departures, config::Config, consumers::IdentityEvents, jobs, store::MIGRATOR};

/// The configuration keys named when a database address is not valid.
const DATABASE_KEYS: &str =
    "LINTEL_LISTINGS_IMPORT__DATABASE__URL or LINTEL_LISTINGS_IMPORT__DATABASE__WORKER_URL";

/// The listings-import service.
#[derive(Debug)]
pub struct ListingsImport;

/// What the RPCs stand on.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Reads the tokens of exports.
    pub verifier: TokenVerifier,
}

/// The service's RPCs, without the stack around them.
#[must_use]
pub fn routes(_parts: &Parts) -> Routes {
    Routes::default()
}

impl Service for ListingsImport {
    const NAME: &'static str = "listings-import";
    const DEFAULTS: &'static str = include_str!("../config.default.toml");
    type Config = Config;

    fn listen(config: &Config) -> SocketAddr {
        config.listen
    }

    async fn serve(settings: Settings<Config>, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let Settings { shared, own } = settings;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let stop = lifecycle.stop.clone();

        let db = Db::connect(&own.database)
            .map_err(|error| ConfigError::new(DATABASE_KEYS, error.to_string()))?;
        let (verifier, access) = callers::verified(&shared, clock.clone(), &lifecycle)?;
        let nats = lintel_bus::connect(Self::NAME, &shared.nats_url)
            .await
            .map_err(|error| ConfigError::new("LINTEL_NATS_URL", error.to_string()))?;
        let parts = Parts {
            db: db.clone(),
            clock: clock.clone(),
            verifier: verifier.clone(),
        };

        let jetstream = async_nats::jetstream::new(nats);
        // Not part of readiness: requests are served without the broker, and late events are handled when it is back.
        let gone = Arc::new(Notify::new());
        let accounts = Consumer::new(
            topology::LISTINGS_IMPORT_IDENTITY,
            db.clone(),
            jetstream.clone(),
            IdentityEvents::new(clock.clone(), gone.clone()),
        );
        lifecycle.spawn("consumer of accounts", accounts.run(stop.clone()));
        let departures = Departures::new(db.clone(), clock.clone());
        lifecycle.spawn(
            "departures",
            jobs::departures(departures, gone, stop.clone()),
        );
        let relay = Relay::new(db.clone(), jetstream);
        lifecycle.spawn("relay", relay.run(stop));
        let health = Health::starting().await;
        health.follow(&lifecycle, move || {
            let (db, verifier) = (db.clone(), verifier.clone());
            async move { verifier.has_keys() && db.ping().await.is_ok() }
        });

        let routes = routes(&parts);
        lintel_runtime::grpc::serve(own.listen, routes, access, health, &lifecycle).await
    }

    async fn migrate(settings: Settings<Config>) -> anyhow::Result<Handled> {
        lintel_db::migrate(&settings.own.database.owner_url, &MIGRATOR).await?;
        Ok(Handled::Yes)
    }

    async fn command(
        settings: Settings<Config>,
        name: &str,
        arguments: &[String],
    ) -> anyhow::Result<Option<String>> {
        let own = settings.own;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        if name != DeadLetters::COMMAND {
            return Ok(None);
        }
        let letters = DeadLetters::new(Db::connect(&own.database)?).with(
            topology::LISTINGS_IMPORT_IDENTITY,
            // The running service finds by itself what to erase.
            IdentityEvents::new(clock, Arc::new(Notify::new())),
        );
        letters.command(arguments).await.map(Some)
    }
}
