//! The composition root: how the gateway is put together, read from top to bottom.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context as _;
use futures::future::join;
use lintel_auth::{AccessRules, KeyRefresh, TokenVerifier};
use lintel_core::{Clock, SystemClock};
use lintel_files::{Copied, FileStore};
use lintel_runtime::{
    ConfigError, Handled, Lifecycle, Service, Settings, SharedConfig,
    limits::{Quotas, Stored},
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic_health::server::HealthReporter;

use crate::{
    Gateway, api,
    clients::Clients,
    config::{self, Config},
    front::{
        activity::{self, Activity},
        address::Addresses,
        api_keys::ApiKeys,
        cookies::Cookies,
        full_queue::FullQueue,
        limits::Limits,
        readiness::Readiness,
        server::{self, Protocol},
        sessions::Sessions,
        shedding::Shedding,
        spa::Spa,
    },
    grpc_proxy,
    live::{self, Connection, Hub, OpenStreams},
    rest::openapi,
    router,
    state::Parts,
    uploads::Uploads,
};

/// Interval at which the counts of addresses without recent calls are dropped.
const FORGET: Duration = Duration::from_secs(60);

/// The command that copies all files from one storage to another.
const COPY_FILES: &str = "copy-files";

/// The gateway as a process.
#[derive(Debug)]
pub struct FrontDoor;

impl Service for FrontDoor {
    const NAME: &'static str = "gateway";
    const AT_THE_DOOR: bool = true;
    const DEFAULTS: &'static str = include_str!("../config.default.toml");
    type Config = Config;

    fn listen(config: &Config) -> SocketAddr {
        config.grpc_listen
    }

    fn validate(shared: &SharedConfig, config: &Config) -> Result<(), ConfigError> {
        config.proxies()?;
        Quotas::of(shared)?;
        Stored::of(shared)?;
        config::describes_itself(shared)?;
        shared.service_key().map(|_| ())
    }

    fn bare_command(name: &str, _: &[String]) -> anyhow::Result<Handled> {
        if name != "openapi" {
            return Ok(Handled::No);
        }
        write_out(&openapi::text(api::document())?);
        Ok(Handled::Yes)
    }

    async fn command(
        settings: Settings<Config>,
        name: &str,
        arguments: &[String],
    ) -> anyhow::Result<Option<String>> {
        if name != COPY_FILES {
            return Ok(None);
        }
        let [from, to] = arguments else {
            anyhow::bail!("{COPY_FILES} <from> <to>, each file:///folder or s3://bucket");
        };
        let from = FileStore::at(from, &settings.shared)?;
        let to = FileStore::at(to, &settings.shared)?;
        let Copied { files, known } = from.copy_to(&to).await?;
        Ok(Some(format!(
            "{files} files copied, {known} were there already."
        )))
    }

    async fn serve(settings: Settings<Config>, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let Settings { shared, own } = settings;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let verifier = TokenVerifier::new(clock.clone());
        let connection = Connection::default();
        let closing = CancellationToken::new();
        let files = FileStore::configured(&shared)?;
        let gateway = Gateway::new(Parts {
            public_url: shared.public_url.clone(),
            rules: AccessRules::from_contract()?,
            api_keys: ApiKeys::default(),
            sessions: Sessions::new(verifier.clone()),
            clients: Clients::new(&shared)?,
            service_key: shared.service_key()?,
            activity: Activity::default(),
            limits: Limits::new(&Quotas::of(&shared)?),
            full_queue: FullQueue::default(),
            addresses: Addresses::new(own.proxies()?),
            cookies: Cookies::new(&shared.public_url),
            hub: Hub::default(),
            streams: OpenStreams::default(),
            readiness: Readiness::new(connection.clone(), lifecycle.stop.clone()),
            uploads: Uploads::new(files.clone(), Stored::of(&shared)?),
            files,
            spa: Spa::new(own.web_dir),
            clock,
            stop: closing.clone(),
        });
        let http = listen(own.http_listen).await?;
        let grpc = listen(own.grpc_listen).await?;

        let identity = gateway.clients.identity().untraced();
        let keys = KeyRefresh::new(verifier, identity, shared.key_refresh);
        let stop = closing.clone();
        lifecycle.spawn("keys", async move {
            keys.run(stop).await;
            Ok(())
        });
        lifecycle.spawn(
            "events",
            live::run_feed(gateway.clone(), connection, shared.nats_url.clone()),
        );
        lifecycle.spawn("activity", activity::send_periodically(gateway.clone()));
        lifecycle.spawn("limits", forget_idle(gateway.clone()));
        lifecycle.spawn("drain", close_listeners(lifecycle.clone(), closing.clone()));

        let shedding = Shedding::new(own.requests_at_once);
        let health = HealthReporter::new();
        let integrators = grpc_proxy::router(
            gateway.clone(),
            shedding.clone(),
            health.clone(),
            config::describes_itself(&shared)?,
        )?;
        let reported = gateway.clone();
        lifecycle.spawn("health", async move {
            grpc_proxy::report_health(reported, health).await;
            Ok(())
        });
        let browsers = router::router(gateway, shedding);
        let stop = lifecycle.stop.clone();
        let doors = join(
            server::serve(
                http,
                Protocol::Http1,
                browsers,
                stop.clone(),
                closing.clone(),
            ),
            server::serve(grpc, Protocol::Http2, integrators, stop, closing),
        );
        tokio::select! {
            ((), ()) = doors => {}
            () = lifecycle.overdue() => tracing::warn!("some requests did not end in time and were dropped"),
        }
        Ok(())
    }
}

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("listening on {address}"))?;
    tracing::info!(listen = %listener.local_addr()?, "serving");
    Ok(listener)
}

async fn forget_idle(gateway: Gateway) -> anyhow::Result<()> {
    loop {
        tokio::select! {
            () = gateway.stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(FORGET) => gateway.limits.forget_idle(),
        }
    }
}

/// Readiness fails from `stop` on; listeners close a little later, so that load balancers have time to notice.
async fn close_listeners(lifecycle: Lifecycle, closing: CancellationToken) -> anyhow::Result<()> {
    lifecycle.closing().await;
    closing.cancel();
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a command's answer")]
fn write_out(text: &str) {
    print!("{text}");
}
