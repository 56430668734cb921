//! The composition root: what the service is made of, from top to bottom.

use std::{net::SocketAddr, sync::Arc};

use lintel_auth::TokenVerifier;
use lintel_bus::{Consumer, DeadLetters, Relay, topology};
use lintel_core::{Clock, SystemClock};
use lintel_db::Db;
use lintel_proto::{
    maintenance::v1::{
        contractor_service_server::ContractorServiceServer, job_service_server::JobServiceServer,
        maintenance_service_server::MaintenanceServiceServer,
        privacy_service_server::PrivacyServiceServer as MaintenancePrivacyServer,
    },
    viewings::v1::{
        privacy_service_server::PrivacyServiceServer as ViewingPrivacyServer,
        viewer_service_server::ViewerServiceServer, viewing_service_server::ViewingServiceServer,
    },
};
use lintel_runtime::{
    ConfigError, Handled, Health, Lifecycle, Service, Settings, SharedConfig, callers, client,
    fill, limits::Stored,
};
use lintel_sealing::{Opener, Sealer};
use tokio::sync::Notify;
use tonic::service::Routes;

use crate::{
    app::{
        Asking, Departures, Links, Owners, Peers, Retention,
        keys::Keys,
        mail_requests::Mails,
        maintenance::{
            Attachments, Comments, Confirming, Contractors, Costs, Ground, JobFiles, JobPages,
            Jobs, MaintenanceData, Overdue, Reporting, Requests, Visits, Working,
        },
        viewing::{Bookings, Reminders, ShownHomes, Viewers, ViewingData, ViewingMails, Viewings},
    },
    config::Config,
    consumers::{IdentityEvents, PortfolioEvents, TenancyEvents},
    grpc::{
        ContractorGrpc, JobGrpc, MaintenanceGrpc, MaintenancePrivacyGrpc, UseCases, ViewerGrpc,
        ViewingGrpc, ViewingPrivacyGrpc,
    },
    jobs::{self, Fill},
    store::MIGRATOR,
};

/// The configuration keys named when a database address is not valid.
const DATABASE_KEYS: &str = "LINTEL_VIEWINGS_MAINTENANCE__DATABASE__URL or LINTEL_VIEWINGS_MAINTENANCE__DATABASE__WORKER_URL";
/// The largest request and reply about maintenance in bytes: a photo, and what says what it is.
const LARGEST_MESSAGE: usize = 11 * 1024 * 1024;
/// The command that fills the copies anew.
const FILL_COPIES: &str = "fill-copies";

/// The viewings-maintenance service.
#[derive(Debug)]
pub struct ViewingsMaintenance;

/// What the RPCs stand on.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Opens what others seal to this service; every other key of the service is derived from it.
    pub opener: Opener,
    /// Asks notifications for mails.
    pub mails: Mails,
    /// Reads the tokens of exports.
    pub verifier: TokenVerifier,
    /// The address that mails come from, which calendars name as the organiser's.
    pub organiser: String,
    /// Where the web application is, without a slash at its end.
    pub public_url: String,
    /// How many bytes of files are kept.
    pub stored: Stored,
    /// The owners of what this service keeps copies of.
    pub peers: Peers,
}

/// The service's RPCs, without the stack around them.
#[must_use]
pub fn routes(parts: &Parts) -> Routes {
    let Parts {
        db,
        clock,
        verifier,
        opener,
        ..
    } = parts;
    let links = Links::new(opener);
    let mails = parts.viewing_mails();
    let asking = parts.asking();
    let viewings = Viewings::new(db.clone(), clock.clone(), mails.clone(), asking.clone());
    let bookings = Bookings::new(
        db.clone(),
        clock.clone(),
        links.clone(),
        mails.clone(),
        asking.clone(),
    );
    let viewers = Viewers::new(db.clone(), clock.clone(), links.clone(), mails);
    let data = ViewingData::new(db.clone(), verifier.clone());
    let ground = parts.maintenance(asking);
    let contractors = ContractorGrpc::new(Contractors::new(ground.clone()));
    let attachments = Attachments::new(ground.clone(), Keys::new(opener), parts.stored);
    let pages = JobPages::new(
        ground.clone(),
        links.clone(),
        parts.organiser.clone(),
        parts.public_url.clone(),
    );
    let files = JobFiles::new(pages.clone(), attachments.clone());
    let jobs = JobServiceServer::new(JobGrpc::new(pages, files, links.clone()))
        .max_decoding_message_size(LARGEST_MESSAGE)
        .max_encoding_message_size(LARGEST_MESSAGE);
    let maintenance = MaintenanceGrpc::new(UseCases {
        requests: Requests::new(ground.clone()),
        reporting: Reporting::new(ground.clone()),
        working: Working::new(ground.clone()),
        confirming: Confirming::new(ground.clone()),
        visits: Visits::new(ground.clone()),
        costs: Costs::new(ground.clone()),
        comments: Comments::new(ground.clone()),
        jobs: Jobs::new(ground, links.clone()),
        attachments,
    });
    let maintenance = MaintenanceServiceServer::new(maintenance)
        .max_decoding_message_size(LARGEST_MESSAGE)
        .max_encoding_message_size(LARGEST_MESSAGE);
    let maintenance_data = MaintenanceData::new(db.clone(), verifier.clone());
    Routes::new(ViewingServiceServer::new(ViewingGrpc::new(
        viewings, bookings,
    )))
    .add_service(ViewerServiceServer::new(ViewerGrpc::new(viewers, links)))
    .add_service(ViewingPrivacyServer::new(ViewingPrivacyGrpc::new(data)))
    .add_service(maintenance)
    .add_service(jobs)
    .add_service(ContractorServiceServer::new(contractors))
    .add_service(MaintenancePrivacyServer::new(MaintenancePrivacyGrpc::new(
        maintenance_data,
    )))
}

impl Parts {
    /// What asks owners for rows that a copy lacks.
    #[must_use]
    pub fn asking(&self) -> Arc<Asking> {
        Arc::new(Asking::new(Owners {
            db: self.db.clone(),
            peers: self.peers.clone(),
            opener: self.opener.clone(),
            shown: self.shown_homes(),
        }))
    }

    /// What everything of maintenance stands on.
    #[must_use]
    pub fn maintenance(&self, asking: Arc<Asking>) -> Ground {
        let (db, clock) = (self.db.clone(), self.clock.clone());
        Ground::new(db, clock, self.opener.clone(), self.mails.clone(), asking)
    }

    /// What brings viewings in line with their homes.
    #[must_use]
    pub fn shown_homes(&self) -> ShownHomes {
        let links = Links::new(&self.opener);
        ShownHomes::new(self.clock.clone(), links, self.viewing_mails())
    }

    /// What asks for the mails about viewings.
    #[must_use]
    pub fn viewing_mails(&self) -> ViewingMails {
        let (opener, organiser) = (self.opener.clone(), self.organiser.clone());
        ViewingMails::new(
            self.mails.clone(),
            Links::new(&self.opener),
            opener,
            organiser,
            self.public_url.clone(),
        )
    }
}

impl Service for ViewingsMaintenance {
    const NAME: &'static str = "viewings-maintenance";
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
        let opener = opener(&shared)?;
        let mails = mails(&shared)?;
        let (verifier, access) = callers::verified(&shared, clock.clone(), &lifecycle)?;
        let nats = lintel_bus::connect(Self::NAME, &shared.nats_url)
            .await
            .map_err(|error| ConfigError::new("LINTEL_NATS_URL", error.to_string()))?;
        let parts = Parts {
            db: db.clone(),
            clock: clock.clone(),
            opener: opener.clone(),
            mails: mails.clone(),
            verifier: verifier.clone(),
            organiser: organiser(&shared),
            public_url: shared.public_url.clone(),
            stored: Stored::of(&shared)?,
            peers: peers(&shared)?,
        };

        let jetstream = async_nats::jetstream::new(nats);
        // Not part of readiness: requests are served without the broker, and late events are handled when it is back.
        let homes = Consumer::new(
            topology::VIEWINGS_MAINTENANCE_PORTFOLIO,
            db.clone(),
            jetstream.clone(),
            PortfolioEvents::new(parts.shown_homes()),
        );
        lifecycle.spawn("consumer of properties", homes.run(stop.clone()));
        let tenants = Consumer::new(
            topology::VIEWINGS_MAINTENANCE_TENANCY,
            db.clone(),
            jetstream.clone(),
            TenancyEvents::new(opener.clone(), parts.shown_homes()),
        );
        lifecycle.spawn("consumer of tenants", tenants.run(stop.clone()));
        let gone = Arc::new(Notify::new());
        let accounts = Consumer::new(
            topology::VIEWINGS_MAINTENANCE_IDENTITY,
            db.clone(),
            jetstream.clone(),
            IdentityEvents::new(clock.clone(), opener.clone(), gone.clone()),
        );
        lifecycle.spawn("consumer of accounts", accounts.run(stop.clone()));
        let departures = Departures::new(db.clone(), clock.clone());
        lifecycle.spawn(
            "departures",
            jobs::departures(departures, gone, stop.clone()),
        );
        let reminders = Reminders::new(db.clone(), clock.clone(), parts.viewing_mails());
        lifecycle.spawn("reminders", jobs::reminders(reminders, stop.clone()));
        let overdue = Overdue::new(parts.maintenance(parts.asking()));
        lifecycle.spawn(
            "targets of maintenance",
            jobs::overdue(overdue, stop.clone()),
        );
        let retention = Retention::new(db.clone(), clock.clone(), own.retention);
        lifecycle.spawn("retention", jobs::retention(retention, stop.clone()));
        let fill = Fill {
            db: db.clone(),
            clock: clock.clone(),
            peers: parts.peers.clone(),
            opener,
        };
        lifecycle.spawn(
            "filling of copies",
            fill::at_first_start(fill, stop.clone()),
        );
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
        let Settings { shared, own } = settings;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        if name == FILL_COPIES {
            let fill = Fill {
                db: Db::connect(&own.database)?,
                clock,
                peers: peers(&shared)?,
                opener: opener(&shared)?,
            };
            return Ok(Some(fill::all(&fill).await?.to_string()));
        }
        if name == Retention::COMMAND {
            let retention = Retention::new(Db::connect(&own.database)?, clock, own.retention);
            return retention.command(arguments).await.map(Some);
        }
        if name != DeadLetters::COMMAND {
            return Ok(None);
        }
        let opener = opener(&shared)?;
        let links = Links::new(&opener);
        let told = ViewingMails::new(
            mails(&shared)?,
            links.clone(),
            opener.clone(),
            organiser(&shared),
            shared.public_url.clone(),
        );
        let shown = ShownHomes::new(clock.clone(), links, told);
        let letters = DeadLetters::new(Db::connect(&own.database)?)
            .with(
                topology::VIEWINGS_MAINTENANCE_PORTFOLIO,
                PortfolioEvents::new(shown.clone()),
            )
            .with(
                topology::VIEWINGS_MAINTENANCE_TENANCY,
                TenancyEvents::new(opener.clone(), shown),
            )
            .with(
                topology::VIEWINGS_MAINTENANCE_IDENTITY,
                // The running service finds by itself what to erase.
                IdentityEvents::new(clock, opener, Arc::new(Notify::new())),
            );
        letters.command(arguments).await.map(Some)
    }
}

/// What opens what others seal to this service.
fn opener(shared: &SharedConfig) -> Result<Opener, ConfigError> {
    let keys = shared.viewings_sealing_secret_keys()?;
    Ok(Opener::new(keys.first()).with_older(keys.older()))
}

/// The owners of what this service keeps copies of.
fn peers(shared: &SharedConfig) -> Result<Peers, ConfigError> {
    let tenancy_url = &shared.tenancy_applications_url;
    Ok(Peers {
        portfolio: client::channel("LINTEL_PORTFOLIO_URL", &shared.portfolio_url, shared)?,
        tenancy: client::channel("LINTEL_TENANCY_APPLICATIONS_URL", tenancy_url, shared)?,
        identity: client::channel("LINTEL_IDENTITY_URL", &shared.identity_url, shared)?,
        key: shared.service_key()?,
    })
}

/// What asks for mails; for none where the installation sends none.
fn mails(shared: &SharedConfig) -> Result<Mails, ConfigError> {
    let sealer = if shared.sends_mail() {
        Some(Sealer::new(*shared.mail_sealing_public_key()?))
    } else {
        None
    };
    Ok(Mails::new(sealer))
}

/// The address that mails come from, out of `Lintel <no-reply@example.com>`; one that nobody has where the installation sends none.
fn organiser(shared: &SharedConfig) -> String {
    let from = shared.mail_from.as_deref().unwrap_or_default();
    let address = from.rsplit_once('<').map_or(from, |(_, address)| address);
    let address = address.trim_end_matches('>').trim();
    if address.contains('@') {
        address.to_owned()
    } else {
        "no-reply@lintel.invalid".to_owned()
    }
}
