//! One service on its own port, with a clock that the test moves.

use std::{num::NonZeroU32, sync::Arc};

use anyhow::Context as _;
use chrono::Duration;
use crypto_box::SecretKey;
use lintel_auth::{AccessLayer, ServiceKey, TokenVerifier};
use lintel_core::{Clock as _, FixedClock, SystemClock};
use lintel_db::Scope;
use lintel_identity::{HashingConfig, MIGRATOR, Parts, assemble};
use lintel_proto::{
    PublicEvent,
    access::v1::{Grade, Role},
    common::v1::Sealed,
    identity::v1::{
        AccountMail, AccountMailKind, AccountMailRequested, EmailVerificationRequested,
        LoginRequest, LoginResponse, MembershipChanged, SignUpRequest, SignUpResponse,
        VerificationMail, VerifyEmailRequest, account_service_client::AccountServiceClient,
        api_key_service_client::ApiKeyServiceClient,
        email_change_service_client::EmailChangeServiceClient,
        invitation_service_client::InvitationServiceClient,
        organisation_service_client::OrganisationServiceClient,
        password_service_client::PasswordServiceClient,
        privacy_service_client::PrivacyServiceClient,
        second_factor_service_client::SecondFactorServiceClient,
        security_log_service_client::SecurityLogServiceClient,
        session_service_client::SessionServiceClient,
        settings_service_client::SettingsServiceClient,
    },
};
use lintel_runtime::{Health, Lifecycle, SharedConfig, limits::Quotas, secrets::MasterKeys};
use lintel_testkit::TestDatabase;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use tokio::net::TcpListener;
use tonic::{Status, transport::Channel, transport::Endpoint};

pub const PASSWORD: &str = "correct horse 7";
pub const SERVICE_KEY: &str = "0123456789abcdef0123456789abcdef";
pub const MASTER_KEY: [u8; 32] = [7; 32];
/// The secret key of tenancy-applications.
pub const TENANCY_KEY: [u8; 32] = [9; 32];
/// The secret half of viewings-maintenance's key.
pub const VIEWINGS_KEY: [u8; 32] = [8; 32];

/// The differences between the services of tests.
pub struct Options {
    pub mail: bool,
    pub password_minimum: usize,
    pub hashing: HashingConfig,
    pub exports_per_day: NonZeroU32,
    /// The operator's limits, by their names in the shared configuration.
    pub limits: Value,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mail: true,
            password_minimum: 6,
            hashing: HashingConfig {
                threads: 2,
                queue: 64,
            },
            exports_per_day: NonZeroU32::MIN.saturating_add(4),
            limits: json!({}),
        }
    }
}

pub struct Stack {
    pub database: TestDatabase,
    pub clock: Arc<FixedClock>,
    pub verifier: TokenVerifier,
    pub account: AccountServiceClient<Channel>,
    pub api_key: ApiKeyServiceClient<Channel>,
    pub invitation: InvitationServiceClient<Channel>,
    pub organisation: OrganisationServiceClient<Channel>,
    pub password: PasswordServiceClient<Channel>,
    pub privacy: PrivacyServiceClient<Channel>,
    pub email: EmailChangeServiceClient<Channel>,
    pub factors: SecondFactorServiceClient<Channel>,
    pub log: SecurityLogServiceClient<Channel>,
    pub session: SessionServiceClient<Channel>,
    pub settings: SettingsServiceClient<Channel>,
    pub channel: Channel,
    mail_key: SecretKey,
    lifecycle: Lifecycle,
}

impl Drop for Stack {
    fn drop(&mut self) {
        self.lifecycle.stop.cancel();
    }
}

impl Stack {
    pub async fn new() -> anyhow::Result<Self> {
        Self::with(Options::default()).await
    }

    pub async fn with(options: Options) -> anyhow::Result<Self> {
        let database = TestDatabase::new("identity", &MIGRATOR).await?;
        let clock = Arc::new(FixedClock::new(SystemClock.now()));
        let mail_key = SecretKey::generate(&mut rand::rngs::OsRng);
        let lifecycle = Lifecycle::default();
        let parts = Parts {
            db: database.db.clone(),
            clock: clock.clone(),
            master_keys: MasterKeys::new(MASTER_KEY.into(), Vec::new()),
            mail_sealing_key: options
                .mail
                .then(|| mail_key.public_key().to_bytes().into()),
            tenancy_sealing_key: SecretKey::from_bytes(TENANCY_KEY)
                .public_key()
                .to_bytes()
                .into(),
            viewings_sealing_key: SecretKey::from_bytes(VIEWINGS_KEY)
                .public_key()
                .to_bytes()
                .into(),
            password_minimum: options.password_minimum,
            hashing: options.hashing,
            exports_per_day: options.exports_per_day,
            quotas: quotas(options.limits)?,
            key_refresh: std::time::Duration::from_secs(60),
        };
        let (routes, verifier) = assemble(parts, &lifecycle).await?;
        let access = AccessLayer::new(
            verifier.clone(),
            ServiceKey::new(SERVICE_KEY.to_owned().into()),
        )?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let health = Health::starting().await;
        let serving = lifecycle.clone();
        lifecycle.spawn("grpc", async move {
            lintel_runtime::grpc::serve_on(listener, routes, access, health, &serving).await
        });
        let channel = Endpoint::from_shared(format!("http://{address}"))?.connect_lazy();
        Ok(Self {
            database,
            clock,
            verifier,
            account: AccountServiceClient::new(channel.clone()),
            api_key: ApiKeyServiceClient::new(channel.clone()),
            invitation: InvitationServiceClient::new(channel.clone()),
            organisation: OrganisationServiceClient::new(channel.clone()),
            password: PasswordServiceClient::new(channel.clone()),
            privacy: PrivacyServiceClient::new(channel.clone()),
            email: EmailChangeServiceClient::new(channel.clone()),
            factors: SecondFactorServiceClient::new(channel.clone()),
            log: SecurityLogServiceClient::new(channel.clone()),
            session: SessionServiceClient::new(channel.clone()),
            settings: SettingsServiceClient::new(channel.clone()),
            channel,
            mail_key,
            lifecycle,
        })
    }

    /// Opens every connection of the pool, so that calls made at once really run at once.
    pub async fn warm_up(&self) -> anyhow::Result<()> {
        let held = (0..self.database.config.max_connections)
            .map(|_| self.database.db.begin(Scope::none()));
        for opened in futures::future::join_all(held).await {
            opened?;
        }
        Ok(())
    }

    pub fn wait(&self, time: Duration) {
        self.clock.advance(time);
    }

    pub async fn sign_up(&self, request: SignUpRequest) -> Result<SignUpResponse, Status> {
        let answer = self.account.clone().sign_up(request).await?;
        Ok(answer.into_inner())
    }

    pub async fn login(&self, email: &str, password: &str) -> Result<LoginResponse, Status> {
        let request = LoginRequest {
            email: email.to_owned(),
            password: password.to_owned(),
            user_agent: "test/1".to_owned(),
            device_token: String::new(),
        };
        Ok(self.session.clone().login(request).await?.into_inner())
    }

    /// Makes an account and verifies it by its link.
    pub async fn verified(&self, email: &str) -> anyhow::Result<i64> {
        let user = self
            .sign_up(landlord(email))
            .await?
            .user
            .context("a user")?;
        let token = self.mail(user.user_id).await?.token;
        self.verify_link(&token).await?;
        Ok(user.user_id)
    }

    /// Makes a verified account and signs in.
    pub async fn signed_in(&self, email: &str) -> anyhow::Result<LoginResponse> {
        self.verified(email).await?;
        Ok(self.login(email, PASSWORD).await?)
    }

    pub async fn verify_link(&self, token: &str) -> Result<(), Status> {
        let request = VerifyEmailRequest {
            token: token.to_owned(),
            request_id: String::new(),
        };
        self.account.clone().verify_email(request).await?;
        Ok(())
    }

    pub async fn verify_code(&self, code: &str) -> Result<(), Status> {
        let request = lintel_proto::identity::v1::VerifyEmailByCodeRequest {
            code: code.to_owned(),
            request_id: String::new(),
        };
        self.account.clone().verify_email_by_code(request).await?;
        Ok(())
    }

    /// The events of one type, oldest first.
    pub async fn events<E: PublicEvent + Default>(&self) -> anyhow::Result<Vec<E>> {
        let mut superuser = self.database.superuser().await?;
        let payloads: Vec<Vec<u8>> =
            sqlx::query_scalar("SELECT payload FROM outbox WHERE event_type = $1 ORDER BY seq")
                .bind(E::TYPE)
                .fetch_all(&mut superuser)
                .await?;
        payloads
            .iter()
            .map(|payload| Ok(E::decode(payload.as_slice())?))
            .collect()
    }

    /// Returns the events about members who did not found their organisation.
    pub async fn joined(&self) -> anyhow::Result<Vec<MembershipChanged>> {
        let mut told = self.events::<MembershipChanged>().await?;
        told.retain(|member| member.grade() != Grade::Owner);
        Ok(told)
    }

    /// The verification mails of an account, unsealed as notifications does it, oldest first.
    pub async fn mails(&self, user: i64) -> anyhow::Result<Vec<VerificationMail>> {
        self.events::<EmailVerificationRequested>()
            .await?
            .into_iter()
            .filter(|event| event.user_id == user)
            .map(|event| self.unseal(event.mail))
            .collect()
    }

    /// The mails of one kind to an account, unsealed as notifications does it, oldest first.
    pub async fn account_mails(
        &self,
        user: i64,
        kind: AccountMailKind,
    ) -> anyhow::Result<Vec<AccountMail>> {
        self.events::<AccountMailRequested>()
            .await?
            .into_iter()
            .filter(|event| event.user_id == user && event.kind() == kind)
            .map(|event| self.unseal(event.mail))
            .collect()
    }

    /// Opens data that identity sealed to notifications.
    pub fn unseal<M: prost::Message + Default>(&self, mail: Option<Sealed>) -> anyhow::Result<M> {
        let sealed = mail.context("sealed contents")?.ciphertext;
        let plain = self
            .mail_key
            .unseal(&sealed)
            .map_err(|_| anyhow::anyhow!("the mail does not open"))?;
        Ok(M::decode(plain.as_slice())?)
    }

    pub async fn mail(&self, user: i64) -> anyhow::Result<VerificationMail> {
        self.mails(user).await?.pop().context("a mail")
    }

    /// Runs a statement as the superuser and returns the number of rows written.
    pub async fn execute(&self, sql: &str) -> anyhow::Result<u64> {
        let mut superuser = self.database.superuser().await?;
        let done = sqlx::query(AssertSqlSafe(sql.to_owned()))
            .execute(&mut superuser)
            .await?;
        Ok(done.rows_affected())
    }

    /// One number, read as the superuser.
    pub async fn number(&self, sql: &str) -> anyhow::Result<i64> {
        let mut superuser = self.database.superuser().await?;
        Ok(sqlx::query_scalar(AssertSqlSafe(sql.to_owned()))
            .fetch_one(&mut superuser)
            .await?)
    }

    /// The contents of the given tables as text; bytes both as hexadecimal digits and as the letters that they may spell.
    pub async fn dump(&self, tables: &[&str]) -> anyhow::Result<String> {
        let mut superuser = self.database.superuser().await?;
        let mut text = String::new();
        for table in tables {
            let rows: Vec<String> =
                sqlx::query_scalar(AssertSqlSafe(format!("SELECT t::text FROM {table} t")))
                    .fetch_all(&mut superuser)
                    .await?;
            let bytes: Vec<String> = sqlx::query_scalar(
                "SELECT column_name::text FROM information_schema.columns
                 WHERE table_name = $1 AND data_type = 'bytea'",
            )
            .bind(table)
            .fetch_all(&mut superuser)
            .await?;
            text.extend(rows);
            for column in bytes {
                let letters: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!(
                    "SELECT encode({column}, 'escape') FROM {table} WHERE {column} IS NOT NULL"
                )))
                .fetch_all(&mut superuser)
                .await?;
                text.extend(letters);
            }
        }
        Ok(text)
    }
}

/// The limits of the dev profile, with these changes.
pub fn quotas(mut limits: Value) -> anyhow::Result<Quotas> {
    limits["profile"] = json!("dev");
    Ok(Quotas::of(&SharedConfig::defaults_with(limits)?)?)
}

/// A valid sign-up of a landlord.
pub fn landlord(email: &str) -> SignUpRequest {
    SignUpRequest {
        name: "Ada Lovelace".to_owned(),
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        role: Role::Landlord.into(),
        request_id: String::new(),
    }
}

/// A request with a bearer token.
pub fn bearing<T>(request: T, token: &str) -> anyhow::Result<tonic::Request<T>> {
    lintel_testkit::tokens::with_token(request, token)
}
