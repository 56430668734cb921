//! The composition root: what the service is made of, from top to bottom.

use std::{net::SocketAddr, sync::Arc};

use lintel_auth::TokenVerifier;
use lintel_bus::{Consumer, DeadLetters, Relay, topology};
use lintel_core::{Clock, SystemClock};
use lintel_db::Db;
use lintel_proto::listings::v1::{
    analysis_service_server::AnalysisServiceServer,
    listing_import_service_server::ListingImportServiceServer,
    listing_service_server::ListingServiceServer, privacy_service_server::PrivacyServiceServer,
    saved_search_service_server::SavedSearchServiceServer,
};
use lintel_runtime::{ConfigError, Handled, Health, Lifecycle, Service, Settings, callers};
use tokio::sync::Notify;
use tonic::service::Routes;

use crate::{
    app::{
        Analyses, Departures, ImportWork, Imports, ListingData, Listings, Pictures, Retention,
        SavedSearches,
    },
    config::{Config, PicturesConfig},
    consumers::IdentityEvents,
    grpc::{AnalysisGrpc, ListingGrpc, ListingImportGrpc, PrivacyGrpc, SavedSearchGrpc, Sources},
    jobs::{self, Feeds},
    sources::{Fetcher, PictureFetcher},
    store::MIGRATOR,
};

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
    /// What is known of sources.
    pub sources: Sources,
    /// Fetches pictures.
    pub fetcher: PictureFetcher,
    /// How many pictures are kept.
    pub pictures: PicturesConfig,
}

/// The service's RPCs, without the stack around them.
#[must_use]
pub fn routes(parts: &Parts) -> Routes {
    let Parts {
        db,
        clock,
        verifier,
        sources,
        fetcher,
        pictures,
    } = parts;
    let pictures = Pictures::new(db.clone(), clock.clone(), fetcher.clone(), *pictures);
    let listings = Listings::new(db.clone(), clock.clone());
    let listings = ListingGrpc::new(listings, pictures, sources.clone());
    let imports = ListingImportGrpc::new(Imports::new(db.clone(), clock.clone()));
    let searches = SavedSearchGrpc::new(SavedSearches::new(db.clone(), clock.clone()));
    let analyses = AnalysisGrpc::new(Analyses::new(db.clone(), clock.clone()));
    let privacy = PrivacyGrpc::new(ListingData::new(db.clone(), verifier.clone()));
    Routes::new(ListingServiceServer::new(listings))
        .add_service(ListingImportServiceServer::new(imports))
        .add_service(SavedSearchServiceServer::new(searches))
        .add_service(AnalysisServiceServer::new(analyses))
        .add_service(PrivacyServiceServer::new(privacy))
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
            sources: Sources::new(own.sources),
            fetcher: PictureFetcher::new()?,
            pictures: own.pictures,
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
        let retention = Retention::new(db.clone(), clock.clone(), own.retention, own.pictures);
        lifecycle.spawn("retention", jobs::retention(retention, stop.clone()));
        let imports = ImportWork::new(db.clone(), clock.clone());
        lifecycle.spawn("imports", jobs::imports(imports.clone(), stop.clone()));
        if !own.feeds.is_empty() {
            let fetcher = Fetcher::new(&own.feed_hosts)?;
            let feeds = Feeds::new(imports, fetcher, own.feeds, clock);
            lifecycle.spawn("feeds", jobs::feeds(feeds, stop.clone()));
        }
        let relay = Relay::new(db.clone(), jetstream);
        lifecycle.spawn("relay", relay.run(stop));
        let health = Health::starting().await;
        health.follow(&lifecycle, move || {
            let (db, verifier) = (db.clone(), verifier.clone());
            async move { verifier.has_keys() && db.ping().await.is_ok() }
        });

        let routes = routes(&parts);
        lintel_runtime::grpc::serve(
            own.listen,
            shared.tls()?,
            routes,
            access,
            health,
            &lifecycle,
        )
        .await
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
        if name == ImportWork::COMMAND {
            let imports = ImportWork::new(Db::connect(&own.database)?, clock);
            return imports.command(arguments).await.map(Some);
        }
        if name == Retention::COMMAND {
            let db = Db::connect(&own.database)?;
            let retention = Retention::new(db, clock, own.retention, own.pictures);
            return retention.command(arguments).await.map(Some);
        }
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
