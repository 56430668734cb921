//! The composition root: what the service is made of, from top to bottom.

use std::{net::SocketAddr, sync::Arc};

use lintel_auth::TokenVerifier;
use lintel_bus::{Consumer, DeadLetters, Relay, topology};
use lintel_core::{Clock, SystemClock};
use lintel_db::{DatabaseConfig, Db};
use lintel_files::FileStore;
use lintel_proto::portfolio::v1::{
    analytics_service_server::AnalyticsServiceServer,
    certificate_service_server::CertificateServiceServer,
    compliance_service_server::ComplianceServiceServer,
    home_facts_service_server::HomeFactsServiceServer,
    inspection_service_server::InspectionServiceServer,
    portfolio_take_back_service_server::PortfolioTakeBackServiceServer,
    privacy_service_server::PrivacyServiceServer, property_service_server::PropertyServiceServer,
    property_transfer_service_server::PropertyTransferServiceServer,
    rule_service_server::RuleServiceServer, sale_service_server::SaleServiceServer,
    snapshot_service_server::SnapshotServiceServer,
};
use lintel_runtime::{ConfigError, Handled, Health, Lifecycle, Service, Settings, callers, client};
use lintel_sheet::LARGEST;
use serde::Deserialize;
use tokio::sync::Notify;
use tonic::service::Routes;

use crate::{
    app::{
        Analytics, Asking, Certificates, Compliance, Departures, HomeFacts, Imports, Inspections,
        Owners, Peers, PortfolioData, Properties, RuleBook, Sales, Snapshots, TakeBacks,
        UnusedUploads, Upkeep,
    },
    consumers::{IdentityEvents, TenancyEvents},
    grpc::{
        AnalyticsGrpc, CertificateGrpc, ComplianceGrpc, HomeFactsGrpc, InspectionGrpc, PrivacyGrpc,
        PropertyGrpc, RuleGrpc, SaleGrpc, SnapshotGrpc, TakeBackGrpc, TransferGrpc,
    },
    jobs,
    store::MIGRATOR,
};

/// The configuration keys named when a database address is not valid.
const DATABASE_KEYS: &str =
    "LINTEL_PORTFOLIO__DATABASE__URL or LINTEL_PORTFOLIO__DATABASE__WORKER_URL";

/// The largest request in bytes: a file to import, and its name.
const LARGEST_REQUEST: usize = LARGEST + 64 * 1024;

/// The portfolio service.
#[derive(Debug)]
pub struct Portfolio;

/// The service's own settings; `config.default.toml` explains each key.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where gRPC is served.
    pub listen: SocketAddr,
    /// The settings of the database.
    pub database: DatabaseConfig,
}

/// The service's RPCs over `db` and `files`, without the stack around them; `verifier` reads the tokens of exports, and `peers` own what is
/// copied.
#[must_use]
pub fn routes(
    db: &Db,
    files: FileStore,
    clock: Arc<dyn Clock>,
    verifier: TokenVerifier,
    peers: Peers,
) -> Routes {
    let asking = Arc::new(Asking::new(Owners {
        db: db.clone(),
        clock: clock.clone(),
        peers,
    }));
    let properties = Properties::new(db.clone(), clock.clone(), files.clone(), asking.clone());
    let imports = Imports::new(db.clone(), clock.clone(), files.clone());
    let transfer =
        PropertyTransferServiceServer::new(TransferGrpc::new(properties.clone(), imports))
            .max_decoding_message_size(LARGEST_REQUEST);
    let certificates = Certificates::new(db.clone(), clock.clone(), files.clone());
    let inspections = Inspections::new(db.clone(), clock.clone(), files);
    let compliance = Compliance::new(db.clone(), clock.clone());
    let analytics = Analytics::new(db.clone(), clock.clone());
    let analytics = AnalyticsGrpc::new(analytics, inspections.clone());
    let privacy = PrivacyGrpc::new(PortfolioData::new(db.clone(), verifier));
    let home_facts = HomeFactsGrpc::new(HomeFacts::new(db.clone(), clock.clone()));
    let rules = RuleGrpc::new(RuleBook::new(db.clone(), clock.clone()));
    let taken_back = TakeBackGrpc::new(TakeBacks::new(db.clone(), clock.clone()));
    let sales = SaleGrpc::new(Sales::new(db.clone(), clock, asking));
    Routes::new(PropertyServiceServer::new(PropertyGrpc::new(
        properties,
        compliance.clone(),
    )))
    .add_service(ComplianceServiceServer::new(ComplianceGrpc::new(
        compliance,
    )))
    .add_service(AnalyticsServiceServer::new(analytics))
    .add_service(CertificateServiceServer::new(CertificateGrpc::new(
        certificates,
    )))
    .add_service(HomeFactsServiceServer::new(home_facts))
    .add_service(InspectionServiceServer::new(InspectionGrpc::new(
        inspections,
    )))
    .add_service(PrivacyServiceServer::new(privacy))
    .add_service(RuleServiceServer::new(rules))
    .add_service(SaleServiceServer::new(sales))
    .add_service(PortfolioTakeBackServiceServer::new(taken_back))
    .add_service(SnapshotServiceServer::new(SnapshotGrpc::new(
        Snapshots::new(db.clone()),
    )))
    .add_service(transfer)
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
        let files = FileStore::configured(&settings.shared)?;
        let (verifier, access) = callers::verified(&settings.shared, clock.clone(), &lifecycle)?;
        let nats = lintel_bus::connect(Self::NAME, &settings.shared.nats_url)
            .await
            .map_err(|error| ConfigError::new("LINTEL_NATS_URL", error.to_string()))?;

        let jetstream = async_nats::jetstream::new(nats);
        // Not part of readiness: requests are served without the broker, and late events are handled when it is back.
        let tenancies = Consumer::new(
            topology::PORTFOLIO_TENANCY,
            db.clone(),
            jetstream.clone(),
            TenancyEvents::new(clock.clone()),
        );
        lifecycle.spawn("consumer of tenancies", tenancies.run(stop.clone()));
        let departed = Arc::new(Notify::new());
        let organisations = Consumer::new(
            topology::PORTFOLIO_IDENTITY,
            db.clone(),
            jetstream.clone(),
            IdentityEvents::new(clock.clone(), departed.clone()),
        );
        lifecycle.spawn("consumer of organisations", organisations.run(stop.clone()));
        let departures = Departures::new(db.clone(), clock.clone(), files.clone());
        let departures = jobs::departures(departures, departed, stop.clone());
        lifecycle.spawn("departures", departures);
        let relay = Relay::new(db.clone(), jetstream);
        lifecycle.spawn("relay", relay.run(stop.clone()));
        let upkeep = Upkeep::new(db.clone(), clock.clone());
        lifecycle.spawn("upkeep", jobs::upkeep(upkeep, stop.clone()));
        let unused = UnusedUploads::new(db.clone(), clock.clone(), files.clone());
        lifecycle.spawn("unused uploads", jobs::unused_uploads(unused, stop.clone()));
        let imports = Imports::new(db.clone(), clock.clone(), files.clone());
        lifecycle.spawn("imports", lintel_sheet::job::run(imports, stop));
        let health = Health::starting().await;
        health.follow(&lifecycle, {
            let (db, verifier) = (db.clone(), verifier.clone());
            move || {
                let (db, verifier) = (db.clone(), verifier.clone());
                async move { verifier.has_keys() && db.ping().await.is_ok() }
            }
        });

        let tenancy_url = &settings.shared.tenancy_applications_url;
        let peers = Peers {
            tenancy: client::channel(
                "LINTEL_TENANCY_APPLICATIONS_URL",
                tenancy_url,
                &settings.shared,
            )?,
            key: settings.shared.service_key()?,
        };
        let routes = routes(&db, files, clock, verifier, peers);
        lintel_runtime::grpc::serve(
            settings.own.listen,
            settings.shared.tls()?,
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
        if name != DeadLetters::COMMAND {
            return Ok(None);
        }
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let letters = DeadLetters::new(Db::connect(&settings.own.database)?)
            .with(
                topology::PORTFOLIO_TENANCY,
                TenancyEvents::new(clock.clone()),
            )
            .with(
                topology::PORTFOLIO_IDENTITY,
                // The running service finds by itself what to erase.
                IdentityEvents::new(clock, Arc::new(Notify::new())),
            );
        letters.command(arguments).await.map(Some)
    }
}
