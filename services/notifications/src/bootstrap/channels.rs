//! What reaches people outside of Lintel besides mails, and what is heard of what was sent: browsers, phones, the links of mails, reports
//! of other systems and the log.

use std::sync::Arc;

use lintel_core::SystemClock;
use lintel_db::Db;
use lintel_proto::notifications::v1::{
    delivery_service_server::DeliveryServiceServer, phone_service_server::PhoneServiceServer,
    push_service_server::PushServiceServer, receipt_service_server::ReceiptServiceServer,
    unsubscribe_service_server::UnsubscribeServiceServer,
};
use lintel_runtime::{ConfigError, Lifecycle, SharedConfig, client};
use secrecy::{ExposeSecret as _, SecretString};
use tonic::service::Routes;

use crate::{
    app::{
        Browsers, DeliveryLog, Failures, Phones, Pushing, Receipts, Unsubscribe, Way, Ways,
        pushes::Pushes, texts::Texts,
    },
    clients::{Accounts, sms_gateway::SmsGateway},
    config::{Config, MailSettings},
    domain::{SmsCountries, prepare_phones},
    grpc::{DeliveryGrpc, PhoneGrpc, PushGrpc, ReceiptGrpc, UnsubscribeGrpc},
    jobs::{self, PushJob, TextJob},
    mail::{PublicUrl, SealedBox, UnsubscribeLinks},
    push::{PushHosts, PushKey, PushSender},
};

/// The parts, as an installation has them.
#[derive(Debug, Clone)]
pub struct Outward {
    /// By which ways people are reached.
    pub ways: Ways,
    db: Db,
    pushing: Option<Pushing>,
    push_job: Option<PushJob>,
    text_job: Option<TextJob>,
    phones: Phones,
    unsubscribe: Unsubscribe,
    receipts: Receipts,
    log: DeliveryLog,
}

impl Outward {
    /// The parts over `db`. An installation without mails tells nobody anything, so that it sends nothing by other ways either.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable.
    pub fn try_new(
        shared: &SharedConfig,
        own: &Config,
        db: &Db,
        sealed_box: &SealedBox,
        failures: &Failures,
    ) -> anyhow::Result<Self> {
        let mail = MailSettings::read(shared)?.is_some();
        let pushing = if mail {
            pushing(shared, own, sealed_box)?
        } else {
            None
        };
        let schedule = own.delivery.schedule();
        let push_job = pushing.as_ref().map(|pushing| {
            let sender = PushSender::new(pushing.key.clone(), pushing.hosts.clone())?;
            Ok::<_, reqwest::Error>(PushJob {
                pushes: Pushes::new(db.clone(), schedule.clone()),
                sender,
                sealed_box: pushing.sealed_box.clone(),
            })
        });
        let sms_url = shared.sms_url.as_ref();
        let countries = sms_countries(shared)?;
        let text_job = match sms_url.filter(|url| mail && !url.expose_secret().is_empty()) {
            Some(url) => Some(TextJob {
                texts: Texts::new(db.clone(), schedule.clone(), shared.sms_cap),
                gateway: gateway(url)?,
                countries: countries.clone(),
                sealed_box: sealed_box.clone(),
                public_url: PublicUrl::try_new(&shared.public_url)?,
            }),
            None => None,
        };
        let accounts = Accounts {
            identity: client::channel("LINTEL_IDENTITY_URL", &shared.identity_url, shared)?
                .untraced(),
            key: shared.service_key()?,
        };
        let secret = shared.receipt_secret()?;
        let secret = secret.map(|secret| SecretString::from(secret.as_str()));
        Ok(Self {
            ways: Ways {
                mail: Way::when(mail, "Emails are not set up on this installation."),
                push: Way::when(
                    pushing.is_some(),
                    "Push notifications are not set up on this installation.",
                ),
                sms: Way::when(
                    text_job.is_some(),
                    "Text messages are not set up on this installation.",
                ),
            },
            phones: Phones::new(
                db.clone(),
                Arc::new(SystemClock),
                sealed_box.clone(),
                text_job.as_ref().map(|job| job.countries.clone()),
            ),
            db: db.clone(),
            pushing,
            push_job: push_job.transpose()?,
            text_job,
            unsubscribe: Unsubscribe::new(UnsubscribeLinks::new(sealed_box), accounts),
            receipts: Receipts::new(db.clone(), secret, failures.clone()),
            log: DeliveryLog::new(db.clone(), sealed_box.clone(), failures.clone()),
        })
    }

    /// Adds their RPCs.
    #[must_use]
    pub fn add_to(&self, routes: Routes) -> Routes {
        let browsers = Browsers::new(self.db.clone(), self.pushing.clone());
        routes
            .add_service(PushServiceServer::new(PushGrpc::new(browsers)))
            .add_service(PhoneServiceServer::new(PhoneGrpc::new(self.phones.clone())))
            .add_service(UnsubscribeServiceServer::new(UnsubscribeGrpc::new(
                self.unsubscribe.clone(),
            )))
            .add_service(ReceiptServiceServer::new(ReceiptGrpc::new(
                self.receipts.clone(),
            )))
            .add_service(DeliveryServiceServer::new(DeliveryGrpc::new(
                self.log.clone(),
            )))
    }

    /// Starts their jobs.
    pub fn spawn(&self, lifecycle: &Lifecycle) {
        let stop = &lifecycle.stop;
        // Beside the start, and before the first number is read in a request.
        drop(tokio::task::spawn_blocking(prepare_phones));
        if let Some(job) = self.push_job.clone() {
            lifecycle.spawn("push job", job.run(stop.clone()));
        }
        match self.text_job.clone() {
            Some(job) => lifecycle.spawn("text job", job.run(stop.clone())),
            None => lifecycle.spawn(
                "text job",
                jobs::discard_texts(self.db.clone(), stop.clone()),
            ),
        }
    }
}

/// The countries that text messages are sent to.
fn sms_countries(shared: &SharedConfig) -> Result<SmsCountries, ConfigError> {
    SmsCountries::parse(&shared.sms_countries).ok_or_else(|| {
        ConfigError::new(
            "LINTEL_SMS_COUNTRIES",
            "name countries by their codes of ISO 3166, with commas between them, such as GB,IE",
        )
    })
}

/// What the installation pushes with; `None` without a key.
fn pushing(
    shared: &SharedConfig,
    own: &Config,
    sealed_box: &SealedBox,
) -> Result<Option<Pushing>, ConfigError> {
    let Some(key) = shared.push_secret_key()? else {
        return Ok(None);
    };
    let key = PushKey::try_new(&key, &subject(shared)?)
        .map_err(|error| ConfigError::new("LINTEL_PUSH_SECRET_KEY_FILE", error.to_string()))?;
    Ok(Some(Pushing {
        key,
        hosts: PushHosts::new(&own.push.hosts, &own.push.private_hosts),
        sealed_box: sealed_box.clone(),
    }))
}

/// Whom push services write to.
fn subject(shared: &SharedConfig) -> Result<String, ConfigError> {
    const KEY: &str = "LINTEL_PUSH_SUBJECT";
    if let Some(subject) = &shared.push_subject {
        let taken = subject.starts_with("mailto:") || subject.starts_with("https://");
        return taken
            .then(|| subject.clone())
            .ok_or_else(|| ConfigError::new(KEY, "set an address such as mailto:ops@example.com"));
    }
    let from = MailSettings::read(shared)?.map(|mail| mail.from.email.to_string());
    from.map(|from| format!("mailto:{from}")).ok_or_else(|| {
        ConfigError::new(
            KEY,
            "set it to mailto: and an address, or set LINTEL_MAIL_FROM",
        )
    })
}

fn gateway(url: &SecretString) -> Result<SmsGateway, ConfigError> {
    SmsGateway::try_new(url).map_err(|error| ConfigError::new("LINTEL_SMS_URL", error.to_string()))
}
