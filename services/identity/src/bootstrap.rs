//! The composition root: what the service is made of, from top to bottom.

use std::{net::SocketAddr, num::NonZero, sync::Arc, time::Duration};

use lintel_auth::{AccessLayer, TokenVerifier};
use lintel_bus::Relay;
use lintel_core::{Clock, Error, SystemClock};
use lintel_db::{DatabaseConfig, Db};
use lintel_proto::identity::v1::{
    account_service_server::AccountServiceServer, session_service_server::SessionServiceServer,
    settings_service_server::SettingsServiceServer,
};
use lintel_runtime::{
    ConfigError, Handled, Health, Lifecycle, Service, Settings, SharedConfig, secrets::Key,
};
use serde::Deserialize;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use crate::{
    app::{
        accounts::Accounts,
        hashing::PasswordHasher,
        login::Login,
        resend,
        sessions::{Sessions, TokenMaker},
        settings::UserSettings,
        signing_keys::SigningKeys,
        verification::Verification,
    },
    domain::{
        password::{self, PasswordPolicy},
        secrets::Secrets,
    },
    events::MailSealer,
    grpc::{AccountGrpc, SessionGrpc, SettingsGrpc},
    jobs,
};

/// The service's migrations; the shared tables come with `lintel-db`.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// The identity service.
#[derive(Debug)]
pub struct Identity;

/// The service's own settings; `config.default.toml` explains each key.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where gRPC is served.
    pub listen: SocketAddr,
    /// How the database is reached.
    pub database: DatabaseConfig,
    /// How much of the machine hashing may take.
    pub hashing: HashingConfig,
}

/// The `[hashing]` section.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HashingConfig {
    /// Passwords that are hashed at the same time; 0 means one for each core.
    pub threads: usize,
    /// Calls that may wait for a thread.
    pub queue: usize,
}

/// What the service is made of; tests bring a clock and keys of their own.
#[derive(Debug)]
pub struct Parts {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Seals secrets at rest.
    pub master_key: Key,
    /// Seals mails to notifications; none where no mail transport is configured.
    pub mail_sealing_key: Option<Key>,
    /// The shortest password.
    pub password_minimum: usize,
    /// How much of the machine hashing may take.
    pub hashing: HashingConfig,
}

/// Makes the service of its parts: its RPCs, and the verifier that accepts the tokens it makes. Background work is spawned
/// on `lifecycle`.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away; [`Error::Internal`] when the signing key does not open.
pub async fn assemble(
    parts: Parts,
    lifecycle: &Lifecycle,
) -> Result<(Routes, TokenVerifier), Error> {
    let Parts { db, clock, .. } = parts;
    let secrets = Secrets::derive(&parts.master_key);

    let keys = SigningKeys::load_or_create(&db, &secrets, clock.as_ref()).await?;
    let verifier = TokenVerifier::new(clock.clone());
    verifier.replace_keys(&keys.verifying);
    let tokens = TokenMaker::new(keys.signer.clone());

    let threads = match parts.hashing.threads {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        threads => threads,
    };
    let hasher = PasswordHasher::new(threads, parts.hashing.queue)?;

    let mail = parts.mail_sealing_key.map(|key| MailSealer::new(*key));
    let verification = Verification::new(db.clone(), clock.clone(), secrets.clone(), mail);
    let (resend, worker) = resend::queue(db.clone(), clock.clone(), verification.clone());
    lifecycle.spawn("resend", {
        let stop = lifecycle.stop.clone();
        async move {
            worker.run(stop).await;
            Ok(())
        }
    });

    let accounts = Accounts {
        db: db.clone(),
        clock: clock.clone(),
        secrets: secrets.clone(),
        hasher: hasher.clone(),
        policy: PasswordPolicy::new(parts.password_minimum),
        verification: verification.clone(),
    };
    let login = Login::new(
        db.clone(),
        clock.clone(),
        secrets.clone(),
        hasher,
        tokens.clone(),
    );
    let sessions = Sessions {
        db: db.clone(),
        clock,
        secrets: secrets.clone(),
        tokens,
        verifier: verifier.clone(),
    };
    let account = AccountGrpc::new(accounts, verification, resend, secrets);
    let session = SessionGrpc::new(login, sessions, keys);
    let settings = SettingsGrpc::new(UserSettings::new(db));
    let routes = Routes::new(AccountServiceServer::new(account))
        .add_service(SessionServiceServer::new(session))
        .add_service(SettingsServiceServer::new(settings));
    Ok((routes, verifier))
}

impl Service for Identity {
    const NAME: &'static str = "identity";
    const DEFAULTS: &'static str = include_str!("../config.default.toml");
    type Config = Config;

    fn listen(config: &Config) -> SocketAddr {
        config.listen
    }

    fn validate(shared: &SharedConfig, _config: &Config) -> Result<(), ConfigError> {
        let allowed = password::BUILT_IN_MINIMUM..=password::LONGEST;
        if allowed.contains(&password_minimum(shared)) {
            Ok(())
        } else {
            Err(ConfigError::new(
                "LINTEL_PASSWORD_MIN_LENGTH",
                format!("must be from {} to {}", allowed.start(), allowed.end()),
            ))
        }
    }

    async fn serve(settings: Settings<Config>, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let shared = &settings.shared;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let service_key = shared.service_key()?;
        let master_key = shared.master_key()?;
        let mail_sealing_key = shared
            .sends_mail()
            .then(|| shared.mail_sealing_public_key())
            .transpose()?;
        let db = Db::connect(&settings.own.database)?;
        let nats = lintel_bus::connect(Self::NAME, &shared.nats_url).await?;

        if !wait_for_database(&db, &lifecycle).await {
            return Ok(());
        }
        let parts = Parts {
            db: db.clone(),
            clock: clock.clone(),
            master_key,
            mail_sealing_key,
            password_minimum: password_minimum(shared),
            hashing: settings.own.hashing,
        };
        let (routes, verifier) = assemble(parts, &lifecycle).await?;
        let access = AccessLayer::new(verifier, service_key)?;

        let jetstream = async_nats::jetstream::new(nats);
        let relay = Relay::new(db.clone(), jetstream).run(lifecycle.stop.clone());
        lifecycle.spawn("relay", relay);

        let cleanup = jobs::cleanup::run(db.clone(), clock, lifecycle.stop.clone());
        lifecycle.spawn("cleanup", async move {
            cleanup.await;
            Ok(())
        });

        let health = Health::starting().await;
        health.follow(&lifecycle, move || {
            let db = db.clone();
            async move { db.ping().await.is_ok() }
        });
        lintel_runtime::grpc::serve(settings.own.listen, routes, access, health, &lifecycle).await
    }

    async fn migrate(settings: Settings<Config>) -> anyhow::Result<Handled> {
        lintel_db::migrate(&settings.own.database.owner_url, &MIGRATOR).await?;
        Ok(Handled::Yes)
    }
}

fn password_minimum(shared: &SharedConfig) -> usize {
    shared
        .password_min_length
        .map_or(password::BUILT_IN_MINIMUM, usize::from)
}

/// Nothing can be served without the signing key, which is in the database: a service that starts before its database
/// waits for it. `false` when the process is told to stop meanwhile.
async fn wait_for_database(db: &Db, lifecycle: &Lifecycle) -> bool {
    const PAUSE: Duration = Duration::from_millis(250);
    while let Err(error) = db.ping().await {
        tracing::warn!(%error, "waiting for the database");
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = lifecycle.stop.cancelled() => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_password_can_be_raised_and_never_lowered() -> anyhow::Result<()> {
        let config = Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            database: serde_json::from_value(
                serde_json::json!({"url": "", "worker_url": "", "owner_url": ""}),
            )?,
            hashing: HashingConfig {
                threads: 0,
                queue: 16,
            },
        };
        for (length, refused) in [
            (None, false),
            (Some(5), true),
            (Some(6), false),
            (Some(128), false),
            (Some(129), true),
        ] {
            let values = serde_json::json!({"profile": "dev", "password_min_length": length});
            let shared = SharedConfig::defaults_with(values)?;
            let key = Identity::validate(&shared, &config)
                .err()
                .map(|error| error.key);
            let expected = refused.then(|| "LINTEL_PASSWORD_MIN_LENGTH".to_owned());
            assert_eq!(key, expected, "{length:?}");
        }
        Ok(())
    }
}
