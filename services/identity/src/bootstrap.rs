//! Builds the service from its parts.

use std::{
    net::SocketAddr,
    num::{NonZero, NonZeroU32},
    sync::Arc,
    time::Duration,
};

use lintel_auth::{AccessLayer, TokenVerifier};
use lintel_bus::Relay;
use lintel_core::{Clock, Error, SystemClock};
use lintel_db::Db;
use lintel_proto::identity::v1::{
    account_service_server::AccountServiceServer, api_key_service_server::ApiKeyServiceServer,
    backup_access_service_server::BackupAccessServiceServer,
    email_change_service_server::EmailChangeServiceServer,
    invitation_service_server::InvitationServiceServer,
    landlord_contact_service_server::LandlordContactServiceServer,
    organisation_service_server::OrganisationServiceServer,
    password_service_server::PasswordServiceServer, privacy_service_server::PrivacyServiceServer,
    second_factor_service_server::SecondFactorServiceServer,
    security_log_service_server::SecurityLogServiceServer,
    session_service_server::SessionServiceServer, settings_service_server::SettingsServiceServer,
    snapshot_service_server::SnapshotServiceServer,
};
use lintel_runtime::{
    ConfigError, Handled, Health, Lifecycle, Profile, Service, Settings, SharedConfig,
    limits::Quotas,
    secrets::{Key, MasterKeys},
};
use lintel_sealing::Sealer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use crate::{
    app::{
        acceptance::Acceptance,
        accounts::Accounts,
        api_keys::ApiKeys,
        backups::Backups,
        begin_session::SessionBeginner,
        call_limits::CallLimits,
        deletion::Deletion,
        email_change::EmailChange,
        exports::Exports,
        hashing::PasswordHasher,
        invitations::Invitations,
        keyring,
        landlord::Landlords,
        login::Login,
        login_code::LoginCode,
        mail_requests,
        members::Members,
        notices::Notices,
        organisations::Organisations,
        own_sessions::OwnSessions,
        password_change::PasswordChange,
        passwords::Passwords,
        proof::PasswordProof,
        second_factor::SecondFactor,
        security_log::SecurityLog,
        sessions::{Sessions, TokenMaker},
        settings::UserSettings,
        signing_keys::SigningKeys,
        snapshots::Snapshots,
        spray::SprayWatch,
        verification::Verification,
    },
    commands,
    config::{Config, HashingConfig},
    domain::password::{self, PasswordPolicy},
    events::MailSealer,
    grpc::{
        AccountGrpc, ApiKeyGrpc, BackupAccessGrpc, EmailChangeGrpc, GuardLayer, InvitationGrpc,
        LandlordContactGrpc, OrganisationGrpc, PasswordGrpc, PrivacyGrpc, SecondFactorGrpc,
        SecurityLogGrpc, SessionGrpc, SettingsGrpc, SnapshotGrpc,
    },
    jobs,
};

/// The service's migrations; the shared tables come with `lintel-db`.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// The identity service.
#[derive(Debug)]
pub struct Identity;

/// The parts that the service is built from; tests bring their own clock and keys.
#[derive(Debug)]
pub struct Parts {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The master keys that open the root key, from which identity's keys are derived.
    pub master_keys: MasterKeys,
    /// The public key that mails to notifications are sealed with; `None` where no mail transport is configured.
    pub mail_sealing_key: Option<Key>,
    /// The public key of tenancy-applications, to which accounts' addresses are sealed.
    pub tenancy_sealing_key: Key,
    /// Seals what only viewings-maintenance may read.
    pub viewings_sealing_key: Key,
    /// The shortest password.
    pub password_minimum: usize,
    /// The most passwords that are hashed at once, and that wait.
    pub hashing: HashingConfig,
    /// Exports of its data that an account may begin in a day.
    pub exports_per_day: NonZeroU32,
    /// The limits of calls that need no sign-in.
    pub quotas: Quotas,
    /// The interval at which signing keys are read again.
    pub key_refresh: Duration,
}

/// Builds the service: its RPCs, and the verifier that accepts the tokens it makes. Background work is spawned on `lifecycle`.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away; [`Error::Internal`] when no master key opens the root key.
pub async fn assemble(
    parts: Parts,
    lifecycle: &Lifecycle,
) -> Result<(Routes, TokenVerifier), Error> {
    let Parts { db, clock, .. } = parts;
    let secrets = keyring::open_or_create(&db, &parts.master_keys, clock.now()).await?;

    let limits = CallLimits {
        db: db.clone(),
        clock: clock.clone(),
        secrets: secrets.clone(),
        quotas: parts.quotas,
        spray: SprayWatch::new(
            db.clone(),
            clock.clone(),
            parts.quotas.failing_addresses.get(),
        ),
    };
    let verifier = TokenVerifier::new(clock.clone());
    let keys = SigningKeys::load_or_create(&db, &secrets, clock.clone(), verifier.clone()).await?;
    lifecycle.spawn("signing keys", {
        let watch = keys
            .clone()
            .watch(parts.key_refresh, lifecycle.stop.clone());
        async move {
            watch.await;
            Ok(())
        }
    });
    let tokens = TokenMaker::new(keys.clone());

    let threads = match parts.hashing.threads {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        threads => threads,
    };
    let hasher = PasswordHasher::new(threads, parts.hashing.queue)?;

    let policy = PasswordPolicy::new(parts.password_minimum);
    let snapshots = Snapshots {
        db: db.clone(),
        tenancy: Sealer::new(*parts.tenancy_sealing_key),
        viewings: Sealer::new(*parts.viewings_sealing_key),
        notifications: parts
            .mail_sealing_key
            .as_ref()
            .map(|key| Sealer::new(**key)),
    };
    lifecycle.spawn("snapshots", {
        let publishing = jobs::snapshots::run(snapshots.clone(), lifecycle.stop.clone());
        async move {
            publishing.await;
            Ok(())
        }
    });
    let mail = parts.mail_sealing_key.map(|key| MailSealer::new(*key));
    let verification = Verification::new(db.clone(), clock.clone(), secrets.clone(), mail.clone());
    let notices = Notices::new(mail.clone());
    let passwords = Passwords {
        db: db.clone(),
        clock: clock.clone(),
        hasher: hasher.clone(),
        policy,
        mail: mail.clone(),
        notices: notices.clone(),
        secrets: secrets.clone(),
    };
    let (mails, worker) = mail_requests::queue(
        db.clone(),
        clock.clone(),
        verification.clone(),
        passwords.clone(),
        notices.clone(),
    );
    lifecycle.spawn("mail requests", {
        let stop = lifecycle.stop.clone();
        async move {
            worker.run(stop).await;
            Ok(())
        }
    });

    let acceptance = Acceptance {
        db: db.clone(),
        clock: clock.clone(),
        hasher: hasher.clone(),
        policy,
        verifier: verifier.clone(),
    };
    let invitations = Invitations {
        db: db.clone(),
        clock: clock.clone(),
        secrets: secrets.clone(),
        mail: mail.clone(),
    };
    let invitation = InvitationGrpc::new(invitations, acceptance, secrets.clone());
    let accounts = Accounts {
        db: db.clone(),
        clock: clock.clone(),
        secrets: secrets.clone(),
        hasher: hasher.clone(),
        policy,
        verification: verification.clone(),
    };
    let beginner = SessionBeginner {
        clock: clock.clone(),
        secrets: secrets.clone(),
        tokens: tokens.clone(),
        notices: notices.clone(),
    };
    let login = Login::new(
        db.clone(),
        clock.clone(),
        hasher.clone(),
        beginner.clone(),
        secrets.clone(),
        mails.clone(),
    );
    let codes = LoginCode {
        db: db.clone(),
        clock: clock.clone(),
        secrets: secrets.clone(),
        beginner,
    };
    let proof = PasswordProof {
        db: db.clone(),
        clock: clock.clone(),
        hasher: hasher.clone(),
    };
    let change = PasswordChange {
        db: db.clone(),
        clock: clock.clone(),
        hasher: hasher.clone(),
        policy,
        proof: proof.clone(),
        notices: notices.clone(),
        secrets: secrets.clone(),
    };
    let email_change = EmailChange {
        db: db.clone(),
        clock: clock.clone(),
        proof: proof.clone(),
        mail,
        notices: notices.clone(),
    };
    let factors = SecondFactor {
        db: db.clone(),
        clock: clock.clone(),
        secrets: secrets.clone(),
        proof: proof.clone(),
        notices: notices.clone(),
    };
    let deletion = Deletion {
        db: db.clone(),
        clock: clock.clone(),
        secrets: secrets.clone(),
        proof,
        notices,
    };
    let sessions = Sessions {
        db: db.clone(),
        clock: clock.clone(),
        secrets: secrets.clone(),
        tokens: tokens.clone(),
        verifier: verifier.clone(),
    };
    let account = AccountGrpc::new(
        accounts,
        verification,
        mails.clone(),
        secrets.clone(),
        deletion.clone(),
    );
    let password = PasswordGrpc::new(passwords, change, mails, secrets.clone());
    let email_change = EmailChangeGrpc::new(email_change, secrets.clone());
    let session = SessionGrpc::new(
        login,
        sessions,
        OwnSessions {
            db: db.clone(),
            clock: clock.clone(),
        },
        codes,
        keys,
    );
    let api_key = ApiKeyGrpc::new(ApiKeys::new(
        db.clone(),
        clock.clone(),
        tokens.clone(),
        limits.clone(),
    ));
    let organisation = OrganisationGrpc::new(
        Organisations::new(db.clone(), clock.clone(), tokens.clone()),
        Members::new(db.clone(), clock.clone()),
        Landlords::new(db.clone(), clock.clone()),
    );
    let exports = Exports {
        db: db.clone(),
        clock: clock.clone(),
        tokens: tokens.clone(),
        verifier: verifier.clone(),
        per_day: parts.exports_per_day,
    };
    let privacy = PrivacyGrpc::new(exports, deletion, secrets);
    let log = SecurityLogGrpc::new(SecurityLog { db: db.clone() });
    let backups = BackupAccessGrpc::new(Backups {
        db: db.clone(),
        clock: clock.clone(),
        tokens,
    });
    let settings = SettingsGrpc::new(UserSettings { db, clock });
    let routes = Routes::new(AccountServiceServer::new(account))
        .add_service(ApiKeyServiceServer::new(api_key))
        .add_service(BackupAccessServiceServer::new(backups))
        .add_service(InvitationServiceServer::new(invitation))
        .add_service(LandlordContactServiceServer::new(LandlordContactGrpc::new(
            snapshots.clone(),
        )))
        .add_service(OrganisationServiceServer::new(organisation))
        .add_service(EmailChangeServiceServer::new(email_change))
        .add_service(PasswordServiceServer::new(password))
        .add_service(SessionServiceServer::new(session))
        .add_service(SecondFactorServiceServer::new(SecondFactorGrpc::new(
            factors,
        )))
        .add_service(PrivacyServiceServer::new(privacy))
        .add_service(SecurityLogServiceServer::new(log))
        .add_service(SettingsServiceServer::new(settings))
        .add_service(SnapshotServiceServer::new(SnapshotGrpc::new(snapshots)));
    let guarded = routes
        .into_axum_router()
        .layer(GuardLayer::new(limits, hasher));
    Ok((Routes::from(guarded), verifier))
}

impl Service for Identity {
    const NAME: &'static str = "identity";
    const DEFAULTS: &'static str = include_str!("../config.default.toml");
    type Config = Config;

    fn listen(config: &Config) -> SocketAddr {
        config.listen
    }

    fn validate(shared: &SharedConfig, _config: &Config) -> Result<(), ConfigError> {
        exports_per_day(shared)?;
        Quotas::of(shared)?;
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
        let master_keys = shared.master_keys()?;
        let mail_sealing_key = shared
            .sends_mail()
            .then(|| shared.mail_sealing_public_key())
            .transpose()?;
        let tenancy_sealing_key = shared.tenancy_sealing_public_key()?;
        let viewings_sealing_key = shared.viewings_sealing_public_key()?;
        let db = Db::connect(&settings.own.database)?;
        let nats = lintel_bus::connect(Self::NAME, &shared.nats_url).await?;

        if !wait_for_database(&db, &lifecycle).await {
            return Ok(());
        }
        let parts = Parts {
            db: db.clone(),
            clock: clock.clone(),
            master_keys,
            mail_sealing_key,
            tenancy_sealing_key,
            viewings_sealing_key,
            password_minimum: password_minimum(shared),
            hashing: settings.own.hashing,
            exports_per_day: exports_per_day(shared)?,
            quotas: Quotas::of(shared)?,
            key_refresh: shared.key_refresh,
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

    async fn command(
        settings: Settings<Config>,
        name: &str,
        arguments: &[String],
    ) -> anyhow::Result<Option<String>> {
        match name {
            "keys" => commands::keys(&settings, arguments).await.map(Some),
            _ => Ok(None),
        }
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

/// The operator's limit, else 5 a day (docs/reference/promises.md 3.4); in dev a hundred times that.
fn exports_per_day(shared: &SharedConfig) -> Result<NonZeroU32, ConfigError> {
    let usual = match shared.profile {
        Profile::Production => 5,
        Profile::Dev => 500,
    };
    NonZeroU32::new(shared.limit_export_per_day.unwrap_or(usual))
        .ok_or_else(|| ConfigError::new("LINTEL_LIMIT_EXPORT_PER_DAY", "a limit is at least 1"))
}

/// Nothing can be served without the signing key, which is in the database, so a service that starts before its database waits for
/// it. Returns `false` when the process is told to stop while it waits.
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
