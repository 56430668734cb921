//! Common parts of the tests: a database, a key pair, deliveries to send and a job that sends them.

pub mod broker;
pub mod http;
pub mod server;
pub mod signed_copies;

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use crypto_box::SecretKey;
use lintel_core::{Clock as _, SystemClock, UserId};
use lintel_notifications::{
    app::{Deliveries, Failures, News},
    bootstrap::mail_job,
    config::{DeliveryConfig, MailSettings},
    domain::{DeliveryId, MailAllowance, NewDelivery, SmsCountries, Template},
    mail::{PublicUrl, SealedBox},
    store::MIGRATOR,
};
use lintel_proto::identity::v1::{AccountContact, VerificationMail};
use lintel_testkit::{TestDatabase, wait_for};
use prost::Message;
use rand::rngs::OsRng;
use tokio::{sync::Notify, task::JoinHandle};
use tokio_util::sync::CancellationToken;

pub const PATIENCE: Duration = Duration::from_secs(30);
pub const TOKEN: &str = "Zm9vYmFyYmF6cXV4-_0123456789abcdefghijklmno";
pub const CODE: &str = "7K3M-9QXT";
pub const DOMAIN: &str = "lintel.example";
/// The limits of production.
pub const ALLOWANCE: MailAllowance = MailAllowance {
    a_day: 12,
    of_one_sender: 6,
};
pub const PUBLIC_URL: &str = "http://127.0.0.1:8080";

/// A notifications database, and the key that mails are sealed to.
pub struct Bench {
    pub database: TestDatabase,
    pub key: SecretKey,
}

/// A job at work; told to stop and waited for by `stop`.
pub struct Running {
    pub wake: Arc<Notify>,
    stop: CancellationToken,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Running {
    pub async fn stop(self) -> anyhow::Result<()> {
        self.stop.cancel();
        self.task.await?
    }

    /// Tells the job to stop and does not wait for it.
    pub fn begin_to_stop(&self) {
        self.stop.cancel();
    }
}

/// A job at work; told to stop and waited for by `stop`.
pub struct Job {
    stop: CancellationToken,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Job {
    pub fn start<F>(job: impl FnOnce(CancellationToken) -> F) -> Self
    where
        F: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        let stop = CancellationToken::new();
        Self {
            task: tokio::spawn(job(stop.clone())),
            stop,
        }
    }

    pub async fn stop(self) -> anyhow::Result<()> {
        self.stop.cancel();
        self.task.await?
    }
}

/// The delays of production are minutes; a test's are as short as can be told apart.
pub fn brisk() -> DeliveryConfig {
    DeliveryConfig {
        at_once: 4,
        smtp_timeout: Duration::from_secs(5),
        lease: Duration::from_secs(30),
        poll: Duration::from_millis(20),
        while_down_every: Duration::from_millis(20),
        retry_delays: vec![Duration::from_millis(20).into(); 3],
        then_every: Duration::from_millis(20),
        then_times: 2,
    }
}

pub fn mail_for(name: &str, email: &str) -> VerificationMail {
    VerificationMail {
        recipient_name: name.to_owned(),
        recipient_email: email.to_owned(),
        token: TOKEN.to_owned(),
        code: CODE.to_owned(),
    }
}

pub fn in_a_day() -> DateTime<Utc> {
    SystemClock.now() + TimeDelta::hours(24)
}

impl Bench {
    pub async fn new() -> anyhow::Result<Self> {
        lintel_testkit::install_tls();
        Ok(Self {
            database: TestDatabase::new("notifications", &MIGRATOR).await?,
            key: SecretKey::generate(&mut OsRng),
        })
    }

    pub fn seal(&self, mail: &impl Message) -> Vec<u8> {
        self.key
            .public_key()
            .seal(&mut OsRng, &mail.encode_to_vec())
            .unwrap_or_default()
    }

    /// Returns the box that opens messages sealed to the key.
    pub fn sealed_box(&self) -> SealedBox {
        SealedBox::new(&self.key.to_bytes())
    }

    /// Returns the handling of mails that come back.
    pub fn what_follows(&self) -> Failures {
        Failures::new(self.sealed_box(), News::new(self.sealed_box()))
    }

    /// Keeps how an account is reached, as identity tells of it.
    pub async fn keep_contact(&self, user: UserId, contact: &AccountContact) -> anyhow::Result<()> {
        let mut admin = self.database.superuser().await?;
        sqlx::query(
            "INSERT INTO contacts (user_id, contact, version) VALUES ($1, $2, 1)
             ON CONFLICT (user_id) DO UPDATE SET contact = excluded.contact",
        )
        .bind(user.get())
        .bind(self.seal(contact))
        .execute(&mut admin)
        .await?;
        Ok(())
    }

    /// Keeps that a number is the account's.
    pub async fn keep_phone(&self, user: UserId, number: &str) -> anyhow::Result<()> {
        let mut admin = self.database.superuser().await?;
        sqlx::query(
            "INSERT INTO phones (user_id, number_digest, verified_at) VALUES ($1, $2, now()) ON CONFLICT (user_id) DO NOTHING",
        )
        .bind(user.get())
        .bind(&self.sealed_box().phone_digest(number)[..])
        .execute(&mut admin)
        .await?;
        Ok(())
    }

    /// The countries that text messages go to.
    pub fn countries(&self) -> anyhow::Result<SmsCountries> {
        SmsCountries::parse("GB").ok_or_else(|| anyhow::anyhow!("no country"))
    }

    /// Records a mail as the consumer does.
    pub async fn request(
        &self,
        token: i64,
        mail: &VerificationMail,
        not_after: DateTime<Utc>,
    ) -> anyhow::Result<DeliveryId> {
        let delivery = NewDelivery::new(
            Template::EmailVerification,
            format!("email-verification:token/{token}"),
            Some(UserId::new(7)),
            self.seal(mail),
            not_after,
            DOMAIN,
        );
        let mut tx = self.database.db.begin_worker().await?;
        anyhow::ensure!(Deliveries::request(&mut tx, delivery.clone()).await?);
        tx.commit().await?;
        Ok(delivery.id)
    }

    pub fn deliveries(&self, config: &DeliveryConfig) -> Deliveries {
        let db = self.database.db.clone();
        Deliveries::new(db, config.schedule(), config.lease, self.what_follows())
    }

    /// Starts a job that sends to the server at `smtp_url`.
    pub fn start(&self, smtp_url: &str, config: &DeliveryConfig) -> anyhow::Result<Running> {
        let mail = MailSettings {
            smtp_url: smtp_url.to_owned().into(),
            from: format!("Lintel <no-reply@{DOMAIN}>").parse()?,
            public_url: PublicUrl::try_new(PUBLIC_URL)?,
        };
        let wake = Arc::new(Notify::new());
        let job = mail_job(
            self.deliveries(config),
            config,
            mail,
            (
                SealedBox::new(&self.key.to_bytes()),
                signed_copies::serve()?,
            ),
            wake.clone(),
        )?;
        let stop = CancellationToken::new();
        Ok(Running {
            wake,
            task: tokio::spawn(job.run(stop.clone())),
            stop,
        })
    }

    /// State and number of attempts.
    pub async fn state(&self, id: DeliveryId) -> anyhow::Result<(String, i32)> {
        let mut admin = self.database.superuser().await?;
        Ok(
            sqlx::query_as("SELECT state, attempts FROM deliveries WHERE delivery_id = $1")
                .bind(id.get())
                .fetch_one(&mut admin)
                .await?,
        )
    }

    pub async fn wait_for_state(&self, id: DeliveryId, state: &str) -> anyhow::Result<()> {
        wait_for(&format!("the state {state}"), PATIENCE, async || {
            let seen = self.state(id).await?;
            anyhow::ensure!(seen.0 == state, "it is {seen:?}");
            Ok(Some(()))
        })
        .await
    }

    /// Outcome and cause of each attempt, in order.
    pub async fn attempts(&self, id: DeliveryId) -> anyhow::Result<Vec<(String, Option<String>)>> {
        let mut admin = self.database.superuser().await?;
        Ok(sqlx::query_as(
            "SELECT coalesce(outcome, 'running'), cause FROM delivery_attempts WHERE delivery_id = $1 ORDER BY attempt",
        )
        .bind(id.get())
        .fetch_all(&mut admin)
        .await?)
    }

    /// The attempts of all deliveries.
    pub async fn attempts_altogether(&self) -> anyhow::Result<i64> {
        let mut admin = self.database.superuser().await?;
        Ok(sqlx::query_scalar("SELECT count(*) FROM delivery_attempts")
            .fetch_one(&mut admin)
            .await?)
    }

    /// The reasons of the `DeliveryFailed` events in the outbox.
    pub async fn failures(&self) -> anyhow::Result<Vec<String>> {
        use lintel_proto::{PublicEvent as _, notifications::v1::DeliveryFailed};
        let mut admin = self.database.superuser().await?;
        let payloads: Vec<Vec<u8>> =
            sqlx::query_scalar("SELECT payload FROM outbox WHERE event_type = $1 ORDER BY seq")
                .bind(DeliveryFailed::TYPE)
                .fetch_all(&mut admin)
                .await?;
        payloads
            .iter()
            .map(|payload| Ok(DeliveryFailed::decode(payload.as_slice())?.reason))
            .collect()
    }

    /// Deliveries that still hold what their mails say.
    pub async fn sealed(&self) -> anyhow::Result<i64> {
        let mut admin = self.database.superuser().await?;
        Ok(
            sqlx::query_scalar("SELECT count(*) FROM deliveries WHERE sealed IS NOT NULL")
                .fetch_one(&mut admin)
                .await?,
        )
    }
}
