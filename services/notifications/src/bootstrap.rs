//! The composition root: what the service is made of, from top to bottom.

use std::{net::SocketAddr, sync::Arc};

use lintel_auth::{AccessLayer, TokenVerifier};
use lintel_bus::{Consumer, DeadLetters, Relay, topology};
use lintel_core::SystemClock;
use lintel_db::Db;
use lintel_runtime::{
    ConfigError, Handled, Health, Lifecycle, Service, Settings, SharedConfig, client,
};
use tokio::sync::Notify;
use tonic::service::Routes;

use crate::{
    app::Deliveries,
    config::{self, Config, DeliveryConfig, MailSettings},
    consumers::{IdentityEvents, MaintenanceEvents, TenancyEvents, ViewingEvents},
    jobs::{self, Fill, MailJob, Pace},
    mail::{Composer, SealedBox, Transport},
    sealing_key,
    store::MIGRATOR,
};

/// The notifications service.
#[derive(Debug)]
pub struct Notifications;

/// The job that sends due `deliveries`; `wake` starts it when there are new ones.
///
/// # Errors
/// [`ConfigError`] for a transport that cannot be used; any other error is a broken template of this program.
pub fn mail_job(
    deliveries: Deliveries,
    config: &DeliveryConfig,
    mail: MailSettings,
    sealed_box: SealedBox,
    wake: Arc<Notify>,
) -> anyhow::Result<MailJob> {
    let transport = Transport::try_new(&mail.smtp_url, config.at_once, config.smtp_timeout)?;
    Ok(MailJob::new(
        deliveries,
        sealed_box,
        Composer::try_new(mail.from, mail.public_url)?,
        transport,
        wake,
        Pace {
            at_once: usize::try_from(config.at_once)?,
            poll: config.poll,
            while_down_every: config.while_down_every,
        },
    ))
}

/// What fills the copies of accounts and members from identity.
fn fill(shared: &SharedConfig, db: Db) -> Result<Fill, ConfigError> {
    let identity = client::channel("LINTEL_IDENTITY_URL", &shared.identity_url)?;
    Ok(Fill {
        db,
        identity: identity.untraced(),
        key: shared.service_key()?,
    })
}

/// What handles each stream.
struct Handlers {
    identity: IdentityEvents,
    tenancy: TenancyEvents,
    viewings: ViewingEvents,
    maintenance: MaintenanceEvents,
}

impl Handlers {
    /// `domain`, the sender's, is used in message ids; `wake` starts the mail job.
    fn new(domain: &str, sealed_box: &SealedBox, wake: &Arc<Notify>) -> Self {
        let domain = || domain.to_owned();
        let (sealed_box, wake) = (|| sealed_box.clone(), || wake.clone());
        Self {
            identity: IdentityEvents::new(domain(), wake()),
            tenancy: TenancyEvents::new(domain(), sealed_box(), wake()),
            viewings: ViewingEvents::new(domain(), sealed_box(), wake()),
            maintenance: MaintenanceEvents::new(domain(), sealed_box(), wake()),
        }
    }

    const fn without_mail() -> Self {
        Self {
            identity: IdentityEvents::without_mail(),
            tenancy: TenancyEvents::without_mail(),
            viewings: ViewingEvents::without_mail(),
            maintenance: MaintenanceEvents::without_mail(),
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

        let db = Db::connect(&own.database)?;
        let nats = lintel_bus::connect(Self::NAME, &shared.nats_url).await?;
        let jetstream = async_nats::jetstream::new(nats);

        let deliveries = Deliveries::new(db.clone(), own.delivery.schedule(), own.delivery.lease);
        lifecycle.spawn("sweep", jobs::sweep(deliveries.clone(), stop.clone()));
        lifecycle.spawn(
            "mail metrics",
            jobs::watch_queue(deliveries.clone(), stop.clone()),
        );
        let (handlers, fill) = match MailSettings::read(&shared)? {
            Some(mail) => {
                let wake = Arc::new(Notify::new());
                let sealed_box = SealedBox::of(&shared.mail_sealing_secret_keys()?);
                let handlers = Handlers::new(mail.domain(), &sealed_box, &wake);
                let job = mail_job(deliveries, &own.delivery, mail, sealed_box, wake)?;
                lifecycle.spawn("mail job", job.run(stop.clone()));
                (handlers, Some(fill(&shared, db.clone())?))
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
                tokio::try_join!(tenancy, viewings, maintenance.run(stop))?;
                Ok(())
            }
        });
        lifecycle.spawn("relay", Relay::new(db.clone(), jetstream).run(stop.clone()));

        // No RPCs of its own yet, so no keys are fetched to tell callers apart: without them the access layer refuses everything
        // but the health check.
        let verifier = TokenVerifier::new(Arc::new(SystemClock));
        let access = AccessLayer::new(verifier, shared.service_key()?)?;

        let health = Health::starting().await;
        health.follow(&lifecycle, move || {
            let (db, attached) = (db.clone(), *attached.borrow());
            async move { attached && db.ping().await.is_ok() }
        });
        lintel_runtime::grpc::serve(own.listen, Routes::default(), access, health, &lifecycle).await
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
            let rows = fill(&shared, db)?.fill().await?;
            return Ok(Some(format!("filled the copies with {rows} rows\n")));
        }
        if name != DeadLetters::COMMAND {
            return Ok(None);
        }
        // Nothing is woken here: the running processes find a new delivery when they next look for due ones.
        let handlers = match MailSettings::read(&shared)? {
            Some(mail) => {
                let sealed_box = SealedBox::of(&shared.mail_sealing_secret_keys()?);
                Handlers::new(mail.domain(), &sealed_box, &Arc::default())
            }
            None => Handlers::without_mail(),
        };
        let letters = DeadLetters::new(Db::connect(&own.database)?)
            .with(topology::NOTIFICATIONS_IDENTITY, handlers.identity)
            .with(topology::NOTIFICATIONS_TENANCY, handlers.tenancy)
            .with(topology::NOTIFICATIONS_VIEWINGS, handlers.viewings)
            .with(topology::NOTIFICATIONS_MAINTENANCE, handlers.maintenance);
        letters.command(arguments).await.map(Some)
    }

    fn bare_command(name: &str, arguments: &[String]) -> anyhow::Result<Handled> {
        match name {
            sealing_key::COMMAND => sealing_key::generate(arguments)?,
            sealing_key::ROTATE => sealing_key::rotate(arguments)?,
            _ => return Ok(Handled::No),
        }
        Ok(Handled::Yes)
    }
}
