//! The composition root: what the service is made of, from top to bottom.

use std::{io::Write as _, net::SocketAddr, num::NonZeroU32, sync::Arc};

use crypto_box::SecretKey;
use lintel_auth::TokenVerifier;
use lintel_bus::{Consumer, DeadLetters, Relay, topology};
use lintel_core::{Clock, SystemClock};
use lintel_db::Db;
use lintel_proto::notifications::v1::{
    backup_service_server::BackupServiceServer,
    mail_preview_service_server::MailPreviewServiceServer,
    notification_service_server::NotificationServiceServer,
    privacy_service_server::PrivacyServiceServer,
};
use lintel_runtime::{
    ConfigError, Handled, Health, Lifecycle, Service, Settings, SharedConfig, callers, client,
    limits::Quotas,
};
use rand::rngs::OsRng;
use tokio::sync::Notify;
use tonic::service::Routes;

use self::channels::Outward;
use crate::{
    app::{
        Backups, Bundles, Deliveries, Digests, Failures, Inbox, MailPreviews, News,
        NotificationData,
    },
    clients::{Holdings, SignedCopies},
    commands::{push_key, sealing_key},
    config::{self, Config, DeliveryConfig, MailSettings},
    consumers::{
        IdentityEvents, ListingEvents, MaintenanceEvents, PortfolioEvents, TenancyEvents,
        ViewingEvents,
    },
    domain::{Fact, MailAllowance},
    grpc::{BackupGrpc, MailPreviewGrpc, NotificationGrpc, NotificationPrivacyGrpc},
    jobs::{self, Fill, MailJob, Pace},
    mail::{Composer, Previews, PublicUrl, SealedBox, Transport, UnsubscribeLinks},
    store::MIGRATOR,
};

mod channels;

/// The notifications service.
#[derive(Debug)]
pub struct Notifications;

/// What the RPCs stand on.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Opens what is kept sealed.
    pub sealed_box: SealedBox,
    /// What reaches people besides mails, and what is heard of what was sent.
    pub outward: Outward,
    /// Backups of organisations.
    pub backups: Backups,
    /// Reads the tokens of exports.
    pub verifier: TokenVerifier,
    /// Writes mails to look at.
    pub previews: MailPreviews,
}

impl Parts {
    /// What accounts see behind the bell.
    #[must_use]
    pub fn inbox(&self) -> Inbox {
        Inbox::new(self.db.clone(), self.clock.clone(), self.sealed_box.clone())
    }
}

/// The service's RPCs, without the stack around them.
#[must_use]
pub fn routes(parts: &Parts) -> Routes {
    let notifications = NotificationGrpc::new(parts.inbox(), parts.outward.ways);
    let data = NotificationData::new(
        parts.db.clone(),
        parts.verifier.clone(),
        parts.sealed_box.clone(),
    );
    let routes = Routes::new(NotificationServiceServer::new(notifications))
        .add_service(BackupServiceServer::new(BackupGrpc::new(
            parts.backups.clone(),
        )))
        .add_service(MailPreviewServiceServer::new(MailPreviewGrpc::new(
            parts.previews.clone(),
        )))
        .add_service(PrivacyServiceServer::new(NotificationPrivacyGrpc::new(
            data,
        )));
    parts.outward.add_to(routes)
}

/// What writes mails to look at, also on an installation that sends none. Nobody is written to in this name.
///
/// # Errors
/// [`ConfigError`] for an address of the installation that is none; any other error is a broken template of this program.
pub fn previews(
    db: Db,
    shared: &SharedConfig,
    sealed_box: &SealedBox,
    clock: Arc<dyn Clock>,
) -> anyhow::Result<MailPreviews> {
    let nobody = "Lintel <nobody@lintel.invalid>".parse()?;
    let url = PublicUrl::try_new(&shared.public_url)?;
    let composer = Composer::try_new(nobody, url, UnsubscribeLinks::new(sealed_box))?;
    let (sealed_box, previews) = (sealed_box.clone(), Previews::new(composer));
    Ok(MailPreviews::new(db, sealed_box, previews, clock))
}

/// The job that sends due `deliveries`; `wake` starts it when there are new ones.
///
/// # Errors
/// [`ConfigError`] for a transport that cannot be used; any other error is a broken template of this program.
pub fn mail_job(
    deliveries: Deliveries,
    config: &DeliveryConfig,
    mail: MailSettings,
    (sealed_box, copies): (SealedBox, SignedCopies),
    wake: Arc<Notify>,
) -> anyhow::Result<MailJob> {
    let links = UnsubscribeLinks::new(&sealed_box);
    let composer = Composer::try_new(mail.from, mail.public_url, links)?;
    let transport = Transport::try_new(&mail.smtp_url, config.at_once, config.smtp_timeout)?;
    Ok(MailJob::new(
        deliveries,
        sealed_box,
        composer,
        (transport, copies),
        wake,
        Pace {
            at_once: usize::try_from(config.at_once)?,
            poll: config.poll,
            while_down_every: config.while_down_every,
        },
    ))
}

/// Prints the table of what is told, as `docs/reference/notifications.md` has it.
fn print_table() -> anyhow::Result<()> {
    Ok(std::io::stdout().write_all(Fact::table().as_bytes())?)
}

/// How many mails somebody without an account gets.
fn allowance(shared: &SharedConfig) -> Result<MailAllowance, ConfigError> {
    let quotas = Quotas::of(shared)?;
    let number = |limit: NonZeroU32| usize::try_from(limit.get()).unwrap_or(usize::MAX);
    Ok(MailAllowance {
        a_day: number(quotas.mails),
        of_one_sender: number(quotas.mails_of_sender),
    })
}

/// What opens what is kept sealed. An installation that `sends_mail` names the key; another may have none, and nothing is told there:
/// it gets a key that nobody keeps.
fn sealed_box(shared: &SharedConfig, sends_mail: bool) -> Result<SealedBox, ConfigError> {
    match shared.mail_sealing_secret_keys() {
        Ok(keys) => Ok(SealedBox::of(&keys)),
        Err(error) if sends_mail => Err(error),
        Err(_) => Ok(SealedBox::new(&SecretKey::generate(&mut OsRng).to_bytes())),
    }
}

/// What fills the copies of accounts, members and homes.
fn fill(shared: &SharedConfig, db: Db, sealed_box: SealedBox) -> Result<Fill, ConfigError> {
    let identity = client::channel("LINTEL_IDENTITY_URL", &shared.identity_url, shared)?;
    let portfolio = client::channel("LINTEL_PORTFOLIO_URL", &shared.portfolio_url, shared)?;
    Ok(Fill {
        db,
        identity: identity.untraced(),
        portfolio: portfolio.untraced(),
        sealed_box,
        key: shared.service_key()?,
    })
}

/// What handles each stream.
struct Handlers {
    identity: IdentityEvents,
    tenancy: TenancyEvents,
    viewings: ViewingEvents,
    maintenance: MaintenanceEvents,
    portfolio: PortfolioEvents,
    listings: ListingEvents,
}

impl Handlers {
    /// `domain`, the sender's, is used in message ids; nobody gets more mails than `allowance`; `wake` starts the mail job.
    fn new(
        domain: &str,
        sealed_box: &SealedBox,
        allowance: MailAllowance,
        wake: &Arc<Notify>,
    ) -> Self {
        let domain = || domain.to_owned();
        let (sealed_box, wake) = (|| sealed_box.clone(), || wake.clone());
        Self {
            identity: IdentityEvents::new(domain(), sealed_box(), allowance, wake()),
            tenancy: TenancyEvents::new(domain(), sealed_box(), allowance, wake()),
            viewings: ViewingEvents::new(domain(), sealed_box(), allowance, wake()),
            maintenance: MaintenanceEvents::new(domain(), sealed_box(), allowance, wake()),
            portfolio: PortfolioEvents::new(domain(), sealed_box(), allowance, wake()),
            listings: ListingEvents::new(domain(), sealed_box(), allowance, wake()),
        }
    }

    const fn without_mail() -> Self {
        Self {
            identity: IdentityEvents::without_mail(),
            tenancy: TenancyEvents::without_mail(),
            viewings: ViewingEvents::without_mail(),
            maintenance: MaintenanceEvents::without_mail(),
            portfolio: PortfolioEvents::without_mail(),
            listings: ListingEvents::without_mail(),
        }
    }
}

impl Service for Notifications {
    const NAME: &'static str = "notifications";
    const DEFAULTS: &'static str = include_str!("../config.default.toml");
    type Config = Config;

    fn listen(config: &Config) -> SocketAddr {
        config.listen
    }

    fn validate(shared: &SharedConfig, config: &Config) -> Result<(), ConfigError> {
        config::validate(shared, config)
    }

    async fn serve(settings: Settings<Config>, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let Settings { shared, own } = settings;
        let stop = lifecycle.stop.clone();

        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let db = Db::connect(&own.database)?;
        let (verifier, access) = callers::verified(&shared, clock.clone(), &lifecycle)?;
        let nats = lintel_bus::connect(Self::NAME, &shared.nats_url).await?;
        let jetstream = async_nats::jetstream::new(nats);

        let mail = MailSettings::read(&shared)?;
        let allowance = allowance(&shared)?;
        let sealed_box = sealed_box(&shared, mail.is_some())?;
        let failures = Failures::new(sealed_box.clone(), News::new(sealed_box.clone()));
        let (schedule, lease) = (own.delivery.schedule(), own.delivery.lease);
        let outward = Outward::try_new(&shared, &own, &db, &sealed_box, &failures)?;
        outward.spawn(&lifecycle);
        let deliveries = Deliveries::new(db.clone(), schedule, lease, failures);
        let backups = Backups::new(
            db.clone(),
            clock.clone(),
            sealed_box.clone(),
            News::new(sealed_box.clone()),
            own.backup.again,
        );
        lifecycle.spawn(
            "backup job",
            jobs::make_backups(backups.clone(), Holdings::try_new(&shared)?, stop.clone()),
        );
        let previews = previews(db.clone(), &shared, &sealed_box, clock.clone())?;
        let parts = Parts {
            db: db.clone(),
            clock,
            sealed_box: sealed_box.clone(),
            outward,
            backups,
            verifier,
            previews,
        };
        lifecycle.spawn(
            "mail metrics",
            jobs::watch_queue(deliveries.clone(), stop.clone()),
        );
        lifecycle.spawn(
            "sweep",
            jobs::sweep(deliveries.clone(), parts.inbox(), stop.clone()),
        );
        let (handlers, fill) = match mail {
            Some(mail) => {
                let wake = Arc::new(Notify::new());
                let handlers = Handlers::new(mail.domain(), &sealed_box, allowance, &wake);
                let fill = fill(&shared, db.clone(), sealed_box.clone())?;
                let digests = Digests::new(
                    db.clone(),
                    parts.clock.clone(),
                    sealed_box.clone(),
                    mail.domain().to_owned(),
                );
                lifecycle.spawn(
                    "digests",
                    jobs::send_digests(digests, wake.clone(), stop.clone()),
                );
                let bundles = Bundles::new(
                    db.clone(),
                    sealed_box.clone(),
                    allowance,
                    mail.domain().to_owned(),
                );
                lifecycle.spawn(
                    "bundles",
                    jobs::send_bundles(bundles, wake.clone(), stop.clone()),
                );
                let from = (sealed_box, SignedCopies::try_new(&shared)?);
                let job = mail_job(deliveries, &own.delivery, mail, from, wake)?;
                lifecycle.spawn("mail job", job.run(stop.clone()));
                (handlers, Some(fill))
            }
            None => {
                tracing::info!(
                    "there is no mail transport; mails that are asked for are passed over"
                );
                (Handlers::without_mail(), None)
            }
        };
        let consumer = Consumer::new(
            topology::NOTIFICATIONS_IDENTITY,
            db.clone(),
            jetstream.clone(),
            handlers.identity,
        );
        let attached = consumer.attached();
        lifecycle.spawn("consumer of identity", consumer.run(stop.clone()));
        let (tenancy, viewings, maintenance) = (
            topology::NOTIFICATIONS_TENANCY,
            topology::NOTIFICATIONS_VIEWINGS,
            topology::NOTIFICATIONS_MAINTENANCE,
        );
        let (portfolio, listings) = (
            topology::NOTIFICATIONS_PORTFOLIO,
            topology::NOTIFICATIONS_LISTINGS,
        );
        let portfolio = Consumer::new(portfolio, db.clone(), jetstream.clone(), handlers.portfolio);
        let listings = Consumer::new(listings, db.clone(), jetstream.clone(), handlers.listings);
        let tenancy = Consumer::new(tenancy, db.clone(), jetstream.clone(), handlers.tenancy);
        let viewings = Consumer::new(viewings, db.clone(), jetstream.clone(), handlers.viewings);
        let maintenance = Consumer::new(
            maintenance,
            db.clone(),
            jetstream.clone(),
            handlers.maintenance,
        );
        // Not part of the readiness: until it is known who belongs to an organisation, nobody of it is told anything, and requests wait.
        lifecycle.spawn("consumers of mails", {
            let (db, stop) = (db.clone(), stop.clone());
            async move {
                match fill {
                    Some(fill) => fill.at_first_start(&stop).await,
                    None => jobs::note_unfilled(&db, &stop).await,
                }
                let tenancy = tenancy.run(stop.clone());
                let viewings = viewings.run(stop.clone());
                let (portfolio, listings) =
                    (portfolio.run(stop.clone()), listings.run(stop.clone()));
                tokio::try_join!(
                    tenancy,
                    viewings,
                    portfolio,
                    listings,
                    maintenance.run(stop)
                )?;
                Ok(())
            }
        });
        lifecycle.spawn("relay", Relay::new(db.clone(), jetstream).run(stop.clone()));

        let health = Health::starting().await;
        let (routes, verifier) = (routes(&parts), parts.verifier);
        health.follow(&lifecycle, move || {
            let (db, attached) = (db.clone(), *attached.borrow());
            let verifier = verifier.clone();
            async move { attached && verifier.has_keys() && db.ping().await.is_ok() }
        });
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
        if name == Fill::COMMAND {
            let db = Db::connect(&own.database)?;
            let sealed_box = sealed_box(&shared, true)?;
            let filled = fill(&shared, db, sealed_box)?.again().await?;
            return Ok(Some(filled.to_string()));
        }
        if name != DeadLetters::COMMAND {
            return Ok(None);
        }
        // Nothing is woken here: the running processes find a new delivery when they next look for due ones.
        let handlers = match MailSettings::read(&shared)? {
            Some(mail) => {
                let sealed_box = sealed_box(&shared, true)?;
                Handlers::new(
                    mail.domain(),
                    &sealed_box,
                    allowance(&shared)?,
                    &Arc::default(),
                )
            }
            None => Handlers::without_mail(),
        };
        let letters = DeadLetters::new(Db::connect(&own.database)?)
            .with(topology::NOTIFICATIONS_IDENTITY, handlers.identity)
            .with(topology::NOTIFICATIONS_TENANCY, handlers.tenancy)
            .with(topology::NOTIFICATIONS_VIEWINGS, handlers.viewings)
            .with(topology::NOTIFICATIONS_MAINTENANCE, handlers.maintenance)
            .with(topology::NOTIFICATIONS_PORTFOLIO, handlers.portfolio)
            .with(topology::NOTIFICATIONS_LISTINGS, handlers.listings);
        letters.command(arguments).await.map(Some)
    }

    fn bare_command(name: &str, arguments: &[String]) -> anyhow::Result<Handled> {
        match name {
            sealing_key::COMMAND => sealing_key::generate(arguments)?,
            sealing_key::ROTATE => sealing_key::rotate(arguments)?,
            push_key::COMMAND => push_key::generate(arguments)?,
            Fact::COMMAND => print_table()?,
            _ => return Ok(Handled::No),
        }
        Ok(Handled::Yes)
    }
}
